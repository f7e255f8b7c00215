from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.model import FILE_START, Position, Span
from herdr_lint.syntax.json_reader import depth_of, read_json
from herdr_lint.syntax.json_scanner import scan
from herdr_lint.syntax.numbers import whole
from herdr_lint.syntax.parse import ParseIssue, Reading
from herdr_lint.syntax.spans import NodeSpans, SpanTable, from_pointer
from herdr_lint.syntax.text import SourceText
from tests.strategies.sources import json_texts, junk, lookup, nearly_json


def source(text: str) -> SourceText:
    return SourceText.decode(text.encode("utf-8", "surrogatepass"))


def fatal(kind: str, span: Span, related: Span | None = None, **params: Any) -> ParseIssue:
    return ParseIssue(kind, span, params, related, fatal=True)


FAULTS = {
    "": fatal("empty", Span.at(1, 1)),
    " \n\t": fatal("empty", Span.at(1, 1)),
    '{"a": 1,}': fatal("trailing-comma", Span.at(1, 8, 9)),
    "[1 ,\n]": fatal("trailing-comma", Span.at(1, 4, 5)),
    "[,1]": fatal("unexpected-character", Span.at(1, 2, 3), found=",", expected="a value"),
    '{"a": }': fatal("unexpected-character", Span.at(1, 7, 8), found="}", expected="a value"),
    "]": fatal("unexpected-character", Span.at(1, 1, 2), found="]", expected="a value"),
    "-": fatal("unexpected-character", Span.at(1, 1, 2), found="-", expected="a value"),
    '{"a": 1} // end': fatal("comment", Span.at(1, 10, 16)),
    '{"a": /* one */ 1}': fatal("comment", Span.at(1, 7, 16)),
    '{"a" /* one */: 1}': fatal("comment", Span.at(1, 6, 15)),
    '{# one\n"a": 1}': fatal("comment", Span.at(1, 2, 7)),
    "[1 /* open": fatal("comment", Span.at(1, 4, 11)),
    "{'a': 1}": fatal("single-quotes", Span.at(1, 2, 5), found="'a'"),
    "['it\\'s": fatal("single-quotes", Span.at(1, 2, 8), found="'it\\'s"),
    "{role: 1}": fatal("unquoted-key", Span.at(1, 2, 6), found="role"),
    "{$id: 1}": fatal("unquoted-key", Span.at(1, 2, 5), found="$id"),
    "{1: 2}": fatal(
        "unexpected-character", Span.at(1, 2, 3), found="1", expected="a key in double quotes"
    ),
    '{"a" 1}': fatal("unexpected-character", Span.at(1, 6, 7), found="1", expected="`:`"),
    '{"a"': fatal("unclosed", Span.at(1, 5), Span.at(1, 1, 2), found="{"),
    '["a", ': fatal("unclosed", Span.at(1, 7), Span.at(1, 1, 2), found="["),
    '{"a": [1': fatal("unclosed", Span.at(1, 9), Span.at(1, 7, 8), found="["),
    '{"a": 1, ': fatal("unclosed", Span.at(1, 10), Span.at(1, 1, 2), found="{"),
    '{"a": [1}': fatal(
        "mismatched-bracket", Span.at(1, 9, 10), Span.at(1, 7, 8), found="}", expected="]"
    ),
    '{"a": 1 "b": 2}': fatal("missing-comma", Span.at(1, 9, 10)),
    "[1 2]": fatal("missing-comma", Span.at(1, 4, 5)),
    **{f"[1 {other}": fatal("missing-comma", Span.at(1, 4, 5)) for other in "\"'{[-aé"},
    "[1 ~]": fatal("unexpected-character", Span.at(1, 4, 5), found="~", expected="`,` or `]`"),
    "[1, tru]": fatal("unknown-word", Span.at(1, 5, 8), found="tru"),
    "[1, }": fatal("trailing-comma", Span.at(1, 3, 4)),
    "[1,\n\t ]": fatal("trailing-comma", Span.at(1, 3, 4)),
    "{} x~ \t\n": fatal("text-after-end", Span.at(1, 4, 6)),
    "[1; 2]": fatal("unexpected-character", Span.at(1, 3, 4), found=";", expected="`,` or `]`"),
    "[True]": fatal("unknown-word", Span.at(1, 2, 6), found="True"),
    "[nullx]": fatal("unknown-word", Span.at(1, 2, 7), found="nullx"),
    "[01]": fatal("bad-number", Span.at(1, 2, 4), found="01"),
    "[+1]": fatal("bad-number", Span.at(1, 2, 4), found="+1"),
    "[.5]": fatal("bad-number", Span.at(1, 2, 4), found=".5"),
    "[1.]": fatal("bad-number", Span.at(1, 2, 4), found="1."),
    "[1e]": fatal("bad-number", Span.at(1, 2, 4), found="1e"),
    "[0x1F]": fatal("bad-number", Span.at(1, 2, 6), found="0x1F"),
    "[1_000]": fatal("bad-number", Span.at(1, 2, 7), found="1_000"),
    '["a]': fatal("unterminated-string", Span.at(1, 2, 5)),
    '{"a": "b\n}': fatal("unterminated-string", Span.at(1, 7, 9)),
    '["a\tb"]': fatal("control-character", Span.at(1, 4, 5), code="U+0009"),
    '["\\x41"]': fatal("bad-escape", Span.at(1, 3, 5), found="\\x"),
    '["\\u12"]': fatal("bad-escape", Span.at(1, 3, 7), found="\\u12"),
    '["\\': fatal("bad-escape", Span.at(1, 3, 4), found="\\"),
    "{}\n{}": fatal("text-after-end", Span.at(2, 1, 3)),
    "[1]] \n": fatal("text-after-end", Span.at(1, 4, 5)),
    "\u00a0{}": fatal("unexpected-character", Span.at(1, 1, 2), found="\u00a0", expected="a value"),
    "[" * 10_001: fatal("too-deep", Span.at(1, 10_001, 10_002), limit=10_000),
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: ascii(text[:20]))
def test_first_error_of_syntax(text: str) -> None:
    reading = read_json(source(text))
    assert reading.problems == (FAULTS[text],)
    assert not reading.readable


