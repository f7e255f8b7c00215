"""Two ways to explain, one explanation: what is wrong, where, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from herdr_lint.judge import portions as module
from herdr_lint.judge import schema_errors
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import shipped as files
from herdr_lint.judge.keywords import REPORT
from herdr_lint.judge.portions import Portions, has_long_list
from herdr_lint.judge.refusals import Refusals
from herdr_lint.judge.schema_error import SchemaError
from herdr_lint.judge.validator import shipped, standalone
from herdr_lint.model import Layer
from herdr_lint.role.document import read_role
from tests.effort import examples
from tests.judge.test_quick_check import NAMES, instances
from tests.strategies import openwop, roles

WORDED = frozenset({"required", "additionalProperties", "uniqueItems", REPORT})
"""Keywords whose detail is a name; that of the others is a sentence of the validator's own."""

LEFT = "openwop/profile.schema.json"
"""Refers to the schema of schemas, into which nothing is followed."""

EVERYTHING: dict[str, Any] = {
    "$id": "https://x.test/everything",
    "type": ["object", "array"],
    "$defs": {
        "word": {"type": "string", "minLength": 2, REPORT: {"rule": "word"}},
        "pair": {
            "x-herdr": {"rule": "pair"},
            "prefixItems": [{"$ref": "#/$defs/word"}, {"not": {}}],
            "items": {"type": "boolean"},
            "uniqueItems": True,
        },
    },
    "properties": {
        "pair": {"$ref": "#/$defs/pair"},
        "never": {"not": {}},
        "either": {"anyOf": [{"const": 1}, {"required": ["a"]}], "oneOf": [{"type": "null"}, True]},
        "has": {"contains": {"const": 1}},
        "long": {"minItems": 1, "items": {"$ref": "#/$defs/word", REPORT: {"rule": "item"}}},
    },
    "patternProperties": {
        r"^x\d": {"$ref": "#/$defs/word", "x-herdr": {"rule": "outer"}, "maxLength": 3},
        "^x": {"not": {"const": "no"}},
    },
    "additionalProperties": {"type": "array", "items": {"additionalProperties": False}},
    "required": ["pair", "has"],
    "dependentRequired": {"has": ["either", "never"]},
    "dependentSchemas": {"either": {"x-herdr": {"rule": "deep"}, "required": ["has", "x1"]}},
    "if": {"required": ["x1"]},
    "then": {"minProperties": 3},
    "else": {"x-herdr": {"rule": "else"}, "maxProperties": 2},
    REPORT: {"rule": "root", "of": [], "unless": {"required": ["pair"]}},
    "allOf": [
        {"required": ["has"]},
        {
            REPORT: {
                "rule": "pairs",
                "of": ["pair"],
                "unless": {
                    "anyOf": [
                        {"not": {"required": ["pair"]}},
                        {"properties": {"pair": {"type": "array"}}},
                    ]
                },
            }
        },
    ],
}


NAMELESS = {key: value for key, value in EVERYTHING.items() if key != "$id"}


@cache
def in_portions(name: str) -> Callable[[Any], list[SchemaError]]:
    """What tells the errors of a document as if all its lists were long."""
    own = {"everything": EVERYTHING, "nameless": NAMELESS}
    schema, others = own.get(name), tuple[Any, ...]()
    if schema is None:
        schema, others = files.load(name), tuple(map(files.load, files.referred(name)))
    portions = Portions(schema, others)
    explaining = Refusals(schema, others, portions)
    return lambda instance: explaining.explain(portions.refusals(instance), instance)


