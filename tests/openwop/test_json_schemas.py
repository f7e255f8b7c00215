"""JSON Schemas of packs, against what is said of them and against the meta-schema itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema_specifications import (  # type: ignore[import-untyped]
    REGISTRY as SPECIFICATIONS,
)

from herdr_lint.judge import validator
from herdr_lint.judge.keywords import NAMED, SINGLE
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.openwop.json_schemas import (
    LEVEL,
    UNCHECKED,
    SchemaProblem,
    problems,
)
from tests.strategies.gate import written

META = Draft202012Validator(Draft202012Validator.META_SCHEMA)


def problems_of(schema: Any) -> list[SchemaProblem]:
    return [*problems(read_manifest("schemas/a.json", written(schema)))]


@pytest.mark.parametrize(
    ("schema", "way", "problem"),
    [
        ({"type": 1}, ("type",), "`1` is not a type of JSON"),
        ({"type": []}, ("type",), "`type` is empty"),
        ({"type": ["null", "null"]}, ("type", 1), "`null` stands twice"),
        ({"type": ["null", "text"]}, ("type", 1), "`text` is not a type of JSON"),
        ({"minLength": -1}, ("minLength",), "`minLength` is `-1`, which is too low"),
        ({"multipleOf": 0}, ("multipleOf",), "`multipleOf` is `0`, which is too low"),
        ({"minLength": 1.5}, ("minLength",), "`minLength` is `1.5`, not of type integer"),
        ({"items": []}, ("items",), "`items` is `[]`, not of type object or boolean"),
        ({"$anchor": "#a"}, ("$anchor",), "`$anchor` is `#a`"),
        (
            {"allOf": [{"not": 1}]},
            ("allOf", 0, "not"),
            "`not` is `1`, not of type object or boolean",
        ),
        (
            {"properties": {"a": {"$defs": {"b": {"required": [1]}}}}},
            ("properties", "a", "$defs", "b", "required", 0),
            "`0` is `1`, not of type string",
        ),
        ({"$schema": 5}, ("$schema",), "`$schema` is `5`, not of type string"),
        ({"x": {"type": 1}}, None, None),
        ({"const": {"type": 1}, "enum": [{"type": 1}], "default": {"type": 1}}, None, None),
    ],
)
def test_what_the_meta_schema_refuses(
    schema: Any, way: tuple[object, ...] | None, problem: str | None
) -> None:
    found = [(one.way, one.params["problem"]) for one in problems_of(schema)]
    assert found == ([] if way is None else [(way, problem)])


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {"$ref": "#"},
        {"$ref": "https://json-schema.org/draft/2020-12/schema"},
        {"$id": "https://a.example/x", "$ref": "https://a.example/x#/$defs/a", "$defs": {"a": {}}},
        {"$defs": {"a": {"$id": "b.json"}, "c": {"$ref": "b.json"}}, "$id": "https://a.example/x"},
        {"$defs": {"a": {"$id": "b", "$defs": {"d": {}}, "items": {"$ref": "#/$defs/d"}}}},
        {"$dynamicRef": "#a", "$defs": {"a": {"$dynamicAnchor": "a"}}},
        {"$ref": "#/$defs/a~1b%25", "$defs": {"a/b%": {}}},
        {"$schema": "https://json-schema.org/draft/2020-12/schema#"},
        {"pattern": r"a\-b", "patternProperties": {r"^\p{L}+$": {}}},
    ],
)
def test_sound_schemas_have_no_problem(schema: Any) -> None:
    assert problems_of(schema) == []


@pytest.mark.parametrize(
    ("reference", "shown"),
    [
        ("#/$defs/none", "`#/$defs/none`"),
        ("#none", "`#none`"),
        ("other.json", "`other.json`"),
        ("https://[", "`https://[`"),
        ("https://a.example/b.json", "`https://a.example/b.json`"),
    ],
)
def test_references_lead_nowhere_else(reference: str, shown: str) -> None:
    schema = {"properties": {"a": {"$ref": reference}}}
    assert problems_of(schema) == [
        SchemaProblem(("properties", "a", "$ref"), "reference", {"reference": shown})
    ]


@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef"])
def test_a_reference_is_followed_by_whichever_keyword_there_is(keyword: str) -> None:
    assert problems_of({keyword: "#none"}) == [
        SchemaProblem((keyword,), "reference", {"reference": "`#none`"})
    ]


def test_what_is_right_at_first_sight_is_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As nearly all schemas are."""

    def asked(*_: object) -> None:
        raise AssertionError("the meta-schema is not needed for that")

    monkeypatch.setattr(validator, "schema_errors", asked)
    texts = ("$comment", "$ref", "$schema", "description", "format", "pattern", "title")
    counts = ("minItems", "minLength", "maxItems", "maxLength")
    levels = [
        *({"type": name} for name in ("array", "boolean", "integer", "null", "number")),
        {"type": "object", "enum": [1], "required": ["a", "b"], "x-own": [1]},
        {"type": "string", "$id": "https://a.example/x", **dict.fromkeys(counts, 0)},
        {**dict.fromkeys(texts, "#"), "$schema": META.META_SCHEMA["$id"]},
        dict.fromkeys(sorted(SINGLE), True),
        {key: {"a": {}} for key in sorted(NAMED)},
    ]
    for level in levels:
        assert problems_of(level) == []


