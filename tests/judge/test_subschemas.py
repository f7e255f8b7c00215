"""Where references lead, and that finding out costs no more than reading the schema once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from herdr_lint.judge import subschemas
from herdr_lint.judge.foreign_patterns import matches
from herdr_lint.judge.subschemas import DIALECT, Addresses, levels


def missing(schema: Mapping[str, Any], *others: tuple[str, Mapping[str, Any]]) -> list[str]:
    addresses = Addresses()
    addresses.add(schema)
    for address, other in others:
        addresses.add(other, address)
    return [reference for _, _, reference in addresses.missing()]


@pytest.mark.parametrize(
    "reference",
    [
        "#",
        "",
        "#/$defs/a",
        "#/$defs/a~1b~0c",
        "#/$defs/%61",
        "#/allOf/1",
        "#/x",
        "#here",
        "#there",
        "inner.json",
        "inner.json#deep",
        "inner.json#/$defs/a",
        "https://example.org/dir/outer.json#here",
        "../dir/inner.json",
        DIALECT,
        f"{DIALECT}#/properties",
        "other.json#/items",
    ],
)
def test_what_is_there(reference: str) -> None:
    schema = {
        "$id": "https://example.org/dir/outer.json#",
        "x": 0,
        "allOf": [{}, {"$ref": reference}],
        "$defs": {
            "a": {"$anchor": "here"},
            "a/b~c": {"$dynamicAnchor": "there"},
            "inner": {"$id": "inner.json", "$defs": {"a": {"$anchor": "deep"}}},
        },
    }
    other = {"items": True}
    assert missing(schema, ("https://example.org/dir/other.json", other)) == []


@pytest.mark.parametrize(
    "reference",
    [
        "#/$defs/b",
        "#/allOf/01x",
        "#/allOf/2",
        "#/allOf/-",
        "#/$defs/a/b/c",
        "#nowhere",
        "inner.json",
        "http://[",
        f"{DIALECT}#/nowhere",
    ],
)
def test_what_is_not(reference: str) -> None:
    assert missing({"$defs": {"a": 1}, "allOf": [{}, {"$ref": reference}]}) == [reference]


def test_anchors_belong_to_the_schema_around_them() -> None:
    schema = {
        "$id": "https://example.org/a.json",
        "$defs": {"b": {"$id": "b.json", "$defs": {"c": {"$anchor": "c"}}, "$ref": "#c"}},
        "$ref": "#c",
    }
    assert missing(schema) == ["#c"]


def test_a_bad_address_is_told_and_names_nothing() -> None:
    addresses = Addresses()
    addresses.add({"$id": "http://[x", "$ref": "#/$defs/a", "$defs": {"a": {}}})
    assert [(bad.way, bad.address) for bad in addresses.bad] == [((), "http://[x")]
    assert list(addresses.missing()) == []


@pytest.mark.parametrize(
    ("schema", "way"),
    [
        ({"properties": {"a": {"$ref": "#"}}}, None),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#"}}}}, None),
        ({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}], "$defs": {"a": {}}}, None),
        ({"$ref": DIALECT}, None),
        ({"$ref": "#"}, ()),
        ({"if": {"$ref": "#"}}, ()),
        ({"items": {"not": {"$ref": "#/items"}}}, ("items",)),
        ({"$defs": {"a": {"$anchor": "a", "anyOf": [{"$dynamicRef": "#a"}]}}}, ("$defs", "a")),
    ],
)
def test_circles(schema: Mapping[str, Any], way: tuple[object, ...] | None) -> None:
    addresses = Addresses()
    addresses.add(schema)
    found = addresses.circle()
    assert (found and found.way) == way


@pytest.mark.parametrize(
    "of",
    [
        lambda n: {
            "$defs": {"a": {"$anchor": "a"}},
            "properties": {f"p{i}": {"$ref": "#a"} for i in range(n)},
        },
        lambda n: {"properties": {f"p{i}": {"$id": f"q{i}.json", "$ref": "#"} for i in range(n)}},
        lambda n: {"allOf": [{"$ref": "#/allOf/0"}] * n},
    ],
    ids=["anchors", "ids", "pointers"],
)
def test_work_grows_with_the_schema_alone(of: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def work(n: int) -> int:
        seen = []
        children = subschemas.children

        def counted(level: Mapping[str, Any]) -> Iterator[Any]:
            seen.append(level)
            return children(level)

        with monkeypatch.context() as patch:
            patch.setattr(subschemas, "children", counted)
            assert missing(of(n)) == []
        return len(seen)

    assert work(2_000) <= 2.1 * work(1_000)


texts = st.text(alphabet="ab0é_- \n\u0660", max_size=8)


@given(
    st.sampled_from(["^a+$", r"\d", r"^\w+$", r"[^\s]$", "a{2}", "(a|b)+0", "(?!a)b", "^$", "."]),
    texts,
)
def test_patterns_mean_what_they_do_elsewhere(pattern: str, text: str) -> None:
    import regress

    assert matches(pattern, text) is (regress.Regex(pattern, "u").find(text) is not None)


def test_each_level_is_met_once() -> None:
    schema = Draft202012Validator.META_SCHEMA
    ways = [way for way, _ in levels(schema)]
    assert len(ways) == len(set(ways))


CIRCLE = {"$ref": "#"}
KEYWORDS = {
    # keyword: its value with a schema in it, the way there, whether that judges the same value
    "additionalProperties": (CIRCLE, (), False),
    "contains": (CIRCLE, (), False),
    "contentSchema": (CIRCLE, (), False),
    "else": (CIRCLE, (), True),
    "if": (CIRCLE, (), True),
    "items": (CIRCLE, (), False),
    "not": (CIRCLE, (), True),
    "propertyNames": (CIRCLE, (), False),
    "then": (CIRCLE, (), True),
    "unevaluatedItems": (CIRCLE, (), False),
    "unevaluatedProperties": (CIRCLE, (), False),
    "allOf": ([True, CIRCLE], (1,), True),
    "anyOf": ([True, CIRCLE], (1,), True),
    "oneOf": ([True, CIRCLE], (1,), True),
    "prefixItems": ([True, CIRCLE], (1,), False),
    "$defs": ({"a": CIRCLE}, ("a",), False),
    "definitions": ({"a": CIRCLE}, ("a",), False),
    "dependentSchemas": ({"a": CIRCLE}, ("a",), True),
    "patternProperties": ({"a": CIRCLE}, ("a",), False),
    "properties": ({"a": CIRCLE}, ("a",), False),
    "const": (CIRCLE, None, False),
    "default": (CIRCLE, None, False),
    "dependentRequired": ({"a": ["$ref"]}, None, False),
    "enum": ([CIRCLE], None, False),
    "examples": ([CIRCLE], None, False),
    "x": (CIRCLE, None, False),
}


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_which_keywords_hold_schemas_and_which_of_them_judge_the_same_value(keyword: str) -> None:
    value, steps, in_place = KEYWORDS[keyword]
    schema = {keyword: value}
    below = [] if steps is None else [((keyword, *steps), CIRCLE)]
    assert [*levels(schema)] == [((), schema), *below]
    addresses = Addresses()
    addresses.add(schema)
    circle = addresses.circle()
    assert (circle is not None) is in_place
    assert Draft202012Validator.META_SCHEMA["$id"] == DIALECT


@pytest.mark.parametrize("keyword", ["allOf", "properties", "items"])
@pytest.mark.parametrize("value", [5, "text", None, [{}, 5], {"a": 5}])
def test_what_is_not_of_the_form_of_a_keyword_holds_no_schemas_there(
    keyword: str, value: Any
) -> None:
    schema = {"not": {keyword: value}}
    held = {
        ("allOf", 0): [{}, 5],
        ("items",): {"a": 5},
    }
    ways = [("not", *way) for way, of in held.items() if way[0] == keyword and of == value]
    assert [way for way, _ in levels(schema)] == [(), ("not",), *ways]


def test_levels_come_in_the_order_of_the_schema() -> None:
    schema = {"properties": {"a": {"not": {}}, "b": {}}, "allOf": [{}, {"items": {}}]}
    assert [way for way, _ in levels(schema)] == [
        (),
        ("properties", "a"),
        ("properties", "a", "not"),
        ("properties", "b"),
        ("allOf", 0),
        ("allOf", 1),
        ("allOf", 1, "items"),
    ]
