"""How a fault becomes a finding, and which one the host reports."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.judge.judge import closest, fill, judge, show, show_path
from herdr_lint.judge.validator import build
from herdr_lint.model import Edit, Finding, Related, Severity, Span
from herdr_lint.syntax.text import SourceText


def findings(schema: dict[str, Any], kind: str = "role", **facts: Any) -> list[Finding]:
    document = Document(
        kind,
        "x.md",
        {"a": 1, "b": "two", **facts},
        SourceText("0123456789"),
        spans={
            "/a": NodeSpans(Span.at(1, 1, 2), Span.at(1, 3, 4)),
            "/b": NodeSpans(None, Span.at(1, 5)),
        },
        edits={"/a": Edit(Span.at(1, 1), "x")},
        related={"/a": (Related("y.md", Span.at(1, 1), "there"),)},
    )
    return list(judge(document, build(schema, registry.register([])), "package"))


def error(rule: str, **more: str) -> dict[str, Any]:
    return {"not": {}, "x-herdr": {"rule": rule, **more}}


CLI, NAME, NOTE = "external-cli-unsupported", "role-name-mismatch", "empty-body"


@pytest.mark.parametrize(
    ("rules", "reported"),
    [
        ([NOTE, CLI, NAME], [False, True, False]),
        ([NAME, CLI], [True, False]),
        ([CLI], [True]),
        ([NOTE], [False]),
    ],
)
def test_the_first_with_a_code_of_the_host_is_the_one_it_reports(
    rules: list[str], reported: list[bool]
) -> None:
    schema = {"allOf": [{"properties": {"a": error(rule)}} for rule in rules]}
    assert [(f.rule, f.host_reports) for f in findings(schema)] == [
        *zip(rules, reported, strict=True)
    ]


def test_other_documents_are_not_read_by_the_host() -> None:
    (finding,) = findings({"properties": {"a": error(CLI)}}, kind="pack")
    assert (finding.host_code, finding.host_reports) == (CLI, False)


def test_a_finding_stands_where_its_pointer_leads() -> None:
    schema = {"properties": {"a": error(NOTE), "b": error(NOTE, at="key")}}
    at_value, no_key = findings(schema)
    assert (at_value.span, at_value.pointer) == (Span.at(1, 3, 4), "/a")
    assert at_value.edits == (Edit(Span.at(1, 1), "x"),)
    assert [related.path for related in at_value.related] == ["y.md"]
    assert (no_key.span, no_key.edits, no_key.related) == (Span.at(1, 5), (), ())
    (at_key,) = findings({"properties": {"a": error(NOTE, at="key")}})
    assert at_key.span == Span.at(1, 1, 2)


def test_rules_of_others_are_worded_by_the_schema() -> None:
    own = {"rule": "own", "message": "no {b}", "help": "see {keyword}", "severity": "note"}
    (finding,) = findings({"properties": {"a": {"type": "string", "x-herdr": own}}})
    assert (finding.rule, finding.severity) == ("own", Severity.NOTE)
    assert (finding.message, finding.help) == ("no two", "see type")
    assert (finding.source, finding.host_code) == ("policy", None)
    (bare,) = findings({"properties": {"a": {"type": "string"}}})
    assert (bare.rule, bare.severity) == ("policy", Severity.ERROR)
    assert bare.message == "the policy does not allow this: type `string`"


def test_the_key_that_a_finding_is_about() -> None:
    """An entry of a list may say itself what it stands for."""
    own = error("own", message="[{key}]", help="h")
    listed = {"properties": {"c": {"items": own}}}
    entries = [{"key": "k"}, {"key": 5}, 3]
    found = findings(listed, c=entries) + findings(own) + findings({"properties": {"a": own}})
    assert [one.message for one in found] == ["[k]", "[1]", "[2]", "[]", "[a]"]


def test_letters_of_all_languages_are_shown_as_they_are() -> None:
    own = error("own", message="{value}", help="h")
    number = {"type": "number", "x-herdr": own["x-herdr"]}
    schema = {"properties": {"b": number, "c": own}}
    found = findings(schema, kind="manifest", b="\u00e9", c={"\u00e9": ["\u4e2d"]})
    assert [one.message for one in found] == ['`"\u00e9"`', '`{"\u00e9": ["\u4e2d"]}`']


def test_templates_are_filled_once() -> None:
    assert fill("{a} {b} {c}", {"a": "{b}", "b": 1}) == "{b} 1 {c}"


@pytest.mark.parametrize(
    ("value", "choices", "meant"),
    [
        ("High", ["high", "xhigh"], "high"),
        ("lineage_only", ["fork", "lineage-only"], "lineage-only"),
        (" fork ", ["fork"], "fork"),
        ("ultra", ["high"], None),
        (1, ["high"], None),
        ("high", [], None),
    ],
)
def test_what_was_probably_meant(value: Any, choices: list[str], meant: str | None) -> None:
    assert closest(value, choices) == meant


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a", "`a`"),
        ("", "nothing"),
        ("a\u200b\n", "`a\\u200b\\n`"),
        ("a" * 61, "`" + "a" * 59 + "…`"),
        (["a", 1], '`["a", 1]`'),
        (True, "`true`"),
        ("\ud800", "`\\ud800`"),
    ],
)
def test_values_are_shown_on_one_line(value: Any, shown: str) -> None:
    assert show(value) == shown


def test_paths_are_shown_to_their_end() -> None:
    assert show_path("a/" * 100 + "x\n.md") == "`" + "a/" * 100 + "x\\n.md`"
