"""A rule that throws must not hide what the others find."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from pathlib import Path

from herdr_lint.engine.checked import Checked
from herdr_lint.model import UsageError
from herdr_lint.schema.judge import word


def guarded(shown: str, path: Path, check: Callable[[], Checked]) -> Checked:
    """The outcome of a check; an exception in it becomes an ``internal-error`` finding."""
    try:
        return check()
    except UsageError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a rule throws, the run goes on
        where = traceback.extract_tb(error.__traceback__)[-1]
        finding = word(
            "internal-error",
            "*",
            shown,
            where=f"{Path(where.filename).name}:{where.lineno}",
            error=f"{type(error).__name__}: {error}",
        )
        return Checked(findings=(finding,), files=((shown, path),))
