"""``--fix`` and ``--diff``: what mending did, told on the right streams."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from herdr_lint.engine.run import Session
from herdr_lint.fix.files import FixedFile, fix_files


def mend(session: Session, *, write: bool, unsafe: bool) -> list[FixedFile]:
    """Mend the files of a session, or only work out what mending would do."""
    shown = [(path, unit.shown) for path, unit in session.fixable.items()]
    return fix_files(shown, session.lint_one, safe_only=not unsafe, write=write)


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
            print(f"herdr-lint: {file.shown}: {file.problem}", file=sys.stderr)  # noqa: T201
    written = sum(file.written for file in files)
    if written:
        files_ = "file" if written == 1 else "files"
        print(f"herdr-lint: mended {written} {files_}", file=sys.stderr)  # noqa: T201
