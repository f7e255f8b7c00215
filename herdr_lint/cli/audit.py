"""The audit command: a whole registry, its tables and its summary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from herdr_lint.cli.output import emit
from herdr_lint.cli.progress import Meter
from herdr_lint.late import late
from herdr_lint.model import UsageError

if TYPE_CHECKING:
    from herdr_lint import audit as auditing
else:
    auditing = late("herdr_lint.audit")


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """The options of ``herdr-lint audit`` as they were given."""

    inputs: tuple[str, ...]
    output: str
    profile: str
    together: bool
    workers: int
    scheduler: str | None
    storage: tuple[str, ...]
    quiet: bool


def run_audit(options: AuditOptions) -> int:
    """Audit, print the summary, and return the exit code: 1 if any pack is not accepted.

    Raises:
        UsageError: for what `herdr_lint.audit.audit` raises it, if a storage option has no value,
            or if the libraries are not there that an audit needs.

    """
    try:
        audit = auditing.audit
    except ImportError as error:
        needed = "`herdr-lint audit` needs Dask and PyArrow: pip install 'herdr-lint[audit]'"
        raise UsageError(needed) from error
    meter = Meter()
    try:
        found = audit(
            options.inputs,
            options.output,
            profile=options.profile,
            together=options.together,
            workers=options.workers,
            scheduler=options.scheduler,
            storage=dict(map(_option, options.storage)),
            progress=None if options.quiet else meter.tell,
        )
    finally:
        meter.clear()
    emit(found.tally.to_markdown())
    return 1 if found.tally.packs.keys() - {"accepted"} else 0


def _option(pair: str) -> tuple[str, str]:
    name, equals, value = pair.partition("=")
    if not equals or not name:
        raise UsageError(f"--storage takes NAME=VALUE, not {pair!r}")
    return name, value
