"""``agent-id-outside-pack``, ``duplicate-agent-id``, ``duplicate-type-id``: ids within a pack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from herdr_lint.files.names import folded
from herdr_lint.judge.judge import show
from herdr_lint.late import late_pattern
from herdr_lint.model import Finding
from herdr_lint.openwop.subject import OpenwopPack, Way

_SEGMENT = late_pattern(r"[a-z][A-Za-z0-9_-]*")


def misplaced_ids(pack: OpenwopPack) -> Iterator[Finding]:
    """Agents that are not called after their pack, and ids that stand in it twice.

    The id of an agent is the name of its pack, a dot and one segment (RFC 0003, section B). After
    a name that cannot be that of a pack no agent can be called, so nothing is asked of it.
    """
    agents = list(_ids(pack.agents, "agentId"))
    if _is_pack_name(pack.name):
        for way, agent_id in agents:
            cause = _outside(pack.name, agent_id)
            if cause != "inside":
                yield _outsider(pack, way, agent_id, cause)
    yield from _repeated(pack, "duplicate-agent-id", agents)
    yield from _repeated(pack, "duplicate-type-id", list(_ids(pack.nodes, "typeId")))


def _is_pack_name(name: str) -> bool:
    parts = name.split(".")
    return len(parts) > 2 and all(map(_SEGMENT.fullmatch, parts))


def _ids(items: Iterable[tuple[Way, Mapping[str, Any]]], key: str) -> Iterator[tuple[Way, str]]:
    for way, item in items:
        value = item.get(key)
        if isinstance(value, str) and value:
            yield (*way, key), value


def _outside(name: str, agent_id: str) -> str | None:
    """How an id leaves its pack: the cause, or ``inside`` where it does not."""
    if agent_id == name:
        return "same"
    own = agent_id.removeprefix(f"{name}.")
    if own == agent_id:
        return None
    if _SEGMENT.fullmatch(own):
        return "inside"
    return "nested" if all(map(_SEGMENT.fullmatch, own.split("."))) else "segment"


def _outsider(pack: OpenwopPack, way: Way, agent_id: str, cause: str | None) -> Finding:
    return pack.finding(
        "agent-id-outside-pack",
        way,
        agent_id,
        cause=cause,
        expected=show(suggested(pack.name, agent_id)),
    )


def suggested(name: str, agent_id: str) -> str:
    """An id like the given one that belongs to the pack."""
    own = agent_id.rsplit(".", maxsplit=1)[-1] if agent_id != name else ""
    last = re.sub(r"[^A-Za-z0-9_-]", "", own).lstrip("0123456789_-")
    return f"{name}.{last[:1].lower()}{last[1:]}" if last else f"{name}.default"


def _repeated(pack: OpenwopPack, rule: str, ids: list[tuple[Way, str]]) -> Iterator[Finding]:
    """Ids that stand there twice, and ids that people and file systems take for one another."""
    first: dict[str, Way] = {}
    alike: dict[str, str] = {}
    for way, value in ids:
        other = alike.setdefault(folded(value), value)
        if value in first:
            related = pack.related(first[value], "it stands here first")
            yield pack.finding(rule, way, value, related=related)
            continue
        first[value] = way
        if other != value:
            related = pack.related(first[other], "the other one")
            found = pack.finding(
                rule, way, value, cause="alike", related=related, other=show(other)
            )
            yield found._replace(host_code=None)  # nobody refuses it
