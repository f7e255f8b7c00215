"""Patterns as ECMA-262 has them, and what is of another type."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge import schema_errors as slow
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import validator as module
from herdr_lint.judge.portions import Portions
from herdr_lint.judge.quick_check import QuickCheck
from herdr_lint.judge.schema_errors import matches
from herdr_lint.judge.validator import Validator, build, schema_errors, shipped, standalone

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
        {"properties": {"a": False}},
        {"propertyNames": False},
        {"format": "uri"},
    ],
    ids=lambda schema: next(iter(schema)),
)
@pytest.mark.parametrize("instance", [1, None, True, 1.5])
def test_what_is_of_another_type_is_not_asked(schema: dict[str, Any], instance: Any) -> None:
    assert valid(schema, instance)
    ours = slow.build(schema, registry.register([]))
    assert [*slow.explain(ours, instance)] == []
    assert standalone(schema).admits(instance)


@pytest.mark.parametrize(
    ("uri", "found"), [("https://x.test/a", True), ("x.test", False), ("a:", False)]
)
def test_uris_are_asserted_by_all(uri: str, found: bool) -> None:
    assert standalone({"format": "uri"}).admits(uri) is found
    assert valid({"format": "uri"}, uri) is found
    ours = slow.build({"format": "uri"}, registry.register([]))
    assert ([*slow.explain(ours, uri)] == []) is found


def test_nothing_is_explained_where_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Validator, "errors", lambda *_: pytest.fail("explained"))
    validator = standalone({"maxLength": 1})
    assert [validator.is_valid(text) for text in ("a", "ab")] == [True, False]
    assert [*schema_errors(validator, "a")] == []


def test_what_cannot_be_asked_quickly_is_valid_or_not_all_the_same() -> None:
    surrogates = standalone({"maxLength": 1})
    assert [surrogates.is_valid(text) for text in ("\ud800", "\ud800\ud800")] == [True, False]
    foreign = build({"maxLength": 1}, registry.register([]))
    assert [foreign.is_valid(text) for text in ("a", "ab")] == [True, False]


def test_a_schema_is_put_in_quick_terms_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once more for each set of rules that are not to be heard."""
    made: list[Any] = []

    def counted(*about: Any) -> QuickCheck:
        made.append(about)
        return QuickCheck(*about)

    monkeypatch.setattr(module, "QuickCheck", counted)
    schema = {"x-herdr-report": {"rule": "r"}}
    validator = standalone(schema)
    assert [validator.admits(1, unheard) for unheard in (frozenset(), frozenset({"r"}))] == [
        False,
        True,
    ]
    assert [validator.admits(1), validator.is_valid(1)] == [False, False]
    assert made == [(schema, (), frozenset()), (schema, (), frozenset({"r"}))]


@pytest.mark.parametrize("more", [0, 1])
def test_only_a_long_list_is_judged_in_portions(more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []

    class Counted(Portions):
        def refusals(self, instance: Any) -> Any:
            made.append(instance)
            return super().refusals(instance)

    monkeypatch.setattr("herdr_lint.judge.portions.Portions", Counted)
    items = [1] * (500 + more)
    found = [*standalone({"items": {"type": "string"}}).errors(items)]
    assert [error.path for error in found] == [(index,) for index in range(len(items))]
    assert made == [items] * more


def test_what_our_schemas_report_is_known_through_their_references() -> None:
    assert "explicit-role" in shipped("openwop/v1/agent-manifest.schema.json").reports
    assert standalone({"items": {"x-herdr-report": {"rule": "r"}}}).reports == {"r"}
    assert standalone({}).reports == frozenset()


def test_what_a_shipped_schema_cannot_be_asked_quickly_is_explained_all_the_same() -> None:
    """A lone surrogate, beside what is wrong."""
    found = shipped("catalog.schema.json").errors({"version": "\ud800", "packs": {}})
    assert [(error.path, error.keyword) for error in found] == [(("version",), "const")]


def test_by_schemas_of_others_nothing_is_said_quickly() -> None:
    reporting = {"x-herdr-report": {"rule": "theirs"}}
    validator = build(reporting, registry.register([]))
    assert not validator.admits("a")
    assert validator.explained("a") is None
    assert validator.reports == frozenset()
    assert [error.annotation for error in validator.errors("a")] == [{"rule": "theirs"}]


def test_schemas_of_ours_explain_quickly_through_their_references() -> None:
    node = {"typeId": 5, "version": "1.0.0", "role": "pure"}
    errors = shipped("openwop/v1/node.schema.json").explained(node)
    assert [(error.path, error.keyword, error.about) for error in errors or ()] == [
        ((), "required", "What the node is about, for scheduling and for lists."),
        (("typeId",), "type", "A lower-case letter, then letters, digits, `.`, `_` and `-`."),
    ]
