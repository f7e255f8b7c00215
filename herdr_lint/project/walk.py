"""The walk through a tree: every place for roles, pack, manifest and archive below a directory."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from herdr_lint.project.collector import OUTSIDE, Collector, inside
from herdr_lint.project.listing import Entry, Kind, begins_like_role, entries
from herdr_lint.project.packages import CONVENTIONAL
from herdr_lint.project.role_folders import PACK_MANIFESTS, RoleFolder
from herdr_lint.role.file_name import is_document, is_other_markdown

ARCHIVES = (".tgz", ".tar.gz", ".tar", ".zip")
MANIFESTS = (".json", ".yaml", ".yml")

_PACK_NAME = r"(core|vendor|community|private)\.[a-z][a-z0-9_-]*(\.[a-z][a-zA-Z0-9_-]*)+"
_VERSION = r"\d+\.\d+\.\d+[0-9A-Za-z.+-]*"
_ARCHIVE = re.compile(rf"({_PACK_NAME}-)?{_VERSION}({'|'.join(map(re.escape, ARCHIVES))})")
_MANIFEST = re.compile(rf"{_PACK_NAME}({'|'.join(map(re.escape, MANIFESTS))})")

_NEVER = frozenset({"node_modules"})
_OF_PI = frozenset({"git", "npm", "sessions"})
"""What ``.pi`` holds that is not the project's own: installed packages, transcripts."""
_OF_AGENT_DIRECTORY = frozenset({"agents", "extensions"})


class _Step(NamedTuple):
    """A directory that is still to be looked at.

    ``within`` is the directory of roles above it; a ``shallow`` one is not walked further.
    """

    path: str
    within: RoleFolder | None
    shallow: bool = False


@dataclass(frozen=True)
class Walk:
    """One walk; ``requested`` is False for a tree that is only context.

    ``start`` is the place that the root was already found to be; ``loose`` tells that it is one
    only because of what it holds, so that directories below it may be places in their own right.
    ``outer`` is a directory of roles that the root lies below.
    """

    root: str
    found: Collector
    requested: bool = True
    start: RoleFolder | None = None
    loose: bool = False
    outer: RoleFolder | None = None

    def run(self) -> None:
        """Look at every directory once.

        Links to directories are followed only where the host looks for roles, and never out of
        the tree, so the walk always ends.
        """
        steps = [_Step(self.root, self.outer)]
        while steps:
            step = steps.pop()
            try:
                listed = entries(step.path)
            except OSError as error:
                if self.requested:
                    self.found.add_unchecked(step.path, f"cannot be listed: {error.strerror}")
                continue
            within = self._look(step, listed)
            if not step.shallow:
                steps.extend(reversed([*self._below(step.path, listed, within)]))

    def _look(self, step: _Step, listed: Sequence[Entry]) -> RoleFolder | None:
        """Take in one directory; returns the place that the directories in it lie within."""
        names = {entry.name for entry in listed}
        within = step.within
        if "package.json" in names:
            within = None
            pack = self.found.packages.at(step.path)
            if pack.registered:
                self.found.add_pack(pack, requested=self.requested, base=self.root)
        if self.requested:
            self._look_for_packs(step.path, listed, names)
        place = self._place(step.path, within)
        if self.requested and within is not None and (place is None or step.path == self.root):
            self._find_nested(listed, within)
        if place is None:
            return within
        self.found.add_place(place, requested=self.requested, base=self.root)
        if self.requested:
            self._find_extensions(listed, place)
        return place

    def _place(self, path: str, within: RoleFolder | None) -> RoleFolder | None:
        if path == self.root and self.start is not None:
            return self.start
        if within is None or (self.loose and within is self.start):
            return self.found.role_folders.find(path, base=self.root)
        return self.found.role_folders.certain(path, base=self.root)

    def _look_for_packs(self, path: str, listed: Sequence[Entry], names: set[str]) -> None:
        manifests = [name for name in PACK_MANIFESTS if name in names]
        if manifests:
            self.found.add_agent_pack(path, requested=True)
        for name in manifests[1:]:
            reason = f"`{manifests[0]}` is the manifest of this folder, and a pack has only one"
            self.found.add_unchecked(os.path.join(path, name), reason)
        released = os.path.basename(path) == "-"
        for entry in listed:
            if not entry.name.endswith(ARCHIVES + MANIFESTS):
                continue
            archive = _ARCHIVE.fullmatch(entry.name)
            if archive and (released or archive[1]):
                add = self.found.add_archive
            elif _MANIFEST.fullmatch(entry.name):
                add = self.found.add_manifest
            else:
                continue
            if entry.kind is Kind.FILE and not self._leaves_out(entry):
                add(entry.path)

    def _find_nested(self, listed: Sequence[Entry], within: RoleFolder) -> None:
        for entry in listed:
            markdown = entry.name.endswith(".md") or is_other_markdown(entry.name)
            if markdown and not is_document(entry.name) and self._shows(entry):
                self.found.find_nested(entry.path, within)

    def _find_extensions(self, listed: Sequence[Entry], place: RoleFolder) -> None:
        for entry in listed:
            if is_other_markdown(entry.name) and self._shows(entry):
                self.found.find_extension(entry.path, place.layer)

    def _shows(self, entry: Entry) -> bool:
        return not self._leaves_out(entry) and begins_like_role(entry)

    def _leaves_out(self, entry: Entry) -> bool:
        return self.found.leaves_out(entry.path, directory=entry.kind is Kind.DIRECTORY)

    def _below(
        self, path: str, listed: Sequence[Entry], within: RoleFolder | None
    ) -> Iterator[_Step]:
        agents = self.found.role_folders.is_agent_directory(path)
        of_pi = os.path.basename(path) == ".pi"
        for entry in listed:
            if entry.kind is not Kind.DIRECTORY or not _opens(entry.name, of_pi, agents):
                continue
            if self._leaves_out(entry):
                continue
            if not entry.link:
                yield _Step(entry.path, within)
            elif (target := self._linked_place(entry)) is not None:
                yield _Step(target, None, shallow=True)

    def _linked_place(self, entry: Entry) -> str | None:
        """The place that a link to a directory stands for, if it is one the walk would not reach.

        A link out of the tree is reported as unchecked.
        """
        path = os.path.join(entry.path, "agents") if entry.name == ".pi" else entry.path
        if not os.path.isdir(path):
            return None
        role_folders = self.found.role_folders
        if not inside(path, self.root):
            sure = role_folders.certain(path, base=self.root) is not None
            if self.requested and (sure or entry.name in CONVENTIONAL):
                self.found.add_unchecked(path, OUTSIDE)
            return None
        if role_folders.find(os.path.realpath(path), base=self.root) is not None:
            return None
        return path if role_folders.find(path, base=self.root) is not None else None


def _opens(name: str, of_pi: bool, of_agents: bool) -> bool:
    """Whether a walk enters a directory of this name, in ``.pi`` or the agent's own directory."""
    if of_agents:
        return name in _OF_AGENT_DIRECTORY
    if of_pi and name in _OF_PI:
        return False
    return name == ".pi" or not (name.startswith(".") or name in _NEVER)
