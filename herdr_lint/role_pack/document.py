"""A role pack as canonical documents: its manifest, with the facts around it.

The shape is described in ``schemas/role/role-pack.schema.json``, which also judges it. Nothing
here decides whether anything is right.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname
from typing import Any

from herdr_lint.files.tree import PackTree
from herdr_lint.judge.document import Document, NodeSpans, Part, to_pointer
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import FILE_START, Position, Related, Span
from herdr_lint.role_pack.extension.bridge import PI_PACKAGES, Bridge, read_bridge
from herdr_lint.role_pack.npm_files import NpmFiles
from herdr_lint.role_pack.pi_resources import MEMBERS, RESOURCES, PiResources

MANIFEST = "package.json"
CONVENTIONAL = ("agents", "roles")
"""Folders that hold roles by custom; the host itself knows no such custom."""

_DEPENDENCIES = ("dependencies", "bundledDependencies", "bundleDependencies")


@dataclass(frozen=True)
class PackReading:
    """A role pack as it was read.

    ``prefix`` stands before each name of a file in findings. A ``packed`` pack is what npm made
    of it: what is not there is not shipped. ``configured`` are places of roles that somebody
    names; without them, what the extension registers counts, and after that the custom.
    """

    tree: PackTree
    manifest: Document
    bridge: Bridge
    resources: PiResources
    prefix: str = ""
    packed: bool = False
    configured: tuple[str, ...] | None = None

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """The manifest; empty where it is no object."""
        return self.manifest.data if isinstance(self.manifest.data, Mapping) else {}

    @cached_property
    def npm(self) -> NpmFiles:
        return NpmFiles(self.data, self.tree)

    def ships(self, path: str) -> bool:
        """Whether a file gets into the archive that npm makes of the pack."""
        return self.packed or self.npm.has(path)

    @cached_property
    def role_places(self) -> tuple[str, ...]:
        """The folders and files of roles that are there."""
        known = self.configured if self.configured is not None else self.bridge.registered
        there = tuple(path for path in known or () if self._holds(path) is not None)
        return there or tuple(path for path in CONVENTIONAL if self._holds(path))

    def _holds(self, place: str) -> tuple[str, ...] | None:
        """The role files at a place, or None where there is nothing."""
        if self.tree.is_file(place):
            return (place,)
        if not self.tree.is_folder(place):
            return None
        paths = (f"{place}/{name}" if place else name for name in self.tree.entries(place))
        return tuple(path for path in paths if path.endswith(".md") and self.tree.is_file(path))

    @cached_property
    def role_files(self) -> tuple[str, ...]:
        """The role files of the pack, each once."""
        found = (path for place in self.role_places for path in self._holds(place) or ())
        return tuple(dict.fromkeys(found))

    @cached_property
    def is_for_the_host(self) -> bool:
        """Whether the package shows in any way that it means to register roles with the host."""
        bridge = self.bridge
        if bridge.channel or bridge.near or bridge.registrations:
            return True
        named = [self.data.get("name"), self.data.get("description"), self.data.get("keywords")]
        named += [self.data.get(key) for key in (*_DEPENDENCIES, "peerDependencies")]
        if any("herdr" in str(value).casefold() for value in named):
            return True
        keywords = self.data.get("keywords")
        listed = isinstance(keywords, list) and "pi-package" in keywords
        return bool(self._holds("roles")) and ("pi" in self.data or listed)


def read_role_pack(
    tree: PackTree,
    prefix: str = "",
    *,
    packed: bool = False,
    configured: Sequence[str] | None = None,
) -> PackReading:
    """Read the manifest and the scripts of a pack; never raises, whatever they are."""
    manifest = read_manifest(prefix + MANIFEST, tree.read(MANIFEST) or b"", syntax="json")
    data = manifest.data if isinstance(manifest.data, Mapping) else {}
    resources = PiResources(data.get("pi"), tree)
    bridge = read_bridge(tree, resources.extensions)
    named = None if configured is None else tuple(configured)
    return PackReading(tree, manifest, bridge, resources, prefix, packed, named)


def manifest_document(pack: PackReading) -> Document:
    """The canonical document of the manifest of a pack that is an object."""
    facts = _Facts(pack)
    data = facts.data()
    spans = _Places(pack.manifest, facts.aliases)
    return Document(
        "role-pack", pack.manifest.path, data, pack.manifest.text, spans, related=facts.related
    )


class _Places(Mapping[str, NodeSpans]):
    """Where the members of the manifest stand, and each fact by the member that it is about."""

    def __init__(self, manifest: Document, aliases: Mapping[str, tuple[str, Part]]) -> None:
        self._manifest = manifest
        self._aliases = aliases

    @cached_property
    def _opening(self) -> Span:
        """The brace that opens the manifest, for what is missing in it."""
        start = self._manifest.locate("").start
        return Span(start, Position(start.line, start.column + 1))

    def __getitem__(self, pointer: str) -> NodeSpans:
        if pointer in self._aliases:
            target, part = self._aliases[pointer]
            if target not in self._manifest.spans or not target:
                return NodeSpans(None, self._opening)
            span = self._manifest.locate(target, part)
            return NodeSpans(span, span)
        if pointer in {"", "/manifest"}:
            return NodeSpans(None, self._opening)
        if not pointer.startswith("/manifest/"):
            raise KeyError(pointer)
        return self._manifest.spans[pointer.removeprefix("/manifest")]

    def __iter__(self) -> Iterator[str]:
        yield from self._aliases
        yield from (f"/manifest{pointer}" for pointer in self._manifest.spans)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Facts:
    """Collects facts about a manifest, each with the member that it is about."""

    def __init__(self, pack: PackReading) -> None:
        self.pack = pack
        self.manifest = pack.data
        self.aliases: dict[str, tuple[str, Part]] = {}
        self.related: dict[str, tuple[Related, ...]] = {}

    def data(self) -> dict[str, Any]:
        keywords = self.manifest.get("keywords")
        facts: dict[str, Any] = {
            "kind": "role-pack",
            "private": self.manifest.get("private") is True,
            "manifest": self.manifest,
            "keyword": isinstance(keywords, list) and "pi-package" in keywords,
            "entries": self._entries(),
        }
        self._alias("/keyword", "/keywords")
        optional = {
            "inert": self._inert(),
            "misspelled": self._misspelled(),
            "bundled": self._bundled(),
            "peers": self._peers(),
            "unshipped": self._unshipped(),
        }
        return facts | {name: value for name, value in optional.items() if value}

    def _alias(self, fact: str, member: str, part: Part = "value") -> None:
        self.aliases[fact] = (member, part)

    def _entries(self) -> list[dict[str, Any]]:
        """The entries of the lists of resources that name one place each."""
        found: list[dict[str, Any]] = []
        for resource in RESOURCES:
            entries = self.pack.resources.entries(resource)
            there = any(entry.found not in {"missing", "unknown"} for entry in entries)
            for index, entry in enumerate(entries):
                if entry.found in {"pattern", "unknown"}:
                    continue
                self._alias(f"/entries/{len(found)}", to_pointer(("pi", resource, index)))
                near = self._near(entry.path) if entry.found == "missing" else None
                how = "resource" if resource != "extensions" else "some" if there else "all"
                fact = {"resource": resource, "entry": entry.text, "found": entry.found}
                found.append(fact | {"how": how, "near": near or ""})
        return found

    def _near(self, path: str | None) -> str | None:
        """The file whose name is closest to one that is not there."""
        names = [*self.pack.tree.files()][:2_000] if path else []
        close = difflib.get_close_matches(path or "", names, n=1, cutoff=0.75)
        return f"./{close[0]}" if close else None

    def _inert(self) -> dict[str, str] | None:
        """Why Pi loads no extension from the pack, where that is certain."""
        loaded = self.pack.resources.extensions
        entries = self.pack.resources.entries("extensions")
        if loaded is None or loaded or any(entry.found == "missing" for entry in entries):
            return None
        pi = self.manifest.get("pi", {})
        if not isinstance(pi, Mapping):
            return None
        if "extensions" in pi:
            self._alias("/inert", "/pi/extensions")
            if "extensions" not in self.pack.resources.lists:
                return None
            return {"how": "nothing" if entries else "empty"}
        self._alias("/inert", "/pi", "key")
        if self.pack.resources.lists:
            return {"how": "other-resources"}
        if self.pack.tree.is_folder("extensions"):
            return {"how": "empty-folder"}
        module = next((m.path for m in self.pack.bridge.modules if "/" not in m.path), "")
        return {"how": "root-module", "module": module} if module else {"how": "nothing-named"}

    def _misspelled(self) -> list[dict[str, str]]:
        pi = self.manifest.get("pi")
        found: list[dict[str, str]] = []
        for key in pi if isinstance(pi, Mapping) else ():
            if key not in MEMBERS:
                close = difflib.get_close_matches(key.casefold(), MEMBERS, n=1, cutoff=0.7)
                if close:
                    self._alias(f"/misspelled/{len(found)}", to_pointer(("pi", key)), "key")
                    found.append({"key": key, "near": close[0]})
        return found

    def _bundled(self) -> list[str]:
        """Packages that Pi provides, among those that the pack brings along."""
        dependencies = self.manifest.get("dependencies")
        found = [
            name
            for name in (dependencies if isinstance(dependencies, Mapping) else ())
            if name in PI_PACKAGES
        ]
        for index, name in enumerate(found):
            self._alias(f"/bundled/{index}", to_pointer(("dependencies", name)), "key")
        return found

    def _peers(self) -> dict[str, Any]:
        """Packages of Pi that are imported and are not peers."""
        peers = self.manifest.get("peerDependencies")
        peers = peers if isinstance(peers, Mapping) else {}
        missing: list[str] = []
        for name, place in self._imported().items():
            if name not in peers and name not in self._bundled():
                self._alias(f"/peers/missing/{len(missing)}", "/peerDependencies", "key")
                self.related[f"/peers/missing/{len(missing)}"] = (place,)
                missing.append(name)
        return {"missing": missing} if missing else {}

    def _imported(self) -> dict[str, Related]:
        """The packages of Pi that the extension imports, each with the first place of it."""
        found: dict[str, Related] = {}
        for module in self.pack.bridge.modules:
            for imported in module.imports:
                name = _package(imported.source)
                if name in PI_PACKAGES:
                    span = module.script.span(imported.node)
                    place = Related(self.pack.prefix + module.path, span, "it is imported here")
                    found.setdefault(name, place)
        return found

    def _unshipped(self) -> list[dict[str, str]]:
        """What the pack needs and its archive would not have."""
        if self.pack.packed:
            return []
        how = "files" if self.pack.npm.listed is not None else "ignored"
        wanted = [*self._unshipped_roles(), *self._unshipped_modules()]
        for index in range(len(wanted)):
            self._alias(f"/unshipped/{index}", "/files", "key")
            self.related[f"/unshipped/{index}"] = self._ignore_file() if how == "ignored" else ()
        return [{"what": what, "path": path, "how": how} for what, path in wanted]

    def _ignore_file(self) -> tuple[Related, ...]:
        """The ignore file at the root of the pack, if it has one."""
        names = (name for name in (".npmignore", ".gitignore") if self.pack.tree.is_file(name))
        return tuple(
            Related(self.pack.prefix + name, FILE_START, "the patterns are here")
            for name in [*names][:1]
        )

    def _unshipped_roles(self) -> Iterator[tuple[str, str]]:
        for place in self.pack.role_places:
            roles = [
                path for path in self.pack.role_files if path == place or dirname(path) == place
            ]
            if roles and not any(self.pack.ships(path) for path in roles):
                yield "roles", place or "."

    def _unshipped_modules(self) -> Iterator[tuple[str, str]]:
        for path in self.pack.bridge.loaded:
            if not self.pack.ships(path):
                yield "extension", path


def _package(source: str) -> str:
    """The package that an import names, without the path within it."""
    return "/".join(source.split("/")[: 2 if source.startswith("@") else 1])