@pytest.mark.parametrize(
    "keyword",
    [
        *({key: 1} for key in ("$comment", "$ref", "description", "format", "pattern", "title")),
        *({key: -1} for key in ("minItems", "minLength", "maxItems", "maxLength")),
        *({key: True} for key in ("minItems", "minLength", "maxItems", "maxLength")),
        *({key: 1} for key in sorted(SINGLE)),
        *({key: [{}]} for key in sorted(NAMED)),
        *({key: {"a": 1}} for key in sorted(NAMED)),
        *({"$id": value} for value in (1, "a#b")),
        *({"type": value} for value in (1, "text")),
        *({"required": value} for value in ("a", [1], ["a", "a"])),
        {"enum": {}},
    ],
    ids=str,
)
def test_whatever_is_wrong_at_first_sight_is_judged(keyword: Any) -> None:
    assert not META.is_valid(keyword)
    assert {one.cause for one in problems_of(keyword)} == {None}


def keywords() -> Iterator[str]:
    """The keywords of draft 2020-12, by the parts of its meta-schema."""
    for part in META.META_SCHEMA["allOf"]:
        yield from SPECIFICATIONS.contents(
            f"https://json-schema.org/draft/2020-12/{part['$ref']}"
        ).get("properties", {})
    yield "definitions"


TEXTS = ("", "a", "A_", "_", "a.b-c9", "-a", "1", "a b", "a#", "#", "a#b")
TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
LISTS: list[list[Any]] = [[], [{}, {}], [True, 1], ["string", "null"], ["null", "null"], ["a", "b"]]
LISTS += [[1], ["a"], ["a", "a"], [None], [True], [{}]]
MEMBERS: list[Any] = [None, 1, "a", True, {}, [], [1], ["a"], ["a", "a"]]
SOME: list[Any] = [None, True, -1, 0, 1, 1.5, *TEXTS, *TYPES, *LISTS]
SOME += [{}, *({"a": value} for value in MEMBERS)]


@pytest.mark.parametrize("keyword", sorted({*keywords()}))
def test_each_keyword_takes_what_it_takes_by_the_meta_schema(keyword: str) -> None:
    judge = validator.shipped(LEVEL)
    taken = [value for value in SOME if judge.is_valid({keyword: value})]
    # That what is inside is a schema again is the affair of its own level.
    assert taken == [value for value in SOME if META.is_valid({keyword: value})]


def test_references_wait_until_the_keywords_are_right() -> None:
    assert [one.cause for one in problems_of({"$ref": "#none", "type": "x"})] == [None]


def test_no_schema_gets_more_problems_than_anybody_reads() -> None:
    schema = {"properties": {f"p{n}": {"type": "x"} for n in range(20)}}
    assert len(problems_of(schema)) == 10


def test_depth_is_no_depth_of_calls() -> None:
    schema: dict[str, Any] = {}
    for _ in range(900):
        schema = {"not": schema}
    assert problems_of(schema) == [
        SchemaProblem((), UNCHECKED, {"problem": "nested more deeply than is judged"})
    ]


@pytest.mark.parametrize(
    "pattern", ["a|" * 1_000_000, "(?:" * 1_000 + "a" + ")" * 1_000, "a" * 4097]
)
def test_a_pattern_that_would_end_the_process_is_not_compiled(pattern: str) -> None:
    assert problems_of({"items": {"pattern": pattern}}) == [
        SchemaProblem(
            ("items", "pattern"),
            UNCHECKED,
            {"problem": "a regular expression in it is too long to be compiled safely"},
        )
    ]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 2) | st.sampled_from(["a", "#", "string", "^a$"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(
                [
                    *(
                        "type",
                        "items",
                        "properties",
                        "$defs",
                        "allOf",
                        "required",
                        "pattern",
                        "enum",
                    ),
                    *(
                        "$anchor",
                        "minLength",
                        "prefixItems",
                        "if",
                        "dependentRequired",
                        "const",
                        "a",
                    ),
                ]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@given(VALUES)
@settings(max_examples=150, deadline=None)
def test_the_same_is_refused_as_by_the_meta_schema(schema: Any) -> None:
    refused = any(one.cause in {None, "not-a-schema"} for one in problems_of(schema))
    assert refused is not META.is_valid(schema)


def test_an_address_that_is_none() -> None:
    problem = {"problem": "`$id` is `https://[x`, which is not an address"}
    assert problems_of({"$id": "https://[x"}) == [SchemaProblem(("$id",), None, problem)]
