"""Which directories hold roles, and at which layer the host finds them there."""

from __future__ import annotations

import os
from dataclasses import dataclass

from herdr_lint.model import Layer
from herdr_lint.project.display import Display
from herdr_lint.project.listing import entries_if_any
from herdr_lint.project.options import Options, agent_directory
from herdr_lint.project.packages import CONVENTIONAL, Packages, belongs_elsewhere, holds_roles
from herdr_lint.project.targets import RolePack

SHARED = ""
"""The scope of all packages: a host may have any of them installed together."""

SAMPLES = frozenset(
    {
        "__fixtures__",
        "__tests__",
        "demo",
        "demos",
        "example",
        "examples",
        "fixture",
        "fixtures",
        "spec",
        "specs",
        "test",
        "testdata",
        "tests",
    }
)
"""Folders whose packs are there to be looked at or tested with, never installed together."""

PACK_MANIFESTS = ("pack.json", "pack.yaml", "pack.yml")


@dataclass(frozen=True, slots=True)
class RoleFolder:
    """A directory of roles; ``owner`` is the pack that registers it, if one is known to."""

    path: str
    layer: Layer
    scope: str
    owner: RolePack | None = None


class RoleFolders:
    """Recognizes directories of roles, for one run."""

    def __init__(self, options: Options, packages: Packages, display: Display) -> None:
        self._layer = options.layer
        self._configured = frozenset(map(str, options.roles))
        self._packages = packages
        self._display = display
        agents = os.path.realpath(options.agent_directory or agent_directory())
        self._agent_directory = agents
        self._known: dict[tuple[str, bool], bool] = {}
        self._global = os.path.realpath(os.path.join(agents, "agents"))

    def find(self, path: str, *, base: str, asked: bool = False) -> RoleFolder | None:
        """The place that a directory is, or None.

        ``base`` is where looking started: folders of samples count only below it. A directory
        that is no place by its position or by what is known of its pack needs a telling name and
        a file that begins with a fence. The name is enough for one that was ``asked`` for.
        """
        return self.certain(path, base=base) or self._conventional(path, asked=asked)

    def certain(self, path: str, *, base: str) -> RoleFolder | None:
        """The place that a directory is whatever it holds: by position, pack or configuration."""
        layer = self._positional(path)
        if layer is not None:
            return RoleFolder(path, self._layer or layer, self._display(path))
        owner = self._packages.owner(path)
        if owner is not None:
            return self.registered(path, owner, base=base)
        return self.bare(path) if path in self._configured else None

    def registered(self, path: str, owner: RolePack, *, base: str) -> RoleFolder:
        """The place that a pack registers."""
        layer = self._layer or Layer.PACKAGE
        if layer is not Layer.PACKAGE:
            return RoleFolder(path, layer, self._display(path), owner)
        way = os.path.relpath(owner.root, base).split(os.sep)
        scope = SHARED if SAMPLES.isdisjoint(way) else owner.display_path
        return RoleFolder(path, layer, scope, owner)

    def bare(self, path: str, *, asked: bool = False) -> RoleFolder:
        """A directory of roles that no pack is known to register.

        Below a package it may be anything, tests for instance, so its roles meet no others.
        Without a package, the folders beside it are taken to belong together, and so are all
        those that were ``asked`` for by name.
        """
        layer = self._layer or Layer.PACKAGE
        if layer is not Layer.PACKAGE or self._packages.nearest(path) is not None:
            scope = self._display(path)
        else:
            scope = SHARED if asked else self._display(os.path.dirname(path))
        return RoleFolder(path, layer, scope)

    def is_agent_directory(self, path: str) -> bool:
        """Whether a directory is the agent's configuration directory."""
        named = os.path.basename(path) == os.path.basename(self._agent_directory)
        return (named or os.path.islink(path)) and os.path.realpath(path) == self._agent_directory

    def agent_pack(self, directory: str) -> str | None:
        """The root of the OpenWOP pack that a directory lies in, or None.

        A ``package.json`` on the way up ends the pack: what lies below belongs to that package.
        """
        while not os.path.exists(os.path.join(directory, "package.json")):
            if pack_manifest(directory):
                return directory
            parent = os.path.dirname(directory)
            if parent == directory:
                return None
            directory = parent
        return directory if pack_manifest(directory) else None

    def _positional(self, path: str) -> Layer | None:
        parent, name = os.path.split(path)
        if name == "agents" and os.path.basename(parent) == ".pi":
            return Layer.PROJECT
        if name != "agents" and not os.path.islink(path):
            return None
        real = os.path.realpath(path)
        if real == self._global:
            return Layer.GLOBAL
        return Layer.PROJECT if real.endswith(os.path.join(os.sep, ".pi", "agents")) else None

    def _conventional(self, path: str, *, asked: bool) -> RoleFolder | None:
        if os.path.basename(path) not in CONVENTIONAL:
            return None
        if (path, asked) not in self._known:
            self._known[path, asked] = self._reads_like_place(path, asked=asked)
        return self.bare(path, asked=asked) if self._known[path, asked] else None

    def _reads_like_place(self, path: str, *, asked: bool) -> bool:
        if asked:
            return any(entry.name.endswith(".md") for entry in entries_if_any(path))
        foreign = belongs_elsewhere(path) or self.agent_pack(path) is not None
        return not foreign and holds_roles(path)


def pack_manifest(directory: str) -> str | None:
    """The manifest that makes a directory an OpenWOP pack, or None."""
    for name in PACK_MANIFESTS:
        path = os.path.join(directory, name)
        if os.path.isfile(path):
            return path
    return None


def is_root(directory: str) -> bool:
    """Whether a directory is the root of a repository or of a pack, where documents stand."""
    marks = (".git", ".pi", "package.json", *PACK_MANIFESTS)
    return any(os.path.exists(os.path.join(directory, mark)) for mark in marks)
