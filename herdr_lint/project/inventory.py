"""All that a search finds, from however many paths; each thing once and in order."""

import os
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sized
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from herdr_lint.catalog.records import RoleOrigin, folded, stem_of
from herdr_lint.files import disk
from herdr_lint.files.file_system import Entry, Kind, Listing
from herdr_lint.model import Layer, Unchecked
from herdr_lint.project.display import ToDisplayPath, printable
from herdr_lint.project.ignore import Ignores
from herdr_lint.project.options import Options
from herdr_lint.project.packages import Packages
from herdr_lint.project.role_folders import RoleFolder, RoleFolders, Sign
from herdr_lint.project.roots import Roots
from herdr_lint.project.targets import (
    AgentPack,
    ArchiveFile,
    Discovery,
    Manifest,
    Misplaced,
    RoleFile,
    RolePack,
    RoleSite,
    Target,
    covers,
)

_UNREADABLE = {
    Kind.DIRECTORY: "directory",
    Kind.BROKEN: "dangling-link",
    Kind.SPECIAL: "special-file",
}

OUTSIDE = "leads out of the requested tree; ask for what it leads to"
EXCLUDED = "left out by the configuration"
IGNORED = "left out by `.gitignore`"


class _Sighting(NamedTuple):
    """A role file as it was met on one way."""

    entry: Entry
    folder: RoleFolder
    via: str | None


