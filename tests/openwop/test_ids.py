"""Ids in manifests, at the edges of what their patterns take."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge import shipped
from herdr_lint.judge.validator import standalone

LONG = "a" * 300


def sound(version: str, name: str, values: tuple[Any, ...]) -> list[Any]:
    """Those of the values that an id may be."""
    schema = shipped.load(f"openwop/{version}/ids.schema.json")["$defs"][name]
    judge = standalone({key: value for key, value in schema.items() if key != "x-herdr"})
    return [value for value in values if next(judge.errors(value), None) is None]


@pytest.mark.parametrize(
    ("version", "name", "taken", "refused"),
    [
        (
            "v1",
            "agentId",
            ("core.a.b", "vendor.a-1_.b-C_1", "community.a.b.c", "private.a.b", "local.a.b"),
            ("core.a", "other.a.b", "xcore.a.b", "core.A.b", "core.a.B", "core.1.b", "core.a.1", 1),
        ),
        ("v1", "nodeType", ("a", "aA0._-", LONG[:256]), ("", "A", "1", "-a", "~a", "a~", LONG, 1)),
        (
            "v2",
            "authored",
            ("a", "A", "0", "._~:-", LONG[:128]),
            ("", "a/b", "/a", LONG[:129], 1),
        ),
        ("v2", "keyId", ("a", "A", "0", "._~-", LONG[:128]), ("", "a:b", ":", LONG[:129], 1)),
        (
            "v2",
            "nodeType",
            ("a.b", "a0_-.bC0_-", "a.b.c", f"a.{LONG[:254]}"),
            ("a", "A.b", "a.B", ".a.b", "~a.b", "a.b.", "a.b~", f"a.{LONG[:255]}", 1),
        ),
    ],
)
def test_what_an_id_may_be(
    version: str, name: str, taken: tuple[Any, ...], refused: tuple[Any, ...]
) -> None:
    assert sound(version, name, taken) == list(taken)
    assert sound(version, name, refused) == []


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_the_short_name_of_a_connector(version: str) -> None:
    schema = shipped.load(f"openwop/{version}/connector.schema.json")["properties"]["id"]
    judge = standalone({key: value for key, value in schema.items() if key != "x-herdr"})
    values = ("a", "a0.-", "", "A", "1a", "~a", "a~", "a b", 1, None)
    assert [value for value in values if next(judge.errors(value), None) is None] == ["a", "a0.-"]
