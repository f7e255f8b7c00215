"""Entries come back as they were, and anything else comes to nothing."""

from __future__ import annotations

import json
from hashlib import blake2b
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.cache import Told
from herdr_lint.cache.entry import Kept, packed, unpacked
from herdr_lint.model import Edit, Finding, Related, Report, Severity, Span, Suppressed, Unchecked
from tests.effort import examples
from tests.strategies.report import reports

FINDING = Finding(
    rule="value-ignored",
    severity=Severity.WARNING,
    message="m",
    help="h",
    path="a.md",
    span=Span.at(1, 2, 3),
    host_reports=True,
    related=(Related("b.md", Span.at(1, 1), "there"),),
    edits=(Edit(Span.at(1, 2), "x", safe=False),),
)
REPORT = Report((FINDING,), (Unchecked("c", "why", decides=True),), ("a.md",))
KEPT = Kept("p", "r", [("/a/", "k 0 -1 b", b"\x01" * 16)], Told(REPORT, Severity.NOTE, 1))


def whole(kept: Kept) -> bytes:
    """The bytes of an entry in one piece."""
    return b"".join(packed(kept))


def signed(body: Any) -> bytes:
    data = json.dumps(body).encode()
    digest = blake2b(data, digest_size=16).hexdigest().encode()
    return b"herdr-lint cache 1 " + digest + b"\n" + data


def test_an_entry_comes_back() -> None:
    suppressed = Suppressed(FINDING, "inSource", "meant so")
    told = KEPT.told._replace(report=REPORT._replace(suppressed=(suppressed,)))
    kept = KEPT._replace(told=told)
    assert unpacked(whole(kept)) == kept


def test_an_entry_with_what_is_no_text_comes_back() -> None:
    kept = KEPT._replace(request="\ud800é", program="\udcff")
    assert unpacked(whole(kept)) == kept


@given(reports(), st.sampled_from(Severity), st.text())
@examples(50)
def test_any_report_comes_back(report: Report, show: Severity, request: str) -> None:
    kept = KEPT._replace(request=request, told=Told(report, show, 0))
    found = unpacked(whole(kept))
    assert found == kept
    assert found is not None
    assert found.told.report.to_dict() == report.to_dict()


def test_a_way_to_silence_that_there_is_none_of() -> None:
    suppressed = Suppressed(FINDING, "inSource", "meant so")
    told = KEPT.told._replace(report=REPORT._replace(suppressed=(suppressed,)))
    data = whole(KEPT._replace(told=told)).partition(b"\n")[2]
    assert data.count(b'"inSource"') == 1
    assert unpacked(signed(json.loads(data))) is not None
    assert unpacked(signed(json.loads(data.replace(b'"inSource"', b'"elsewhere"')))) is None


def test_a_part_of_an_entry_is_none() -> None:
    data = whole(KEPT)
    assert [size for size in range(len(data)) if unpacked(data[:size]) is not None] == []


@given(st.integers(0, 10_000), st.integers(1, 255))
def test_an_entry_with_another_byte_is_none(at: int, change: int) -> None:
    data = bytearray(whole(KEPT))
    data[at % len(data)] ^= change
    assert unpacked(bytes(data)) is None


@given(st.binary())
def test_other_bytes_are_none(data: bytes) -> None:
    assert unpacked(data) is None


WHOLE = json.loads(whole(KEPT).partition(b"\n")[2])


def ways(value: Any) -> list[tuple[int, ...]]:
    """The ways to all that is in a nested list."""
    if not isinstance(value, list):
        return []
    inner = [(at, *way) for at, one in enumerate(value) for way in ways(one)]
    return [(at,) for at in range(len(value))] + inner


@pytest.mark.parametrize("way", ways(WHOLE))
@pytest.mark.parametrize("other", [{"a": 1}, 7.5, [[[]]], "\\ud800x"])
def test_an_entry_of_somebody_who_can_sign(way: tuple[int, ...], other: Any) -> None:
    """Whatever stands in a place, the entry comes to nothing or has the types that it should."""
    body = json.loads(json.dumps(WHOLE))
    into = body
    for step in way[:-1]:
        into = into[step]
    into[way[-1]] = other
    kept = unpacked(signed(body))
    if kept is not None:
        json.dumps(kept.told.report.to_dict())
        assert unpacked(whole(kept)) == kept


@pytest.mark.parametrize("body", [None, [], {}, "x", [1, 2, 3, 4], WHOLE[:3]])
def test_signed_and_no_entry(body: Any) -> None:
    assert unpacked(signed(body)) is None
    assert unpacked(signed(WHOLE)) == KEPT
