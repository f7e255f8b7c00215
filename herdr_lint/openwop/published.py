"""What has been published before: the names, versions and ids that a registry knows.

As JSON (``schemas/catalog.schema.json``), a catalog lists the packs of a registry by name, each
with its versions and the integrity of their archives, its node types and its agents.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from herdr_lint.judge import validator
from herdr_lint.judge.schema_error import SchemaError
from herdr_lint.judge.validator import schema_errors
from herdr_lint.model import UsageError
from herdr_lint.openwop.record import PackRecord

SCHEMA = "catalog.schema.json"


@dataclass(frozen=True, slots=True)
class PublishedPack:
    """One pack of a catalog.

    ``versions`` maps a version to the integrity of its archive (``sha256-`` and base64), or to
    None where that is not known. The ids are those of any version.
    """

    versions: Mapping[str, str | None] = field(default_factory=dict)
    type_ids: frozenset[str] = frozenset()
    agent_ids: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PublishedPacks:
    """A whole catalog: what it does not list is not there."""

    packs: Mapping[str, PublishedPack]

    @cached_property
    def type_ids(self) -> Mapping[str, frozenset[str]]:
        """The names of the packs that have a node type, by the type."""
        return _holders((name, pack.type_ids) for name, pack in self.packs.items())

    @cached_property
    def agent_ids(self) -> Mapping[str, frozenset[str]]:
        """The names of the packs that have an agent, by its id."""
        return _holders((name, pack.agent_ids) for name, pack in self.packs.items())

    @classmethod
    def read(cls, data: Any) -> PublishedPacks:
        """A catalog from its JSON data.

        Raises:
            UsageError: with each fault of the data, if it has not the shape of a catalog.

        """
        found = sorted(set(map(_fault, _schema_errors(data))))
        if found:
            told = "the catalog is not of the form that `herdr-lint schema catalog` prints"
            raise UsageError(*(f"{told}: {fault}" for fault in found))
        return cls({name: _pack(entry) for name, entry in data["packs"].items()})

    @classmethod
    def of(cls, records: Iterable[PackRecord]) -> PublishedPacks:
        """The catalog of the packs of a run; of several versions of one, all ids count."""
        packs: dict[str, PublishedPack] = {}
        for record in records:
            before = packs.get(record.name, PublishedPack())
            packs[record.name] = PublishedPack(
                {**before.versions, record.version: None},
                before.type_ids | {stated.id for stated in record.type_ids},
                before.agent_ids | {stated.id for stated in record.agent_ids},
            )
        return cls(packs)

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``schemas/catalog.schema.json``."""
        return {
            "version": 1,
            "packs": {
                name: {
                    "versions": dict(sorted(pack.versions.items())),
                    "nodes": sorted(pack.type_ids),
                    "agents": sorted(pack.agent_ids),
                }
                for name, pack in sorted(self.packs.items())
            },
        }


def _holders(packs: Iterable[tuple[str, frozenset[str]]]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for name, ids in packs:
        for id_ in ids:
            found[id_].add(name)
    return {id_: frozenset(names) for id_, names in found.items()}


def _schema_errors(data: Any) -> Iterable[SchemaError]:
    return schema_errors(validator.shipped(SCHEMA), data)


def _member(path: tuple[str | int, ...]) -> str:
    return "/".join(map(str, path)) or "the document"


def _fault(error: SchemaError) -> str:
    where = _member(error.path)
    match error.keyword:
        case "required":
            return f"{where} has no `{error.detail}`"
        case "additionalProperties":
            return f"{_member(error.path[:-1])} has `{error.detail}`, which is not known there"
    return f"{where}: {error.detail}"


def _pack(entry: Mapping[str, Any]) -> PublishedPack:
    return PublishedPack(
        dict(entry.get("versions", {})),
        frozenset(entry.get("nodes", ())),
        frozenset(entry.get("agents", ())),
    )
