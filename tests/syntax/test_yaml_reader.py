from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.model import Position, Span
from herdr_lint.syntax.json_reader import depth_of
from herdr_lint.syntax.parse import ParseIssue
from herdr_lint.syntax.spans import NodeSpans, from_pointer
from herdr_lint.syntax.text import SourceText
from herdr_lint.syntax.yaml_reader import read_yaml
from tests.effort import examples
from tests.strategies.sources import json_values, junk, lookup, nearly_yaml


def read(text: str) -> tuple[Any, tuple[ParseIssue, ...]]:
    reading = read_yaml(SourceText.decode(text.encode("utf-8", "surrogatepass")))
    return reading.data, reading.problems


def fatal(kind: str, span: Span, related: Span | None = None, **params: Any) -> ParseIssue:
    return ParseIssue(kind, span, params, related, fatal=True)


def across(start: tuple[int, int], end: tuple[int, int]) -> Span:
    return Span(Position(*start), Position(*end))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        ("~", None),
        ("NULL", None),
        ("nul", "nul"),
        ("True", True),
        ("FALSE", False),
        ("yes", "yes"),
        ("on", "on"),
        ("0123", 123),
        ("-0", 0),
        ("+5", 5),
        ("0o17", 15),
        ("0x1F", 31),
        ("0b1", "0b1"),
        ("1_000", "1_000"),
        ("1:30", "1:30"),
        ("1.", 1.0),
        ("-.5e1", -5.0),
        ("1e3", 1000.0),
        (".", "."),
        ("-", "-"),
        ("2024-01-31", "2024-01-31"),
        ("1.2.3", "1.2.3"),
        ("=", "="),
        ("null", None),
        ("Null", None),
        ("nULL", "nULL"),
        ("true", True),
        ("TRUE", True),
        ("tRUE", "tRUE"),
        ("false", False),
        ("False", False),
        ("fALSE", "fALSE"),
        ("~x", "~x"),
        ("00", 0),
        ("-00012", -12),
        ("--1", "--1"),
        ("+", "+"),
        ("0o8", "0o8"),
        ("0O7", "0O7"),
        ("0x1G", "0x1G"),
        ("0X1F", "0X1F"),
        ("-0x1F", "-0x1F"),
        ("+.5", 0.5),
        ("1E-2", 0.01),
        ("1e+2", 100.0),
        ("1e", "1e"),
        (".e1", ".e1"),
        ("nan", "nan"),
        ("inf", "inf"),
        (".infx", ".infx"),
        (".nAn", ".nAn"),
    ],
)
def test_core_schema(text: str, value: Any) -> None:
    quoted = json.dumps(text) if text in {"", "-"} else text
    data, problems = read(f"a: {quoted}")
    assert (repr(data), problems) == (repr({"a": value}), ())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: b\t# why\n", {"a": "b"}),
        ("a: b\t#why\n", {"a": "b"}),
        ("a:\tb\t\n", {"a": "b"}),
        ("a: x\ty\n", {"a": "x\ty"}),
        ('a: "x"\t# c\n', {"a": "x"}),
        ("a: 'x'\t# c\n", {"a": "x"}),
        ("-\ta\n- \tb\n", ["a", "b"]),
        ("a:\t\n  b: 1\n", {"a": {"b": 1}}),
        ("a: x\n\n\t\nb: 2\n", {"a": "x", "b": 2}),
        ("a: x\n\t# c\nb: 2\n", {"a": "x", "b": 2}),
        ("a: x\n \ty\n", {"a": "x y"}),
        ("a: x\n\n  y\n", {"a": "x\ny"}),
        ("a: >-\t# c\n  x\n", {"a": "x"}),
        ("a: |2+\n   x\n\n", {"a": " x\n\n"}),
        ("a: |+2\n   x\n\n", {"a": " x\n\n"}),
        ("? a\t# c\n: b\n", {"a": "b"}),
        ("---\t# c\na: b\n...\t# c\n", {"a": "b"}),
        ("%YAML 1.2\t# c\n---\na: b\n", {"a": "b"}),
        ("{a:\tb,\n\tc: d}\t# c\n", {"a": "b", "c": "d"}),
        ("\tx\n", "x"),
        ("a: x\n\t", {"a": "x"}),
        ("a: [x\n\ty]\n", {"a": ["x y"]}),
    ],
)
def test_tabs_separate(text: str, value: Any) -> None:
    data, problems = read(text)
    assert (data, problems) == (value, ())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\ta: 1\n", "a `: ` inside an unquoted value, or a wrong indentation"),
        ("a:\n\tb: 1\n", "a tab where only spaces may indent"),
        ("a:\n \tb: 1\n", "a `: ` inside an unquoted value, or a wrong indentation"),
        ("a: |x\n  y\n", "text on the line of a `|` or `>`"),
        ("a: | x\n  y\n", "text on the line of a `|` or `>`"),
        ("a: |~\n  y\n", "text on the line of a `|` or `>`"),
        ("a: |+-\n  y\n", "text on the line of a `|` or `>`"),
        ("a: |12\n  y\n", "text on the line of a `|` or `>`"),
        ("a: |0\n  y\n", "text on the line of a `|` or `>`"),
        ("a: |#\n  y\n", "text on the line of a `|` or `>`"),
        ("a:\n  b: x\n \ty\n", "a wrong indentation, or text after a value that has ended"),
    ],
)
def test_tabs_do_not_indent(text: str, reason: str) -> None:
    _, problems = read(text)
    assert [(one.kind, one.params["reason"]) for one in problems] == [("yaml-syntax", reason)]


