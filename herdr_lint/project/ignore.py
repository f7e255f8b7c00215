"""What git ignores: nested ``.gitignore`` files and ``.git/info/exclude``.

The deepest file that speaks of a path decides, and what lies below an ignored directory cannot
be taken back, as in git. Git's index is not read, so a file that is tracked in spite of a
pattern counts as ignored here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.files.file_system import FileSystem
from herdr_lint.late import late, late_pattern

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from herdr_lint.files import git_patterns
else:
    git_patterns = late("herdr_lint.files.git_patterns")

LARGEST = 1 << 20
"""Bytes of an ignore file that are read."""


class Ignores:
    """Answers for one run; every ignore file is read at most once.

    Only a repository ignores anything. Within a folder that is ignored as a whole nothing more is
    said by what stands above it: whoever looks into such a folder has his reasons.
    """

    def __init__(self, system: FileSystem) -> None:
        self._system = system
        self._chains: dict[str, Chain | None] = {}

    def ignores(self, path: str, *, directory: bool = False) -> bool:
        """Whether git would leave out a file or directory whose parent it does not leave out."""
        chain = self._chain(os.path.dirname(path))
        return chain is not None and _verdict(chain, path, directory=directory)

    def _chain(self, directory: str) -> Chain | None:
        """The patterns that count for the entries of a directory; None outside of repositories."""
        below: list[str] = []
        while directory not in self._chains:
            below.append(directory)
            parent = os.path.dirname(directory)
            if parent == directory or self._is_repository(directory):
                break
            directory = parent
        chain = self._chains.get(directory)
        for step in reversed(below):
            if self._is_repository(step):
                chain = self._own(step, repository=True)
            elif chain is not None:
                left_out = _verdict(chain, step, directory=True)
                chain = (*(() if left_out else chain), *self._own(step))
            self._chains[step] = chain
        return chain

    def _is_repository(self, directory: str) -> bool:
        return self._system.exists(os.path.join(directory, ".git"))

    def _own(self, directory: str, *, repository: bool = False) -> Chain:
        """The patterns that a directory itself brings: its repository's, then its own."""
        found = []
        if repository:
            found.append(self._read(self._exclude_file(Path(directory, ".git"))))
        found.append(self._read(os.path.join(directory, ".gitignore")))
        return tuple(_Patterns(directory, lines) for lines in found if lines)

    def _exclude_file(self, git: Path) -> str:
        """``info/exclude`` of a repository; work trees share that of the main one."""
        if self._system.is_file(str(git)):
            git = self._linked(git, "gitdir: ")
            git = self._linked(git / "commondir", "")
        return str(git / "info" / "exclude")

    def _linked(self, file: Path, label: str) -> Path:
        """The folder that a one-line file names after ``label``, or its own without one."""
        lines = self._read(str(file))
        if not lines or not lines[0].startswith(label):
            return file.parent
        return file.parent / lines[0].removeprefix(label).strip()

    def _read(self, path: str) -> list[str]:
        data = self._system.read_ahead(path, LARGEST) if self._system.is_file(path) else b""
        text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
        lines = (line.removesuffix("\r") for line in text.split("\n"))
        return [line for line in lines if line.strip() and not line.startswith("#")]


_NAME = late_pattern(r"!?(\*?)([\w.-]+)/?", re.ASCII)
"""A pattern that is a name, or the end of one, and nothing more: looked up, not tried."""


class _Patterns:
    """The patterns of one file; most paths match none, and one look tells."""

    def __init__(self, base: str, lines: Iterable[str]) -> None:
        self._start = len(base.rstrip(os.sep)) + 1
        self._lines = tuple(lines)
        self._names: set[str] = set()
        ends: list[str] = []
        self._others: list[str] = []
        for line in self._lines:
            plain = _NAME.fullmatch(line)
            if plain is None:
                self._others.append(line)
            elif plain[1]:
                ends.append(plain[2])
            else:
                self._names.add(plain[2])
        self._ends = tuple(ends)

    @cached_property
    def _spec(self) -> GitIgnoreSpec:
        return patterns(self._lines)

    @cached_property
    def _any(self) -> re.Pattern[str]:
        """Matches what any of the patterns that are not looked up matches, and maybe more."""
        known = (pattern.regex for pattern in patterns(self._others).patterns)
        sources = (re.sub(r"\(\?P<\w+>", "(?:", regex.pattern) for regex in known if regex)
        return re.compile("|".join(f"(?:{source})" for source in sources))

    def verdict(self, path: str, *, directory: bool) -> bool | None:
        """Whether a path below the directory of the file is ignored; None if that is not said."""
        inner = path[self._start :].replace(os.sep, "/") + ("/" if directory else "")
        return self._spec.check_file(inner).include if self._may_match(inner) else None

    def _may_match(self, inner: str) -> bool:
        steps = inner.split("/")
        if not self._names.isdisjoint(steps) or any(step.endswith(self._ends) for step in steps):
            return True
        return bool(self._others) and self._any.match(inner) is not None


Chain = tuple[_Patterns, ...]
"""The patterns that count for a directory, outermost first."""


def _verdict(chain: Chain, path: str, *, directory: bool) -> bool:
    for known in reversed(chain):
        include = known.verdict(path, directory=directory)
        if include is not None:
            return include
    return False


def patterns(lines: Iterable[str]) -> GitIgnoreSpec:
    """Lines in the form of a ``.gitignore``; what is not a pattern says nothing, as in git."""
    return git_patterns.spec((_sound(line) for line in lines), below=False)


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
