"""A rule that throws must not hide what the others find."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from herdr_lint.engine.checked import Checked
from herdr_lint.model import UsageError
from herdr_lint.rules.isolation import internal_error


def guarded(shown: str, path: Path, check: Callable[[], Checked]) -> Checked:
    """The outcome of a check; an exception in it becomes an ``internal-error`` finding."""
    try:
        return check()
    except UsageError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a rule throws, the run goes on
        return Checked(findings=(internal_error(shown, error),), files=((shown, path),))