ODDITIES: dict[str, tuple[Any, tuple[ParseIssue, ...]]] = {
    "\ufeff[1]": ([1], (ParseIssue("byte-order-mark", FILE_START),)),
    '{"a": 1, "b": 2, "a": 3,\n "\\u0061": 4}': (
        {"a": 4, "b": 2},
        (
            ParseIssue("duplicate-key", Span.at(1, 18, 21), {"key": "a"}, Span.at(1, 2, 5)),
            ParseIssue("duplicate-key", Span.at(2, 2, 10), {"key": "a"}, Span.at(1, 2, 5)),
        ),
    ),
    '{"a": {"x": 1}, "b": {"x": 1, "x": 2}}': (
        {"a": {"x": 1}, "b": {"x": 2}},
        (ParseIssue("duplicate-key", Span.at(1, 31, 34), {"key": "x"}, Span.at(1, 23, 26)),),
    ),
    "[Infinity, -Infinity]": (
        [float("inf"), float("-inf")],
        (
            ParseIssue("non-finite-literal", Span.at(1, 2, 10), {"found": "Infinity"}),
            ParseIssue("non-finite-literal", Span.at(1, 12, 21), {"found": "-Infinity"}),
        ),
    ),
    '{"\\ud83d\\ude00": "\\udbff\\\\ \\uDC00"}': (
        {"\U0001f600": "\udbff\\ \udc00"},
        (
            ParseIssue("lone-surrogate", Span.at(1, 19, 25), {"found": "\\udbff"}),
            ParseIssue("lone-surrogate", Span.at(1, 28, 34), {"found": "\\uDC00"}),
        ),
    ),
    "[9007199254740991, -9007199254740991, 9007199254740992, -9007199254740993]": (
        [2**53 - 1, 1 - 2**53, 2.0**53, -(2.0**53)],
        (
            ParseIssue("unsafe-integer", Span.at(1, 39, 55), {"found": "9007199254740992"}),
            ParseIssue("unsafe-integer", Span.at(1, 57, 74), {"found": "-9007199254740993"}),
        ),
    ),
    "[1e400, 1e-400, 1E+2, -0]": (
        [float("inf"), 0.0, 100.0, 0],
        (ParseIssue("non-finite-number", Span.at(1, 2, 7), {"found": "1e400"}),),
    ),
    f"[{'9' * 400}]": (
        [float("inf")],
        (ParseIssue("non-finite-number", Span.at(1, 2, 402), {"found": "9" * 400}),),
    ),
    f"[{'9' * 5000}]": (
        [float("inf")],
        (ParseIssue("non-finite-number", Span.at(1, 2, 5002), {"found": "9" * 5000}),),
    ),
}


