"""Gathers what is found, from however many paths, and settles it: each thing once, in order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from herdr_lint.discover.display import Display
from herdr_lint.discover.ignore import Ignores
from herdr_lint.discover.listing import Entry, Kind, entries_if_any, kind_of
from herdr_lint.discover.options import Options
from herdr_lint.discover.packages import Packages
from herdr_lint.discover.places import PACK_MANIFESTS, Place, Places, pack_manifest
from herdr_lint.discover.units import (
    AgentPack,
    ArchiveFile,
    Discovery,
    Manifest,
    RoleFile,
    RolePack,
    Unit,
)
from herdr_lint.model import Finding, Layer, Unchecked
from herdr_lint.schema.judge import show, show_path, word

_UNREADABLE = {
    Kind.DIRECTORY: "directory",
    Kind.BROKEN: "dangling-link",
    Kind.SPECIAL: "special-file",
}

OUTSIDE = "leads out of the given tree; give it by name to have it checked"


@dataclass(frozen=True, slots=True)
class _Sighting:
    """A role file as it was met on one way, and why it cannot be read."""

    role: RoleFile
    cause: str | None
    reason: str = ""

    @property
    def rank(self) -> tuple[bool, str]:
        """The way without links comes first, then the order of the names."""
        return (os.path.realpath(self.role.root) != str(self.role.root), self.role.shown)


class Collector:
    """All that was found so far; ``given`` things are judged, the others are their context."""

    def __init__(self, options: Options, display: Display) -> None:
        self.display = display
        self.ignores = Ignores()
        self.packages = Packages(options, display)
        self.places = Places(options, self.packages, display)
        self.asked: set[str] = set()
        self._excluded = options.excluded
        self._gitignore = options.gitignore
        self._places: dict[str, tuple[Place, bool]] = {}
        self._files: dict[str, tuple[Place, bool]] = {}
        self._units: dict[str, Unit] = {}
        self._findings: list[Finding] = []
        self._unchecked: set[Unchecked] = set()

    @property
    def weight(self) -> int:
        """Grows with everything that is found, so a caller sees whether a path held anything."""
        return len(self._places) + len(self._files) + len(self._units) + len(self._findings)

    def leaves_out(self, path: str, *, directory: bool = False) -> bool:
        """Whether git or the configuration leaves a path out."""
        if self.excludes(path):
            return True
        return self._gitignore and self.ignores.ignores(path, directory=directory)

    def excludes(self, path: str) -> bool:
        return self._excluded is not None and self._excluded(Path(path))

    def add_place(self, place: Place, *, given: bool, base: str) -> None:
        """A directory of roles, and with it the other ones of its pack as context."""
        before, was_given = self._places.get(place.path, (place, False))
        best = min(before, place, key=lambda one: (one.scope, one.layer))
        self._places[place.path] = (best, given or was_given)
        if place.owner is not None:
            self.add_pack(place.owner, given=False, base=base)

    def add_file(self, path: str, place: Place, *, given: bool) -> None:
        """A single role file, whether or not its directory is looked at."""
        was_given = self._files.get(path, (place, False))[1]
        self._files[path] = (place, given or was_given)

    def add_pack(self, pack: RolePack, *, given: bool, base: str, with_roles: bool = True) -> None:
        """A role pack and all that it registers; ``base`` is where looking started.

        Its roles are given with it unless the pack was asked for by its ``package.json``.
        """
        key = os.path.join(pack.root, "package.json")
        known = self._units.get(key)
        self._units[key] = replace(pack, given=given or (known is not None and known.given))
        given = given and with_roles
        if known is not None and not given:
            return
        for path in map(str, pack.registered):
            if given and not inside(path, base):
                self.add_unchecked(path, OUTSIDE)
                continue
            place = self.places.registered(path, pack, base=base)
            if os.path.isdir(path):
                self.add_place(place, given=given, base=base)
            elif path.endswith(".md") and os.path.lexists(path):
                self.add_file(path, replace(place, path=os.path.dirname(path)), given=given)

    def add_agent_pack(self, root: str, *, given: bool) -> None:
        """The OpenWOP pack in a folder that has a manifest."""
        manifest = pack_manifest(root) or os.path.join(root, PACK_MANIFESTS[0])
        known = self._units.get(manifest)
        given = given or (known is not None and known.given)
        shown = self.display(manifest)
        self._units[manifest] = AgentPack(Path(root), Path(manifest), shown, given)

    def add_manifest(self, path: str) -> None:
        self._units[path] = Manifest(Path(path), self.display(path))

    def add_archive(self, path: str) -> None:
        self._units[path] = ArchiveFile(Path(path), self.display(path))

    def add_unchecked(self, path: str, reason: str) -> None:
        self._unchecked.add(Unchecked(self.display(path), reason))

    def find_nested(self, path: str, place: Place) -> None:
        """A file below a directory of roles, where the host does not look."""
        directory = show_path(self.display(place.path))
        self._find("nested-role-ignored", path, place.layer, directory=directory)

    def find_extension(self, path: str, layer: Layer) -> None:
        """A file that looks like a role and does not end in ``.md``."""
        stem, extension = os.path.splitext(os.path.basename(self.display(path)))
        wanted = show(stem + ".md")
        self._find("role-extension-ignored", path, layer, extension=show(extension), wanted=wanted)

    def _find(self, rule: str, path: str, layer: Layer, **params: Any) -> None:
        shown = self.display(path)
        name = show(os.path.basename(shown))
        self._findings.append(word(rule, layer.value, shown, name=name, **params))

    def settle(self) -> Discovery:
        """Everything found, each file once however many ways lead to it."""
        ways: dict[tuple[str, str], list[_Sighting]] = {}
        for sighting in self._sightings():
            key = (os.path.realpath(sighting.role.root), sighting.role.path.name)
            ways.setdefault(key, []).append(sighting)
        met = [_merged(group) for group in ways.values()]
        readable = [one.role for one in met if one.cause is None]
        broken = [one for one in met if one.cause is not None]
        findings = [*self._findings, *(_unreadable(one) for one in broken if one.role.given)]
        given = (one.role.shown for one in met if one.role.given)
        return Discovery(
            units=tuple(sorted((*self._units.values(), *readable), key=_order)),
            findings=tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.sort_key)),
            unchecked=tuple(sorted(self._unchecked)),
            unreadable=tuple(sorted((one.role for one in broken), key=_order)),
            asked=frozenset((*self.asked, *given)),
        )

    def _sightings(self) -> Iterator[_Sighting]:
        for place, given in self._places.values():
            listed = self._role_entries(place)
            if given and not listed:
                self.add_unchecked(place.path, "the host finds no role here")
            for entry in listed:
                yield self._sighting(entry, place, given=given, via=place.path)
        for path, (place, given) in self._files.items():
            kind = kind_of(path) or Kind.BROKEN
            entry = Entry(os.path.basename(path), path, kind, os.path.islink(path))
            via = path if place.owner and Path(path) in place.owner.registered else None
            yield self._sighting(entry, place, given=given, via=via)

    def _role_entries(self, place: Place) -> list[Entry]:
        return [
            entry
            for entry in entries_if_any(place.path)
            if entry.name.endswith(".md")
            and not self.leaves_out(entry.path, directory=entry.kind is Kind.DIRECTORY)
        ]

    def _sighting(self, entry: Entry, place: Place, *, given: bool, via: str | None) -> _Sighting:
        registered = place.layer is Layer.PACKAGE and place.owner is not None and via is not None
        role = RoleFile(
            path=Path(entry.path),
            shown=self.display(entry.path),
            layer=place.layer,
            root=Path(place.path),
            pack=self.packages.nearest(place.path),
            given=given,
            scope=place.scope,
            via=(self.display(via),) if registered and via is not None else (),
        )
        cause = _UNREADABLE.get(entry.kind)
        if cause is not None:
            return _Sighting(role, cause)
        try:
            with open(entry.path, "rb"):
                return _Sighting(role, None)
        except PermissionError:
            return _Sighting(role, "no-permission")
        except OSError as error:
            return _Sighting(role, "default", error.strerror or str(error))


def _merged(ways: list[_Sighting]) -> _Sighting:
    """One file that was met on several ways."""
    best = min(ways, key=lambda way: way.rank)
    roles = [way.role for way in ways]
    return replace(
        best,
        role=replace(
            best.role,
            given=any(role.given for role in roles),
            via=tuple(sorted({path for role in roles for path in role.via})),
        ),
    )


def _unreadable(sighting: _Sighting) -> Finding:
    role = sighting.role
    return word(
        "unreadable-role-definition",
        role.layer.value,
        role.shown,
        cause=sighting.cause,
        name=show(os.path.basename(role.shown)),
        reason=sighting.reason,
    )


def inside(path: str, root: str) -> bool:
    """Whether a path stays in a tree once links are followed."""
    real, top = os.path.realpath(path), os.path.realpath(root)
    return real == top or real.startswith(top.rstrip(os.sep) + os.sep)


def _order(unit: Unit) -> tuple[str, str]:
    return (unit.shown, type(unit).__name__)
