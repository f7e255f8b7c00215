"""``pack-peer-dependency-undefined`` and ``peer-dependency-meta-unused`` (OpenWOP v2, packs)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from herdr_lint.judge.judge import show
from herdr_lint.model import Finding
from herdr_lint.openwop.hints import Hints
from herdr_lint.openwop.profiles import Alias, Peers
from herdr_lint.openwop.subject import OpenwopPack, members


def undefined_peers(pack: OpenwopPack) -> Iterator[Finding]:
    """Peer dependencies that the profile does not define, and remarks that reach none of them."""
    known = pack.profile.peers
    families, own = Hints(known.families), Hints()
    dependencies = members(pack.manifest.get("peerDependencies"))
    for key, value in dependencies.items():
        if known.families and key not in known.families:
            yield _undefined(pack, key, value, known, families)
    for key in members(pack.manifest.get("peerDependenciesMeta")):
        if key not in dependencies:
            yield _unused(pack, key, own.of(key, dependencies))


def _undefined(pack: OpenwopPack, key: str, value: Any, known: Peers, families: Hints) -> Finding:
    cause = "alias" if key in known.aliases else "deleted" if key in known.deleted else None
    return pack.finding(
        "pack-peer-dependency-undefined",
        ("peerDependencies", key),
        value,
        cause=cause,
        part="key",
        hint=families.of(key),
        expected=" and ".join(map(_written, known.aliases.get(key, ()))),
    )


def _written(alias: Alias) -> str:
    """How a manifest says what an alias of another version said."""
    if alias.facet is None:
        return show(alias.family)
    remark = f'"peerDependenciesMeta": {{"{alias.family}": {{"facets": ["{alias.facet}"]}}}}'
    return f"{show(alias.family)}, with `{remark}`"


def _unused(pack: OpenwopPack, key: str, hint: str) -> Finding:
    way = ("peerDependenciesMeta", key)
    return pack.finding("peer-dependency-meta-unused", way, key, part="key", hint=hint)
