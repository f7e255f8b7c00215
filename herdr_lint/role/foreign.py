"""Names that mean something to other programs: their tools, and keys that limit an agent there.

The tables are ``schemas/role/foreign-names.json``, which says where each comes from. They are read
when a name is met that the host does not know.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from herdr_lint.judge import shipped

_WISHES = ("allow", "deny", "default")


@cache
def _tables() -> Any:
    return shipped.load("role/foreign-names.json")


@cache
def tools_of_programs() -> Mapping[str, Mapping[str, str | None]]:
    """By program, its tools with Pi's tool for the same work, or None where Pi has none."""
    return {
        program: {tool: own for source in table["sources"] for tool, own in source["tools"].items()}
        for program, table in _tables()["programs"].items()
    }


@cache
def _programs() -> Mapping[str, frozenset[str]]:
    """By the name of a tool, the programs that have it."""
    found: dict[str, set[str]] = {}
    for program, tools in tools_of_programs().items():
        for tool in tools:
            found.setdefault(tool, set()).add(program)
    return {tool: frozenset(programs) for tool, programs in found.items()}


@cache
def _shared() -> frozenset[str]:
    """Names of tools that extensions of Pi have as well."""
    return frozenset(_tables()["shared"])


@cache
def counterparts() -> Mapping[str, str | None]:
    """By the name of another program's tool, Pi's tool for the same work, or None without one.

    A name that several programs have means the same to all of them.
    """
    programs = tools_of_programs().values()
    return {tool: own for tools in programs for tool, own in tools.items()}


def foreign_tools(names: Sequence[str]) -> frozenset[str]:
    """Those of the names that are another program's tools.

    Tools of Pi's extensions have some of these names as well: such a name counts beside one that
    is plainly foreign, or beside another of the same program.
    """
    known, shared = _programs(), _shared()
    there = frozenset(names) & known.keys()
    of_program = Counter(program for name in there for program in known[name])
    alone = {
        name for name in there & shared if all(of_program[program] == 1 for program in known[name])
    }
    return there - alone


def is_foreign(name: str) -> bool:
    """Whether a name is plainly another program's tool, whatever stands beside it."""
    return name in _programs() and name not in _shared()


def is_other_tool(name: str) -> bool:
    """Whether a name that is nearly a built-in's may well be an extension's."""
    return name in _tables()["other-tools"]["names"] or name in _programs()


def is_other_key(key: str) -> bool:
    """Whether a key that is nearly one of the host's means something else to others."""
    return key in _tables()["other-keys"]["keys"] or key.startswith("x-")


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    return {wish: re.compile("|".join(_tables()[wish]["patterns"])) for wish in _WISHES}


def wish_of(key: str) -> str | None:
    """What a key of another program wishes: to allow tools, to deny them, or another limit."""
    return next((wish for wish, pattern in _patterns().items() if pattern.fullmatch(key)), None)
