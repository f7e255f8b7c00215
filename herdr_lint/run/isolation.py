"""A rule that throws must not hide what the others find."""

from __future__ import annotations

from collections.abc import Callable

from herdr_lint.files.regular import why_unread
from herdr_lint.judge.isolation import internal_error
from herdr_lint.model import Unchecked, UsageError
from herdr_lint.run.check_result import CheckResult


def guarded(display_path: str, check: Callable[[], CheckResult]) -> CheckResult:
    """The outcome of a check; an exception in it becomes an ``internal-error`` finding.

    A file that cannot be read, or that is too large to be, is one that was not checked.
    """
    files = (display_path,)
    try:
        return check()
    except UsageError:
        raise
    except OSError as error:
        return CheckResult(unchecked=(Unchecked(display_path, why_unread(error)),), files=files)
    except Exception as error:  # noqa: BLE001 - whatever a rule throws, the run goes on
        return CheckResult(findings=(internal_error(display_path, error),), files=files)
