"""What may be wrong with the name of an entry, wherever the entry comes from."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from herdr_lint.late import late_pattern

_DRIVE = late_pattern(r"[A-Za-z]:")
_CONTROL = late_pattern(r"[\x01-\x1f\x7f-\x9f]")
_REWRITTEN = late_pattern(r"[. ](?:/|\Z)|:|;[0-9]*\Z")
"""What Windows drops (dots and spaces at the end of a step, a stream after a colon), and Info-ZIP
(a version number after a semicolon)."""

_IGNORED = dict.fromkeys(
    [0xFEFF, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070)]
)
"""Characters without a look, of which HFS+ ignores most."""

LONGEST = 4096
LONGEST_STEP = 255
"""Bytes of a path and of one of its steps; more than that no usual file system can hold."""

UNSAFE = frozenset(
    {
        "absolute-path",
        "backslash",
        "drive-letter",
        "empty-name",
        "name-not-utf8",
        "name-unusable",
        "name-with-nul",
        "path-traversal",
    }
)
"""Kinds of a name that leads outside the pack, or that no two readers take for the same."""


def label(raw: bytes) -> str:
    """A name that can be shown, whatever its bytes; of a longer one than `LONGEST` the start."""
    shown = raw if len(raw) <= LONGEST else raw[:LONGEST_STEP] + b"..."
    return shown.decode("utf-8", "backslashreplace")


def normal(name: str) -> str:
    """The place in the pack that a name means: no empty and no ``.`` steps."""
    return "/".join(step for step in name.split("/") if step not in {"", "."})


def composed(name: str) -> str:
    """The name in Unicode's composed form (NFC); one that no pack can have, as it is."""
    if len(name) > LONGEST:
        return name
    return "/".join(unicodedata.normalize("NFC", step) for step in name.split("/"))


def folded(step: str) -> str:
    """What two names share that one file system or another takes for the same.

    For one step of a path, so that the work of Unicode's normalization, which grows with the
    square of a run of accents, has a bound.
    """
    plain = unicodedata.normalize("NFKD", step.translate(_IGNORED)).casefold()
    return unicodedata.normalize("NFKD", plain).rstrip(". ")


def issues(raw: bytes, longest: int) -> Iterator[str]:
    """The kinds of issue that a name is, in a fixed order; ``longest`` in bytes."""
    if len(raw) > LONGEST or any(len(step) > LONGEST_STEP for step in raw.split(b"/")):
        yield "name-unusable"
        return
    name = raw.decode("utf-8", "replace")
    if name.encode("utf-8") != raw:
        yield "name-not-utf8"
    if "\0" in name:
        yield "name-with-nul"
    if _CONTROL.search(name):
        yield "control-character"
    yield from _path_issues(name)
    if len(raw) > longest:
        yield "name-too-long"


def _path_issues(name: str) -> Iterator[str]:
    steps = re.split(r"[/\\]", name)
    plain = normal(name)
    if "\\" in name:
        yield "backslash"
    if name.startswith("/"):
        yield "absolute-path"
    elif _DRIVE.match(name):
        yield "drive-letter"
    elif not plain:
        yield "empty-name"
    elif plain != name.removeprefix("./"):
        yield "name-not-plain"
    if ".." in steps:
        yield "path-traversal"
    elif _REWRITTEN.search(plain) and not _DRIVE.match(name):
        yield "name-rewritten"
    elif not all(unicodedata.is_normalized("NFC", step) for step in steps):
        yield "name-decomposed"
    elif ".." in name:
        yield "double-dot"
