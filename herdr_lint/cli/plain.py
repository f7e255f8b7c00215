"""Plain command lines of ``lint``, read without the library that knows everything about options.

A hook starts the program for each commit, and that library takes longer to load than a file to
check. What is not plain here (help, completion, an abbreviation, a mistake) is left to it; a test
holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from herdr_lint.cli.options import LintOptions

FLAGS = frozenset(
    {
        "stdin",
        "allow_empty",
        "fix",
        "unsafe",
        "diff",
        "add_ignore",
        "prune_baseline",
        "statistics",
        "quiet",
        "no_cache",
    }
)
"""Options that take no value, by the names of their fields."""

PATHS = frozenset(
    {
        "config",
        "schemas",
        "output",
        "baseline",
        "write_baseline",
        "stdin_filename",
        "files_from",
        "cache_dir",
    }
)
TEXTS = frozenset({"profile"})
LISTS = frozenset({"select", "ignore"})
"""Repeatable options whose values are names with commas between them."""
MANY_PATHS = frozenset({"policy"})
MANY_TEXTS = frozenset({"exclude", "output_file"})
CHOICES = {
    "layer": frozenset({"auto", "package", "global", "project"}),
    "format": frozenset(
        {
            "text",
            "concise",
            "json",
            "json-lines",
            "sarif",
            "github",
            "gitlab",
            "junit",
            "markdown",
            "rdjson",
            "checkstyle",
        }
    ),
    "fail_on": frozenset({"error", "warning", "never"}),
    "show": frozenset({"note", "warning", "error"}),
    "color": frozenset({"auto", "always", "never"}),
}
SHORT = {"-f": "format", "-o": "output", "-q": "quiet"}
_FIELDS = {"output_file": "output_files"}
"""Fields that are not called as their options are."""


def plain_options(arguments: Sequence[str]) -> LintOptions | None:
    """The options of a plain command line; None for any other."""
    found: dict[str, Any] = {}
    words = iter(arguments)
    for word in words:
        if word == "--":
            found.setdefault("paths", []).extend(words)
        elif not word.startswith("-") or word == "-":
            found.setdefault("paths", []).append(word)
        elif not _take(word, words, found):
            return None
    return _options(found)


def _take(word: str, words: Iterator[str], found: dict[str, Any]) -> bool:
    """Read one option and its value into what was found; whether it is plain."""
    name, equals, value = word.partition("=")
    field = SHORT.get(word) or (name[2:].replace("-", "_") if name.startswith("--") else "")
    if "_" in name:
        return False
    if field in FLAGS:
        found[field] = True
        return not equals
    if field not in _VALUED:
        return False
    if not equals:
        value = next(words, "")
        if not value or value.startswith("-"):
            return False
    if field in CHOICES and value not in CHOICES[field]:
        return False
    if field in _MANY:
        found.setdefault(field, []).append(value)
    else:
        found[field] = value
    return True


_MANY = LISTS | MANY_PATHS | MANY_TEXTS
_VALUED = PATHS | TEXTS | _MANY | CHOICES.keys()


def _options(found: dict[str, Any]) -> LintOptions:
    values = {_FIELDS.get(field, field): _typed(field, value) for field, value in found.items()}
    return LintOptions(**values)


def _typed(field: str, value: Any) -> Any:
    """What was read for a field, as the type that the field has."""
    if field in PATHS:
        return Path(value)
    if field in MANY_PATHS or field == "paths":
        return tuple(map(Path, value))
    if field in LISTS:
        return tuple(name for name in ",".join(value).split(",") if name)
    return tuple(value) if field in MANY_TEXTS else value
