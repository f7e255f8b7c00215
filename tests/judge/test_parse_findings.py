"""Everything that a reader of manifests meets has words of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from herdr_lint import syntax
from herdr_lint.judge import parse_findings as reading
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Finding, Position, Related, Span
from herdr_lint.openwop.pack import check_manifest
from herdr_lint.syntax.parse import ParseIssue
from tests.builders import manifest, text


def findings(data: bytes, path: str = "pack.json") -> list[Finding]:
    return [*reading.findings(read_manifest(path, data), "openwop/v1", data)]


PHRASES = {
    b'["\\x"]': ("syntax", "`\\x` is not an escape sequence of JSON"),
    b"[01]": ("syntax", "`01` is not a number in JSON"),
    b'["\t"]': ("syntax", "the control character `U+0009` must be written as an escape sequence"),
    b'{"a": [1}': ("syntax", "`}` is where `]` must close what was opened"),
    b"[1 2]": ("syntax", "a comma is missing before this"),
    b"{}\n{}": ("syntax", "there is text after the end of the value"),
    b"[1": ("syntax", "the file ends and `[` is not closed"),
    b"[,1]": ("syntax", "`,` is where a value is expected"),
    b"{1: 2}": ("syntax", "`1` is where a key in double quotes is expected"),
    b'{"a" 1}': ("syntax", "`1` is where `:` is expected"),
    b"[1; 2]": ("syntax", "`;` is where `,` or `]` is expected"),
    b"[tru]": ("syntax", "`tru` is not a word of JSON; write strings in double quotes"),
    b"{a: 1}": ("syntax", "the key `a` is not in double quotes"),
    b'["a\n"]': ("syntax", "the string does not end on its line"),
    b"\xef\xbb\xbf{}": ("bom", "it begins with a byte order mark"),
    b"[1] // x": ("comment", "it has a comment"),
    b'{"a": 1, "a": 2}': (None, "the key `a` stands twice"),
    b"": ("empty", "it is empty"),
    b'["\xff"]': ("not-utf8", "it is not UTF-8"),
    b"\xff\xfe{\0}\0": ("not-utf8", "it is UTF-16"),
    b'["\\ud800"]': ("lone-surrogate", "`\\ud800` is half of a surrogate pair"),
    b"[NaN]": ("nan", "`NaN` is not a number in JSON"),
    b"[1e999]": ("number-range", "`1e999` is beyond what a number can hold"),
    b"['a b']": ("single-quotes", "`'a b'` is in single quotes"),
    b"[" * 10_001: ("too-deep", "it is nested too deeply"),
    b"[1,]": ("trailing-comma", "there is a comma after the last entry"),
    b"[9007199254740992]": (
        "integer-range",
        "`9007199254740992` is beyond 2^53-1, which readers round",
    ),
}
YAML_PHRASES = {
    b"a: *b": "the alias `b` stands for something else",
    b"a: &b c": "the anchor `b` names a value",
    b"a\n---\nb": "a second document begins here",
    b"1: a": "the key `1` is not a string",
    b"<<: {b: 1}": "a merge key takes members from elsewhere",
    b"a: b: c": "a `: ` inside an unquoted value, or a wrong indentation",
    b"a: !!str b": "the tag `!!str` asks for something that JSON does not have",
    b"x" * 100_001: "it has more than 100000 characters",
}


@pytest.mark.parametrize("data", PHRASES, ids=lambda data: ascii(data[:12]))
def test_json_that_is_none(data: bytes) -> None:
    cause, told = PHRASES[data]
    problem = read_manifest("pack.json", data).problems[0]
    assert reading.phrase(problem) == told
    found = findings(data)[0]
    assert (found.rule, found.cause, found.span) == (
        "json-invalid" if cause else "duplicate-json-key",
        cause,
        problem.span,
    )
    if cause == "syntax":
        assert found.message == f"this is not JSON: {told}"


@pytest.mark.parametrize("data", YAML_PHRASES, ids=lambda data: ascii(data[:12]))
def test_yaml_that_no_json_stands_for(data: bytes) -> None:
    found = findings(data, "pack.yaml")[0]
    assert (found.rule, found.cause) == ("json-invalid", "yaml")
    assert found.message == f"this YAML cannot be read as JSON: {YAML_PHRASES[data]}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[1] // x", "this is a comment, and JSON has none"),
        (b'{"a": NaN}', "`NaN` is not a number in JSON"),
        (b'{"a": 1e999}', "`1e999` is a number beyond what programs can hold"),
        (b"[" * 10_001, "values are nested more than 10000 levels deep"),
        (b'"text"', "the file holds `text`, which is not an object"),
        ('{"\u00e9": "'.encode() + b'\xff"}', "the file is not UTF-8: byte 8 cannot be decoded"),
        (b"\xff\xfe{\0}\0", "the file is not UTF-8: byte 0 cannot be decoded"),
        (b'{"a": 1, "a": 2}', "`a` appears twice in this object"),
        (b'{"a": 1, "\\u0061": 2}', "`a` appears twice in this object, once written with escapes"),
        (b'{"\\u0061": 1, "a": 2}', "`a` appears twice in this object, once written with escapes"),
    ],
)
def test_what_is_said_of_what_was_met(data: bytes, message: str) -> None:
    (found,) = findings(data)
    assert found.message == message


def test_the_first_of_two_equal_keys_is_shown_too() -> None:
    (found,) = findings(b'{"a": 1, "a": 2}')
    assert found.span == Span.at(1, 10, 13)
    assert found.related == (Related("pack.json", Span.at(1, 2, 5), "it stands here first"),)


def test_what_is_not_known_of_a_problem_is_named() -> None:
    assert reading.phrase(ParseIssue("bad-number")) == "`found` is not a number in JSON"


def test_what_is_no_object_is_shown_whole() -> None:
    (found,) = findings(b"\n  [\n1]")
    assert found.span == Span(Position(2, 3), Position(3, 3))


def test_the_same_problem_in_several_places_is_told_of_at_each() -> None:
    found = findings(b'{"a": NaN, "b": NaN}')
    assert [(one.span, one.related) for one in found] == [
        (Span.at(1, 7, 10), ()),
        (Span.at(1, 17, 20), ()),
    ]


def test_what_opened_is_shown_too() -> None:
    (found,) = findings(b'{\n  "a": [1\n')
    assert [(one.span.start.line, one.message) for one in found.related] == [(2, "opened here")]


def test_bytes_that_are_not_utf_8_are_told_of_once() -> None:
    found = findings(b'{"a": "\xff", "b": "\xfe"}')
    assert [one.message for one in found] == ["the file is not UTF-8: byte 7 cannot be decoded"]


def test_every_kind_of_problem_has_a_phrase() -> None:
    """The readers name kinds in their own code; none of them may come out bare."""
    folder = Path(syntax.__file__).parent
    texts = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    kinds = set(re.findall(r'(?:JsonError|ParseIssue|_refuse|problem)\(\s*"([a-z-]+)"', texts))
    kinds |= set(re.findall(r', "([a-z-]+)"\)', texts)) & {"unknown-word", "unquoted-key"}
    assert {"missing-comma", "yaml-alias", "byte-order-mark"} <= kinds
    known = {"deeply-nested", "duplicate-key", *reading._CAUSES}
    for kind in kinds - known:
        assert reading.phrase(ParseIssue(kind)) != kind, kind


def test_a_manifest_beyond_the_limit_is_not_judged() -> None:
    check = check_manifest("pack.json", text(manifest(description="x" * 300_000)))
    assert [(one.cause, one.host_code) for one in check.findings] == [
        ("manifest-too-large", "tarball_manifest_too_large")
    ]
    assert [item.reason for item in check.unchecked] == ["larger than 256 KiB"]


@pytest.mark.parametrize("data", [b'{"agentId": "a"', b"persona: [\n"])
def test_an_agent_that_cannot_be_read_is_not_judged(data: bytes) -> None:
    path = "writer.json" if data.startswith(b"{") else "writer.yaml"
    assert {one.rule for one in check_manifest(path, data).findings} == {"json-invalid"}


def test_a_hostile_manifest_is_told_of_within_bounds() -> None:
    agent = {"agentId": "vendor.acme.crew.a", "persona": "A", "modelClass": "writing"}
    schema_errors: list[dict[str, str]] = [{} for _ in range(1_000)]
    manifest = {"name": "vendor.acme.crew", "version": "1.0.0", "agents": [agent, *schema_errors]}
    check = check_manifest("pack.json", json.dumps(manifest).encode(), "openwop/v1")
    assert len(check.findings) == 500
    reasons = [item.reason for item in check.unchecked]
    assert reasons == ["more than 500 findings of a kind; the rest is not told"]


def test_what_lies_too_deep_is_told_as_unchecked() -> None:
    deep = json.loads("[" * 80 + "]" * 80)
    manifest = {"name": "vendor.acme.crew", "version": "1.0.0", "x-deep": deep}
    check = check_manifest("pack.json", json.dumps(manifest).encode(), "openwop/v1")
    reasons = [item.reason for item in check.unchecked]
    assert reasons == ["what lies deeper than 64 levels was not judged"]
