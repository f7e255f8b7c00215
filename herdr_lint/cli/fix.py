"""``--fix`` and ``--diff``: what mending did, told on the right streams."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from herdr_lint.fix.files import FixedFile, fix_files
from herdr_lint.model import Finding, Severity
from herdr_lint.run.run import Session


def mend(session: Session, *, write: bool, unsafe: bool, show: Severity) -> list[FixedFile]:
    """Mend the files of a session, or only work out what mending would do.

    Only what the run would show is mended: findings below ``show`` are left alone.
    """

    def lint_one(path: Path, data: bytes) -> list[Finding]:
        return [finding for finding in session.lint_one(path, data) if finding.severity >= show]

    def lint_all(overlay: Mapping[Path, bytes]) -> Sequence[Finding]:
        contents = {**session.settings.overlay, **overlay}
        settings = replace(session.settings, overlay=contents)
        return replace(session, settings=settings).report().findings

    return fix_files(
        [(path, target.display_path) for path, target in session.fixable.items()],
        lint_one,
        safe_only=not unsafe,
        write=write,
        lint_all=lint_all,
    )


def print_diff(files: Sequence[FixedFile]) -> bool:
    """Print what mending would change; whether there is anything."""
    changed = [file for file in files if file.mended.changed]
    for file in changed:
        sys.stdout.buffer.write(file.diff)
    sys.stdout.flush()
    return bool(changed)


def tell(files: Sequence[FixedFile]) -> None:
    """What was mended and what could not be, on the stream for messages about the run."""
    for file in files:
        if file.problem:
            print(f"herdr-lint: {file.display_path}: {file.problem}", file=sys.stderr)  # noqa: T201
    written = sum(file.written for file in files)
    if written:
        files_ = "file" if written == 1 else "files"
        print(f"herdr-lint: mended {written} {files_}", file=sys.stderr)  # noqa: T201