@pytest.mark.parametrize("char", ["\x85", "\u2028", "\u2029"])
def test_characters_that_once_broke_lines(char: str) -> None:
    assert read(f"a: x{char}y\nb{char}: 'z{char}'\n") == (
        {"a": f"x{char}y", f"b{char}": f"z{char}"},
        (),
    )
    assert read(f"a: |\n  x{char}y\n  z\n") == ({"a": f"x{char}y\nz\n"}, ())
    assert read(f"# c{char}a: 1\nb: 2{char}\n") == ({"b": f"2{char}"}, ())
    assert read(f"\ue000: {char}\n") == ({"\ue000": char}, ())
    assert read('a: "\\N\\L\\P"\n') == ({"a": "\x85\u2028\u2029"}, ())
    spans = read_yaml(SourceText(f"a: x{char}\n")).spans
    assert spans["/a"].value == Span.at(1, 4, 6)


def test_a_text_may_hold_every_character_that_could_stand_in_for_a_line_break() -> None:
    text = "".join(map(chr, range(0xE000, 0xF8FF)))
    data, problems = read(f"a: {text}\n")
    assert (data, problems) == ({"a": text}, ())
    data, problems = read(f"a: {text}\u2028b\n")
    assert data == {"a": text}
    assert [one.kind for one in problems] == ["yaml-syntax"]


def test_values_left_out() -> None:
    text = "a: # none\nb:\nc:\n  -\n  - \n? d\n? e\n"
    reading = read_yaml(SourceText(text))
    assert reading.data == {"a": None, "b": None, "c": [None, None], "d": None, "e": None}
    assert reading.problems == ()
    spans = reading.spans
    assert spans["/a"] == NodeSpans(Span.at(1, 1, 2), Span.at(1, 3))
    assert spans["/b"] == NodeSpans(Span.at(2, 1, 2), Span.at(2, 3))
    assert spans["/c"] == NodeSpans(Span.at(3, 1, 2), across((4, 3), (5, 4)))
    assert spans["/c/0"] == NodeSpans(None, Span.at(4, 4))
    assert spans["/c/1"] == NodeSpans(None, Span.at(5, 4))
    assert spans["/d"] == NodeSpans(Span.at(6, 3, 4), Span.at(6, 4))


def test_places() -> None:
    text = (
        "# pack\n"
        "name: vendor.acme.crew   # the pack\n"
        "agents:\n"
        "  - 'persona': |\n"
        "      Ann\n"
        "\n"
        '    tools: {"x": [1, 2] }\n'
        "é😀: last\n"
    )
    reading = read_yaml(SourceText(text))
    assert reading.data == {
        "name": "vendor.acme.crew",
        "agents": [{"persona": "Ann\n", "tools": {"x": [1, 2]}}],
        "é😀": "last",
    }
    assert dict(reading.spans) == {
        "": NodeSpans(None, across((2, 1), (8, 9))),
        "/name": NodeSpans(Span.at(2, 1, 5), Span.at(2, 7, 23)),
        "/agents": NodeSpans(Span.at(3, 1, 7), across((4, 3), (7, 26))),
        "/agents/0": NodeSpans(None, across((4, 5), (7, 26))),
        "/agents/0/persona": NodeSpans(Span.at(4, 5, 14), across((4, 16), (5, 10))),
        "/agents/0/tools": NodeSpans(Span.at(7, 5, 10), Span.at(7, 12, 26)),
        "/agents/0/tools/x": NodeSpans(Span.at(7, 13, 16), Span.at(7, 18, 24)),
        "/agents/0/tools/x/0": NodeSpans(None, Span.at(7, 19, 20)),
        "/agents/0/tools/x/1": NodeSpans(None, Span.at(7, 22, 23)),
        "/é😀": NodeSpans(Span.at(8, 1, 3), Span.at(8, 5, 9)),
    }


