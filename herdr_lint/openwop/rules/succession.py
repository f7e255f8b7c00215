"""``role-regression``: what a version says of its agents, held against the one before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from herdr_lint.model import Finding
from herdr_lint.openwop.subject import OpenwopPack, Way

SKILL = "skill"


def lost_roles(pack: OpenwopPack, previous: OpenwopPack) -> Iterator[Finding]:
    """Each agent that was a skill in the previous version and does not say so any more.

    A version without ``role`` is valid (RFC 0131), so this is never an error. An agent that is
    gone altogether is not spoken of.
    """
    before = {_id(agent): agent for _, agent in previous.agents}
    for way, agent in pack.agents:
        earlier = before.get(_id(agent), {})
        if earlier.get("role") == SKILL:
            yield from _lost(pack, way, agent, previous.version)


def _id(agent: Mapping[str, Any]) -> str:
    agent_id = agent.get("agentId")
    return agent_id if isinstance(agent_id, str) else ""


def _lost(pack: OpenwopPack, way: Way, agent: Mapping[str, Any], version: str) -> Iterator[Finding]:
    previous = f"version {version}" if version else "the previous version"
    if "role" not in agent:
        yield pack.finding("role-regression", (*way, "agentId"), _id(agent), previous=previous)
    elif agent["role"] == "assistant":
        yield pack.finding(
            "role-regression", (*way, "role"), _id(agent), cause="assistant", previous=previous
        )