def objects(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    keys = st.sampled_from(["pair", "never", "either", "has", "x1", "x1y", "xz", "long", "longer"])
    return st.dictionaries(keys, values, max_size=6)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "no", "long", "word"]),
    lambda inner: st.lists(inner, max_size=3) | objects(inner),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("instance", "expected"),
    [
        (
            {"pair": ["a", 1, 2, 2, True, True], "has": [0], "x1": "yes!", "xz": "no"},
            [
                (("pair", 0), "minLength", "pair"),
                (("pair", 0), REPORT, "word"),
                (("pair", 1), "not", "pair"),
                (("pair", 2), "type", "pair"),
                (("pair", 3), "type", "pair"),
                (("pair", 3), "uniqueItems", "pair"),
                (("pair", 5), "uniqueItems", "pair"),
                (("has",), "contains", None),
                (("x1",), REPORT, "word"),
                (("x1",), "maxLength", "outer"),
                (("xz",), "not", None),
                ((), "dependentRequired", None),
                ((), "dependentRequired", None),
            ],
        ),
        (
            {"either": 2, "never": 1, "has": [1]},
            [
                (("never",), "not", None),
                ((), "required", None),
                ((), "required", "deep"),
                ((), "maxProperties", "else"),
                ((), REPORT, "root"),
            ],
        ),
        (
            {"pair": {"a": 1}, "has": 3, "long": ["ab", "c"], "longer": [{"k": 1}], "other": 5},
            [
                (("long", 0), REPORT, "word"),
                (("long", 0), REPORT, "item"),
                (("long", 1), "minLength", None),
                (("long", 1), REPORT, "word"),
                (("long", 1), REPORT, "item"),
                (("longer", 0, "k"), "additionalProperties", None),
                (("other",), "type", None),
                ((), "dependentRequired", None),
                ((), "dependentRequired", None),
                ((), "maxProperties", "else"),
                (("pair",), REPORT, "pairs"),
            ],
        ),
        ([], []),
        ("text", [((), "type", None)]),
    ],
)
def test_errors_of_every_keyword(instance: Any, expected: list[Any]) -> None:
    explainer = schema_errors.build(EVERYTHING, registry.register([EVERYTHING]))
    slowly = [*schema_errors.explain(explainer, instance)]
    assert [(one.path, one.keyword, one.annotation.get("rule")) for one in slowly] == expected
    assert told(standalone(EVERYTHING).explained(instance)) == told(slowly)
    for name in ("everything", "nameless"):
        assert told(in_portions(name)(instance)) == told(slowly)


@given(VALUES | objects(VALUES))
@examples(300)
def test_errors_of_every_keyword_are_the_same(instance: Any) -> None:
    quickly = standalone(EVERYTHING).explained(instance)
    explainer = schema_errors.build(EVERYTHING, registry.register([EVERYTHING]))
    slowly = told(schema_errors.explain(explainer, instance))
    assert quickly is not None
    assert told(quickly) == slowly
    assert told(in_portions("everything")(instance)) == slowly
    assert told(in_portions("nameless")(instance)) == slowly


def test_what_cannot_be_asked_is_left_to_the_other() -> None:
    validator = standalone({"required": ["a"], "properties": {"b": {"maxLength": 1}}})
    instance = {"b": "\ud800\ud800"}
    assert validator.explained(instance) is None
    assert [(error.keyword, error.path) for error in validator.errors(instance)] == [
        ("required", ()),
        ("maxLength", ("b",)),
    ]


def test_names_that_are_refused_are_left_to_the_other() -> None:
    names = {"not": {"required": ["a"]}, "propertyNames": {"maxLength": 1}, "required": ["b"]}
    validator = standalone({REPORT: {"rule": "r", "unless": {"required": ["b"]}}, **names})
    assert not validator.admits({"b": 1, "cc": 2})
    assert validator.explained({"b": 1, "cc": 2}) is None
    assert [
        (error.keyword, error.path, error.value, error.detail)
        for error in validator.errors({"b": 1, "cc": 2})
    ] == [("propertyNames", ("cc",), 2, "cc")]
    assert [error.keyword for error in validator.explained({"a": 1}) or ()] == [
        REPORT,
        "not",
        "required",
    ]


def test_a_refusal_that_leads_to_no_demand_is_not_guessed_at() -> None:
    schema = {"properties": {"a": {"title": "A"}}}
    error = SimpleNamespace(evaluation_path=["properties", "a"], instance_path=["a"], message="m")
    with pytest.raises(LookupError, match="properties"):
        Refusals(schema, ()).explain([error], {"a": 1})  # type: ignore[list-item]


