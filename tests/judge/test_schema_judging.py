"""What the validator knows beyond jsonschema, and how its faults become findings."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from herdr_lint.judge import judge
from herdr_lint.judge import rule_registry as registry_of_rules
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import make_finding, show
from herdr_lint.judge.validator import build, schema_errors
from herdr_lint.model import Finding, Severity
from herdr_lint.syntax.text import SourceText

DIALECT = "https://json-schema.org/draft/2020-12/schema"
DEPTH = 50_000


def document(data: Any) -> Document:
    return Document("pack", "pack.json", data, SourceText(""))


def errors(schema: dict[str, Any], instance: Any) -> list[tuple[tuple[str | int, ...], str, Any]]:
    validator = build(schema, registry.register([]))
    return [
        (error.path, error.keyword, error.value) for error in schema_errors(validator, instance)
    ]


def findings(schema: dict[str, Any], data: Any, *selected: str) -> list[Finding]:
    validator = build(schema, registry.register([]))
    return list(judge.judge(document(data), validator, "openwop/v1", selected))


def nested(depth: int = DEPTH) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


class TestValidator:
    def test_a_schema_that_declares_its_dialect_is_judged_by_our_validator(self) -> None:
        part = {"$schema": DIALECT, "$id": "https://x.test/part.json", "pattern": "^a$"}
        whole = {
            "$schema": DIALECT,
            "$id": "https://x.test/whole.json",
            "properties": {"part": {"$ref": "part.json"}},
        }
        validator = build(whole, registry.register([part, whole]))
        (error,) = schema_errors(validator, {"part": "a\n"})
        assert (error.path, error.keyword) == (("part",), "pattern")

    @pytest.mark.parametrize(
        ("items", "repeated"),
        [
            (["a", "b"], []),
            (["a", "b", "a", "a"], [2, 3]),
            ([1, 1.0, True, "1", None, False, 0], [1]),
            ([{"a": 1, "b": [2]}, {"b": [2], "a": 1}, {"a": 1, "b": [2, 3]}], [1]),
            ([[], {}, [[]], [{}], [[]]], [4]),
            ([["a", "b"], ["ab"], [["a"], "b"]], []),
            (["a", {"a": {}}, ["a"], {"a": []}, [{"a": {}}]], []),
            ([{}, [], [[], {}], [{}, []], {"a": [1], "b": 2}, {"a": [1, 2], "b": 2}], []),
            ([{"a": 1, "b": 2}, {"a": 2, "b": 1}, {"b": 2, "a": 1}], [2]),
            ("aa", []),
        ],
    )
    def test_repeated_items_are_found_at_their_place(self, items: Any, repeated: list[int]) -> None:
        found = errors({"uniqueItems": True}, items)
        assert found == [((index,), "uniqueItems", items[index]) for index in repeated]
        assert errors({"uniqueItems": False}, items) == []

    def test_deep_values_may_repeat(self) -> None:
        items = [nested(), nested(), nested(DEPTH - 1)]
        found = [path for path, _, _ in errors({"uniqueItems": True}, items)]
        assert found == [(1,)]

    @pytest.mark.parametrize("keyword", [{"type": "string"}, {"enum": ["a"]}, {"not": {}}])
    def test_what_cannot_be_printed_is_still_an_error(self, keyword: dict[str, Any]) -> None:
        for value in (nested(), 10**5000):
            validator = build({"properties": {"a": keyword}}, registry.register([]))
            (error,) = validator.errors({"a": value})
            assert (error.path, error.keyword, error.detail) == (("a",), *keyword, "")

    def test_a_false_schema_has_a_keyword(self) -> None:
        assert [name for _, name, _ in errors({"allOf": [False]}, 1)] == ["false"]

    @pytest.mark.parametrize(
        ("uri", "valid"),
        [
            ("https://example.com/a?b#c", True),
            ("urn:isbn:1", True),
            ("https://example.com\n", False),
            ("https://example.com/ä", False),
            ("example.com", False),
            ("https:", False),
            ("https:?q", False),
            ("https://", True),
            (1, True),
        ],
    )
    def test_uris_are_asserted(self, uri: Any, valid: bool) -> None:
        assert (errors({"format": "uri"}, uri) == []) is valid

    @pytest.mark.parametrize(
        ("allowed", "found"),
        [
            (True, []),
            (False, [(("b",), "additionalProperties", {"a": 1, "b": 1})]),
            ({"type": "string"}, [(("b",), "type", 1)]),
        ],
    )
    def test_other_members_are_judged_one_by_one(self, allowed: Any, found: list[Any]) -> None:
        schema = {"properties": {"a": {}}, "additionalProperties": allowed}
        assert errors(schema, {"a": 1, "b": 1}) == found
        assert errors(schema, [1]) == []

    @pytest.mark.parametrize(
        ("schema", "instance", "found"),
        [
            ({"properties": {"a": False}}, {"a": 1}, [(("a",), "false", 1)]),
            ({"patternProperties": {"^a": False}}, {"ab": 1, "b": 2}, [(("ab",), "false", 1)]),
            (
                {"required": ["a", "b", "c"]},
                {"b": 1},
                [((), "required", {"b": 1}), ((), "required", {"b": 1})],
            ),
            (
                {"x-herdr-report": {"rule": "r", "of": ["a", 0]}},
                {"a": [5]},
                [(("a", 0), "x-herdr-report", 5)],
            ),
            ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, [((), "maxLength", "ab")]),
        ],
    )
    def test_schemas_of_others_are_told_of_in_the_same_way(
        self, schema: dict[str, Any], instance: Any, found: list[Any]
    ) -> None:
        assert errors(schema, instance) == found

    def test_a_report_is_a_fault_with_its_own_annotation(self) -> None:
        schema = {
            "x-herdr": {"rule": "outer"},
            "properties": {"a": {"x-herdr-report": {"rule": "inner", "at": "key"}}},
        }
        (error,) = schema_errors(build(schema, registry.register([])), {"a": [1]})
        assert error.annotation == {"rule": "inner", "at": "key"}
        assert (error.path, error.subject) == (("a",), [1])

    def test_faults_know_what_the_schema_says_of_a_member(self) -> None:
        schema = {
            "description": "The whole.",
            "required": ["a", "b"],
            "properties": {"a": {"description": "The part."}, "c": {"type": "string"}},
        }
        found = schema_errors(build(schema, registry.register([])), {"c": 1})
        assert [error.about for error in found] == ["The part.", "", ""]


class TestJudge:
    SCHEMA: ClassVar[dict[str, Any]] = {
        "x-herdr": {"rule": "pack-manifest-invalid", "cause": "{keyword}"},
        "properties": {"a": {"minLength": 1}, "list": {"items": {"additionalProperties": False}}},
        "patternProperties": {"^(x|__proto__|ключ)": {"type": "string"}},
        "additionalProperties": False,
    }

    def test_the_keyword_of_a_cause_is_written_with_hyphens(self) -> None:
        (finding,) = findings(self.SCHEMA, {"a": ""})
        assert (finding.cause, finding.message) == ("min-length", "`a` is empty")

    @pytest.mark.parametrize(
        ("data", "member"),
        [
            ({"list": [{}, {"b c": 1}]}, '`list[1]["b c"]`'),
            ({"b": 1}, "`b`"),
            ({"б": 1}, '`["\\u0431"]`'),
            ({"r\u200bole": 1}, '`["r\\u200bole"]`'),
            ({"y" * 130: 1}, "`" + "y" * 119 + "…`"),
        ],
    )
    def test_a_member_is_named_by_the_way_to_it(self, data: Any, member: str) -> None:
        (finding,) = findings(self.SCHEMA, data)
        assert finding.message == f"{member} is not a member that OpenWOP knows here"

    def test_known_members_are_listed_for_an_unknown_one(self) -> None:
        (finding,) = findings(self.SCHEMA, {"lists": []})
        assert finding.help == (
            "remove it or correct its name. Did you mean `list`? Known here: `a`, `list`"
        )
        (finding,) = findings(self.SCHEMA, {"list": [{"b": 1}]})
        assert finding.help == "remove it or correct its name. Known here: nothing"

    def test_the_same_said_twice_is_one_finding(self) -> None:
        schema = {
            "x-herdr": {"rule": "agent-manifest-invalid", "cause": "prompt-ref"},
            "minLength": 3,
            "pattern": "^b",
        }
        assert len(findings({"properties": {"p": schema}}, {"p": "a"})) == 1

    def test_opt_in_rules_are_heard_when_selected(self) -> None:
        schema = {"x-herdr-report": {"rule": "explicit-role"}}
        assert findings(schema, {}) == []
        (finding,) = findings(schema, {}, "explicit-role")
        assert (finding.rule, finding.severity) == ("explicit-role", Severity.NOTE)

    def test_names_are_looked_up_in_the_subject_and_then_in_the_document(self) -> None:
        schema = {
            "properties": {
                "part": {
                    "x-herdr": {"rule": "own", "message": "{name} {flag} {level} {list} {none}"},
                    "required": ["x"],
                }
            }
        }
        data = {
            "part": {"name": "inner\u202e", "flag": True, "list": [1]},
            "name": "outer",
            "level": 3,
        }
        (finding,) = findings(schema, data)
        assert finding.message == "inner\\u202e true 3 {list} {none}"

    def test_values_that_cannot_be_printed_are_described(self) -> None:
        assert show(nested()) == f"`{'[' * 59}…`"
        assert show(10**5000) == "`a value that is too long to be shown`"
        assert show("") == "nothing"

    def test_no_more_of_a_value_is_written_than_is_shown(self) -> None:
        told: list[int] = []

        class Told:
            def __init__(self, number: int) -> None:
                self.number = number

            def __str__(self) -> str:
                told.append(self.number)
                return "x" * 10

        assert show([Told(number) for number in range(100)]) == (
            '`["xxxxxxxxxx", "xxxxxxxxxx", "xxxxxxxxxx", "xxxxxxxxxx", "x…`'
        )
        assert told == [0, 1, 2, 3, 4]
        assert show([True, None, {"a": 1.5, "é": []}]) == '`[true, null, {"a": 1.5, "é": []}]`'
        assert show({"a": "x" * 51}) == f'`{{"a": "{"x" * 51}"}}`'
        assert show({"a": "x" * 53}) == f'`{{"a": "{"x" * 52}…`'

    def test_rules_in_python_name_the_member_too(self) -> None:
        pointer = "/agents/0/toolAllowlist/12"
        finding = make_finding(
            document({}),
            "tool-scope-unknown",
            "openwop/v1",
            cause="empty-id",
            pointer=pointer,
            value="`mcp:`",
        )
        assert finding.message == (
            "`agents[0].toolAllowlist[12]` is `mcp:`, with no tool after the scope"
        )
        assert finding.pointer == pointer
        far = make_finding(
            document({}), "pack-license-missing", "openwop/v1", pointer="/1" + "0" * 9
        )
        assert far.pointer == "/1000000000"


def test_a_cause_may_have_a_code_of_its_own() -> None:
    rule = registry_of_rules.RuleRegistry.shipped()["ref-missing"]
    assert rule.code_in("openwop/v1") == "invalid_manifest"
    assert rule.code_in("openwop/v1", "directory") == "invalid_manifest"
    assert rule.code_in("openwop/v1", "node-schema") == "schema_ref_missing"
    assert rule.code_in("openwop/v2", "node-schema") == "pack_validation_failed"
    assert rule.code_in("role-pack") is None
