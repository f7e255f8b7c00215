"""The walk through a tree: each directory of roles, pack, manifest and archive in it."""

import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from herdr_lint.files.file_system import Entry, Kind, Listing
from herdr_lint.files.regular import DEEPEST
from herdr_lint.late import late_pattern
from herdr_lint.project.inventory import IGNORED, OUTSIDE, Inventory, inside
from herdr_lint.project.packages import CONVENTIONAL, begins_like
from herdr_lint.project.role_folders import PACK_MANIFESTS, RoleFolder, Sign
from herdr_lint.role.file_name import is_document, is_other_markdown
from herdr_lint.role.glance import reads_like_role

ARCHIVES = (".tgz", ".tar.gz", ".tar", ".zip")
MANIFESTS = (".json", ".yaml", ".yml")
BORDERS = ("package.json", ".git")
"""What a folder has that lies in no directory of roles, since it is a package or a repository."""

_PACK_NAME = r"(?:core|vendor|community|private)\.[a-z][a-z0-9_-]*(?:\.[a-z][a-zA-Z0-9_-]*)+"
_VERSION = r"\d+\.\d+\.\d+[0-9A-Za-z.+-]*"
_ARCHIVE = late_pattern(rf"({_PACK_NAME}-)?{_VERSION}({'|'.join(map(re.escape, ARCHIVES))})")
_MANIFEST = late_pattern(rf"{_PACK_NAME}({'|'.join(map(re.escape, MANIFESTS))})")

_NEVER = frozenset({"node_modules"})
_OF_PI = frozenset({"git", "npm", "sessions"})
"""What ``.pi`` holds that is not the project's own: installed packages, transcripts."""
_OF_AGENT_DIRECTORY = frozenset({"agents", "extensions"})


class _Step(NamedTuple):
    """A directory that is still to be looked at, and the directory of roles above it."""

    path: str
    within: RoleFolder | None


