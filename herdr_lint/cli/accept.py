"""``--write-baseline`` and ``--prune-baseline``: what is accepted from now on."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.cli.exits import Exit
from herdr_lint.cli.output import message, write_named
from herdr_lint.config.baseline import Baseline
from herdr_lint.config.reading import display_path
from herdr_lint.model import Report, UsageError
from herdr_lint.run.sources import read_source


def accept(report: Report, file: Path | None, configured: Path | None, *, quiet: bool) -> Exit:
    """Write all findings of a report into a baseline, or take out of one what is found no more.

    Without a ``file`` the ``configured`` baseline is pruned. Entries for files that the run did
    not look at stay as they are.

    Raises:
        UsageError: if there is no baseline to prune, or it cannot be written.

    """
    if file is not None:
        old = _old(file)
        new = Baseline.of(report, file, read_source).with_unseen(old, report)
    elif configured is not None:
        file, old = configured, Baseline.load(configured)
        new = old.pruned(report, read_source)
    else:
        raise UsageError(
            "--prune-baseline needs --baseline FILE, or a baseline in the configuration"
        )
    write_named(file, new.to_json())
    if not quiet:
        message(f"{display_path(file)}: {_difference(old, new)}")
    return Exit.CLEAN


def _old(file: Path) -> Baseline:
    """The baseline that is written over; an empty one where there is none that can be read."""
    try:
        return Baseline.load(file)
    except UsageError:
        return Baseline(file)


def _difference(old: Baseline, new: Baseline) -> str:
    """``12 findings accepted, 2 more than before``."""
    noun = "finding" if new.accepted == 1 else "findings"
    told = f"{new.accepted} {noun} accepted"
    change = new.accepted - old.accepted
    if not old.accepted or not change:
        return told
    return f"{told}, {abs(change)} {'more' if change > 0 else 'fewer'} than before"
