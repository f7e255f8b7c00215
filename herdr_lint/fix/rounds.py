"""Lint, mend, lint again, until there is nothing left to mend or nothing gained by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from herdr_lint.fix.plan import RawText, chosen, plan
from herdr_lint.model import Edit, Finding, Severity

Lint: TypeAlias = Callable[[bytes], Sequence[Finding]]
"""The findings of one file if these were its bytes."""

MOST_ROUNDS = 10
"""Rounds after which mending counts as going in circles; each mends all that does not overlap."""

MOST_STEPS = 50
"""Edits that are tried one by one where all at once would make things worse."""

NOT_UTF8 = "not UTF-8, and left as it is"
LEFT_OUT = "edits that would bring new errors or better nothing are left out"


@dataclass(frozen=True, slots=True)
class Mended:
    """What became of one file: its bytes and findings before and after.

    ``problem`` says why something could not be mended although there are edits for it.
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


def mend(data: bytes, lint: Lint, *, safe_only: bool = True) -> Mended:
    """Make the edits that the findings offer, round after round.

    What comes out has fewer findings than what went in (not more, with edits that guess) and no
    error that was not there: if all edits together would bring one, they are tried one after the
    other, and those that would are left out.
    """
    first = _State(data, tuple(lint(data)))
    if not _edits(first, safe_only):
        return Mended(data, data, first.findings, first.findings)
    if RawText.decode(data) is None:
        return Mended(data, data, first.findings, first.findings, NOT_UTF8)
    last = _all_at_once(first, lint, safe_only)
    problem = None
    if last is None:
        last = _one_by_one(first, lint, safe_only)
        problem = LEFT_OUT
    return Mended(data, last.data, first.findings, last.findings, problem)


def _edits(state: _State, safe_only: bool) -> list[Edit]:
    edits = (edit for finding in state.findings for edit in finding.edits)
    return chosen(edits, safe_only=safe_only)


def _all_at_once(first: _State, lint: Lint, safe_only: bool) -> _State | None:
    """The end of the rounds, or None if it is worse than the beginning or there is no end."""
    state = first
    for _ in range(MOST_ROUNDS):
        data = plan(state.data, _edits(state, safe_only), safe_only=safe_only)
        if data is None:
            return state if _better(first, state, even=not safe_only) else None
        state = _State(data, tuple(lint(data)))
    return None


def _one_by_one(first: _State, lint: Lint, safe_only: bool) -> _State:
    """Each edit for itself, kept only if it leaves things better than they were."""
    state, at = first, 0
    for _ in range(MOST_STEPS):
        edits = _edits(state, safe_only)
        if at == len(edits):
            break
        data = plan(state.data, [edits[at]], safe_only=safe_only)
        changed = _State(data, tuple(lint(data))) if data is not None else state
        if _better(state, changed):
            state, at = changed, 0
        else:
            at += 1
    return state


def _better(before: _State, after: _State, *, even: bool = False) -> bool:
    """Fewer findings, the graver ones weighing more, and no error that was not there.

    With ``even``, as many will do: what an edit mends may bring to light what lay behind it.
    """
    was, now = _weight(before), _weight(after)
    return not _errors(after) - _errors(before) and (now < was or (even and now == was))


def _errors(state: _State) -> Counter[tuple[str, str | None]]:
    return Counter(
        (finding.rule, finding.cause)
        for finding in state.findings
        if finding.severity is Severity.ERROR
    )


def _weight(state: _State) -> list[int]:
    """Errors, warnings, notes."""
    found = Counter(finding.severity for finding in state.findings)
    return [found[severity] for severity in sorted(Severity, reverse=True)]