@pytest.mark.parametrize("more", ["", "\n", "\n\n", "\n  \n# c\n"])
def test_a_block_of_text_ends_with_its_last_line_that_says_something(more: str) -> None:
    spans = read_yaml(SourceText(f"a: |\n  x\n{more}")).spans
    assert spans["/a"].value == across((1, 4), (2, 4))


CASES: dict[str, tuple[Any, tuple[ParseIssue, ...]]] = {
    "\ufeffa: 1\r\nb: 2": ({"a": 1, "b": 2}, ()),
    "a: 1\n'a': 2\n": (
        {"a": 2},
        (ParseIssue("duplicate-key", Span.at(2, 1, 4), {"key": "a"}, Span.at(1, 1, 2)),),
    ),
    "1: a\nnull: b\n~: c\n'2': d\nyes: e": (
        {"1": "a", "null": "b", "~": "c", "2": "d", "yes": "e"},
        (
            ParseIssue("yaml-key", Span.at(1, 1, 2), {"found": "1"}),
            ParseIssue("yaml-key", Span.at(2, 1, 5), {"found": "null"}),
            ParseIssue("yaml-key", Span.at(3, 1, 2), {"found": "~"}),
        ),
    ),
    "a: [.inf, -.Inf, +.INF]": (
        {"a": [float("inf"), float("-inf"), float("inf")]},
        (
            ParseIssue("non-finite-literal", Span.at(1, 5, 9), {"found": ".inf"}),
            ParseIssue("non-finite-literal", Span.at(1, 11, 16), {"found": "-.Inf"}),
            ParseIssue("non-finite-literal", Span.at(1, 18, 23), {"found": "+.INF"}),
        ),
    ),
    "- 9007199254740992\n- 1e999\n- 0x20000000000001\n": (
        [2.0**53, float("inf"), 2.0**53],
        (
            ParseIssue("unsafe-integer", Span.at(1, 3, 19), {"found": "9007199254740992"}),
            ParseIssue("non-finite-number", Span.at(2, 3, 8), {"found": "1e999"}),
            ParseIssue("unsafe-integer", Span.at(3, 3, 19), {"found": "0x20000000000001"}),
        ),
    ),
    "0x" + "f" * 300: (
        float("inf"),
        (ParseIssue("non-finite-number", Span.at(1, 1, 303), {"found": "0x" + "f" * 300}),),
    ),
    "0x" + "f" * 5000: (
        float("inf"),
        (ParseIssue("non-finite-number", Span.at(1, 1, 5003), {"found": "0x" + "f" * 5000}),),
    ),
    ": a\n": ({"": "a"}, (ParseIssue("yaml-key", Span.at(1, 1), {"found": ""}),)),
    "x\n---\ny": ("x", (fatal("yaml-documents", Span.at(2, 1, 4)),)),
    "x\n... \n": ("x", ()),
    "x\n---y": ("x ---y", ()),
    "x\n-- y": ("x -- y", ()),
    'a: "\\ud83d\\ude00"\n"\\ud83d": 1': (
        {"a": "😀", "\ud83d": 1},
        (ParseIssue("lone-surrogate", Span.at(2, 1, 9), {"found": "\\ud83d"}),),
    ),
    "a: &x [1]\nb: &y 2": (
        {"a": [1], "b": 2},
        (
            ParseIssue("yaml-anchor", Span.at(1, 4, 6), {"found": "x"}),
            ParseIssue("yaml-anchor", Span.at(2, 4, 6), {"found": "y"}),
        ),
    ),
    "a: !!str 12\n!k b: ! 13\nc: !!map {}": (
        {"a": "12", "b": "13", "c": {}},
        (
            ParseIssue("yaml-tag", Span.at(1, 4, 9), {"found": "!!str"}),
            ParseIssue("yaml-tag", Span.at(2, 1, 3), {"found": "!k"}),
            ParseIssue("yaml-tag", Span.at(2, 7, 8), {"found": "!"}),
            ParseIssue("yaml-tag", Span.at(3, 4, 9), {"found": "!!map"}),
        ),
    ),
    "a: *x\nb: [*y]": (
        {"a": None, "b": [None]},
        (
            fatal("yaml-alias", Span.at(1, 4, 6), found="x"),
            fatal("yaml-alias", Span.at(2, 5, 7), found="y"),
        ),
    ),
    "!!str 1: a": (
        {"1": "a"},
        (ParseIssue("yaml-tag", Span.at(1, 1, 6), {"found": "!!str"}),),
    ),
    "a: {b: {c: 1}, d: [{}, {e: 2}]}\nf: 3": (
        {"a": {"b": {"c": 1}, "d": [{}, {"e": 2}]}, "f": 3},
        (),
    ),
    "{?\na: b}": ({"a": "b"}, ()),
    "[\ufeffa]": (["\ufeffa"], ()),
    "*x : 1": ({}, (fatal("yaml-alias", Span.at(1, 1, 3), found="x"),)),
    "<<: {a: 1}\n'<<': 2": (
        {"<<": 2},
        (
            fatal("yaml-merge-key", Span.at(1, 1, 3)),
            ParseIssue("duplicate-key", Span.at(2, 1, 5), {"key": "<<"}, Span.at(1, 1, 3)),
        ),
    ),
    "? [a]\n: 1": ({}, (fatal("yaml-key", Span.at(1, 3, 4), found="["),)),
    "a: 1\n---\nb: 2": ({"a": 1}, (fatal("yaml-documents", Span.at(2, 1, 4)),)),
    "# nothing\n": (None, (fatal("empty", Span.at(1, 1)),)),
    "--- # null\n": (None, ()),
    "[" * 65 + "]" * 65: (
        None,
        (fatal("too-deep", Span.at(1, 65, 66), limit=64),),
    ),
    " " * 100_000: (None, (fatal("empty", Span.at(1, 1)),)),
    " " * 100_001: (None, (fatal("yaml-too-large", Span.at(1, 1), limit=100_000),)),
    "a: b: c": (
        {"a": "b"},
        (
            fatal(
                "yaml-syntax",
                Span.at(1, 5, 6),
                reason="a `: ` inside an unquoted value, or a wrong indentation",
            ),
        ),
    ),
    "a: [1": (
        {"a": [1]},
        (fatal("yaml-syntax", Span.at(1, 6), reason="a bracket is not closed"),),
    ),
    "a:\n\t- b": (
        {},
        (fatal("yaml-syntax", Span.at(2, 1, 2), reason="a tab where only spaces may indent"),),
    ),
    'a: "\\UFFFFFFFF"': (
        {},
        (fatal("yaml-syntax", Span.at(1, 1, 2), reason="not readable"),),
    ),
    "a: \x07": (
        None,
        (fatal("yaml-syntax", Span.at(1, 4, 5), reason="a control character"),),
    ),
    "%YAML 3.0\n---\na": (
        None,
        (
            fatal(
                "yaml-syntax",
                Span.at(1, 1, 2),
                reason="found incompatible YAML document (version 1.* is required)",
            ),
        ),
    ),
}


