"""A rule that throws must not hide what others find; one that finds much must come to an end."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from herdr_lint.model import Finding, Severity, Unchecked
from herdr_lint.schema.judge import word

MOST_ERRORS = 200
"""A check is ended when it has found so many: the pack is refused, and nobody reads on."""


def shielded(path: str, rule: Callable[[], Iterable[Finding]]) -> list[Finding]:
    """The findings of a rule; an exception in it becomes one more, ``internal-error``."""
    found: list[Finding] = []
    errors = 0
    try:
        for finding in rule():
            found.append(finding)
            errors += finding.severity is Severity.ERROR
            if errors == MOST_ERRORS:
                break
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


class Checks:
    """What the checks of one pack yield, each shielded from the others."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._ended = False
        self.findings: list[Finding] = []
        self._unchecked: list[Unchecked] = []

    def run(self, check: Callable[[], Iterable[Finding | Unchecked]]) -> None:
        """Run one more check; it may also say what it has not checked."""
        found = shielded(self._path, lambda: self._told(check()))
        self.findings += found
        self._ended |= sum(one.severity is Severity.ERROR for one in found) == MOST_ERRORS

    def _told(self, found: Iterable[Finding | Unchecked]) -> Iterator[Finding]:
        for one in found:
            if isinstance(one, Unchecked):
                self._unchecked.append(one)
            else:
                yield one

    @property
    def unchecked(self) -> tuple[Unchecked, ...]:
        if not self._ended:
            return tuple(self._unchecked)
        reason = f"a check was ended after {MOST_ERRORS} errors, so there may be more of them"
        return (*self._unchecked, Unchecked(self._path, reason))