class Walk:
    """One walk through what is requested or, for a ``context``, what can collide with it.

    ``outer`` is a directory of roles that the root lies below. Of a context, other repositories in
    it are left out, since nothing in them meets what is around them.
    """

    def __init__(
        self,
        root: str,
        found: Inventory,
        *,
        context: bool = False,
        outer: RoleFolder | None = None,
    ) -> None:
        self.root = root
        self.found = found
        self.context = context
        self.outer = outer

    def run(self) -> None:
        """Look at every directory once.

        Links to directories are followed only where the host looks for roles, and never out of
        the tree, so the walk always ends.
        """
        top = self.root.rstrip(os.sep).count(os.sep)
        steps = [_Step(self.root, self.outer)]
        while steps:
            step = steps.pop()
            if step.path.count(os.sep) - top > DEEPEST:
                if not self.context:
                    self.found.add_unchecked(step.path, f"more than {DEEPEST} folders deep")
                continue
            try:
                listed = self.found.system.entries(step.path)
            except OSError as error:
                if not self.context:
                    self.found.add_unchecked(step.path, f"cannot be listed: {error.strerror}")
                continue
            if self.context and step.path != self.root and listed.has(".git"):
                continue
            within = self._look(step, listed)
            steps.extend(reversed([*self._below(step.path, listed, within)]))

    def _look(self, step: _Step, listed: Listing) -> RoleFolder | None:
        """Take in one directory; returns the directory of roles that those in it lie within."""
        within = None if any(map(listed.has, BORDERS)) else step.within
        if listed.has("package.json"):
            pack = self.found.packages.at(step.path)
            if pack.registered:
                self.found.add_pack(pack)
        self._look_for_packs(step.path, listed)
        folder = self._folder(step.path, within)
        if not self.context and within is not None and folder is None:
            add_nested(self.found, listed, within)
        if folder is None:
            return within
        self.found.add_folder(folder)
        if not self.context:
            self._find_extensions(listed, folder)
        return folder if folder.sign < Sign.CONTENT else within

    def _folder(self, path: str, within: RoleFolder | None) -> RoleFolder | None:
        """The directory of roles that a directory is; below another one it takes a sure sign."""
        folders = self.found.folders
        if within is not None:
            return folders.certain(path)
        if self.context:
            return folders.certain(path) or folders.by_name(path)
        return folders.find(path)

    def _look_for_packs(self, path: str, listed: Listing) -> None:
        manifests = [name for name in PACK_MANIFESTS if listed.has(name)]
        if manifests:
            self.found.add_agent_pack(path)
        if self.context:
            return
        for name in manifests[1:]:
            reason = f"`{manifests[0]}` is the manifest of this folder, and a pack has only one"
            self.found.add_unchecked(os.path.join(path, name), reason)
        released = os.path.basename(path) == "-"
        for index, name in enumerate(listed.names):
            if name.endswith(ARCHIVES + MANIFESTS):
                self._take_file(listed[index], released=released)

    def _take_file(self, entry: Entry, *, released: bool) -> None:
        """An archive or a lone manifest, if its name says what it is."""
        archive = _ARCHIVE.fullmatch(entry.name)
        if archive and (released or archive[1]):
            add = self.found.add_archive
        elif is_manifest_name(entry.name):
            add = self.found.add_manifest
        else:
            return
        if entry.kind is Kind.FILE and not self.found.leaves_out(entry):
            add(entry.path)

    def _find_extensions(self, listed: Listing, folder: RoleFolder) -> None:
        for index, name in enumerate(listed.names):
            if is_other_markdown(name) and _shows(self.found, entry := listed[index]):
                self.found.add_extension(entry.path, folder.layer)

    def _below(self, path: str, listed: Listing, within: RoleFolder | None) -> Iterator[_Step]:
        agents = self.found.folders.is_agent_directory(path)
        of_pi = os.path.basename(path) == ".pi"
        for entry in listed.others():
            if entry.kind is not Kind.DIRECTORY or not _opens(entry.name, of_pi, agents):
                continue
            if entry.link:
                self._follow(entry)
            elif self._enters(entry):
                yield _Step(entry.path, within)

    def _enters(self, entry: Entry) -> bool:
        """Whether a walk goes into a directory: git may leave it out, but not the host."""
        if self.found.excludes(entry.path):
            return False
        host_looks = entry.name == ".pi" or os.path.basename(os.path.dirname(entry.path)) == ".pi"
        if host_looks or not self.found.ignores_entry(entry):
            return True
        if not self.context and entry.name in CONVENTIONAL and self._loses_roles(entry.path):
            self.found.add_unchecked(entry.path, IGNORED)
        return False

    def _loses_roles(self, path: str) -> bool:
        """Whether a folder called like those of roles has any, and no pack by which they count."""
        folder = self.found.folders.find(path)
        if folder is not None and folder.owner is not None:
            return False
        names = self.found.system.entries_if_any(path).names
        return any(name.endswith(".md") and not is_document(name) for name in names)

    def _follow(self, entry: Entry) -> None:
        """Take in the directory of roles that a link leads to, if the host looks there.

        One that leads out of the tree is reported as unchecked.
        """
        path = os.path.join(entry.path, "agents") if entry.name == ".pi" else entry.path
        if not self.found.system.is_directory(path):
            return
        real, folders = self.found.system.real(path), self.found.folders
        is_project = path.endswith(os.path.join(os.sep, ".pi", "agents"))
        if not inside(real, self.root):
            if not self.context and (is_project or entry.name in CONVENTIONAL):
                self.found.add_unchecked(path, OUTSIDE)
        elif is_project:
            self.found.add_folder(folders.linked(real))
        elif (folder := folders.find(path)) is not None and folders.find(real) is None:
            self.found.add_folder(folder)


def add_nested(found: Inventory, listed: Sequence[Entry], within: RoleFolder) -> frozenset[str]:
    """Take in, and return, the files below a directory of roles that look like roles."""
    nested = frozenset(entry.path for entry in listed if _is_nested(found, entry))
    for path in nested:
        found.add_below(path, within)
    return nested


def _is_nested(found: Inventory, entry: Entry) -> bool:
    markdown = entry.name.endswith(".md") or is_other_markdown(entry.name)
    return markdown and not is_document(entry.name) and _shows(found, entry)


def _shows(found: Inventory, entry: Entry) -> bool:
    if found.leaves_out(entry):
        return False
    shows = begins_like(found.system, entry, reads_like_role)
    found.system.forget(entry.path)
    return shows


def is_manifest_name(name: str) -> bool:
    """Whether a file is called like a pack, as registries keep manifests: ``core.acme.x.json``."""
    return _MANIFEST.fullmatch(name) is not None


def _opens(name: str, of_pi: bool, of_agents: bool) -> bool:
    """Whether a walk enters a directory of this name, in ``.pi`` or the agent's own directory."""
    if of_agents:
        return name in _OF_AGENT_DIRECTORY
    if of_pi and name in _OF_PI:
        return False
    return name == ".pi" or not (name.startswith(".") or name in _NEVER)
