"""What runs came to, kept with the trace of what they asked the disk; see ``files/disk.py``."""

from typing import NamedTuple

from herdr_lint.model import Report, Severity


class Told(NamedTuple):
    """What there is to tell of a run: the report, from which severity on, and the exit code."""

    report: Report
    show: Severity
    code: int
