"""A rule that throws must not hide what others find, nor let pass what it was to judge."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from herdr_lint.model import Finding
from herdr_lint.schema.judge import word

MOST_FINDINGS = 500
"""What one rule may say of one pack: a hostile one can hold faults without end."""


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


@dataclass
class Shield:
    """Gathers what rules find in one file, each shielded from the others and within bounds."""

    path: str
    findings: list[Finding] = field(default_factory=list)
    cut_short: bool = False

    def gather(self, rule: Callable[[], Iterable[Finding]]) -> None:
        """Run a rule, and stop it when it has said enough."""
        found = shielded(self.path, lambda: islice(rule(), MOST_FINDINGS + 1))
        self.cut_short |= len(found) > MOST_FINDINGS
        self.findings += found[:MOST_FINDINGS]
