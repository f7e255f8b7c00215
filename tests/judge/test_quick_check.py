"""Two validators, one verdict: what the quick one admits has no error to be explained."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.judge import shipped as files
from herdr_lint.judge.quick_check import QuickCheck, anchor, translated
from herdr_lint.judge.schema_errors import matches
from herdr_lint.judge.validator import shipped, standalone
from herdr_lint.model import Layer
from herdr_lint.role.document import read_role
from tests.effort import examples
from tests.strategies import openwop, roles, schemas

NAMES = sorted(
    path.relative_to(files.root()).as_posix() for path in files.root().rglob("*.schema.json")
)
PATTERNS = sorted({pattern for name in NAMES for pattern in schemas.patterns(files.load(name))})
INSTANCES: dict[str, st.SearchStrategy[Any]] = {}


def agree(name: str, instance: Any) -> None:
    validator = shipped(name)
    assert validator.admits(instance) is not bool([*validator.errors(instance)])


def instances(name: str) -> st.SearchStrategy[Any]:
    if name not in INSTANCES:
        INSTANCES[name] = schemas.Instances(name).strategy()
    return INSTANCES[name]


@pytest.mark.parametrize("name", NAMES)
def test_both_come_to_the_same_verdict_by_every_schema(name: str) -> None:
    @given(instances(name))
    @examples(15)
    def both_agree(instance: Any) -> None:
        agree(name, instance)

    both_agree()


@given(roles.role_files() | roles.plain_roles().map(str.encode), st.sampled_from(Layer))
@examples(150)
def test_both_come_to_the_same_verdict_about_roles(data: bytes, layer: Layer) -> None:
    agree("role/role.schema.json", read_role("x.md", data, stem="x", layer=layer).data)


@given(st.sampled_from(NAMES), openwop.json_values)
@examples(100)
def test_what_is_far_from_anything_is_refused_by_both(name: str, instance: Any) -> None:
    agree(name, instance)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_both_read_a_pattern_alike(pattern: str) -> None:
    quick = QuickCheck({"pattern": pattern})
    named = QuickCheck({"patternProperties": {pattern: False}})

    @given(schemas.matching(pattern) | schemas.odd_texts)
    @examples(10)
    def read_alike(text: str) -> None:
        assert quick.admits(text) is matches(pattern, text)
        assert named.admits({text: 1}) is not matches(pattern, text)

    read_alike()


def test_no_pattern_holds_what_the_two_read_differently() -> None:
    harmless = re.compile(r"\\[^bBkpPcAzZ0DSW]")
    apart = re.compile(r"\\[bBkpPcAzZ0]|\(\?[^:=!]|\[\^?\]|\[[^\]]*(\\[DSW]|\[|&&|--|~~)")
    assert [pattern for pattern in PATTERNS if apart.search(harmless.sub("", pattern))] == []


def test_numbers_beyond_doubles_are_kept_out_where_a_limit_is_asked() -> None:
    """jsonschema-rs takes them for no number at all, and has then nothing to ask."""
    for limit in ("maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum"):
        assert QuickCheck({limit: 3}).admits(float("inf"))
        assert not QuickCheck({"type": "number", limit: 3}).admits(float("inf"))
    unguarded = {
        name
        for name in NAMES
        for _, value in schemas.members({"": files.load(name)})
        if isinstance(value, dict)
        and {"maximum", "minimum", "exclusiveMinimum"}
        & {k for k, v in value.items() if not isinstance(v, dict)}
        and value.get("type") not in ("integer", "number")
    }
    assert unguarded == {  # their numbers are facts of ours
        "role/extension.schema.json",
        "role/role.schema.json",
        "role/skill.schema.json",
    }


ANY = r"[^\n\r\u2028\u2029]"
RULE = {"x-herdr-report": {"rule": "r"}}


@pytest.mark.parametrize(
    ("schema", "same"),
    [
        ({"pattern": "^.$"}, {"pattern": r"^[^\n\r\u2028\u2029]$"}),
        ({"pattern": r"^\.[.]\\.$"}, {"pattern": r"^\.[.]\\[^\n\r\u2028\u2029]$"}),
        (
            {"pattern": r"\d\\d[\d\]\w]\W\n"},
            {"pattern": r"[0-9]\\d[0-9\]A-Za-z0-9_][^A-Za-z0-9_]\n"},
        ),
        ({"format": "date", "type": "string"}, {"type": "string"}),
        ({"format": "uri"}, {"format": "uri"}),
        (
            {"properties": {"pattern": {"pattern": "a."}, "const": {"format": "date"}}},
            {"properties": {"pattern": {"pattern": r"a[^\n\r\u2028\u2029]"}, "const": {}}},
        ),
        ({"const": {"pattern": "."}}, {"const": {"pattern": "."}}),
        ({"anyOf": [{"pattern": "."}, True]}, {"anyOf": [{"pattern": ANY}, True]}),
        ({"not": {"pattern": "."}}, {"not": {"pattern": ANY}}),
        (
            {"patternProperties": {".": {"pattern": "."}}},
            {"patternProperties": {ANY: {"pattern": ANY}}},
        ),
        ({"allOf": [{"pattern": "."}], **RULE}, {"allOf": [{"pattern": ANY}, False], **RULE}),
        (
            {"x-herdr-report": {"rule": "r", "unless": {"pattern": "."}}},
            {
                "x-herdr-report": {"rule": "r", "unless": {"pattern": "."}},
                "allOf": [{"pattern": ANY}],
            },
        ),
        (
            {"propertyNames": {"pattern": "."}, **RULE},
            {"allOf": [False, {"not": {"not": {"propertyNames": {"pattern": ANY}}}}], **RULE},
        ),
        (True, True),
    ],
)
def test_a_schema_is_put_in_other_terms(schema: Any, same: Any) -> None:
    assert translated(schema) == same


def test_a_rule_that_is_not_heard_refuses_nothing() -> None:
    assert translated({"items": RULE}, {"r"}) == {"items": RULE}
    assert translated({"items": RULE}, {"s"}) == {"items": {"allOf": [False], **RULE}}


def test_items_of_lists_are_set_apart_where_they_are_judged_alike() -> None:
    items = {"pattern": "."}
    named = {"items": {"$anchor": anchor(items), "pattern": ANY}}
    assert translated({"items": items, "minItems": 1}, apart=True) == {
        "minItems": 1,
        "allOf": [{"not": {"not": named}}],
    }
    assert translated({"items": False}, apart=True) == {"items": False}
    several = {"items": items, "prefixItems": [True]}
    assert translated(several, apart=True) == {"items": {"pattern": ANY}, "prefixItems": [True]}


class TestReports:
    REPORT = {"x-herdr-report": {"rule": "explicit-role"}}  # noqa: RUF012

    @pytest.mark.parametrize(
        "schema",
        [
            REPORT,
            {"allOf": [{"minItems": 1}], **REPORT},
            {"properties": {"a": REPORT}},
            {"patternProperties": {"a": REPORT}},
            {"items": {"if": True, "then": REPORT}},
            {"anyOf": [{"$ref": "#/$defs/a"}], "$defs": {"a": REPORT}},
        ],
    )
    def test_a_report_is_heard_unless_nobody_listens(self, schema: dict[str, Any]) -> None:
        for instance in ({"a": 1}, [1]):
            reported = any(True for _ in standalone(schema).errors(instance))
            assert standalone(schema).admits(instance) is not reported
            assert standalone(schema).admits(instance, frozenset({"explicit-role"}))
        assert standalone(schema).reports == {"explicit-role"}


@pytest.mark.parametrize(
    ("schema", "instance"),
    [
        ({"pattern": "^.$"}, "\ud800"),
        ({"additionalProperties": False, "patternProperties": {"^.$": {}}}, {"\ud800": 1}),
    ],
)
def test_half_of_a_surrogate_pair_is_left_to_the_other(
    schema: dict[str, Any], instance: Any
) -> None:
    assert not QuickCheck(schema).admits(instance)
    assert standalone(schema).is_valid(instance)


def test_depth_is_no_matter() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert QuickCheck({}).admits(deep)
