"""What a registry asks of a pack that is handed in: its name, its version, a public namespace."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.judge.judge import show
from herdr_lint.model import Finding
from herdr_lint.openwop.identities import suggested
from herdr_lint.openwop.subject import Pack


def check_name(pack: Pack, expected: str | None, rule: str = "name-mismatch") -> Iterator[Finding]:
    """A manifest that is called otherwise than the address of the upload says (OpenWOP packs)."""
    given = pack.manifest.get("name")
    if expected is not None and given != expected and isinstance(given, str):
        yield pack.finding(rule, ("name",), given, expected=show(expected))


def check_version(pack: Pack, expected: str | None) -> Iterator[Finding]:
    given = pack.manifest.get("version")
    if expected is not None and given != expected and isinstance(given, str):
        yield pack.finding("version-mismatch", ("version",), given, expected=show(expected))


def check_namespace(pack: Pack) -> Iterator[Finding]:
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
