"""Lint, fix, lint again, as long as each step makes the file better and nothing worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from herdr_lint.fix.plan import RawText, chosen, plan
from herdr_lint.model import Edit, Finding, Severity

Lint: TypeAlias = Callable[[bytes], Sequence[Finding]]
"""The findings of one file if these were its bytes."""

MOST_ROUNDS = 10
"""Rounds in which what one edit brings to light is fixed before the outcome is looked at."""

MOST_TRIED = 50
"""Edits that are tried one by one where all at once would make things worse."""

NOT_UTF8 = "not UTF-8, and left as it is"
LEFT_OUT = "edits that would bring new findings or better nothing are left out"


@dataclass(frozen=True, slots=True)
class FixResult:
    """What became of one file: its bytes and findings before and after.

    ``problem`` says why something could not be fixed although there are edits for it.
    """

    before: bytes
    after: bytes
    found: tuple[Finding, ...]
    left: tuple[Finding, ...]
    problem: str | None = None

    @property
    def changed(self) -> bool:
        return self.after != self.before


@dataclass(frozen=True, slots=True)
class _State:
    data: bytes
    findings: tuple[Finding, ...]


def fix(data: bytes, lint: Lint, *, safe_only: bool = True) -> FixResult:
    """Make the edits that the findings offer, step after step.

    A step makes all edits, and those that they bring to light, or else the first that does some
    good by itself: there must be fewer findings afterwards, and none at warning or above that was
    not there before. So what comes out is what would come out of it again.
    """
    first = state = _State(data, tuple(lint(data)))
    if not _edits(state, safe_only):
        return FixResult(data, data, first.findings, first.findings)
    if RawText.decode(data) is None:
        return FixResult(data, data, first.findings, first.findings, NOT_UTF8)
    while after := _step(state, lint, _edits(state, safe_only), safe_only=safe_only):
        state = after
    problem = LEFT_OUT if _edits(state, safe_only) else None
    return FixResult(data, state.data, first.findings, state.findings, problem)


def _edits(state: _State, safe_only: bool) -> list[Edit]:
    edits = (edit for finding in state.findings for edit in finding.edits)
    return chosen(edits, safe_only=safe_only)


def _step(state: _State, lint: Lint, edits: Sequence[Edit], *, safe_only: bool) -> _State | None:
    """The outcome of all edits, or of the first that leads to something better; else None."""
    outcomes = [after for after in _rounds(state, lint, safe_only) if _better(state, after)]
    if outcomes:
        return outcomes[-1]
    for edit in edits[:MOST_TRIED] if len(edits) > 1 else ():
        after = _made(state, lint, [edit])
        if after is not None and _better(state, after):
            return after
    return None


def _rounds(state: _State, lint: Lint, safe_only: bool) -> Iterator[_State]:
    """What comes of all edits at once, then of those that it brings to light, and so on."""
    for _ in range(MOST_ROUNDS):
        after = _made(state, lint, _edits(state, safe_only))
        if after is None:
            break
        state = after
        yield state


def _made(state: _State, lint: Lint, edits: Sequence[Edit]) -> _State | None:
    data = plan(state.data, edits, safe_only=False)
    return None if data is None else _State(data, tuple(lint(data)))


def _better(before: _State, after: _State) -> bool:
    """Fewer findings, the graver ones weighing more, and none but notes that was not there."""
    return not _grave(after) - _grave(before) and _weight(after) < _weight(before)


def _grave(state: _State) -> Counter[tuple[str, str | None]]:
    return Counter(
        (finding.rule, finding.cause)
        for finding in state.findings
        if finding.severity > Severity.NOTE
    )


def _weight(state: _State) -> list[int]:
    """Errors, warnings, notes."""
    found = Counter(finding.severity for finding in state.findings)
    return [found[severity] for severity in sorted(Severity, reverse=True)]