def test_a_missing_member_of_which_nothing_is_said() -> None:
    validator = standalone({"properties": {"a": True}, "required": ["a"]})
    assert [(error.keyword, error.detail, error.about) for error in validator.errors({})] == [
        ("required", "a", "")
    ]


@pytest.mark.parametrize("number", [500, 501, 1000, 1001])
def test_the_items_of_a_long_list_are_told_of_one_by_one(number: int) -> None:
    validator = standalone({"properties": {"a": {"items": {"required": ["b"], "maxLength": 1}}}})
    instance = {"a": [*[{}, "cc", "c"] * (number // 3), *["c"] * (number % 3)]}
    assert has_long_list(instance) is (number > 500)
    assert [(error.path, error.keyword) for error in validator.errors(instance)] == [
        (("a", at), "maxLength" if at % 3 else "required")
        for at in range(number // 3 * 3)
        if at % 3 != 2
    ]


def test_long_lists_of_another_schema_are_judged_by_that_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What judges the items is made once for each schema of items."""
    number = {"additionalProperties": {"minimum": 2}, "type": ["string", "object"]}
    part = {"$id": "https://x.test/part.json", "items": number}
    whole = {"$id": "https://x.test/whole.json", "additionalProperties": {"$ref": "part.json"}}
    made: list[Any] = []

    def counted(schema: Any, **more: Any) -> Any:
        made.append(schema)
        return Draft202012Validator(schema, **more)

    monkeypatch.setattr(module, "Draft202012Validator", counted)
    portions = Portions(whole, (part,))
    instance = {"a": ["x", 1], "b": [2, {"n": 1}]}
    found = Refusals(whole, (part,), portions).explain(portions.refusals(instance), instance)
    assert [(error.path, error.keyword) for error in found] == [
        (("a", 1), "type"),
        (("b", 0), "type"),
        (("b", 1, "n"), "minimum"),
    ]
    assert len(made) == 2
    assert len([*portions.refusals(instance)]) == len(instance)  # a list is refused once


def test_a_list_is_refused_once_whatever_is_wrong_with_its_items() -> None:
    portions = Portions({"items": {"type": "string"}}, ())
    assert len([*portions.refusals([1, 2, 3])]) == 1
    assert [*portions.refusals(["a"])] == []


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_long_list_may_lie_anywhere(depth: int) -> None:
    for size, long in ((500, False), (501, True)):
        inner: Any = [0] * size
        for wrap in (lambda value: [1, value], lambda value: {"a": 1, "b": value})[:depth]:
            inner = wrap(inner)
        assert has_long_list(inner) is long


def test_what_no_value_can_satisfy_is_told_at_its_place() -> None:
    inner = {"additionalProperties": False}
    schema = {"description": "All.", "properties": {"a": False, "b": inner}}
    instance = {"a": 1, "b": {"c": 2}}
    expected = [
        SchemaError(("a",), "false", None, 1, "False schema does not allow 1", (), "", {}, None),
        SchemaError(("b", "c"), "additionalProperties", False, {"c": 2}, "c", (), "", {}, None),
    ]
    assert [*standalone(schema).errors(instance)] == expected
    explainer = schema_errors.build(schema, registry.register([]))
    slowly = [*schema_errors.explain(explainer, instance)]
    assert slowly == [expected[0]._replace(detail="a"), expected[1]]


def test_what_one_keyword_refuses_comes_in_the_order_of_its_words() -> None:
    found = standalone({"dependentRequired": {"a": ["z", "b"]}}).explained({"a": 1}) or ()
    assert [error.detail.partition(" is")[0] for error in found] == ['"z"', '"b"']


def test_only_members_that_the_schema_does_not_know_are_told_of() -> None:
    known = {"properties": {"a": True}, "patternProperties": {"^x": True}}
    validator = standalone({**known, "additionalProperties": False})
    found = validator.explained({"b": 1, "a": 2, "x1": 3, "c": 4}) or ()
    assert [(error.path, error.detail) for error in found] == [(("b",), "b"), (("c",), "c")]


def test_items_come_one_after_the_other_whatever_is_wrong_with_them() -> None:
    validator = standalone(
        {
            "prefixItems": [{"minLength": 3, "pattern": "^b"}, {"minLength": 3, "type": "null"}],
            "items": {"minLength": 3, "pattern": "^b"},
        }
    )
    items = ["aaa", "b", "aaa", "b", "aaa"]
    found = [(error.path[0], error.keyword) for error in validator.explained(items) or ()]
    assert found == [
        (0, "pattern"),
        (1, "minLength"),
        (1, "type"),
        (2, "pattern"),
        (3, "minLength"),
        (4, "pattern"),
    ]


def test_members_are_judged_by_each_pattern_that_fits_them() -> None:
    patterns = {
        "^a": {"maxLength": 1},
        r"\d$": {"minLength": 1},
        "^ab": {"x-herdr": {"rule": "r"}, "const": "no"},
    }
    validator = standalone({"patternProperties": patterns})
    found = validator.explained({"b1": "", "ab": "xx", "a1": ""})
    assert [(error.path, error.keyword, error.annotation) for error in found or ()] == [
        (("ab",), "maxLength", {}),
        (("b1",), "minLength", {}),
        (("a1",), "minLength", {}),
        (("ab",), "const", {"rule": "r"}),
    ]


def test_the_members_of_an_object_are_numbered_once() -> None:
    class Counted(dict[str, int]):
        times = 0

        def __iter__(self) -> Iterator[str]:
            self.times += 1
            return super().__iter__()

    members = Counted({f"k{number}": number for number in range(9)})
    found = standalone({"additionalProperties": {"type": "null"}}).explained(members)
    assert [error.path for error in found or ()] == [(f"k{number}",) for number in range(9)]
    assert members.times == 1


@pytest.mark.parametrize(
    ("member", "about"),
    [
        ({"description": "The own."}, "The own."),
        ({"$ref": "#/$defs/part"}, "The part."),
        ({"$ref": "#/$defs/part", "description": "The own."}, "The own."),
        ({"$ref": "#/$defs/none"}, ""),
        ({}, ""),
    ],
)
def test_what_is_said_of_a_missing_member(member: Any, about: str) -> None:
    validator = standalone(
        {
            "description": "The whole.",
            "$defs": {"part": {"description": "The part."}, "none": {}},
            "required": ["a", "b"],
            "properties": {"a": member},
        }
    )
    found = validator.explained({}) or ()
    assert [(error.detail, error.about) for error in found] == [("a", about), ("b", "")]


def told(errors: Any) -> list[SchemaError]:
    """Errors without what only one of the two says: a sentence of its own, and what it is about.

    References to what a missing member is are followed by one of them alone.
    """
    return [
        error._replace(
            detail=error.detail if error.keyword in WORDED else "",
            about="" if error.keyword == "required" else error.about,
        )
        for error in errors
    ]


def explained_alike(name: str, instance: Any) -> None:
    quickly = shipped(name).explained(instance)
    slowly = told(schema_errors.explain(schema_errors.shipped(name), instance))
    if quickly is None:
        assert name == LEFT or any(error.keyword == "propertyNames" for error in slowly)
    else:
        assert told(quickly) == slowly
        assert told(in_portions(name)(instance)) == slowly


@pytest.mark.parametrize("name", NAMES)
def test_errors_are_the_same_by_every_schema(name: str) -> None:
    @given(instances(name))
    @examples(15)
    def alike(instance: Any) -> None:
        explained_alike(name, instance)

    alike()


@given(roles.role_files() | roles.plain_roles().map(str.encode), st.sampled_from(Layer))
@examples(150)
def test_errors_of_roles_are_the_same(data: bytes, layer: Layer) -> None:
    document = read_role("x.md", data, stem="x", layer=layer)
    explained_alike("role/role.schema.json", document.data)


@given(st.sampled_from(NAMES), openwop.json_values)
@examples(100)
def test_errors_of_what_is_far_from_anything_are_the_same(name: str, instance: Any) -> None:
    explained_alike(name, instance)
