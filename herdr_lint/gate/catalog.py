"""The catalog of what is published, made from the archives themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from herdr_lint.files.pack_input import Handed, PackInput
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Limits
from herdr_lint.openwop.published import PublishedPack, PublishedPacks
from herdr_lint.run.packed_openwop import MANIFEST


def catalog_of(
    packs: Iterable[Handed],
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> PublishedPacks:
    """The names, versions, integrities and ids of packs that are published already.

    Nothing is judged. What has no readable manifest with a name and a version is left out.
    """
    found: dict[str, PublishedPack] = {}
    for pack in packs:
        given = PackInput.read(pack, limits)
        data = read_manifest(MANIFEST, given.members.get(MANIFEST, b"")).data
        if not isinstance(data, Mapping):
            continue
        name, version = data.get("name"), data.get("version")
        if isinstance(name, str) and isinstance(version, str):
            before = found.get(name, PublishedPack())
            found[name] = PublishedPack(
                {**before.versions, version: given.integrity},
                before.type_ids | set(_ids(data.get("nodes"), "typeId")),
                before.agent_ids | set(_ids(data.get("agents"), "agentId")),
            )
    return PublishedPacks(found)


def _ids(items: Any, key: str) -> Iterable[str]:
    for item in items if isinstance(items, list) else ():
        if isinstance(item, Mapping) and isinstance(item.get(key), str):
            yield item[key]
