"""What a host must offer to a pack: read from the manifest, weighed by nobody.

A registry publishes a valid pack whatever hosts there are, so a need is never a finding; whether
a host has what is needed, and what it does otherwise, is that host's affair (RFC 0072, RFC 0080).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from herdr_lint.model import Need
from herdr_lint.openwop.subject import OpenwopPack, members

_Need: TypeAlias = "tuple[str, str, str, bool]"

MEMORY = ("scratchpad", "conversation", "longTerm")


def needs_of(pack: OpenwopPack) -> tuple[Need, ...]:
    """Each need once, with all that have it; sorted."""
    found: dict[_Need, set[str]] = defaultdict(set)
    for need in _of_pack(pack.manifest):
        found[need] |= set()
    for _, agent in pack.agents:
        for need in _of_agent(agent, set(pack.type_ids)):
            found[need].add(_text(agent.get("agentId")))
    for _, node in pack.nodes:
        for need in _of_node(node):
            found[need].add(_text(node.get("typeId")))
    return tuple(sorted(Need(*need, by=tuple(sorted(by - {""}))) for need, by in found.items()))


def _of_pack(manifest: Mapping[str, Any]) -> Iterator[_Need]:
    engine = members(manifest.get("engines")).get("openwop")
    if isinstance(engine, str):
        yield ("engine", "openwop", engine, False)
    for name, value in members(manifest.get("dependencies")).items():
        yield ("dependency", name, _text(value), False)
    yield from _peers(manifest)
    runtime = members(manifest.get("runtime"))
    if _text(runtime.get("language")):
        yield ("runtime", runtime["language"], _text(runtime.get("minRuntimeVersion")), False)
    for name in _texts(runtime.get("requires")):
        yield ("runtime-requirement", name, "", False)
    server = members(runtime.get("mcpServer"))
    if _text(server.get("name")):
        yield ("mcp-server", server["name"], _text(runtime.get("entry")), False)
    yield from _auth(members(members(manifest.get("connector")).get("auth")))


def _peers(manifest: Mapping[str, Any]) -> Iterator[_Need]:
    remarks = members(manifest.get("peerDependenciesMeta"))
    for name, value in members(manifest.get("peerDependencies")).items():
        remark = members(remarks.get(name))
        optional = remark.get("optional") is True
        yield ("peer", name, _text(value), optional)
        for facet in _texts(remark.get("facets")):
            yield ("facet", name, facet, optional)


def _of_agent(agent: Mapping[str, Any], own: set[str]) -> Iterator[_Need]:
    if _text(agent.get("modelClass")):
        yield ("model-class", agent["modelClass"], "", False)
    memory = members(agent.get("memoryShape"))
    for dimension in MEMORY:
        if memory.get(dimension) is True:
            yield ("memory", dimension, "", False)
    for name in _texts(agent.get("requiresCapabilities")):
        yield ("capability", name, "", False)
    for name in _texts(agent.get("toolAllowlist")):
        if name.removeprefix("openwop:") not in own:
            yield ("tool", name, "", False)


def _of_node(node: Mapping[str, Any]) -> Iterator[_Need]:
    for name in _texts(node.get("requiredModelCapabilities")):
        yield ("model-capability", name, "", "fallbackModel" in node)
    for secret in _objects(node.get("requiresSecrets")):
        yield ("secret", _text(secret.get("id")), _text(secret.get("kind")), False)
    for credential in _objects(node.get("requiredCredentials")):
        yield ("credential", _text(credential.get("key")), _text(credential.get("scope")), False)
    yield from _auth(members(node.get("auth")))


def _auth(auth: Mapping[str, Any]) -> Iterator[_Need]:
    if _text(auth.get("provider")):
        yield ("oauth", auth["provider"], " ".join(_texts(auth.get("scopes"))), False)
    elif _text(auth.get("key")):
        yield ("credential", auth["key"], _text(auth.get("scope")), False)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _texts(value: Any) -> Iterator[str]:
    items = value if isinstance(value, list) else ()
    return (item for item in items if isinstance(item, str))


def _objects(value: Any) -> Iterator[Mapping[str, Any]]:
    items = value if isinstance(value, list) else ()
    return (item for item in items if isinstance(item, Mapping))
