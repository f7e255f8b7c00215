"""Mending of files: what ``--fix`` and ``--diff`` do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from herdr_lint.fix.diff import unified_diff
from herdr_lint.fix.rounds import Mended, mend
from herdr_lint.fix.write import WriteError, replace_file
from herdr_lint.model import Finding

LintOne: TypeAlias = Callable[[Path, bytes], Sequence[Finding]]
"""The findings of a file of which these are the bytes, whatever is on the disk."""


@dataclass(frozen=True, slots=True)
class FixedFile:
    """What became of one file. ``shown`` is its path as people read it.

    ``written`` tells whether the disk has it; ``problem`` says what was not mended, or why the
    file was not written, and goes behind the name and a colon.
    """

    shown: str
    mended: Mended
    written: bool = False
    problem: str | None = None

    @property
    def diff(self) -> bytes:
        return unified_diff(self.shown, self.mended.before, self.mended.after)


def fix_files(
    files: Iterable[tuple[Path, str]],
    lint_one: LintOne,
    *,
    safe_only: bool = True,
    write: bool = True,
) -> list[FixedFile]:
    """Mend files one after the other; each is given with the path that people read.

    Without ``write`` nothing on the disk changes, and only the outcome is told. A file that
    cannot be read or written is told of as well, and hinders no other.
    """
    return [
        fix_file(path, shown, lint_one, safe_only=safe_only, write=write) for path, shown in files
    ]


def fix_file(
    path: Path, shown: str, lint_one: LintOne, *, safe_only: bool = True, write: bool = True
) -> FixedFile:
    """Mend one file; see ``fix_files``."""
    try:
        data = path.read_bytes()
    except OSError as error:
        nothing = Mended(b"", b"", (), ())
        return FixedFile(shown, nothing, problem=f"cannot be read: {error.strerror}")
    mended = mend(data, partial(lint_one, path), safe_only=safe_only)
    if not write or not mended.changed:
        return FixedFile(shown, mended, problem=mended.problem)
    try:
        replace_file(path, mended.before, mended.after)
    except WriteError as reason:
        return FixedFile(shown, mended, problem=str(reason))
    return FixedFile(shown, mended, written=True, problem=mended.problem)
