"""The manifest of a role pack as a canonical document, with the facts around it.

The shape is described in ``schemas/role/role-pack.schema.json``, which also judges it. Nothing
here decides whether anything is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, islice
from posixpath import basename, commonpath, dirname, join
from typing import TYPE_CHECKING, Any

from herdr_lint.judge.document import Document, NodeSpans, Part, to_pointer
from herdr_lint.late import late
from herdr_lint.model import FILE_START, Position, Related, Span
from herdr_lint.role_pack.extension.parser import Import, Module
from herdr_lint.role_pack.extension.resolution import PI_PACKAGES
from herdr_lint.role_pack.pi_resources import MEMBERS, RESOURCES
from herdr_lint.role_pack.reading import GALLERY, PackReading
from herdr_lint.role_pack.skill import FILE as SKILL

if TYPE_CHECKING:
    import difflib
else:
    difflib = late("difflib")

_MOST_NAMES = 2_000
_NOWHERE = frozenset({"missing", "absolute", "home", "out"})
_LISTED = frozenset({"pattern", "exception", "unknown"})


def manifest_document(pack: PackReading) -> Document:
    """The canonical document of the manifest of a pack that is an object."""
    facts = _ManifestFacts(pack)
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


class _ManifestFacts:
    """Collects facts about a manifest, each with the member that it is about."""

    def __init__(self, pack: PackReading) -> None:
        self.pack = pack
        self.manifest = pack.data
        self.aliases: dict[str, tuple[str, Part]] = {}
        self.related: dict[str, tuple[Related, ...]] = {}

    def data(self) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "kind": "role-pack",
            "private": self.manifest.get("private") is True,
            "manifest": self.manifest,
            "keyword": GALLERY in self.pack.keywords,
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
        """The entries of the lists of resources, but for patterns and what cannot be told."""
        found: list[dict[str, Any]] = []
        for resource in RESOURCES:
            entries = self.pack.resources.entries(resource)
            some = any(entry.found in {"file", "folder", "pattern"} for entry in entries)
            for index, entry in enumerate(entries):
                if entry.found in _LISTED:
                    continue
                self._alias(f"/entries/{len(found)}", to_pointer(("pi", resource, index)))
                near = self._near(entry.path) if entry.found == "missing" else None
                how: str = entry.found
                if entry.found == "missing":
                    how = "resource" if resource != "extensions" else "some" if some else "all"
                    how += "-near" if near and resource == "extensions" else ""
                fact = {"resource": resource, "entry": entry.text, "found": entry.found}
                found.append(fact | {"how": how, "near": near or "", "plain": _plain(entry.text)})
        return found

    def _near(self, path: str | None) -> str | None:
        """The file whose name is closest to one that is not there."""
        names = [*islice(self.pack.tree.files(), _MOST_NAMES)]
        close = difflib.get_close_matches(path or "", names, cutoff=0.75)
        return f"./{close[0]}" if close else None

    def _inert(self) -> dict[str, str] | None:
        """Why Pi loads no extension from the pack, where that is certain."""
        loaded = self.pack.resources.extensions
        entries = self.pack.resources.entries("extensions")
        if loaded is None or loaded or any(entry.found in _NOWHERE for entry in entries):
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
                close = difflib.get_close_matches(key.casefold(), MEMBERS, cutoff=0.7)
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
        wanted = PI_PACKAGES.difference(peers, self._bundled())
        for name, place in self._imported(wanted).items():
            self._alias(f"/peers/missing/{len(missing)}", "/peerDependencies", "key")
            self.related[f"/peers/missing/{len(missing)}"] = (place,)
            missing.append(name)
        return {"missing": missing} if missing else {}

    def _imported(self, names: frozenset[str]) -> dict[str, Related]:
        """Those of the packages that the extension imports, each with the first place of it."""
        found: dict[str, Related] = {}
        for module in self._naming(names):
            for one in module.imports:
                name = self.pack.resolution.target(module.path, one.source).name
                if name in names:
                    span = module.script.span(one.node)
                    place = Related(self.pack.prefix + module.path, span, "it is imported here")
                    found.setdefault(name, place)
        return found

    def _naming(self, names: frozenset[str]) -> Iterator[Module]:
        """The scripts to look at for imports of packages: first, those in which they read like it.

        Of these one for each package is enough.
        """
        left = set(names)
        for path, sources in self.pack.reached.items():
            named = {self.pack.resolution.target(path, source).name for source in sources} & left
            module = self.pack.modules.get(path) if named else None
            if module is not None:
                left -= named
                yield module
        yield from self.pack.bridge.modules

    def _unshipped(self) -> list[dict[str, str]]:
        """What the pack needs and its archive would not have."""
        found: list[dict[str, str]] = []
        for what, path in self._left_out():
            link = next(filter(self.pack.tree.is_link, _with_folders(path)), None)
            how = "link" if link else "ignored" if self.pack.npm.listed is None else "files"
            pointer = f"/unshipped/{len(found)}"
            self._alias(pointer, "/files", "key")
            self.related[pointer] = self._because(how, link)
            private = self.manifest.get("private") is True
            found.append({"what": "private" if private else what, "path": path, "how": how})
        return found

    def _because(self, how: str, link: str | None) -> tuple[Related, ...]:
        """The link, or the ignore file at the root of the pack, if it has one."""
        names: Iterator[str] = iter(())
        if how == "ignored":
            names = filter(self.pack.tree.is_file, (".npmignore", ".gitignore"))
        told = "the link" if link else "the patterns are here"
        first = link or next(names, None)
        return (Related(self.pack.prefix + first, FILE_START, told),) if first else ()

    def _left_out(self) -> Iterator[tuple[str, str]]:
        """What npm leaves out: roles, skills, and what the extension imports, each by its kind."""
        for place in self.pack.role_places:
            yield from self._of_kind("role", place or ".", self.pack.roles_at(place) or ())
        skills = [path for path in self.pack.resources.skills or () if basename(path) == SKILL]
        yield from self._of_kind(
            "skill", commonpath(map(dirname, skills)) if skills else "", skills
        )
        told = {*self.pack.role_files, *skills}
        for path, what in self._needed().items():
            if path not in told and not self.pack.ships(path):
                yield what, path

    def _needed(self) -> dict[str, str]:
        """The files that the extension needs, and when: to load, when it is called, or perhaps."""
        found = dict.fromkeys(self.pack.resources.extensions or (), "extension")
        for how in ("extension", "late", "named"):
            for one in self.pack.imports:
                if one.target.found == "file" and one.target.path and _when(one.use) == how:
                    found.setdefault(one.target.path, how)
        return found

    def _of_kind(self, what: str, place: str, files: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Each file that is left out, or their place where all of several are."""
        lost = [path for path in files if not self.pack.ships(path)]
        if lost and len(lost) == len(files):
            yield f"{what}s", place
        else:
            yield from ((what, path) for path in lost)


def _when(use: Import) -> str:
    """When something is needed: where a failure is caught, nobody can tell that it is."""
    return "named" if use.guarded else "late" if use.late else "extension"


def _with_folders(path: str) -> Iterator[str]:
    """The folders above a file, and the file."""
    return accumulate(path.split("/"), join)


def _plain(entry: str) -> str:
    """An exception as Pi compares it: without what stands before the name of the file."""
    return entry[:1] + entry[1:].lstrip("./~").rstrip("/")