@pytest.mark.parametrize("text", CASES, ids=lambda text: ascii(text[:20]))
def test_case(text: str) -> None:
    data, problems = read(text)
    expected, reported = CASES[text]
    assert problems == reported
    if "too-deep" not in {problem.kind for problem in problems}:
        assert repr(data) == repr(expected)


def test_a_second_byte_order_mark_is_passed_over_at_the_start_alone() -> None:
    reading = read_yaml(SourceText.decode("\ufeff\ufeffa: 1\n".encode()))
    assert (reading.data, reading.problems) == ({"a": 1}, ())
    assert reading.spans["/a"].key == Span.at(1, 2, 3)
    reading = read_yaml(SourceText.decode("# c\n\ufeffa: 1\n".encode()))
    assert (reading.data, reading.problems) == ({"\ufeffa": 1}, ())


def test_not_a_number() -> None:
    data, problems = read("a: .NaN")
    assert repr(data) == "{'a': nan}"
    assert problems == (ParseIssue("non-finite-literal", Span.at(1, 4, 8), {"found": ".NaN"}),)


def test_bytes_that_are_not_utf8() -> None:
    reading = read_yaml(SourceText.decode(b"a: \xff\nb: '\xfe'"))
    assert reading.data == {"a": "\ufffd", "b": "\ufffd"}
    assert reading.problems == (
        ParseIssue("invalid-utf8", Span.at(1, 4, 5)),
        ParseIssue("invalid-utf8", Span.at(2, 5, 6)),
    )


def depth_at_most(limit: int) -> st.SearchStrategy[Any]:
    return json_values.filter(lambda value: depth_of(value) <= limit)


@examples(60)
@given(depth_at_most(64), st.sampled_from([None, 2]))
def test_json_is_yaml(value: Any, indent: int | None) -> None:
    text = SourceText(json.dumps(value, indent=indent).replace("\x7f", "\\u007f"))
    reading = read_yaml(text)
    assert (repr(reading.data), reading.problems) == (repr(value), ())
    for pointer, place in reading.spans.items():
        steps = list(from_pointer(pointer))
        assert place.value is not None
        assert json.loads(text.slice(place.value)) == lookup(value, steps)
        if place.key:
            assert json.loads(text.slice(place.key)) == steps[-1]


@examples(100)
@given(junk | nearly_yaml.map(str.encode))
def test_any_bytes_are_read(data: bytes) -> None:
    text = SourceText.decode(data)
    reading = read_yaml(text)
    assert reading.readable or reading.problems
    for place in reading.spans.values():
        assert place.value is not None
        assert place.value.start <= place.value.end <= text.position(len(text.text))
