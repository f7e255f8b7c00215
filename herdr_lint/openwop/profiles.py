"""The OpenWOP profiles as data: one ``schemas/openwop/<version>/profile.json`` each.

A profile says all in which one version of OpenWOP differs from another, so a further version is
a further folder of files and no branch in code. Its shape is
``schemas/openwop/profile.schema.json``, which describes each member.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from posixpath import join, normpath
from typing import Any

from herdr_lint.judge import shipped as files
from herdr_lint.judge.validator import Validator, standalone
from herdr_lint.model import Limits

FOLDER = "openwop"


@dataclass(frozen=True, slots=True)
class PackKind:
    """A kind of pack: the schema that judges its manifest, if there is one of ours.

    Otherwise ``frame`` says the little that is asked beside what is common to all packs. Both are
    paths under ``schemas/``.
    """

    schema: str | None
    frame: str | None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a registry's checks, with the rules it decides in the order of its checks."""

    rules: tuple[str, ...]
    groups: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alias:
    """What a peer dependency of another version is called here: a family and maybe a facet."""

    family: str
    facet: str | None


@dataclass(frozen=True, slots=True)
class Peers:
    """What a key of ``peerDependencies`` may be: a family; anything goes if none is listed."""

    families: frozenset[str]
    deleted: frozenset[str]
    aliases: Mapping[str, tuple[Alias, ...]]


@dataclass(frozen=True, slots=True)
class Profile:
    """One version of OpenWOP. Schemas are paths under ``schemas/``.

    ``any_pack`` judges what every kind of pack has in common. ``order`` is what a registry
    rejects, in the order in which it checks, and ``default_code`` its answer where a rule has no
    code of its own.
    """

    name: str
    title: str
    agent: str
    any_pack: str
    absent_kind: str
    kinds: Mapping[str, PackKind]
    codes: Mapping[str, str]
    default_code: str
    order: tuple[Step, ...]
    peers: Peers
    limits: Limits
    schema_id: str

    def kind_named(self, manifest: Mapping[str, Any]) -> str:
        """What a manifest calls its kind or, saying nothing, is; empty for what is not a name."""
        kind = manifest.get("kind", self.absent_kind)
        return kind if isinstance(kind, str) else ""

    def kind_of(self, manifest: Mapping[str, Any]) -> PackKind | None:
        """The kind that a manifest declares or, saying nothing, has; None if it is unknown."""
        return self.kinds.get(self.kind_named(manifest))

    def schema_for(self, manifest: Mapping[str, Any]) -> str:
        """The schema that judges a pack manifest, alone or with the frame of its kind.

        It is ``any_pack`` where the kind is unknown or has no schema of ours; the first is a
        finding of that schema, the second leaves the rest of the manifest unchecked.
        """
        kind = self.kind_of(manifest)
        return kind.schema if kind and kind.schema else self.any_pack

    def schemas_for(self, manifest: Mapping[str, Any]) -> tuple[str, ...]:
        """All schemas that judge a pack manifest."""
        kind = self.kind_of(manifest)
        frame = (kind.frame,) if kind and kind.frame else ()
        return (self.schema_for(manifest), *frame)

    def rank(self, rule_id: str, group: str) -> tuple[int, int]:
        """Where a registry decides a rule: the step, then the place in it; lower comes first."""
        for number, step in enumerate(self.order):
            if rule_id in step.rules:
                return (number, step.rules.index(rule_id))
            if group in step.groups:
                return (number, len(step.rules))
        return (len(self.order), 0)


@cache
def shipped() -> Mapping[str, Profile]:
    """Every profile by its name, ``openwop/v1`` and so on."""
    return {name: _profile(name, files.load(f"{name}/profile.json")) for name in _names()}


def recognise(manifest: Mapping[str, Any]) -> Profile:
    """The profile that a manifest was written for, by what it says of itself.

    Of the profiles that recognise it, the one with the highest precedence; one recognises all.
    """
    return next(profile for profile, mark in _marks() if mark.is_valid(manifest))


@cache
def widest() -> Limits:
    """Limits within which a pack of any profile can be read, before it is known which it is."""
    known = [profile.limits for profile in shipped().values()]
    return Limits(*map(max, zip(*known, strict=True)))


@cache
def _marks() -> tuple[tuple[Profile, Validator], ...]:
    marks = {name: files.load(f"{name}/profile.json")["recognised_by"] for name in _names()}
    return tuple(
        (shipped()[name], standalone(marks[name]["schema"]))
        for name in sorted(marks, key=lambda name: -int(marks[name]["precedence"]))
    )


@cache
def _names() -> tuple[str, ...]:
    found = (files.root() / FOLDER).glob("*/profile.json")
    return tuple(sorted(f"{FOLDER}/{path.parent.name}" for path in found))


def _profile(name: str, data: Mapping[str, Any]) -> Profile:
    peers = data["peers"]
    return Profile(
        name=name,
        title=data["title"],
        agent=f"{name}/{data['schemas']['agent']}",
        any_pack=f"{name}/{data['schemas']['any_pack']}",
        absent_kind=data["absent_kind"],
        kinds={kind: _kind(name, entry) for kind, entry in data["kinds"].items()},
        codes=data["codes"],
        default_code=data["default_code"],
        order=tuple(
            Step(tuple(step.get("rules", ())), tuple(step.get("groups", ())))
            for step in data["order"]
        ),
        peers=Peers(
            families=frozenset(peers["families"]),
            deleted=frozenset(peers["deleted"]),
            aliases={alias: _alias(targets) for alias, targets in peers["aliases"].items()},
        ),
        limits=Limits()._replace(**data["limits"]),
        schema_id=data["schema_id"],
    )


def _kind(name: str, entry: Mapping[str, Any]) -> PackKind:
    paths = {key: normpath(join(name, file)) for key, file in entry.items()}
    return PackKind(paths.get("schema"), paths.get("frame"))


def _alias(targets: list[str]) -> tuple[Alias, ...]:
    parted = (target.partition("#") for target in targets)
    return tuple(Alias(family, facet or None) for family, _, facet in parted)
