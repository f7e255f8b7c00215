"""Patterns as ECMA-262 has them, and references put in the place where they stand."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import shipped as files
from herdr_lint.judge.schema_errors import inline, matches
from herdr_lint.judge.schema_errors import shipped as explainer
from herdr_lint.judge.validator import SchemaError, build, schema_errors, shipped
from herdr_lint.model import Layer
from herdr_lint.role.document import read_role
from tests.effort import examples
from tests.strategies import roles

SCHEMA = "role/role.schema.json"


def valid(schema: dict[str, Any], instance: Any) -> bool:
    return not [*schema_errors(build(schema, registry.register([])), instance)]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("^a$", "a", True),
        ("^a$", "a\n", False),
        (r"^\d$", "1", True),
        (r"^\d$", "\u0661", False),
        (r"^\w$", "\u00e9", False),
        (r"^\s$", "\ufeff", True),
        (r"^\s$", "\u0085", False),
        ("^.$", "\U0001f600", True),
        ("^.$", "\ud800", True),
        ("^.{2}$", "\udc00\ud800", True),
        ("^\ufffd$", "\ud800", True),
        ("^.$", "\u2028", False),
        ("b", "abc", True),
    ],
)
def test_patterns_have_the_semantics_of_ecma_262(pattern: str, text: str, found: bool) -> None:
    assert matches(pattern, text) is found
    assert valid({"pattern": pattern}, text) is found
    assert valid({"patternProperties": {pattern: False}}, {text: 1}) is not found
    keyed = {"patternProperties": {pattern: {}}, "additionalProperties": False}
    assert valid(keyed, {text: 1}) is found


@pytest.mark.parametrize(
    "schema",
    [
        {"pattern": "^a$"},
        {"patternProperties": {"a": False}},
        {"additionalProperties": False},
        {"required": ["a"]},
        {"uniqueItems": True},
        {"format": "uri"},
    ],
    ids=lambda schema: next(iter(schema)),
)
@pytest.mark.parametrize("instance", [1, None, True, 1.5])
def test_what_is_of_another_type_is_not_asked(schema: dict[str, Any], instance: Any) -> None:
    assert valid(schema, instance)


class TestInline:
    DEFS: dict[str, Any] = {  # noqa: RUF012
        "word": {"type": "string", "x-herdr": {"rule": "word"}},
        "list": {"items": {"$ref": "#/$defs/word"}},
        "tree": {
            "properties": {"left": {"$ref": "#/$defs/tree"}, "name": {"$ref": "#/$defs/word"}}
        },
        "even": {"items": {"$ref": "#/$defs/odd"}},
        "odd": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/even"}]},
    }
    SCHEMAS = (
        {"$ref": "#/$defs/word"},
        {"$ref": "#/$defs/word", "minLength": 2},
        {"$ref": "#/$defs/word", "allOf": [{"minLength": 2}], "maxLength": 3},
        {"$ref": "#/$defs/list", "x-herdr": {"rule": "outer"}, "maxItems": 2},
        {"properties": {"a": {"$ref": "#/$defs/list"}, "$ref": {"$ref": "#/$defs/word"}}},
        {"$ref": "#/$defs/tree"},
        {"$ref": "#/$defs/even"},
        {"allOf": [{"not": {"$ref": "#/$defs/word"}}, {"if": {"$ref": "#/$defs/list"}}]},
    )
    INSTANCES = st.recursive(
        st.none() | st.integers(0, 3) | st.text("ab", max_size=4),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["a", "left", "name", "$ref"]), inner)
        ),
        max_leaves=8,
    )

    @given(st.sampled_from(SCHEMAS), INSTANCES)
    def test_a_schema_judges_as_before(self, part: dict[str, Any], instance: Any) -> None:
        schema = {"$id": "https://x.test/s", **part, "$defs": self.DEFS}
        resources = registry.register([schema])
        before = copy.deepcopy(schema)
        whole = build(schema, resources)
        flat = build(inline(schema, self.DEFS), resources)
        assert schema == before
        assert told(flat, instance) == told(whole, instance)
        assert Draft202012Validator(schema).is_valid(instance) == (not told(flat, instance))

    def test_other_references_stay(self) -> None:
        for reference in ("other.json", "#/properties/a", "#/$defs/none"):
            assert inline({"items": {"$ref": reference}}, self.DEFS) == {
                "items": {"$ref": reference}
            }

    def test_definitions_stay_for_those_that_refer_to_themselves(self) -> None:
        flat = inline({"$ref": "#/$defs/tree"}, self.DEFS)
        assert flat["properties"]["left"] == {"$ref": "#/$defs/tree"}
        assert flat["properties"]["name"] == self.DEFS["word"]

    def test_order_is_kept(self) -> None:
        schema = {"$ref": "#/$defs/word", "minLength": 9, "$defs": self.DEFS}
        keywords = [
            error.keyword
            for error in schema_errors(build(inline(schema, self.DEFS), registry.register([])), "a")
        ]
        assert keywords == ["minLength"]
        assert [*inline({"$ref": "#/$defs/word", "minLength": 9}, self.DEFS)] == [
            "allOf",
            "minLength",
        ]


def told(validator: Any, instance: Any) -> list[str]:
    return sorted(map(repr, (plain(error) for error in schema_errors(validator, instance))))


def plain(error: SchemaError) -> tuple[Any, ...]:
    return (error.path, error.keyword, error.annotation, error.subject, error.value)


SCHEMA_OF_ROLES, RESOURCES = registry.shipped(SCHEMA)
FOLLOWING = build(SCHEMA_OF_ROLES, RESOURCES)


@given(roles.role_files(), st.sampled_from(Layer))
@examples(100)
def test_roles_are_judged_alike_with_and_without_following_references(
    data: bytes, layer: Layer
) -> None:
    document = dict(read_role("x.md", data, stem="x", layer=layer).data)
    assert told(shipped(SCHEMA), document) == told(FOLLOWING, document)


def test_the_schema_of_roles_is_free_of_references_to_itself() -> None:
    schema: Any = explainer(SCHEMA).schema
    assert "$ref" not in str({key: schema[key] for key in schema if key != "$defs"})
    assert files.load(SCHEMA)["$id"] == schema["$id"]
