"""A rule that throws must not hide what others find, nor let pass what it was to judge."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from herdr_lint.model import Finding
from herdr_lint.schema.judge import word


def shielded(path: str, rule: Callable[[], Iterable[Finding]]) -> list[Finding]:
    """The findings of a rule; an exception in it becomes one more, ``internal-error``."""
    found: list[Finding] = []
    try:
        found.extend(rule())
    except Exception as error:  # noqa: BLE001 - whatever a rule throws, the others still run
        where = traceback.extract_tb(error.__traceback__)[-1]
        found.append(
            word(
                "internal-error",
                "*",
                path,
                where=f"{Path(where.filename).name}:{where.lineno}",
                error=f"{type(error).__name__}: {error}",
            )
        )
    return found