class Inventory:
    """What was found so far; nothing depends on the order in which it was found."""

    def __init__(self, options: Options, display: ToDisplayPath) -> None:
        self.display = display
        self.system = options.system
        self.roots = Roots(self.system, disk.real(options.directory or os.getcwd()))
        self.ignores = Ignores(self.system)
        self.packages = Packages(options, display)
        self.folders = RoleFolders(options, self.packages, self.roots, display)
        self.requested: set[str] = set()
        self._excluded = options.excluded
        self._moves = options.moves
        self._gitignore = options.gitignore
        self._folders: dict[str, dict[RoleFolder, None]] = defaultdict(dict)
        self._files: dict[str, list[RoleFolder]] = defaultdict(list)
        self._packs: dict[str, RolePack] = {}
        self._others: dict[str, Target] = {}
        self._misplaced: set[Misplaced] = set()
        self._unchecked: set[Unchecked] = set()
        self.ignored = 0
        """How often something was met that git leaves out and that would be checked else."""
        self._unknown: dict[str, str] = {}
        self._namesakes: _Namesakes | None = None
        self._sites: dict[Hashable, RoleSite] = {}

    @property
    def role_folders(self) -> Iterable[str]:
        """The directories of roles that were found."""
        return self._folders

    @property
    def role_files(self) -> Iterable[str]:
        """The single role files that were found."""
        return self._files

    @property
    def weight(self) -> int:
        """Grows with everything that is found, so a caller sees whether a path held anything."""
        held: tuple[Sized, ...] = (
            self._folders,
            self._files,
            self._packs,
            self._others,
            self._misplaced,
        )
        return sum(len(one) for one in held)

    def ignores_entry(self, entry: Entry) -> bool:
        """Whether git leaves an entry out."""
        directory = entry.kind is Kind.DIRECTORY
        return self._gitignore and self.ignores.ignores(entry.path, directory=directory)

    def excludes(self, path: str) -> bool:
        """Whether the configuration leaves a path out."""
        return self._excluded is not None and self._excluded(path)

    def leaves_out(self, entry: Entry) -> bool:
        """Whether git or the configuration leaves an entry out of a walk."""
        return self.excludes(entry.path) or self.ignores_entry(entry)

    def add_folder(self, folder: RoleFolder) -> None:
        """A directory of roles, and with it the pack that registers it."""
        self._folders[folder.path][folder] = None
        if folder.owner is not None:
            self.add_pack(folder.owner)

    def add_file(self, path: str, folder: RoleFolder) -> None:
        """A single role file, whether or not its directory is looked at; a pack's registers it."""
        self._files[path].append(folder)

    def add_pack(self, pack: RolePack) -> None:
        """A role pack and all that it registers."""
        if pack.root in self._packs:
            return
        self._packs[pack.root] = pack
        for path in pack.registered:
            if self.system.is_directory(path):
                self.add_folder(self.folders.registered(path, pack))
            elif path.endswith(".md") and self.system.exists(path):
                self.add_file(path, self.folders.registered(os.path.dirname(path), pack))

    def add_agent_pack(self, root: str) -> None:
        """The OpenWOP pack in a folder that has a manifest."""
        manifest = self.folders.pack_manifest(root)
        if manifest is not None:
            self._others[manifest] = AgentPack(root, manifest, self.display(manifest))

    def add_manifest(self, path: str) -> None:
        self._others.setdefault(path, Manifest(path, self.display(path)))

    def add_archive(self, path: str) -> None:
        self._others[path] = ArchiveFile(path, self.display(path))

    def add_unchecked(self, path: str, reason: str) -> None:
        self.ignored += reason == IGNORED
        self._unchecked.add(Unchecked(self.display(path), reason))

    def add_unknown(self, path: str, reason: str) -> None:
        """A requested file that is of no kind, unless something around it makes it a role."""
        self._unknown[path] = reason

    def add_below(self, path: str, folder: RoleFolder) -> None:
        """A file below a directory of roles, where the host does not look."""
        directory = self.display(folder.path)
        self._misplaced.add(Misplaced(self.display(path), "below", folder.layer, directory))

    def add_extension(self, path: str, layer: Layer) -> None:
        """A file that looks like a role and does not end in ``.md``."""
        self._misplaced.add(Misplaced(self.display(path), "extension", layer))

    def settle(self) -> Discovery:
        """Everything found, each file once however many ways lead to it."""
        requested = frozenset(map(self.display, self.requested))

        def wanted(display_path: str) -> bool:
            return covers(requested, display_path)

        def concerns(root: str) -> bool:
            return wanted(root) or _holds_any(root, requested)

        self._namesakes = _Namesakes(self, requested, self._moves) if requested else None
        roles = list(self._roles(wanted))
        if self._unknown:
            known = {*self._files, *(role.path for role in roles)}
            unknown = (one for one in self._unknown.items() if one[0] not in known)
            self._unchecked.update(Unchecked(self.display(path), why) for path, why in unknown)
        not_roles = requested.difference(one.display_path for one in roles)
        packs = [
            one._replace(
                requested=concerns(one.display_path),
                roles_only=not wanted(one.display_path)
                and not _holds_any(one.display_path, not_roles),
            )
            for one in self._packs.values()
        ]
        others = [
            one._replace(
                requested=concerns(self.display(one.root))
                if isinstance(one, AgentPack)
                else wanted(one.display_path),
            )
            for one in self._others.values()
        ]
        targets: list[Target] = sorted((*packs, *others, *roles), key=_kind_of_target)
        targets.sort(key=_display_path)
        return Discovery(
            targets=tuple(targets),
            misplaced=self._told_of(wanted),
            unchecked=tuple(sorted(self._unchecked)),
            requested=requested,
        )

    def _told_of(self, wanted: Callable[[str], bool]) -> tuple[Misplaced, ...]:
        """The misplaced files that were asked for; those of a folder are told together."""
        folders = {one.beside for one in self._misplaced if wanted(one.display_path)}
        return tuple(sorted(one for one in self._misplaced if one.beside in folders))

    def _roles(self, wanted: Callable[[str], bool]) -> Iterator[RoleFile]:
        """The role files, each by the folder that really holds it."""
        met: dict[str, list[Iterable[_Sighting]]] = defaultdict(list)
        for path, folders in self._folders.items():
            met[self.system.real(path)] += [self._listed(folder, wanted) for folder in folders]
            self._tell_of_link(path, folders, wanted)
        for path, ways in self._files.items():
            for folder in ways:
                met[self.system.real(folder.path)].append((self._lone(path, folder),))
        for real, sightings in met.items():
            yield from self._roles_in(real, chain.from_iterable(sightings), wanted)

    def _roles_in(
        self, real: str, sightings: Iterable[_Sighting], wanted: Callable[[str], bool]
    ) -> Iterator[RoleFile]:
        """The role files of one folder, on however many ways each was met."""
        ways: dict[str, list[_Sighting]] = defaultdict(list)
        for sighting in sightings:
            entry = sighting.entry
            in_place = real == sighting.folder.path
            ways[entry.path if in_place else os.path.join(real, entry.name)].append(sighting)
        for path, found in ways.items():
            if self.excludes(path):
                if wanted(self.display(path)):
                    self.add_unchecked(path, EXCLUDED)
                continue
            role = self._role(path, found, wanted)
            if role.unreadable is None and found[0].entry.link and self._leads_out(path):
                if wanted(role.display_path):
                    self.add_unchecked(path, OUTSIDE)
            else:
                yield role

    def _tell_of_link(
        self, path: str, folders: Iterable[RoleFolder], wanted: Callable[[str], bool]
    ) -> None:
        """A directory of roles that was asked for and leads out of what was asked for."""
        ways = {self.display(path), *(one.owner.display_path for one in folders if one.owner)}
        if any(map(wanted, ways)) and not wanted(self.display(self.system.real(path))):
            self.add_unchecked(path, OUTSIDE)

    def _lone(self, path: str, folder: RoleFolder) -> _Sighting:
        kind = self.system.kind(path) or Kind.BROKEN
        entry = Entry.at(path, kind, link=self.system.is_link(path))
        return _Sighting(entry, folder, path if folder.owner is not None else None)

    def _listed(self, folder: RoleFolder, wanted: Callable[[str], bool]) -> Iterator[_Sighting]:
        """The role files of a directory; of one that the host need not look at, git's choice."""
        via = folder.path if folder.owner is not None else None
        seen = False
        entries = self.system.entries_if_any(folder.path)
        for entry in self._namesakes.among(entries, folder) if self._namesakes else entries:
            if not self.folders.holds(folder, entry):
                continue
            seen = True
            by_choice = folder.sign > Sign.LINKED and not self.excludes(entry.path)
            if by_choice and self.ignores_entry(entry):
                if wanted(self.display(entry.path)):
                    self.add_unchecked(entry.path, IGNORED)
                continue
            yield _Sighting(entry, folder, via)
        if not seen and wanted(self.display(folder.path)):
            self.add_unchecked(folder.path, "the host finds no role here")

    def _role(
        self, path: str, sightings: list[_Sighting], wanted: Callable[[str], bool]
    ) -> RoleFile:
        best = min(sightings, key=lambda one: _rank(one.folder))
        ways = frozenset(one.via for one in sightings)
        site = self._site(path[: -len(best.entry.name)], best.folder, ways)
        return RoleFile(
            site=site,
            name=best.entry.name,
            requested=wanted(site.origin.shown + printable(best.entry.name)),
            unreadable=_UNREADABLE.get(best.entry.kind),
        )

    def _site(self, real: str, folder: RoleFolder, ways: frozenset[str | None]) -> RoleSite:
        """Where a role file is found; all in a folder that are found alike share it.

        A role belongs to its pack if the pack registers it, else to its directory.
        """
        key = (real, folder.path, folder.layer, folder.scope, ways)
        if key not in self._sites:
            is_packaged = folder.layer is Layer.PACKAGE
            via = tuple(sorted({self.display(way) for way in ways if way})) if is_packaged else ()
            shown = self.display(f"{real}x")[:-1]
            pack = self.packages.nearest(folder.path)
            owner = pack if via else None
            directory = shown.rpartition("/")[0] or "."
            origin = RoleOrigin(
                shown=shown,
                layer=folder.layer,
                scope=folder.scope,
                source=owner.label if owner else directory,
                home=owner.display_path if owner else directory,
                package=pack.name if pack else None,
                via=via,
            )
            self._sites[key] = RoleSite(real, origin, pack)
        return self._sites[key]

    def _leads_out(self, path: str) -> bool:
        """Whether a link leads to a file outside of the tree that its folder belongs to."""
        folder = os.path.dirname(path)
        root = self.roots.of(folder).path
        top = os.path.dirname(folder) if root == folder else root
        return not inside(self.system.real(path), top)