@pytest.mark.parametrize("text", ODDITIES, ids=lambda text: ascii(text[:20]))
def test_what_i_json_forbids_is_reported_and_read(text: str) -> None:
    reading = read_json(source(text))
    assert (reading.data, reading.problems) == ODDITIES[text]
    assert reading.readable


def test_numbers_keep_their_types() -> None:
    data = read_json(source("[1, 1.0, 9007199254740993]")).data
    assert [type(number) for number in data] == [int, float, float]


def test_not_a_number() -> None:
    reading = read_json(source('{"a": NaN}'))
    assert reading.problems == (
        ParseIssue("non-finite-literal", Span.at(1, 7, 10), {"found": "NaN"}),
    )
    assert repr(reading.data) == "{'a': nan}"


def test_bytes_that_are_not_utf8() -> None:
    reading = read_json(SourceText.decode(b'["\xff\xfe", "\xe9",\n"a"'))
    assert reading.data == ["\ufffd\ufffd", "\ufffd", "a"]
    assert reading.problems == (
        ParseIssue("invalid-utf8", Span.at(1, 3, 5)),
        ParseIssue("invalid-utf8", Span.at(1, 9, 10)),
        fatal("unclosed", Span.at(2, 4), Span.at(1, 1, 2), found="["),
    )


def test_bytes_that_are_not_utf8_in_a_sound_text() -> None:
    reading = read_json(SourceText.decode(b'["\xff"]'))
    assert reading.problems == (ParseIssue("invalid-utf8", Span.at(1, 3, 4)),)


def test_bytes_after_the_error_are_not_looked_at() -> None:
    for data in (b'{"a": [}\n "\xff"', b"[1;\xff]"):
        reading = read_json(SourceText.decode(data))
        assert [problem.kind for problem in reading.problems] == ["unexpected-character"]


def test_places() -> None:
    spans = read_json(source('{"a~/": [10, {"b": "x"}],\n "": null}')).spans
    assert spans[""] == NodeSpans(None, Span(Position(1, 1), Position(2, 11)))
    assert spans["/a~0~1"] == NodeSpans(Span.at(1, 2, 7), Span.at(1, 9, 25))
    assert spans["/a~0~1/0"] == NodeSpans(None, Span.at(1, 10, 12))
    assert spans["/a~0~1/1/b"] == NodeSpans(Span.at(1, 15, 18), Span.at(1, 20, 23))
    assert spans["/"] == NodeSpans(Span.at(2, 2, 4), Span.at(2, 6, 10))
    assert list(spans) == ["", "/a~0~1", "/a~0~1/0", "/a~0~1/1", "/a~0~1/1/b", "/"]
    assert len(spans) == 6
    assert "/nope/deeper" not in spans
    with pytest.raises(KeyError, match="/nope"):
        spans["/nope"]


def test_places_of_repeated_keys_are_those_of_the_last() -> None:
    spans = read_json(source('{"a": {"x": 1}, "a": {"y": 2}}')).spans
    assert spans["/a"] == NodeSpans(Span.at(1, 17, 20), Span.at(1, 22, 30))
    assert list(spans) == ["", "/a", "/a/y"]


