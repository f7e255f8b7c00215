"""A rule that throws must not hide what others find, nor let pass what it was to judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from herdr_lint.judge.judge import word
from herdr_lint.model import Finding, Severity, Unchecked

MOST_FINDINGS = 500
"""Errors, and others, that a rule may tell of one pack: a hostile one has no end of them."""
LONG_POINTER = 1_000
"""Characters of a pointer that count as one more finding: each repeats the names above it."""


def internal_error(path: str, error: Exception) -> Finding:
    """The finding that stands for what a rule threw: where, and what."""
    place = error.__traceback__
    while place and place.tb_next:
        place = place.tb_next
    file = place and Path(place.tb_frame.f_code.co_filename).name
    return word(
        "internal-error",
        "*",
        path,
        where=f"{file}:{place.tb_lineno}" if place else "?",
        error=f"{type(error).__name__}: {error}",
    )


def shielded(path: str, rule: Callable[[], Iterable[Finding]]) -> list[Finding]:
    """The findings of a rule; an exception in it becomes one more, ``internal-error``."""
    found: list[Finding] = []
    try:
        found.extend(rule())
    except Exception as error:  # noqa: BLE001 - whatever a rule throws, the others still run
        found.append(internal_error(path, error))
    return found


class Shield:
    """Gathers what rules find in one file, each shielded from the others and within bounds.

    What is left out never hides an error: a rule is stopped only by its errors, and of warnings
    and notes the first are told while it goes on.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.findings: list[Finding] = []
        self.unchecked: list[Unchecked] = []
        self.cut_short = False

    def gather(self, rule: Callable[[], Iterable[Finding | Unchecked]]) -> None:
        """Run a rule, and stop it when it has said enough; it may say what it did not check."""
        self.findings += shielded(self.path, lambda: self._told(rule()))

    def _told(self, found: Iterable[Finding | Unchecked]) -> Iterator[Finding]:
        told = {True: 0, False: 0}
        for one in found:
            if isinstance(one, Unchecked):
                self.unchecked.append(one)
                continue
            is_error = one.severity is Severity.ERROR
            if told[is_error] < MOST_FINDINGS:
                told[is_error] += 1 + len(one.pointer or "") // LONG_POINTER
                yield one
                continue
            self.cut_short = True
            if is_error:
                return
