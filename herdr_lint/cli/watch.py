"""``--watch``: lint, and again whenever something changes, until the user has seen enough."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.cli.exits import Exit
from herdr_lint.cli.lint import lint_once
from herdr_lint.cli.options import STDIN, LintOptions
from herdr_lint.cli.output import emit
from herdr_lint.cli.problems import complain
from herdr_lint.cli.progress import shows_progress
from herdr_lint.files import disk
from herdr_lint.late import late
from herdr_lint.model import UsageError

if TYPE_CHECKING:
    import watchfiles
else:
    watchfiles = late("watchfiles")

_HOME_AND_CLEAR = "\x1b[H\x1b[2J"


def watch_lint(options: LintOptions) -> int:
    """Lint once and once more for each change of a file; the exit code of the last run.

    A run that cannot be made, because a setting is half written say, is told about and forgotten.

    Raises:
        UsageError: if a run would set off the next one or cannot be repeated, or if there is no
            library to watch with.

    """
    if options.stdin_filename is not None or options.files_from == STDIN:
        raise UsageError("--watch needs files: standard input can be read only once")
    changes = _changes(options.paths or (Path(),))
    code = _run(options)
    for _ in changes:
        if shows_progress(sys.stdout):
            emit(_HOME_AND_CLEAR)
        code = _run(options)
    return code


def _run(options: LintOptions) -> int:
    try:
        return lint_once(options)
    except UsageError as error:
        complain(error)
        return Exit.USAGE


def _changes(paths: Iterable[Path]) -> Iterable[object]:
    try:
        watch = watchfiles.watch
    except ImportError as error:
        needed = "--watch needs watchfiles: pip install 'herdr-lint[watch]'"
        raise UsageError(needed) from error
    told = "does not exist; check its spelling"
    missing = [f"`{path}` {told}" for path in paths if not disk.exists(path)]
    if missing:
        raise UsageError(*missing)
    return watch(*paths, debounce=300, raise_interrupt=False)