def _holds_any(root: str, paths: Iterable[str]) -> bool:
    """Whether any of some paths is a folder or lies in it, all as people read them."""
    own = frozenset({root})
    return any(covers(own, path) for path in paths)


class _Namesakes:
    """Which role files of the context are worth a look: those that may bear a requested name.

    The host takes the name of a pack's role from its file or refuses the role, so no other file of
    a pack can get in the way. In the other layers the name has to stand in the file.
    """

    def __init__(
        self, found: Inventory, requested: frozenset[str], moves: Callable[[str], bool] | None
    ) -> None:
        self._moves = moves or (lambda folder: False)
        self._found = found
        self._requested = requested
        self._by_folder: dict[str, set[str]] = defaultdict(set)
        for path in requested:
            folder, _, name = path.rpartition("/")
            self._by_folder[folder or "."].add(name)

    def among(self, entries: Listing, folder: RoleFolder) -> Iterable[Entry]:
        """The entries of a folder that were asked for, or may meet some that were."""
        is_by_name = folder.layer is Layer.PACKAGE and not self._moves(folder.path)
        if not is_by_name or self._is_whole(self._shown(folder.path)):
            return entries
        names = enumerate(entries.names)
        return [entries[index] for index, name in names if _stem(name) in self._stems]

    @cached_property
    def _stems(self) -> frozenset[str]:
        """The names that were asked for, as far as the names of files tell."""
        found, entries = self._found, self._found.system.entries_if_any
        asked = (name for path in found.role_folders for name in self._asked(entries(path), path))
        return frozenset(map(_stem, (*asked, *map(os.path.basename, found.role_files))))

    def _asked(self, entries: Listing, folder: str) -> Iterable[str]:
        shown = self._shown(folder)
        if self._is_whole(shown):
            return entries.names
        return filter(entries.has, self._by_folder.get(shown, ()))

    def _shown(self, folder: str) -> str:
        return self._found.display(self._found.system.real(folder))

    def _is_whole(self, shown: str) -> bool:
        return covers(self._requested, shown)


def _stem(name: str) -> str:
    return folded(stem_of(name))


def inside(path: str, root: str) -> bool:
    """Whether a path is a folder or lies in it."""
    return f"{path}{os.sep}".startswith(root.rstrip(os.sep) + os.sep)


def _rank(folder: RoleFolder) -> tuple[bool, Sign, str, str]:
    return (folder.owner is None, folder.sign, folder.scope, folder.layer.value)


def _kind_of_target(target: Target) -> str:
    return type(target).__name__


def _display_path(target: Target) -> str:
    """By what targets are sorted, after their kind: keys of both would be as many tuples more."""
    return target.display_path
