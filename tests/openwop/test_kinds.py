"""What is asked of the frame of a pack of each further kind."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge.validator import shipped

MEMBERS = {
    "artifact-type": "artifactTypes",
    "card": "cards",
    "form-content": "templates",
    "frontend-plugin": "uiPlugins",
    "prompt": "prompts",
    "workflow-chain": "chains",
}


def told(kind: str, data: Any) -> list[tuple[str, str, tuple[str | int, ...]]]:
    errors = shipped(f"openwop/kinds/{kind}.schema.json").errors(data)
    return [(one.annotation["rule"], one.annotation.get("cause", ""), one.path) for one in errors]


@pytest.mark.parametrize(("kind", "member"), MEMBERS.items())
def test_what_a_pack_ships_is_one_list_and_no_program(kind: str, member: str) -> None:
    whole: dict[str, Any] = {member: [{}]}
    assert told(kind, whole) == []
    assert told(kind, {}) == [("pack-manifest-invalid", "{keyword}", ())]
    wrongs: tuple[Any, ...] = ([], {}, None)
    for wrong in wrongs:
        assert told(kind, {member: wrong}) == [("pack-manifest-invalid", "{keyword}", (member,))]
    assert told(kind, {**whole, "runtime": {}}) == [("pack-kind-invalid", "runtime", ("runtime",))]
    other = "cards" if member != "cards" else "chains"
    for mixed in ("nodes", "agents", "provider", other):
        assert told(kind, {**whole, mixed: 1}) == [("pack-kind-invalid", "mixed", (mixed,))]


def test_a_connection_is_an_object() -> None:
    assert told("connection", {"provider": {}}) == []
    assert told("connection", {}) == [("pack-manifest-invalid", "{keyword}", ())]
    assert told("connection", {"provider": []}) == [
        ("pack-manifest-invalid", "{keyword}", ("provider",))
    ]
    assert told("connection", {"provider": {}, "runtime": 1, "cards": 1}) == [
        ("pack-kind-invalid", "runtime", ("runtime",)),
        ("pack-kind-invalid", "mixed", ("cards",)),
    ]
