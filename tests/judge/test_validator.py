"""Patterns as ECMA-262 has them, and what is of another type."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge.schema_errors import matches
from herdr_lint.judge.validator import build, schema_errors

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
