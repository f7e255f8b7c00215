"""How a fault becomes a finding, and which one the host reports."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.judge.judge import (
    closest,
    fill,
    judge,
    make_finding,
    rule_of,
    show,
    show_path,
    word,
)
from herdr_lint.judge.rule_registry import Rule, RuleRegistry, Wording
from herdr_lint.judge.validator import Validator, build, shipped
from herdr_lint.model import Edit, Finding, Related, Severity, Span
from herdr_lint.syntax.text import SourceText


def findings(schema: dict[str, Any], kind: str = "role", **facts: Any) -> list[Finding]:
    return said(schema, {"a": 1, "b": "two", **facts}, kind)


def said(schema: dict[str, Any], data: Any, kind: str = "role") -> list[Finding]:
    document = Document(
        kind,
        "x.md",
        data,
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
    unknown = {"properties": {"b": {}}, "additionalProperties": False, **error(NOTE)}
    (at_unknown, _) = findings(unknown)
    assert (at_unknown.span, at_unknown.pointer) == (Span.at(1, 1, 2), "/a")


def test_a_rule_in_python_may_know_a_better_other_place() -> None:
    here, there = (Related(path, Span.at(1, 1), "m") for path in ("here.md", "there.md"))
    document = Document("pack", "p", {}, SourceText(""), related={"/a": (here,)})
    found = [
        make_finding(document, "pack-license-missing", "openwop/v1", pointer="/a", related=related)
        for related in ((), (there,))
    ]
    assert [one.related for one in found] == [(here,), (there,)]
    assert make_finding(document, "pack-license-missing", "openwop/v1").pointer == ""


def test_a_finding_without_a_document_has_its_place_from_the_caller() -> None:
    place, near = Span.at(2, 1, 3), (Related("y.md", Span.at(1, 1), "there"),)
    found = word(CLI, "package", "x.md", span=place, related=near)
    assert (found.span, found.related, found.path) == (place, near, "x.md")
    bare = word(CLI, "package", "x.md")
    assert (bare.span, bare.related) == (Span.at(1, 1), ())


def test_what_follows_from_a_fault_is_told_with_its_values() -> None:
    own = {"rule": "own", "consequence": "the host takes {b}"}
    told = findings({"properties": {"a": {"type": "string", "x-herdr": own}}})
    assert [one.consequence for one in told] == ["the host takes two"]


def test_rules_of_others_are_worded_by_the_schema() -> None:
    own = {"rule": "own", "message": "no {b}", "help": "see {keyword}", "severity": "note"}
    (finding,) = findings({"properties": {"a": {"type": "string", "x-herdr": own}}})
    assert (finding.rule, finding.severity) == ("own", Severity.NOTE)
    assert (finding.message, finding.help) == ("no two", "see type")
    assert (finding.source, finding.host_code) == ("policy", None)
    (bare,) = findings({"properties": {"a": {"type": "string"}}})
    assert (bare.rule, bare.severity) == ("policy", Severity.ERROR)
    assert bare.message == "the policy does not allow this: type `string`"
    assert (bare.help, bare.consequence) == ("see the policy that this run was given", None)


def test_what_is_known_of_a_rule_of_others() -> None:
    bare = Rule(
        id="policy",
        group="policy",
        title="policy",
        severity={"*": Severity.ERROR},
        explanation="",
        consequence={"*": ""},
        bad="",
        good="",
        source="policy",
        causes={
            "default": Wording(
                "the policy does not allow this: {requirement}",
                "see the policy that this run was given",
            )
        },
    )
    assert rule_of({}) == bare
    texts = {"message": "m", "help": "h", "consequence": "c", "source": "s", "cause": "d"}
    assert rule_of({"rule": "own", "severity": "note", **texts}) == bare._replace(
        id="own",
        title="own",
        severity={"*": Severity.NOTE},
        consequence={"*": "c"},
        source="s",
        causes={"d": Wording("m", "h")},
    )
    assert rule_of({"rule": CLI, **texts}) is RuleRegistry.shipped()[CLI]


def test_the_key_that_a_finding_is_about() -> None:
    """An entry of a list may say itself what it stands for."""
    own = error("own", message="[{key}]", help="h")
    listed = {"properties": {"c": {"items": own}}}
    entries = [{"key": "k"}, {"key": 5}, 3]
    found = findings(listed, c=entries) + findings(own) + findings({"properties": {"a": own}})
    assert [one.message for one in found] == ["[k]", "[1]", "[2]", "[]", "[a]"]
    (named,) = findings({"properties": {"c": own}}, c={"key": "k"})
    assert named.message == "[c]"


INNER = {"properties": {"a": {"properties": {"b": {"type": "string"}}}}}


@pytest.mark.parametrize(
    ("fact", "schema", "data", "told"),
    [
        ("keyword", {"maxItems": 0}, [1], "max-items"),
        ("key", {"required": ["name"]}, {}, "name"),
        ("key", {"additionalProperties": False}, {"n": 1}, "n"),
        ("parent", INNER, {"a": {"b": 1}}, "a"),
        ("parent", {"properties": {"a": {"type": "string"}}}, {"a": 1}, ""),
        ("member", INNER, {"a": {"b": 1}}, "`a.b`"),
        ("member", {"properties": {"a": {"required": ["b"]}}}, {"a": {}}, "`a.b`"),
        ("member", {"type": "string"}, 5, "the document"),
        ("value", {"type": "string"}, [5], "`[5]`"),
        ("value", {"additionalProperties": False}, {"n": 1}, "`n`"),
        ("raw_value", {"type": "string"}, [5], "[5]"),
        ("length", {"maxItems": 0}, [1, 2], "2"),
        ("length", {"maxLength": 1}, "abc", "3"),
        ("length", {"minimum": 5}, 3, ""),
        ("requirement", {"maxItems": 0}, [1], "maxItems `0`"),
        ("requirement", {"properties": {"a": False}}, {"a": 1}, "nothing may be there"),
        ("expected", {"enum": ["high", 5]}, 1, "`high`, `5`"),
        ("expected", {"type": "string"}, 5, "`string`"),
        ("expected", {"const": "x" * 200}, 5, f"`{'x' * 200}`"),
        ("expected", {"const": "x" * 201}, 5, f"`{'x' * 199}…`"),
        (
            "expected",
            {"properties": {"a": {}, "b": {}}, "additionalProperties": False},
            {"n": 1},
            "`a`, `b`",
        ),
        ("expected", {"additionalProperties": False}, {"n": 1}, "nothing"),
        ("hint", {"enum": ["low", "high"]}, "hihg", " Did you mean `high`?"),
        ("hint", {"enum": ["low"]}, "hihg", ""),
        ("about", {"type": "string", "description": "who"}, 5, " who"),
        ("about", {"type": "string"}, 5, ""),
    ],
)
def test_what_words_may_say_of_a_fault(
    fact: str, schema: dict[str, Any], data: Any, told: str
) -> None:
    own = {"rule": "own", "message": f"[{{{fact}}}]"}
    (finding,) = said({**schema, "x-herdr": own}, data)
    assert finding.message == f"[{told}]"


@pytest.mark.parametrize(
    ("kind", "schema", "value", "shown"),
    [
        ("manifest", {"type": "boolean"}, "true", '`"true"`'),
        ("manifest", {"enum": ["no"]}, "true", "`true`"),
        ("manifest", {"type": "string"}, 1.1, "`2`"),
        ("manifest", {"maximum": 0}, 1, "`2`"),
        ("manifest", {"type": "string"}, True, "`true`"),
        ("manifest", {"type": "string"}, None, "`null`"),
        ("role", {"type": "boolean"}, "true", "`true`"),
        ("role", {"type": "string"}, 1.1, "`1.1`"),
    ],
)
def test_values_of_a_manifest_are_shown_in_the_form_that_is_wrong(
    kind: str, schema: dict[str, Any], value: Any, shown: str
) -> None:
    """The text of the file has a 2 where the value is said to stand."""
    own = {"rule": "own", "message": "{value}"}
    (finding,) = said({"properties": {"a": {**schema, "x-herdr": own}}}, {"a": value}, kind)
    assert finding.message == shown


NAMED = {"properties": {"name": {}, "label": {}}, "additionalProperties": False}


def asked(rule: str, **demands: Any) -> dict[str, Any]:
    return {"x-herdr": {"rule": rule, "message": "{keyword} {key}"}, **demands}


@pytest.mark.parametrize(
    ("schema", "data", "told"),
    [
        (asked("r", required=["name"], **NAMED), {"nmae": 1}, ["additional-properties nmae"]),
        (
            asked("r", required=["name"], **NAMED),
            {"x": 1},
            ["required name", "additional-properties x"],
        ),
        (
            asked("r", required=["name", "label"], **NAMED),
            {"nmae": 1, "x": 2},
            ["required label", "additional-properties nmae", "additional-properties x"],
        ),
        (asked("r", required=["name"]), {"nmae": 1}, ["required name"]),
        (asked("r", **NAMED), {"nmae": 1}, ["additional-properties nmae"]),
        (
            {"allOf": [asked("r", required=["name"]), asked("s", **NAMED)]},
            {"nmae": 1},
            ["required name", "additional-properties nmae"],
        ),
        (
            {"items": asked("r", required=["name"], **NAMED)},
            [{"nmae": 1}, {}],
            ["additional-properties nmae", "required name"],
        ),
        (
            {
                "required": ["name"],
                "properties": {"name": {}, "in": NAMED},
                **asked("r", additionalProperties=False),
            },
            {"in": {"nmae": 1}},
            ["required name", "additional-properties nmae"],
        ),
    ],
)
def test_what_is_misspelled_is_not_missing_as_well(
    schema: dict[str, Any], data: Any, told: list[str]
) -> None:
    assert [one.message for one in said(schema, data)] == told


@pytest.mark.parametrize("more", [0, 1])
def test_so_many_unknown_members_are_compared_with_those_that_are_missing(more: int) -> None:
    """Those of objects that have all that they need do not count."""
    schema = {"items": asked("r", required=["name"], maxProperties=2, **NAMED)}
    strange = {f"x{number}": 1 for number in range(19 + more)}
    sound = {"name": 1} | {f"y{number}": 1 for number in range(20)}
    found = {one.message for one in said(schema, [sound, {**strange, "nmae": 1}])}
    assert ("required name" in found) is bool(more)


def test_demands_that_say_the_same_of_the_same_place_are_one_finding() -> None:
    one = {"properties": {"a": error(NOTE)}}
    other = {"properties": {"b": error(NOTE)}}
    assert [found.pointer for found in findings({"allOf": [one, one, other]})] == ["/a", "/b"]


def test_which_words_of_a_rule_fit_may_be_a_fact() -> None:
    (found,) = findings({"properties": {"a": error("value-ignored", cause="{b}")}}, b="empty")
    assert (found.cause, found.help) == ("empty", "write a value, or delete the line")


def test_a_name_that_nobody_knows_stays_as_it_is_written() -> None:
    own = error("own", message="{b} {nobody} {c}", help="h")
    (found,) = findings({"properties": {"a": own}}, c=["no scalar"])
    assert found.message == "two {nobody} {c}"


def test_no_more_of_a_value_is_written_than_is_shown() -> None:
    written: list[Value] = []

    class Value:
        def __str__(self) -> str:
            written.append(self)
            return "x" * 10

    assert show([Value()] * 1_000) == "`[" + '"xxxxxxxxxx", ' * 4 + '"x…`'
    assert len(written) == 5


def test_one_rule_that_is_not_heard_does_not_silence_the_next() -> None:
    reports = [{"x-herdr-report": {"rule": rule}} for rule in ("explicit-role", "own")]
    assert [one.rule for one in said({"allOf": reports}, {})] == ["own"]


AGENT = {
    "agentId": "vendor.acme.crew.writer",
    "persona": "Writer",
    "modelClass": "writing",
    "systemPrompt": "Write.",
}
AGENTS = "openwop/v1/agent-manifest.schema.json"


@pytest.mark.parametrize(
    ("more", "selected", "times", "explained"),
    [
        ({"role": "assistant"}, ["explicit-role"], 1, False),
        ({}, [], 2, False),
        ({}, ["explicit-role"], 1, True),
    ],
)
def test_nothing_is_explained_that_nobody_hears(
    more: dict[str, Any],
    selected: list[str],
    times: int,
    explained: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is valid is asked about once; twice only where a rule is not to be heard."""
    asked: list[str] = []
    admits, errors = Validator.admits, Validator.errors

    def counted(self: Validator, *about: Any) -> bool:
        asked.append("admits")
        return admits(self, *about)

    def explaining(self: Validator, instance: Any) -> Any:
        asked.append("errors")
        return errors(self, instance)

    monkeypatch.setattr(Validator, "admits", counted)
    monkeypatch.setattr(Validator, "errors", explaining)
    document = Document("manifest", "pack.json", {**AGENT, **more}, SourceText(""))
    found = list(judge(document, shipped(AGENTS), "openwop/v1", selected))
    assert [one.rule for one in found] == ["explicit-role"] * explained
    assert asked == ["admits"] * times + ["errors"] * explained


