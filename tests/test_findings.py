"""Many findings in little room: the same as a report has them, whatever order they come in."""

from __future__ import annotations

import pickle
import random
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from herdr_lint import findings as many
from herdr_lint.findings import Findings, kept, settled, tally
from herdr_lint.model import Finding, Report, Severity, Span
from tests.effort import examples


@pytest.fixture(autouse=True)
def few_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packs by the three, once there are six."""
    monkeypatch.setattr(many, "MOST_WHOLE", 6)
    monkeypatch.setattr(many, "RUN", 3)


def finding(path: str, line: int = 1, message: str = "m", severity: str = "error") -> Finding:
    return Finding("rule", Severity(severity), message, "help", path, Span.at(line, 1))


SOME = st.builds(
    finding,
    st.sampled_from(["a", "b", "c"]),
    st.integers(1, 3),
    st.sampled_from(["m", "n"]),
    st.sampled_from(["error", "note"]),
)


def in_order(found: list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(dict.fromkeys(found), key=lambda one: one.sort_key))


@examples(200)
@example([[finding(path, message=f"{9 - at}") for at, path in enumerate("aabbcc")]])
@given(st.lists(st.lists(SOME, max_size=12), max_size=6))
def test_they_are_settled_as_a_few_are(parts: list[list[Finding]]) -> None:
    every = [one for part in parts for one in part]
    together = Findings[Finding]()
    for part in parts:
        together.add(pickle.loads(pickle.dumps(Findings(part))))  # noqa: S301 - our own
    assert together.tally == Counter((one.rule, one.severity) for one in every)
    assert sorted(together) == sorted(every)
    assert [*together] == [*together]
    assert len(together) == len(every)
    assert tuple(settled(together)) == in_order(every)
    assert tuple(settled(iter(every))) == in_order(every)


@examples(100)
@given(st.lists(SOME, max_size=40), st.randoms(use_true_random=False))
def test_a_report_of_many_is_that_of_few(found: list[Finding], luck: random.Random) -> None:
    mixed = luck.sample(found, len(found))
    report = Report.of(mixed)
    expected = in_order(mixed)
    assert tuple(report.findings) == expected
    assert isinstance(report.findings, tuple) == (len(expected) < many.MOST_WHOLE)
    assert report.count(Severity.NOTE) == sum(one.severity is Severity.NOTE for one in expected)
    assert report.worst == max((one.severity for one in expected), default=None)
    errors = tuple(one for one in expected if one.severity is Severity.ERROR)
    assert tuple(report.at_least(Severity.ERROR).findings) == errors
    assert tuple(report.about({"a"}).findings) == tuple(one for one in expected if one.path == "a")
    assert tuple(report.merge(report).findings) == expected


def test_what_is_settled_is_packed_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sorting a million findings that are sorted already would take as long again."""
    lines = settled(finding("a", line) for line in range(1, 15))
    with counted(monkeypatch, zlib, "compress") as packed:
        assert isinstance(Report.of(lines).findings, Findings)
    assert packed == []


@pytest.mark.parametrize("twice", range(1, 14))
def test_one_that_comes_twice_is_told_once_wherever_they_are_packed(twice: int) -> None:
    lines = [*range(1, twice + 1), *range(twice, 14)]
    found = settled(Findings(finding("a", line) for line in lines))
    assert [one.span.start.line for one in found] == [*range(1, 14)]


def test_no_more_is_unpacked_than_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    single = settled(finding("a", line) for line in luck_of(30))
    with counted(monkeypatch, zlib, "decompress") as unpacked:
        for number, _ in enumerate(single):
            assert len(unpacked) == number // 3 + 1


def test_only_those_that_overlap_are_unpacked_together(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [1, 3, 5, 11, 12, 13, 2, 4, 6, 14, 15, 16]  # as two runs each that the other overlaps
    found = Findings(finding("a", line) for line in lines)
    with counted(monkeypatch, zlib, "decompress") as unpacked:
        met = [(one.span.start.line, len(unpacked)) for one in found]
    assert met == [
        (1, 1), (2, 2), (3, 2), (4, 2), (5, 2), (6, 2),
        (11, 3), (12, 3), (13, 3), (14, 4), (15, 4), (16, 4),
    ]  # fmt: skip


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> Iterator[list[int]]:
    """How often a function is called."""
    calls: list[int] = []
    real = getattr(module, name)

    def call(*arguments: Any) -> Any:
        calls.append(1)
        return real(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(module, name, call)
        yield calls


def luck_of(number: int) -> list[int]:
    lines = list(range(1, number + 1))
    random.Random(0).shuffle(lines)  # noqa: S311 - no secret
    return lines


def test_they_take_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """As objects they take a kilobyte each."""
    monkeypatch.setattr(many, "MOST_WHOLE", 4_000)
    monkeypatch.setattr(many, "RUN", 1_000)
    found = Findings(
        finding(f"packs/p{number // 40}/roles/role-{number // 8}.md", 3 + number % 8, f"m {number}")
        for number in range(4_000)
    )
    runs, whole, _ = found.parts()
    assert (len(runs), len(whole)) == (4, 0)
    assert sum(len(run.packed) for run in runs) < 20 * 4_000


def test_they_travel_packed_where_they_are_enough_for_a_run() -> None:
    for number in (2, 3, 4):
        found = Findings(finding("a", line) for line in range(number))
        sent = pickle.loads(pickle.dumps(found))  # noqa: S301 - our own
        assert sent.is_packed == (number >= 3)
        assert [*sent] == [*found]


def test_they_are_a_sequence() -> None:
    found = Findings(finding("a", line) for line in range(1, 12))
    assert len(found) == 11
    assert found.is_packed
    assert found[0].span == Span.at(1, 1)
    assert found[-1].span == Span.at(11, 1)
    assert [one.span.start.line for one in found[2:5]] == [3, 4, 5]
    assert finding("a", 4) in found
    with pytest.raises(IndexError):
        found[11]
    few = Findings(found[:3])
    few.add(Findings(found[3:5]))
    assert not few.is_packed
    assert Findings(found[:3]).as_they_came() == tuple(found[:3])


def test_what_is_left_has_the_form_of_what_there_was(monkeypatch: pytest.MonkeyPatch) -> None:
    few = tuple(finding("a", line) for line in range(1, 4))
    assert kept(few, lambda one: one.span.start.line > 2) == few[2:]
    assert kept(few[::-1], lambda one: one.span.start.line < 3) == few[1::-1]
    lots = Findings(finding("a", line) for line in range(1, 22))
    assert isinstance(kept(lots, lambda one: one.span.start.line > 4), Findings)
    assert kept(lots, lambda one: one.span.start.line > 20) == (finding("a", 21),)
    assert tally(few) == {("rule", Severity.ERROR): 3}
    with counted(monkeypatch, zlib, "decompress") as unpacked:
        assert tally(lots) == {("rule", Severity.ERROR): 21}
    assert unpacked == []


def test_going_through_them_to_the_end_can_let_them_go() -> None:
    found = Findings(finding("a", line) for line in luck_of(20))
    assert [one.span.start.line for one in found.drained()] == [*range(1, 21)]
    assert (len(found), [*found], found.tally) == (0, [], Counter())


def test_what_is_gone_through_to_the_end_is_let_go_at_once() -> None:
    found = Findings(finding("a", line) for line in range(12))
    runs, _, _ = found.parts()
    assert len(runs) == 4
    next(found.drained())
    assert runs == []
