"""What git ignores: nested ``.gitignore`` files and ``.git/info/exclude``.

The deepest file that speaks of a path decides, and what lies below an ignored directory cannot
be taken back, as in git. Git's index is not read, so a file that is tracked in spite of a
pattern counts as ignored here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from pathspec import GitIgnoreSpec

from herdr_lint.files import git_patterns

LARGEST = 1 << 20
"""Bytes of an ignore file that are read."""


class Ignores:
    """Answers for one run; every ignore file is read at most once."""

    def __init__(self) -> None:
        self._chains: dict[str, Chain] = {}

    def start_at(self, directory: str) -> None:
        """Make a given directory a place where looking starts.

        What was asked for is looked at although git ignores it. Outside of any repository, the
        ignore files from here on downwards count.
        """
        outer = self._chain(os.path.dirname(directory))
        if _verdict(outer, directory, directory=True):
            outer = ()
        self._chains[directory] = (*outer, *_own(directory))

    def ignores(self, path: str, *, directory: bool = False) -> bool:
        """Whether git would leave out a file or directory whose parent it does not leave out."""
        return _verdict(self._chain(os.path.dirname(path)), path, directory=directory)

    def _chain(self, directory: str) -> Chain:
        """The patterns that count for the entries of a directory."""
        above: list[str] = []
        chain: Chain = ()
        inside = False
        while (known := self._chains.get(directory)) is None:
            above.append(directory)
            inside = os.path.lexists(os.path.join(directory, ".git"))
            parent = os.path.dirname(directory)
            if inside or parent == directory:
                break
            directory = parent
        else:
            chain, inside = known, True
        for step in reversed(above):
            chain = (*chain, *_own(step)) if inside else ()
            self._chains[step] = chain
        return chain


_NAME = re.compile(r"!?([\w.-]+)/?", re.ASCII)
"""A pattern that is a name and nothing more: looked up, not tried."""


class _Patterns:
    """The patterns of one file; most paths match none, and one look tells."""

    def __init__(self, base: str, spec: GitIgnoreSpec) -> None:
        self._start = len(base.rstrip(os.sep)) + 1
        self._spec = spec
        self._names: set[str] = set()
        sources = []
        for pattern in spec.patterns:
            plain = _NAME.fullmatch(str(pattern.pattern))
            if plain:
                self._names.add(plain[1])
            elif pattern.regex is not None:
                sources.append(pattern.regex.pattern)
        unnamed = (re.sub(r"\(\?P<\w+>", "(?:", source) for source in sources)
        self._any = re.compile("|".join(f"(?:{source})" for source in unnamed) or "(?!)")

    def verdict(self, path: str, *, directory: bool) -> bool | None:
        """Whether a path below the directory of the file is ignored; None if that is not said."""
        inner = path[self._start :].replace(os.sep, "/") + ("/" if directory else "")
        if self._names.isdisjoint(inner.split("/")) and not self._any.match(inner):
            return None
        return self._spec.check_file(inner).include


Chain = tuple[_Patterns, ...]
"""The patterns that count for a directory, outermost first."""


def _verdict(chain: Chain, path: str, *, directory: bool) -> bool:
    for known in reversed(chain):
        include = known.verdict(path, directory=directory)
        if include is not None:
            return include
    return False


def _own(directory: str) -> Chain:
    """The patterns that a directory itself brings: its repository's, then its own."""
    found = []
    if os.path.lexists(os.path.join(directory, ".git")):
        found.append(_read(_exclude_file(Path(directory, ".git"))))
    found.append(_read(os.path.join(directory, ".gitignore")))
    return tuple(_Patterns(directory, patterns(lines)) for lines in found if lines)


def _exclude_file(git: Path) -> str:
    """``info/exclude`` of a repository; work trees share that of the main one."""
    if git.is_file():
        git = _linked(git, "gitdir: ")
        git = _linked(git / "commondir", "")
    return str(git / "info" / "exclude")


def _linked(file: Path, label: str) -> Path:
    """The folder that a one-line file names after ``label``, or its own folder without one."""
    lines = _read(str(file))
    if not lines or not lines[0].startswith(label):
        return file.parent
    return file.parent / lines[0].removeprefix(label).strip()


def _read(path: str) -> list[str]:
    try:
        if not os.path.isfile(path):
            return []
        with open(path, "rb") as file:
            data = file.read(LARGEST)
    except (OSError, ValueError):
        return []
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    return [line.removesuffix("\r") for line in text.split("\n")]


def patterns(lines: Iterable[str]) -> GitIgnoreSpec:
    """Lines in the form of a ``.gitignore``; a line that is no pattern says nothing, as in git."""
    return git_patterns.spec(_sound(line) for line in lines)


def _sound(line: str) -> str:
    # To pathspec a pattern for everything weighs more than those after it; `?*` does not.
    line = re.sub(r"^(!?)(?:/?(?:\*\*/)+\*+|/\*\*|\*+)(/?\s*)$", r"\1?*\2", line)
    # Git's `a/**` matches what is in `a`, not `a` itself.
    line = re.sub(r"(?<=[^/])/\*\*(/?)\s*$", r"/**/*\1", line)
    try:
        git_patterns.spec([line])
    except ValueError:
        return ""
    return line