@pytest.mark.parametrize(
    ("pointer", "member"),
    [
        ("/agents/0", "`agents[0]`"),
        ("/999999999", "`[999999999]`"),
        ("/1000000000", "`1000000000`"),
        ("/\u0661", '`["\\u0661"]`'),
        ("/" + "y" * 120, f"`{'y' * 120}`"),
        ("/" + "y" * 121, f"`{'y' * 119}…`"),
        ("", "the document"),
    ],
)
def test_what_a_pointer_leads_to_is_named_as_a_program_would(pointer: str, member: str) -> None:
    document = Document("pack", "pack.json", {}, SourceText(""))
    finding = make_finding(
        document,
        "tool-scope-unknown",
        "openwop/v1",
        cause="empty-id",
        pointer=pointer,
        value="`mcp:`",
    )
    assert finding.message == f"{member} is `mcp:`, with no tool after the scope"


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
        ("a_b", ["a-b"], "a-b"),
        ("a-b", ["a_b"], "a_b"),
        ("A_b", ["a_b", "a-b"], "a_b"),
        ("__", ["--"], "--"),
        ("--", ["__"], "__"),
        ("abcdefgxyz", ["abcdefg123"], "abcdefg123"),  # seven of ten letters, and no less
        ("abc", ["abd"], None),
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
        ("a" * 60, f"`{'a' * 60}`"),
        ("a" * 61, "`" + "a" * 59 + "…`"),
        (["a", 1], '`["a", 1]`'),
        (True, "`true`"),
        ("\ud800", "`\\ud800`"),
        ("\u00e9\u200b", "`\u00e9\\u200b`"),
        ([date(2026, 1, 2)], '`["2026-01-02"]`'),  # TOML has dates
        (["x" * 56], f'`["{"x" * 56}"]`'),
        (["x" * 57], f'`["{"x" * 57}…`'),
        ([10**5_000], "`a value that is too long to be shown`"),
    ],
)
def test_values_are_shown_on_one_line(value: Any, shown: str) -> None:
    assert show(value) == shown


def test_paths_are_shown_to_their_end() -> None:
    assert show_path("a/" * 100 + "x\n.md") == "`" + "a/" * 100 + "x\\n.md`"
