"""``--fix`` and ``--diff``: what fixing did, told on the right streams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from herdr_lint.cli.output import emit_diff, emit_file, message
from herdr_lint.fix.files import FixedFile, fix_files
from herdr_lint.model import Finding, Severity
from herdr_lint.run.run import Session


def fix(session: Session, *, write: bool, unsafe: bool, show: Severity) -> list[FixedFile]:
    """Fix the files of a session, or only work out what that would do.

    Only what the run would show is fixed: findings below ``show`` are left alone.
    """

    def lint_one(path: Path, data: bytes) -> list[Finding]:
        return [finding for finding in session.lint_one(path, data) if finding.severity >= show]

    def lint_all(overlay: Mapping[Path, bytes]) -> Sequence[Finding]:
        return session.with_buffers(overlay).report().findings

    return fix_files(
        [(path, target.display_path) for path, target in session.fixable.items()],
        lint_one,
        safe_only=not unsafe,
        write=write,
        lint_all=lint_all,
        read=session.contents,
    )


def print_text(files: Sequence[FixedFile], buffers: Mapping[Path, bytes]) -> None:
    """Print the text of each buffer as it is after fixing; one that no edit is for as it is."""
    for data in [file.result.after for file in files] or buffers.values():
        emit_file(data)


def print_diff(files: Sequence[FixedFile]) -> bool:
    """Print what fixing would change; whether there is anything."""
    changed = [file for file in files if file.result.changed]
    for file in changed:
        emit_diff(file.diff)
    return bool(changed)


def tell(files: Sequence[FixedFile], *, write: bool, diff: bool) -> None:
    """What was fixed file by file, and what could not be, on the stream for messages.

    ``diff`` tells that it is only shown what would be fixed. What is not written otherwise goes to
    standard output.
    """
    for file in files:
        if file.problem:
            message(f"{file.display_path}: {file.problem}")
        if file.written or (file.result.changed and not write):
            word = "to fix" if diff else "fixed"
            message(f"{file.display_path}: {_outcome(file, word)}")


def _outcome(file: FixedFile, word: str) -> str:
    """``8 findings: 5 fixed, 3 left``; what an edit brought to light counts among those left."""
    found, left = len(file.result.found), len(file.result.left)
    noun = "finding" if found == 1 else "findings"
    return f"{found} {noun}: {max(0, found - left)} {word}, {left} left"
