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
from herdr_lint.judge.subschemas import DIALECT, Addresses, levels, parted


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
        ({"$id": "https://example.org/a.json", "items": {"$ref": 5}}, None),
        ({"$ref": "#/x", "allOf": [True, {"$ref": "#/allOf"}]}, None),
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
    "default": ({"a": CIRCLE}, None, False),
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
    assert [*levels(True)] == [((), True)]


def added(*schemas: Mapping[str, Any], address: str = "") -> Addresses:
    addresses = Addresses()
    for schema in schemas:
        addresses.add(schema, address)
    return addresses


def test_what_references_start_from() -> None:
    schema = {
        "items": {"$id": "http://[x", "not": {}},
        "$defs": {
            "a": {
                "$id": "dir/a.json#top",
                "$defs": {"b": {"$id": "b.json", "items": {}}},
                "not": {},
            },
            "c": {"$id": 5, "not": {}},
        },
    }
    addresses = added(schema, address="https://example.org/x/")
    inner = "https://example.org/x/dir/a.json"
    assert [(level.way, level.base) for level in addresses.levels] == [
        ((), "https://example.org/x/"),
        (("items",), "https://example.org/x/"),
        (("items", "not"), "https://example.org/x/"),
        (("$defs", "a"), inner),
        (("$defs", "a", "$defs", "b"), "https://example.org/x/dir/b.json"),
        (("$defs", "a", "$defs", "b", "items"), "https://example.org/x/dir/b.json"),
        (("$defs", "a", "not"), inner),
        (("$defs", "c"), "https://example.org/x/"),
        (("$defs", "c", "not"), "https://example.org/x/"),
    ]
    assert addresses.bad == [(("items",), schema["items"], "http://[x")]
    assert [level.base for level in added({}).levels] == [""]


def test_by_which_addresses_a_schema_is_known() -> None:
    addresses = added({"$id": "https://example.org/a.json"}, address="file:///b.json")
    known = ("https://example.org/a.json", "file:///b.json", "", "a.json", DIALECT)
    assert [one in addresses for one in known] == [True, True, False, False, False]


def test_the_first_by_an_address_or_an_anchor_stays() -> None:
    first, second = {"$anchor": "a", "x": 1}, {"$anchor": "a", "x": 2}
    addresses = added(first, second, address="https://example.org/a.json")
    assert addresses.resolve("", "https://example.org/a.json") is first
    assert addresses.resolve("", "https://example.org/a.json#a") is first


def test_where_a_reference_leads() -> None:
    schema = {
        "allOf": [{"x": 1}, {"x": 2}],
        "$defs": {"a/b": {"x": 3}, "é": {"$anchor": "ö"}, "c": {"$anchor": []}},
        "title": "text",
    }
    addresses = added(schema)
    found = {
        reference: addresses.resolve("", reference)
        for reference in (
            "#/allOf/1/x",
            "#/allOf/1",
            "#/allOf/2",
            "#/allOf/01",
            "#/allOf/0000000001",
            "#/allOf/\u0661",
            "#/allOf/x",
            "#/allOf/-1",
            "#/title/0",
            "#/$defs/a~1b/x",
            "#/$defs/a%2Fb",
            "#/$defs/%C3%A9",
            "#%C3%B6",
            "#/",
            "other#/allOf",
            "other#%C3%B6",
            "http://[#/allOf",
        )
    }
    assert {reference: one for reference, one in found.items() if one is not None} == {
        "#/allOf/1/x": 2,
        "#/allOf/1": {"x": 2},
        "#/$defs/a~1b/x": 3,
        "#/$defs/%C3%A9": {"$anchor": "ö"},
        "#%C3%B6": {"$anchor": "ö"},
    }
    assert addresses.resolve("", f"{DIALECT}#/$id") == DIALECT


def test_what_is_missing_is_told_with_its_place() -> None:
    schema = {"items": {"$ref": "#/x", "$dynamicRef": "#y"}, "not": {"$ref": 5}, "const": {}}
    found = [(level.way, keyword, ref) for level, keyword, ref in added(schema).missing()]
    assert found == [(("items",), "$ref", "#/x"), (("items",), "$dynamicRef", "#y")]


def test_no_way_is_gone_twice_in_search_of_a_circle() -> None:
    defs = {
        f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}, {"$ref": f"#/$defs/d{n + 1}"}]}
        for n in range(60)
    }
    assert added({"$defs": {**defs, "d60": {}}}).circle() is None
    circle = added({"$defs": {**defs, "d60": {"not": {"$ref": "#/$defs/d59"}}}}).circle()
    assert circle is not None
    assert circle.way == ("$defs", "d59")


@pytest.mark.parametrize(
    ("base", "reference", "leads_to"),
    [
        ("", "#", ("", "")),
        ("", "a.json#/b", ("a.json", "/b")),
        ("https://example.org/x/a.json", "b.json", ("https://example.org/x/b.json", "")),
        ("https://example.org/x/a.json", "#/c", ("https://example.org/x/a.json", "/c")),
        ("https://example.org/", "http://[#/c", ("http://[#/c", "")),
    ],
)
def test_the_parts_of_a_reference(base: str, reference: str, leads_to: tuple[str, str]) -> None:
    assert parted(base, reference) == leads_to


def test_a_schema_may_take_the_place_of_the_one_of_schemas() -> None:
    own = {"$id": DIALECT, "x": 1}
    assert added(own).resolve("", DIALECT) is own
