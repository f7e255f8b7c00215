"""``tool-scope-unknown``, and which tools a pack asks for (OpenWOP registry, check of tool lists).

Whether a node type exists is a question to other packs, so what is asked for is only collected
here; ``across`` answers it.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from herdr_lint.judge.judge import show
from herdr_lint.late import late_pattern
from herdr_lint.model import Finding, Span
from herdr_lint.openwop.hints import Hints
from herdr_lint.openwop.rules.prompts import prompt_files
from herdr_lint.openwop.subject import OpenwopPack, Way, entries
from herdr_lint.syntax.text import SourceText

NODES = "openwop"
SCOPES = (NODES, "mcp")

_MENTION = late_pattern(
    r"(?<![\w.:/-])openwop:([A-Za-z][\w-]*+(?:\.[A-Za-z0-9][\w-]*+)++)(?!\.?\*|:\w)", re.ASCII
)
MOST_MENTIONS = 200
"""Tools that the prompts of a pack speak of; of any more nothing is said."""


class Mention(NamedTuple):
    """A tool that a prompt file speaks of, where it does so first."""

    file: str
    tool: str
    span: Span


def malformed_tools(pack: OpenwopPack) -> Iterator[Finding]:
    """Each entry of a tool list that is not ``scope:id`` with a scope that somebody knows."""
    hints = Hints(SCOPES)
    for way, entry in listed(pack):
        scope, colon, tool = entry.partition(":")
        if not colon:
            expected = show(f"{NODES}:{entry}")
            yield pack.finding(
                "tool-scope-unknown", way, entry, cause="malformed", expected=expected
            )
        elif not _is_scope(scope):
            hint = hints.of(scope)
            yield pack.finding("tool-scope-unknown", way, entry, scope=show(scope), hint=hint)
        elif not tool:
            yield pack.finding("tool-scope-unknown", way, entry, cause="empty-id")


def _is_scope(scope: str) -> bool:
    return scope in SCOPES or "." in scope


def listed(pack: OpenwopPack) -> Iterator[tuple[Way, str]]:
    """The entries of all tool lists that are text, each with the way to it."""
    for way, agent in pack.agents:
        for at, entry in entries(agent.get("toolAllowlist"), (*way, "toolAllowlist")):
            if isinstance(entry, str) and entry:
                yield at, entry


def node_types(pack: OpenwopPack) -> Iterator[tuple[Way, str]]:
    """The node types among the listed tools."""
    for way, entry in listed(pack):
        scope, _, tool = entry.partition(":")
        if scope == NODES and tool:
            yield way, tool


def mentions(pack: OpenwopPack) -> Iterator[Mention]:
    """The node types that prompts speak of."""
    return islice(_mentions(pack), MOST_MENTIONS)


def _mentions(pack: OpenwopPack) -> Iterator[Mention]:
    for name, data, _ in prompt_files(pack):
        text = SourceText.decode(data)
        seen = set()
        for found in _MENTION.finditer(text.text):
            if found[1] not in seen:
                seen.add(found[1])
                yield Mention(name, found[1], text.span(*found.span()))
