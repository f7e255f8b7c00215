"""``namespace-unpublishable``: names that a public registry takes from nobody."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.judge.judge import show
from herdr_lint.model import Finding
from herdr_lint.openwop.rules.identities import suggested
from herdr_lint.openwop.subject import OpenwopPack


def unpublishable_names(pack: OpenwopPack) -> Iterator[Finding]:
    """Names that a public registry takes from nobody (OpenWOP packs, naming)."""
    if pack.name.startswith("private."):
        yield pack.finding("namespace-unpublishable", ("name",), pack.name)
    for way, agent in pack.agents:
        agent_id = agent.get("agentId")
        if isinstance(agent_id, str) and agent_id.startswith("local."):
            yield pack.finding(
                "namespace-unpublishable",
                (*way, "agentId"),
                agent_id,
                cause="local",
                expected=show(suggested(pack.name, agent_id)),
            )
