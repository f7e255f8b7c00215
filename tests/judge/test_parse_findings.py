"""Everything that a reader of manifests meets has words of its own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from herdr_lint import syntax
from herdr_lint.judge import parse_findings as reading
from herdr_lint.judge.isolation import MOST_FINDINGS
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Finding
from herdr_lint.openwop.pack import check_manifest
from herdr_lint.syntax.parse import ParseIssue
from herdr_lint.syntax.yaml_reader import LONGEST
from tests.builders import manifest, text


def findings(data: bytes, path: str = "pack.json") -> list[Finding]:
    return [*reading.findings(read_manifest(path, data), "openwop/v1", data)]


@pytest.mark.parametrize(
    ("data", "cause", "message"),
    [
        (b'{"a": tru}', "syntax", "`tru` is not a word of JSON; write strings in double quotes"),
        (b'{"a": 01}', "syntax", "`01` is not a number in JSON"),
        (b'{"a" 1}', "syntax", "`1` is where `:` is expected"),
        (b'{"a": 1 "b": 2}', "syntax", "a comma is missing before this"),
        (b'{"a": [1}', "syntax", "`}` is where `]` must close what was opened"),
        (b'{"a": "\\x"}', "syntax", "`\\x` is not an escape sequence of JSON"),
        (b'{"a": "\t"}', "syntax", "U+0009` must be written as an escape sequence"),
        (b"{} x", "syntax", "there is text after the end of the value"),
        (b"{a: 1}", "syntax", "the key `a` is not in double quotes"),
        (b"[" * 10_001, "too-deep", "more than 10000 levels deep"),
        (b'{"a": 1e999}', "number-range", "`1e999` is a number beyond what programs can hold"),
        (b'"text"', "not-an-object", "the file holds `text`, which is not an object"),
    ],
)
def test_json_that_is_none(data: bytes, cause: str, message: str) -> None:
    (found,) = findings(data)
    assert (found.rule, found.cause) == ("json-invalid", cause)
    assert message in found.message


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("a: *b\n", "the alias `b` stands for something else"),
        ("a: {<<: {b: 1}}\n", "a merge key takes members from elsewhere"),
        ("1: a\n", "the key `1` is not a string"),
        ("a: !!str b\n", "the tag `!!str` asks for something that JSON does not have"),
        ("a: b\n---\nc: d\n", "a second document begins here"),
        ("a: b: c\n", "a `: ` inside an unquoted value, or a wrong indentation"),
        (f"a: {'x' * LONGEST}\n", f"it has more than {LONGEST} characters"),
    ],
)
def test_yaml_that_no_json_stands_for(data: str, message: str) -> None:
    found = findings(data.encode(), "pack.yaml")[0]
    assert (found.rule, found.cause) == ("json-invalid", "yaml")
    assert found.message == f"this YAML cannot be read as JSON: {message}"


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
    assert len(check.findings) == MOST_FINDINGS
    reasons = [item.reason for item in check.unchecked]
    assert reasons == [f"more than {MOST_FINDINGS} findings of a kind; the rest is not told"]


def test_what_lies_too_deep_is_told_as_unchecked() -> None:
    deep = json.loads("[" * 80 + "]" * 80)
    manifest = {"name": "vendor.acme.crew", "version": "1.0.0", "x-deep": deep}
    check = check_manifest("pack.json", json.dumps(manifest).encode(), "openwop/v1")
    reasons = [item.reason for item in check.unchecked]
    assert reasons == ["what lies deeper than 64 levels was not judged"]
