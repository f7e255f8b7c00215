"""Files fixed: what ``--fix`` and ``--diff`` do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from herdr_lint.files.regular import read_regular
from herdr_lint.files.writing import WriteError, replace_file
from herdr_lint.fix.diff import unified_diff
from herdr_lint.fix.rounds import FixResult, fix
from herdr_lint.model import Finding, Severity

LintOne: TypeAlias = Callable[[Path, bytes], Sequence[Finding]]
"""The findings of a file of which these are the bytes, whatever is on the disk."""

LintAll: TypeAlias = Callable[[Mapping[Path, bytes]], Iterable[Finding]]
"""All findings of the run if these files had these bytes."""


@dataclass(frozen=True, slots=True)
class FixedFile:
    """What became of one file. ``display_path`` is its path as people read it.

    ``written`` tells whether the disk has it; ``problem`` says what was not fixed, or why the
    file was not written, and goes behind the name and a colon.
    """

    path: Path
    display_path: str
    result: FixResult
    written: bool = False
    problem: str | None = None

    @property
    def diff(self) -> bytes:
        return unified_diff(self.display_path, self.result.before, self.result.after)

    def undone(self, problem: str) -> FixedFile:
        """The same file as if nothing had been fixed."""
        was = self.result
        return replace(
            self, result=FixResult(was.before, was.before, was.found, was.found), problem=problem
        )


def fix_files(
    files: Iterable[tuple[Path, str]],
    lint_one: LintOne,
    *,
    safe_only: bool = True,
    write: bool = True,
    lint_all: LintAll | None = None,
    read: Callable[[Path], bytes] = read_regular,
) -> list[FixedFile]:
    """Fix files; each comes with the path that people read.

    With ``lint_all``, a file is left alone if fixing it would bring an error to another one: a
    role that the host can read again may take the name of one that works. Without ``write``
    nothing on the disk changes, and only the outcome is told. A file that cannot be read or
    written is told of as well, and hinders no other. ``read`` gives the bytes of a file, or those
    of a buffer that stands for it.
    """
    fixed = [
        _fixed(path, display_path, lint_one, read, safe_only=safe_only)
        for path, display_path in files
    ]
    if lint_all and any(one.result.changed for one in fixed):
        fixed = _harmless(fixed, lint_all)
    return [_written(one) if write and one.result.changed else one for one in fixed]


def _fixed(
    path: Path,
    display_path: str,
    lint_one: LintOne,
    read: Callable[[Path], bytes],
    *,
    safe_only: bool,
) -> FixedFile:
    try:
        data = read(path)
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
        return FixedFile(path, display_path, FixResult(b"", b"", (), ()), problem=problem)
    result = fix(data, partial(lint_one, path), safe_only=safe_only)
    return FixedFile(path, display_path, result, problem=result.problem)


def _written(fixed: FixedFile) -> FixedFile:
    try:
        replace_file(fixed.path, fixed.result.before, fixed.result.after)
    except WriteError as reason:
        return replace(fixed, problem=str(reason))
    return replace(fixed, written=True)


def _harmless(fixed: list[FixedFile], lint_all: LintAll) -> list[FixedFile]:
    """The files, those left out whose fixing brings an error that was not there to any file."""
    known = Counter(map(_key, _errors(lint_all({}))))
    while changed := {one.path: one.result.after for one in fixed if one.result.changed}:
        found = _errors(lint_all(changed))
        new = Counter(map(_key, found)) - known
        if not new:
            break
        touched = {path for error in found if _key(error) in new for path in _paths(error)}
        if not any(one.result.changed and one.display_path in touched for one in fixed):
            touched = {one.display_path for one in fixed}
        rules = ", ".join(sorted({f"`{rule}`" for _, rule, _ in new}))
        problem = f"left as it is, because fixing it would bring {rules}"
        fixed = [
            one.undone(problem) if one.result.changed and one.display_path in touched else one
            for one in fixed
        ]
    return fixed


def _errors(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def _key(finding: Finding) -> tuple[str, str, str | None]:
    return finding.path, finding.rule, finding.cause


def _paths(finding: Finding) -> set[str]:
    return {finding.path, *(related.path for related in finding.related)}
