"""Names of other programs' tools: each stands somewhere and leads to a tool of Pi, or to none.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest -n0 tests/role/test_foreign.py``; then read
the difference.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from herdr_lint.judge import shipped
from herdr_lint.role.fields import BUILT_IN_TOOLS, SPAWNING_TOOLS
from herdr_lint.role.foreign import (
    counterparts,
    foreign_tools,
    is_foreign,
    is_other_key,
    is_other_tool,
    tools_of_programs,
    wish_of,
)
from herdr_lint.role.keys import resembles
from herdr_lint.role.tools import odd_name

TABLES: dict[str, Any] = shipped.load("role/foreign-names.json")
MORE_TOOLS_OF_PI = {"list_mcp_resources", "read_mcp_resource", "tool_search"}


@pytest.mark.parametrize("program", TABLES["programs"])
def test_each_name_stands_under_one_address(program: str) -> None:
    sources = TABLES["programs"][program]["sources"]
    times = Counter(name for source in sources for name in source["tools"])
    assert {name for name, number in times.items() if number > 1} == set()
    assert {urlsplit(source["url"]).scheme for source in sources} == {"https"}
    assert set(tools_of_programs()[program]) == set(times)


def test_counterparts_are_tools_of_pi() -> None:
    known = {*BUILT_IN_TOOLS, *SPAWNING_TOOLS, *MORE_TOOLS_OF_PI}
    assert {own for own in counterparts().values() if own} <= known


def test_a_shared_name_is_a_tool_of_some_program() -> None:
    assert set(TABLES["shared"]) <= set(counterparts())


def test_a_name_of_two_programs_means_the_same_to_both() -> None:
    """Whoever writes ``Task`` or ``shell`` is told of one tool, whatever program it comes from."""
    found: dict[str, set[str | None]] = {}
    for tools in tools_of_programs().values():
        for name, own in tools.items():
            found.setdefault(name, set()).add(own)
    assert {name: owns for name, owns in found.items() if len(owns) > 1} == {}


@pytest.mark.parametrize(
    ("names", "foreign"),
    [
        (["glob", "read"], []),
        (["glob", "todowrite"], ["glob", "todowrite"]),  # both of opencode
        (["web_search", "web_fetch"], []),  # of codex, and of gemini-cli
        (["glob", "web_fetch"], ["glob", "web_fetch"]),
        (["shell"], []),
        (["Bash"], ["Bash"]),
        (["Bash", "shell", "mine"], ["Bash"]),
        ([], []),
    ],
)
def test_a_shared_name_counts_beside_another_of_its_program(
    names: list[str], foreign: list[str]
) -> None:
    assert foreign_tools(names) == set(foreign)


def test_what_a_name_by_itself_is() -> None:
    names = ("Bash", "glob", "mine", "fetch", "edits", "wash")
    assert [name for name in names if is_foreign(name)] == ["Bash"]
    assert [name for name in names if is_other_tool(name)] == [
        "Bash",
        "glob",
        "fetch",
        "edits",
        "wash",
    ]
    keys = ("mode", "x-mine", "modle", "X-mine", "names")
    assert [key for key in keys if is_other_key(key)] == ["mode", "x-mine", "names"]


@pytest.mark.parametrize(
    ("wish", "keys"),
    [
        (
            "allow",
            "allowedTools allowed-tools allow_tool allowtools enabled-tools enabled_tools"
            " permitted-tools permittedTools tool-allow tools_allowed toolAllowlist"
            " tools-whitelist toolWhitelist tools-allowlist",
        ),
        (
            "deny",
            "disallowedTools disallow-tools disallowed_tool denied-tools deniedTools"
            " exclude-tools excludedTools disabled-tools blockedTools forbidden_tools"
            " tools-deny tools_denylist toolsDeny tool-blacklist toolsBlacklist tools-denied",
        ),
        (
            "default",
            "permission permissions permissionMode permission-mode permission_mode"
            " delegation delegation-policy delegationPolicy read-only readOnly read_only readonly"
            " sandbox no-subagents noSubagent can-spawn canSpawn can_spawns max-spawning"
            " allow-delegation maxDelegate no-delegation allowDelegation",
        ),
        (
            None,
            "allow enabled tools tool-list my-allowed-tools allowed-tools-x denied xtool-deny"
            " permission-level delegate delegation-rule read sandboxed subagents no-spawner"
            " can-delegated max-tools",
        ),
    ],
)
def test_what_a_key_of_another_program_wishes(wish: str | None, keys: str) -> None:
    assert {key: wish_of(key) for key in keys.split()} == dict.fromkeys(keys.split(), wish)


GOLDEN = Path(__file__).parents[1] / "golden" / "foreign.txt"


def said(name: str) -> str:
    """What is said of the name of a tool that stands alone in `tools`."""
    odd = odd_name(name)
    own = counterparts()[name]
    if odd is not None:
        return f"{odd.form}, {', '.join(odd.instead) or 'nothing'} instead"
    if not foreign_tools([name]):
        return f"may be Pi's, else {own or 'nothing'} instead"
    return f"foreign, {own or 'nothing'} instead"


def page() -> Iterator[str]:
    for program, table in TABLES["programs"].items():
        yield f"# {program}: {table['name']}"
        for source in table["sources"]:
            yield source["url"]
            yield from (f"  {name}: {said(name)}" for name in source["tools"])
    yield "# Words of others, which are no misspelled tools"
    yield from (name for name in TABLES["other-tools"]["names"] if odd_name(name) is None)
    yield "# Words of others, which are no misspelled keys"
    yield from (key for key in TABLES["other-keys"]["keys"] if resembles(key) is None)


def test_what_is_said_of_each_name_is_what_was_said() -> None:
    actual = "\n".join(page()) + "\n"
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        GOLDEN.write_text(actual, "utf-8", newline="\n")
    assert actual == GOLDEN.read_text("utf-8")
