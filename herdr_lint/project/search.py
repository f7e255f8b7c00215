"""From the paths that a run is given to what there is to check."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from herdr_lint.judge.judge import show_path
from herdr_lint.model import Layer, UsageError
from herdr_lint.project.collector import Collector, inside
from herdr_lint.project.display import Display
from herdr_lint.project.listing import Entry, Kind, begins_like_role, entries, kind_of
from herdr_lint.project.options import Options
from herdr_lint.project.packages import CONVENTIONAL, shows_role
from herdr_lint.project.role_folders import RoleFolder, is_root, pack_manifest
from herdr_lint.project.targets import Discovery
from herdr_lint.project.walk import ARCHIVES, MANIFESTS, Walk
from herdr_lint.role.file_name import is_other_markdown

SOURCES = (".ts", ".js", ".mts", ".mjs", ".cts", ".cjs")
"""Ends of the files in which a pack registers its roles."""

_MANIFEST_GLANCE = 4096
_WANTED = (
    "a role file (.md), a directory of roles, a role pack, a project with `.pi/agents`, an OpenWOP "
    "pack or manifest, or an archive of a pack"
)


def discover(paths: Sequence[str | Path] = (), options: Options | None = None) -> Discovery:
    """What the given paths hold; without paths, what the working directory holds.

    Raises:
        UsageError: if a path is missing or cannot be looked at, or if there is nothing to check
            at all; it names every such path, not only the first.

    """
    search = _Search(options or Options())
    for path in search.absolute(paths or (".",)):
        search.look(path, named=bool(paths))
    return search.result()


class _Search:
    """One run of discovery."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._directory = os.path.abspath(options.directory or os.getcwd())
        self._display = Display(Path(self._directory))
        self._found = Collector(options, self._display)
        self._problems: list[str] = []
        self._looked: list[str] = []

    def absolute(self, paths: Iterable[str | Path]) -> list[str]:
        """The given paths, absolute, each once, in order; looking starts at each directory."""
        requested = dict.fromkeys(os.path.normpath(os.path.join(self._directory, p)) for p in paths)
        for path in filter(os.path.isdir, requested):
            self._found.ignores.start_at(path)
        return sorted(requested)

    def look(self, path: str, *, named: bool) -> None:
        """Take in one given path; ``named`` is False for the working directory of itself."""
        found = self._found
        found.asked.add(self._display(path))
        if found.excludes(path):
            found.add_unchecked(path, "left out by the configuration")
            return
        self._looked.append(self._display(path))
        match kind_of(path):
            case None:
                self._problem(path, "does not exist; check its spelling and the working directory")
            case Kind.DIRECTORY:
                self._look_at_directory(path, named=named)
            case Kind.BROKEN if not path.endswith(".md"):
                self._problem(path, "is a link that leads nowhere")
            case Kind.SPECIAL if not path.endswith(".md"):
                self._problem(path, "is neither a file nor a directory")
            case _:
                self._look_at_file(path)

    def result(self) -> Discovery:
        """Everything that was found.

        Raises:
            UsageError: see ``discover``.

        """
        discovery = self._found.settle()
        problems = list(self._problems)
        checked = discovery.targets or discovery.findings
        if not (checked or problems or self._options.allow_empty) and self._looked:
            listed = ", ".join(map(show_path, self._looked))
            problems.append(f"nothing to check in {listed}: give {_WANTED}")
        if problems:
            raise UsageError(*problems)
        if not self._options.context:
            return discovery
        for tree in map(os.path.abspath, self._options.context):
            self._found.ignores.start_at(tree)
            Walk(tree, self._found, requested=False).run()
        return self._found.settle()

    def _problem(self, path: str, text: str) -> None:
        self._problems.append(f"{show_path(self._display(path))} {text}")

    def _base(self, path: str) -> str:
        """Where looking starts for a given file: the working directory, if the file is in it."""
        return self._directory if inside(path, self._directory) else os.path.dirname(path)

    def _outer(self, directory: str) -> RoleFolder | None:
        """The directory of roles that a directory lies below, in the same package."""
        marks = ("package.json", ".git")
        while not any(os.path.exists(os.path.join(directory, mark)) for mark in marks):
            parent = os.path.dirname(directory)
            if parent == directory:
                break
            place = self._found.role_folders.find(parent, base=self._base(parent))
            if place is not None:
                return place
            directory = parent
        return None

    # Directories

    def _look_at_directory(self, path: str, *, named: bool) -> None:
        found, role_folders = self._found, self._found.role_folders
        try:
            listed = entries(path)
        except OSError as error:
            self._problem(path, f"cannot be listed: {error.strerror}")
            return
        if self._is_unreadable_role(path):
            return
        before = found.weight
        certain = role_folders.certain(path, base=path)
        start = certain or role_folders.find(path, base=path, asked=named)
        loose = start is None
        if loose and named and self._reads_like_roles(path, listed):
            start = role_folders.bare(path, asked=True)
        outer = None if certain else self._outer(path)
        Walk(path, found, start=start, loose=loose, outer=outer).run()
        if found.weight == before and named:
            self._look_closer(path, listed)
        if found.weight == before:
            self._look_around(path)
        if found.weight == before:
            found.add_unchecked(path, "holds no role file, pack or manifest")

    def _is_unreadable_role(self, path: str) -> bool:
        """Whether a given directory is named like a role file, in a directory of roles."""
        base = self._base(path)
        parent = os.path.dirname(path)
        place = self._found.role_folders.find(parent, base=base) if path.endswith(".md") else None
        if place is None:
            return False
        self._found.add_place(place, requested=False, base=base)
        self._found.add_file(path, place, requested=True)
        return True

    def _reads_like_roles(self, path: str, listed: Sequence[Entry]) -> bool:
        return (
            not is_root(path)
            and self._found.role_folders.agent_pack(path) is None
            and any(shows_role(entry) for entry in listed)
        )

    def _look_closer(self, path: str, listed: Sequence[Entry]) -> None:
        """A named directory in which a walk finds nothing: what lies directly in it.

        Roles that all lost their fence are better told of than passed over, and so are archives
        and manifests whose names say nothing.
        """
        files = [entry for entry in listed if entry.kind is Kind.FILE]
        for entry in files:
            if entry.name.lower().endswith(ARCHIVES):
                self._found.add_archive(entry.path)
        if self._found.role_folders.agent_pack(path) is not None:
            return
        if any(shows_role(entry, believed=not is_root(path)) for entry in listed):
            place = self._found.role_folders.bare(path, asked=True)
            Walk(path, self._found, start=place, loose=True).run()
        for entry in files:
            if entry.name.endswith(MANIFESTS) and _mentions_agents(entry.path):
                self._found.add_manifest(entry.path)

    def _look_around(self, path: str) -> None:
        """What is part of a pack is judged with the whole of it."""
        found = self._found
        root = found.role_folders.agent_pack(path)
        if root is not None:
            found.add_agent_pack(root, requested=False)
        pack = found.packages.nearest(path)
        if pack is not None and pack.registered:
            found.add_pack(pack, requested=False, base=self._base(path))

    # Files

    def _look_at_file(self, path: str) -> None:
        parent, name = os.path.split(path)
        if name.endswith(".md"):
            self._look_at_role(path)
        elif is_other_markdown(name):
            self._look_at_other_markdown(path)
        elif name.lower().endswith(ARCHIVES):
            self._found.add_archive(path)
        elif pack_manifest(parent) == path:
            self._found.add_agent_pack(parent, requested=True)
        elif name == "package.json":
            self._look_at_package(path)
        elif name.endswith(MANIFESTS) and not self._found.role_folders.agent_pack(parent):
            self._found.add_manifest(path)
        else:
            self._look_at_member(path)

    def _look_at_role(self, path: str) -> None:
        found, role_folders = self._found, self._found.role_folders
        parent, base = os.path.dirname(path), self._base(path)
        owner = found.packages.owner(path)
        certain = role_folders.registered(parent, owner, base=base) if owner else None
        certain = certain or role_folders.certain(parent, base=base)
        place = certain or role_folders.find(parent, base=base)
        if place is None and self._belongs_to_agent_pack(parent):
            self._look_around(parent)
            return
        found.add_file(path, place or role_folders.bare(parent), requested=True)
        if owner is not None:
            found.add_pack(owner, requested=False, base=base)
        elif place is not None or self._options.layer is not None:
            found.add_place(place or role_folders.bare(parent), requested=False, base=base)
        outer = None if certain else self._outer(parent)
        if outer is not None:
            found.find_nested(path, outer)

    def _belongs_to_agent_pack(self, directory: str) -> bool:
        """Whether Markdown in a directory is a prompt of an OpenWOP pack rather than a role."""
        named = os.path.basename(directory) in CONVENTIONAL or self._options.layer is not None
        return not named and self._found.role_folders.agent_pack(directory) is not None

    def _look_at_other_markdown(self, path: str) -> None:
        parent, name = os.path.split(path)
        place = self._found.role_folders.find(parent, base=self._base(path))
        entry = Entry(name, path, Kind.FILE, link=False)
        if place is not None or begins_like_role(entry):
            layer = place.layer if place else self._options.layer or Layer.PACKAGE
            self._found.find_extension(path, layer)
        else:
            self._found.add_unchecked(path, "the host reads only role files that end in `.md`")

    def _look_at_package(self, path: str) -> None:
        parent = os.path.dirname(path)
        pack = self._found.packages.at(parent)
        if pack.registered:
            self._found.add_pack(pack, requested=True, base=parent, with_roles=False)
        else:
            reason = "no directory of roles of this package is known; name it in `roles`"
            self._found.add_unchecked(path, reason)

    def _look_at_member(self, path: str) -> None:
        before = self._found.weight
        parent = os.path.dirname(path)
        if path.endswith(SOURCES) or self._found.role_folders.agent_pack(parent):
            self._look_around(parent)
        if self._found.weight == before:
            self._found.add_unchecked(path, "not a kind of file that is checked")


def _mentions_agents(path: str) -> bool:
    """Whether the beginning of a JSON or YAML file speaks of agents or of OpenWOP."""
    try:
        with open(path, "rb") as file:
            start = file.read(_MANIFEST_GLANCE)
    except OSError:
        return False
    return b"agentId" in start or (b"engines" in start and b"openwop" in start)
