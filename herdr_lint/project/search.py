"""From the paths that are requested to what there is to check."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from herdr_lint.files import disk
from herdr_lint.files.file_system import Entry, FileSystem, Kind
from herdr_lint.judge.judge import show_path
from herdr_lint.model import Layer, UsageError
from herdr_lint.project.display import Display
from herdr_lint.project.inventory import EXCLUDED, Inventory
from herdr_lint.project.options import Options
from herdr_lint.project.packages import begins_like
from herdr_lint.project.role_folders import RoleFolder, Sign
from herdr_lint.project.targets import Discovery
from herdr_lint.project.walk import (
    ARCHIVES,
    BORDERS,
    MANIFESTS,
    Walk,
    add_nested,
    is_manifest_name,
)
from herdr_lint.role.file_name import is_document, is_other_markdown
from herdr_lint.role.glance import is_meant_for_role, reads_like_role

_NO_KIND = "not a kind of file that is checked"
_NO_ROLES = "no directory of roles of this package is known; name it in `roles`"
_MANIFEST_GLANCE = 4096
_WANTED = (
    "a role file (.md), a directory of roles, a role pack, a project with `.pi/agents`, an OpenWOP "
    "pack or manifest, or an archive of a pack"
)


def discover(paths: Sequence[str | Path] = (".",), options: Options | None = None) -> Discovery:
    """What the requested paths hold; by default, what the working directory holds.

    Raises:
        UsageError: if a path is missing or cannot be looked at, or if there is nothing to check
            at all; it names every such path, not only the first.

    """
    search = _Search(options or Options(FileSystem()))
    for path in search.located(paths):
        search.look(path)
    return search.result()


class _Search:
    """One run of discovery."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._system = options.system
        self._directory = disk.real(options.directory or os.getcwd())
        self._display = Display(self._directory)
        self._found = Inventory(options, self._display)
        self._problems: list[str] = []
        self._looked: list[str] = []
        self._walked: set[str] = set()
        self._nested: dict[str, frozenset[str]] = {}

    def located(self, paths: Iterable[str | Path]) -> list[str]:
        """The requested paths, absolute and by the folders that really hold them, each once."""
        absolute = (os.path.normpath(os.path.join(self._directory, path)) for path in paths)
        return sorted({self._locate(path) for path in absolute})

    def _locate(self, path: str) -> str:
        try:
            return self._system.located(path)
        except (OSError, ValueError):
            return path

    def look(self, path: str) -> None:
        """Take in one requested path."""
        found = self._found
        found.requested.add(path)
        if found.excludes(path):
            found.add_unchecked(path, EXCLUDED)
            return
        self._looked.append(self._display(path))
        match self._system.kind(path):
            case None:
                self._problem(path, "does not exist; check its spelling and the working directory")
            case Kind.DIRECTORY:
                self._look_at_directory(path)
            case Kind.BROKEN if not path.endswith(".md"):
                self._problem(path, "is a link that leads nowhere")
            case Kind.SPECIAL if not path.endswith(".md"):
                self._problem(path, "is neither a file nor a directory")
            case kind:
                entry = Entry.at(path, kind, link=self._system.is_link(path))
                self._look_at_file(entry)

    def result(self) -> Discovery:
        """Everything that was found.

        Raises:
            UsageError: see ``discover``.

        """
        for tree in sorted({self._found.roots.of(path).path for path in self._found.requested}):
            if tree not in self._walked and self._system.is_directory(tree):
                Walk(tree, self._found, context=True).run()
        discovery = self._found.settle()
        problems = list(self._problems)
        checked = discovery.misplaced or any(one.requested for one in discovery.targets)
        if not (checked or problems or self._options.allow_empty) and self._looked:
            listed = ", ".join(map(show_path, self._looked))
            problems.append(f"nothing to check in {listed}: give {_WANTED}")
            problems += [f"{show_path(one.path)}: {one.reason}" for one in discovery.unchecked]
        if problems:
            raise UsageError(*problems)
        return discovery

    def _problem(self, path: str, text: str) -> None:
        self._problems.append(f"{show_path(self._display(path))} {text}")

    def _outer(self, directory: str) -> RoleFolder | None:
        """The directory of roles that a directory lies below, in the same package."""
        while not any(self._system.exists(os.path.join(directory, mark)) for mark in BORDERS):
            parent = os.path.dirname(directory)
            if parent == directory:
                break
            folder = self._found.folders.sure(parent)
            if folder is not None:
                return folder
            directory = parent
        return None

    # Directories

    def _look_at_directory(self, path: str) -> None:
        found = self._found
        try:
            listed = self._system.entries(path)
        except OSError as error:
            self._problem(path, f"cannot be listed: {error.strerror}")
            return
        if self._is_unreadable_role(path):
            return
        before, ignored = found.weight, found.ignored
        Walk(path, found, outer=self._outer(path)).run()
        self._walked.add(path)
        self._look_around(path)
        if found.weight == before:
            self._look_closer(path, listed)
        if found.weight == before and found.ignored == ignored:
            found.add_unchecked(path, "holds no role file, pack or manifest")

    def _is_unreadable_role(self, path: str) -> bool:
        """Whether a requested directory is named like a role file, in a directory of roles."""
        folder = self._found.folders.find(os.path.dirname(path)) if path.endswith(".md") else None
        if folder is None or folder.sign >= Sign.CONTENT:
            return False
        self._found.add_folder(folder)
        return True

    def _look_closer(self, path: str, listed: Sequence[Entry]) -> None:
        """A directory in which a walk finds nothing: what lies directly in it.

        Archives and manifests whose names say nothing, and files that could be roles.
        """
        for entry in listed:
            if entry.kind is Kind.FILE and entry.name.lower().endswith(ARCHIVES):
                self._found.add_archive(entry.path)
            elif entry.name.endswith(MANIFESTS) and self._mentions_agents(entry):
                self._found.add_manifest(entry.path)
        folder = self._found.folders.requested(path)
        if folder is not None:
            self._found.add_folder(folder)

    def _mentions_agents(self, entry: Entry) -> bool:
        """Whether the beginning of a JSON or YAML file speaks of agents or of OpenWOP."""
        return begins_like(
            self._system,
            entry,
            lambda data: (
                b"agentId" in data[:_MANIFEST_GLANCE]
                or (b"engines" in data[:_MANIFEST_GLANCE] and b"openwop" in data[:_MANIFEST_GLANCE])
            ),
        )

    def _look_around(self, directory: str) -> bool:
        """The packs that a directory lies in: what is part of a pack is judged with all of it."""
        found = self._found
        root = found.folders.agent_pack(directory)
        if root is not None:
            found.add_agent_pack(root)
        around = found.packages.around(directory, found.roots.of(directory).path)
        packs = [pack for pack in around if pack.registered]
        for pack in packs:
            found.add_pack(pack)
        return root is not None or bool(packs)

    # Files

    def _look_at_file(self, entry: Entry) -> None:
        in_pack = self._look_around(os.path.dirname(entry.path))
        if not (self._takes(entry, in_pack=in_pack) or in_pack):
            why = _NO_ROLES if entry.name == "package.json" else _NO_KIND
            self._found.add_unknown(entry.path, why)

    def _takes(self, entry: Entry, *, in_pack: bool) -> bool:
        """Whether a file is of a kind that is checked by itself; it is then taken in."""
        if entry.name.endswith(".md"):
            below = self._is_below(entry.path)
            return self._takes_role(entry, in_pack=in_pack) if below is None else below
        if is_other_markdown(entry.name):
            self._look_at_other_markdown(entry)
        elif entry.name.lower().endswith(ARCHIVES):
            self._found.add_archive(entry.path)
        elif entry.name.endswith(MANIFESTS) and self._is_lone_manifest(entry):
            self._found.add_manifest(entry.path)
        else:
            return False
        return True

    def _is_lone_manifest(self, entry: Entry) -> bool:
        if self._found.folders.agent_pack(os.path.dirname(entry.path)) is not None:
            return False
        return is_manifest_name(entry.name) or self._mentions_agents(entry)

    def _is_below(self, path: str) -> bool | None:
        """Whether a file below a directory of roles looks like a role; None where it lies in none.

        With it, those beside it that do are taken in.
        """
        found, parent = self._found, os.path.dirname(path)
        if found.packages.owner(path) is not None or found.folders.certain(parent) is not None:
            return None
        outer = self._outer(parent)
        if outer is None:
            return None
        if parent not in self._nested:
            listed = self._system.entries_if_any(parent)
            self._nested[parent] = add_nested(found, listed, outer)
        return path in self._nested[parent]

    def _takes_role(self, entry: Entry, *, in_pack: bool) -> bool:
        found, folders = self._found, self._found.folders
        path, parent = entry.path, os.path.dirname(entry.path)
        folder = folders.find(parent)
        if folder is not None and folders.holds(folder, entry):
            found.add_folder(folder)
        elif self._options.layer is not None or (
            not in_pack and not is_document(entry.name) and self._is_meant_for_role(entry)
        ):
            found.add_file(path, folders.bare(parent, Sign.REQUEST))
        else:
            return False
        return True

    def _is_meant_for_role(self, entry: Entry) -> bool:
        """Whether a file that lies in no directory of roles is one by what stands in it."""
        if self._found.folders.is_part_of_another(os.path.dirname(entry.path)):
            return False
        return begins_like(self._system, entry, is_meant_for_role)

    def _look_at_other_markdown(self, entry: Entry) -> None:
        below = self._is_below(entry.path)
        if below:
            return
        folder = self._found.folders.find(os.path.dirname(entry.path))
        if folder is not None or (
            below is None and begins_like(self._system, entry, reads_like_role)
        ):
            layer = folder.layer if folder else self._options.layer or Layer.PACKAGE
            self._found.add_extension(entry.path, layer)
        else:
            why = "the host reads only role files that end in `.md`"
            self._found.add_unchecked(entry.path, why)