def test_no_places_without_values() -> None:
    assert dict(read_json(source("")).spans) == {}
    assert read_json(source("")).spans.get("") is None


@pytest.mark.parametrize("depth", [1, 64, 5_000, 10_000])
def test_depth(depth: int) -> None:
    reading = read_json(source("[" * depth + "]" * depth))
    assert (reading.problems, reading.depth) == ((), depth)
    assert reading.spans["/0" * (depth - 1)].value == Span.at(1, depth, depth + 2)


@pytest.mark.parametrize(
    ("text", "depth"), [("1", 0), ("", 0), ("[]", 1), ('{"a": [1], "b": {}}', 2)]
)
def test_depth_by_the_scanner(text: str, depth: int) -> None:
    assert scan(source(text)).depth == depth


def test_a_sound_text_is_not_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    scanned: list[SourceText] = []

    def scans(text: SourceText) -> Reading:
        scanned.append(text)
        return scan(text)

    monkeypatch.setattr("herdr_lint.syntax.json_scanner.scan", scans)
    text = source('{"a": [1, 1.5, -0, true, null, "\\n"], "b": {"a": 1}}')
    reading = read_json(text)
    assert (reading.data, reading.problems, scanned) == (
        {"a": [1, 1.5, 0, True, None, "\n"], "b": {"a": 1}},
        (),
        [],
    )
    assert reading.spans["/b/a"].value == Span.at(1, 50, 51)
    assert scanned == [text]


@pytest.mark.parametrize("text", ['["\\ud800"]', '["\\uDC00"]', '["\\uD800"]', '["\\udc00"]'])
def test_half_of_a_pair_alone(text: str) -> None:
    (problem,) = read_json(source(text)).problems
    assert problem == ParseIssue("lone-surrogate", Span.at(1, 3, 9), {"found": text[2:8]})


def test_a_million_levels() -> None:
    for text in ("[" * 1_000_000, '{"a":' * 1_000_000, '{"a":[' * 500_000):
        assert read_json(source(text)).problems[-1].kind == "too-deep"


def test_depth_of_data() -> None:
    assert [depth_of(data) for data in (1, [], {}, [1], {"a": [{}], "b": 2})] == [0, 1, 1, 1, 3]


@given(json_texts())
def test_round_trip(case: tuple[Any, bytes]) -> None:
    value, data = case
    text = SourceText.decode(data)
    reading = read_json(text)
    bom = (ParseIssue("byte-order-mark"),) if data.startswith(b"\xef\xbb\xbf") else ()
    assert (reading.data, reading.problems, reading.depth) == (value, bom, depth_of(value))
    assert_slices(reading.spans, text, value)


def assert_slices(spans: SpanTable, text: SourceText, value: Any) -> None:
    """Each span, cut out of the text, is the JSON of the value or key that it is the span of."""
    for pointer, place in spans.items():
        steps = list(from_pointer(pointer))
        assert place.value is not None
        assert json.loads(text.slice(place.value)) == lookup(value, steps)
        if place.key:
            assert json.loads(text.slice(place.key)) == steps[-1]


@given(nearly_json)
def test_agrees_with_the_standard_library(text: str) -> None:
    reading = scan(SourceText(text))
    try:
        expected = json.loads(text, parse_int=lambda literal: whole(literal)[0])
    except ValueError:
        assert not reading.readable
    else:
        assert reading.readable
        assert repr(reading.data) == repr(expected)


@given(junk)
def test_any_bytes_are_read_the_same_either_way(data: bytes) -> None:
    text = SourceText.decode(data)
    quick, thorough = read_json(text), scan(text)
    assert repr(quick.data) == repr(thorough.data)
    assert quick.problems == thorough.problems
    assert dict(quick.spans) == dict(thorough.spans)


@given(st.text(max_size=30))
def test_any_text_is_read(text: str) -> None:
    reading = read_json(source(text))
    assert reading.readable or reading.problems
