"""What the schemas say of a place."""

from __future__ import annotations

from herdr_lint.lsp.role_words import KEYS, values
from herdr_lint.lsp.schema_guide import Guide
from herdr_lint.role.fields import FIELDS

PACK = Guide("openwop/v1/node-pack.schema.json")
CONFIG = Guide("config.schema.json")


def test_members_are_found_through_references() -> None:
    assert {"agentId", "handoff", "role"} <= {one.name for one in PACK.members(("agents", 0))}
    (needed,) = [one for one in PACK.members(("agents", 0)) if one.name == "agentId"]
    assert needed.required
    assert PACK.members(("agents", 0, "role")) == []
    assert PACK.members(("nowhere", 0)) == []


def test_members_are_found_in_whatever_a_schema_combines() -> None:
    way = ("agents", 0, "promptOverrides", "system")
    names = ["libraryId", "templateId", "version", "variableOverrides"]
    assert [one.name for one in PACK.members(way)] == names
    assert PACK.meaning((*way, "version")) == "The version to use; without it, the latest."


def test_a_member_is_told_once_by_the_first_that_describes_it() -> None:
    """Some schemas only say of a member that it may be there."""
    members = Guide("role/skill.schema.json").members(())
    assert [one.name for one in members if one.name == "name"] == ["name"]


def test_values_are_those_that_a_schema_lists() -> None:
    assert PACK.values(("agents", 0, "role")) == ["skill", "assistant"]
    assert PACK.values(("agents", 0, "memoryShape", "scratchpad")) == [True, False]
    assert CONFIG.values(("severity", "key-unknown")) == ["error", "warning", "note", "off"]
    assert Guide("role/role.schema.json").values(("kind",)) == ["role"]
    assert PACK.values(("name",)) == []


def test_a_place_has_the_meaning_that_its_schema_gives() -> None:
    assert PACK.meaning(("agents", 0, "memoryShape", "scratchpad")).startswith("Notes for one task")
    assert CONFIG.meaning(("show",)) == "The severity from which on findings are shown."
    assert PACK.meaning(("runtime",)) == "Runtime. How the programs of the pack are run."
    assert PACK.meaning(("nowhere",)) == ""


def test_each_key_of_a_role_has_its_words() -> None:
    assert list(KEYS.keys() ^ FIELDS.keys()) == []
    assert values("spawning") == ("true", "false")
    assert values("name") == ()
