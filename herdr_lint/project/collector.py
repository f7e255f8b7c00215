"""Gathers what is found, from however many paths, and settles it: each thing once, in order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from herdr_lint.judge.judge import show, show_path, word
from herdr_lint.model import Finding, Layer, Unchecked
from herdr_lint.project.display import Display
from herdr_lint.project.ignore import Ignores
from herdr_lint.project.listing import Entry, Kind, entries_if_any, kind_of
from herdr_lint.project.options import Options
from herdr_lint.project.packages import Packages
from herdr_lint.project.role_folders import PACK_MANIFESTS, RoleFolder, RoleFolders, pack_manifest
from herdr_lint.project.targets import (
    AgentPack,
    ArchiveFile,
    Discovery,
    Manifest,
    RoleFile,
    RolePack,
    Target,
)

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
        return (os.path.realpath(self.role.root) != str(self.role.root), self.role.display_path)


class Collector:
    """All that was found so far; ``requested`` things are judged, the others are their context."""

    def __init__(self, options: Options, display: Display) -> None:
        self.display = display
        self.ignores = Ignores()
        self.packages = Packages(options, display)
        self.role_folders = RoleFolders(options, self.packages, display)
        self.asked: set[str] = set()
        self._excluded = options.excluded
        self._gitignore = options.gitignore
        self._places: dict[str, tuple[RoleFolder, bool]] = {}
        self._files: dict[str, tuple[RoleFolder, bool]] = {}
        self._units: dict[str, Target] = {}
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

    def add_place(self, place: RoleFolder, *, requested: bool, base: str) -> None:
        """A directory of roles, and with it the other ones of its pack as context."""
        before, was_given = self._places.get(place.path, (place, False))
        best = min(before, place, key=lambda one: (one.scope, one.layer))
        self._places[place.path] = (best, requested or was_given)
        if place.owner is not None:
            self.add_pack(place.owner, requested=False, base=base)

    def add_file(self, path: str, place: RoleFolder, *, requested: bool) -> None:
        """A single role file, whether or not its directory is looked at."""
        was_given = self._files.get(path, (place, False))[1]
        self._files[path] = (place, requested or was_given)

    def add_pack(
        self, pack: RolePack, *, requested: bool, base: str, with_roles: bool = True
    ) -> None:
        """A role pack and all that it registers; ``base`` is where looking started.

        Its roles are given with it unless the pack was asked for by its ``package.json``.
        """
        key = os.path.join(pack.root, "package.json")
        known = self._units.get(key)
        self._units[key] = replace(
            pack, requested=requested or (known is not None and known.requested)
        )
        requested = requested and with_roles
        if known is not None and not requested:
            return
        for path in map(str, pack.registered):
            if requested and not inside(path, base):
                self.add_unchecked(path, OUTSIDE)
                continue
            place = self.role_folders.registered(path, pack, base=base)
            if os.path.isdir(path):
                self.add_place(place, requested=requested, base=base)
            elif path.endswith(".md") and os.path.lexists(path):
                self.add_file(path, replace(place, path=os.path.dirname(path)), requested=requested)

    def add_agent_pack(self, root: str, *, requested: bool) -> None:
        """The OpenWOP pack in a folder that has a manifest."""
        manifest = pack_manifest(root) or os.path.join(root, PACK_MANIFESTS[0])
        known = self._units.get(manifest)
        requested = requested or (known is not None and known.requested)
        display_path = self.display(manifest)
        self._units[manifest] = AgentPack(Path(root), Path(manifest), display_path, requested)

    def add_manifest(self, path: str) -> None:
        self._units[path] = Manifest(Path(path), self.display(path))

    def add_archive(self, path: str) -> None:
        self._units[path] = ArchiveFile(Path(path), self.display(path))

    def add_unchecked(self, path: str, reason: str) -> None:
        self._unchecked.add(Unchecked(self.display(path), reason))

    def find_nested(self, path: str, place: RoleFolder) -> None:
        """A file below a directory of roles, where the host does not look."""
        directory = show_path(self.display(place.path))
        self._find("nested-role-ignored", path, place.layer, directory=directory)

    def find_extension(self, path: str, layer: Layer) -> None:
        """A file that looks like a role and does not end in ``.md``."""
        stem, extension = os.path.splitext(os.path.basename(self.display(path)))
        wanted = show(stem + ".md")
        self._find("role-extension-ignored", path, layer, extension=show(extension), wanted=wanted)

    def _find(self, rule: str, path: str, layer: Layer, **params: Any) -> None:
        display_path = self.display(path)
        name = show(os.path.basename(display_path))
        self._findings.append(word(rule, layer.value, display_path, name=name, **params))

    def settle(self) -> Discovery:
        """Everything found, each file once however many ways lead to it."""
        ways: dict[tuple[str, str], list[_Sighting]] = {}
        for sighting in self._sightings():
            key = (os.path.realpath(sighting.role.root), sighting.role.path.name)
            ways.setdefault(key, []).append(sighting)
        met = [_merged(group) for group in ways.values()]
        readable = [one.role for one in met if one.cause is None]
        broken = [one for one in met if one.cause is not None]
        findings = [*self._findings, *(_unreadable(one) for one in broken if one.role.requested)]
        requested = (one.role.display_path for one in met if one.role.requested)
        return Discovery(
            targets=tuple(sorted((*self._units.values(), *readable), key=_order)),
            findings=tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.sort_key)),
            unchecked=tuple(sorted(self._unchecked)),
            unreadable=tuple(sorted((one.role for one in broken), key=_order)),
            asked=frozenset((*self.asked, *requested)),
        )

    def _sightings(self) -> Iterator[_Sighting]:
        for place, requested in self._places.values():
            listed = self._role_entries(place)
            if requested and not listed:
                self.add_unchecked(place.path, "the host finds no role here")
            for entry in listed:
                yield self._sighting(entry, place, requested=requested, via=place.path)
        for path, (place, requested) in self._files.items():
            kind = kind_of(path) or Kind.BROKEN
            entry = Entry(os.path.basename(path), path, kind, os.path.islink(path))
            via = path if place.owner and Path(path) in place.owner.registered else None
            yield self._sighting(entry, place, requested=requested, via=via)

    def _role_entries(self, place: RoleFolder) -> list[Entry]:
        return [
            entry
            for entry in entries_if_any(place.path)
            if entry.name.endswith(".md")
            and not self.leaves_out(entry.path, directory=entry.kind is Kind.DIRECTORY)
        ]

    def _sighting(
        self, entry: Entry, place: RoleFolder, *, requested: bool, via: str | None
    ) -> _Sighting:
        registered = place.layer is Layer.PACKAGE and place.owner is not None and via is not None
        role = RoleFile(
            path=Path(entry.path),
            display_path=self.display(entry.path),
            layer=place.layer,
            root=Path(place.path),
            pack=self.packages.nearest(place.path),
            requested=requested,
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
            requested=any(role.requested for role in roles),
            via=tuple(sorted({path for role in roles for path in role.via})),
        ),
    )


def _unreadable(sighting: _Sighting) -> Finding:
    role = sighting.role
    return word(
        "unreadable-role-definition",
        role.layer.value,
        role.display_path,
        cause=sighting.cause,
        name=show(os.path.basename(role.display_path)),
        reason=sighting.reason,
    )


def inside(path: str, root: str) -> bool:
    """Whether a path stays in a tree once links are followed."""
    real, top = os.path.realpath(path), os.path.realpath(root)
    return real == top or real.startswith(top.rstrip(os.sep) + os.sep)


def _order(target: Target) -> tuple[str, str]:
    return (target.display_path, type(target).__name__)
