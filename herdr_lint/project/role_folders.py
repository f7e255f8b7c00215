"""Which directories hold roles, which files in them are roles, and at which layer.

The answer depends on where a file lies and on what is around it, never on what was asked for, so
that a file is taken for the same whichever way it is met.
"""

import os
from enum import IntEnum
from typing import NamedTuple

from herdr_lint.files.file_system import Entry
from herdr_lint.model import Layer
from herdr_lint.project.display import ToDisplayPath
from herdr_lint.project.options import Options, agent_directory
from herdr_lint.project.packages import (
    CONVENTIONAL,
    Packages,
    begins_like,
    belongs_elsewhere,
    holds_roles,
)
from herdr_lint.project.roots import Roots
from herdr_lint.project.targets import RolePack
from herdr_lint.role.file_name import is_document
from herdr_lint.role.glance import is_meant_for_role, is_role_anywhere, reads_like_role

SHARED = ""
"""The scope of all packages of a repository: a host may have any of them installed together."""

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


class Sign(IntEnum):
    """By what a directory is known to hold roles; the surest comes first."""

    CERTAIN = 0
    """The host looks there, a pack registers it, or the configuration names it."""
    LINKED = 1
    """A project's ``.pi/agents`` is a link to it."""
    NAME = 2
    """It is called ``roles`` or ``agents``, and a file in it reads like a role."""
    CONTENT = 3
    """Files in it have keys that only this host reads."""
    REQUEST = 4
    """It was asked for, and files in it have keys of the host's."""


class RoleFolder(NamedTuple):
    """A directory of roles; ``owner`` is the pack that registers it, if one is known to."""

    path: str
    layer: Layer
    scope: str
    owner: RolePack | None = None
    sign: Sign = Sign.CERTAIN


class RoleFolders:
    """Recognizes directories of roles, for one run."""

    def __init__(
        self, options: Options, packages: Packages, roots: Roots, display: ToDisplayPath
    ) -> None:
        self._system = options.system
        self._layer = options.layer
        self._configured = options.roles
        self._packages = packages
        self._roots = roots
        self._display = display
        self._known: dict[str, RoleFolder | None] = {}
        self._sure: dict[str, RoleFolder | None] = {}
        self._agent_directory = self._system.real(str(options.agent_directory or agent_directory()))
        self._global = self._system.real(os.path.join(self._agent_directory, "agents"))

    def find(self, path: str) -> RoleFolder | None:
        """The directory of roles that a directory is, or None."""
        if path not in self._known:
            self._known[path] = self.sure(path) or self._by_content(path)
        return self._known[path]

    def sure(self, path: str) -> RoleFolder | None:
        """The directory of roles that a directory is by its place or its name, or None.

        Of a directory that bears no such name, nothing is listed.
        """
        if path not in self._sure:
            self._sure[path] = self.certain(path) or self.by_name(path)
        return self._sure[path]

    def certain(self, path: str) -> RoleFolder | None:
        """The directory of roles that a directory is whatever it holds."""
        layer = self._positional(path)
        if layer is not None:
            return RoleFolder(path, self._layer or layer, self._display(path))
        owner = self._packages.owner(path)
        if owner is not None:
            return self.registered(path, owner)
        if path in self._configured(path):
            return self.bare(path, Sign.CERTAIN)
        return None

    def linked(self, path: str) -> RoleFolder:
        """The directory that a project's ``.pi/agents`` leads to."""
        return RoleFolder(
            path, self._layer or Layer.PROJECT, self._display(path), None, Sign.LINKED
        )

    def registered(self, path: str, owner: RolePack) -> RoleFolder:
        """A directory, or the directory of a file, that a pack registers."""
        layer = self._layer or Layer.PACKAGE
        if layer is not Layer.PACKAGE:
            return RoleFolder(path, layer, self._display(path), owner)
        return RoleFolder(path, layer, self._scope(owner.root, owner.display_path), owner)

    def bare(self, path: str, sign: Sign) -> RoleFolder:
        """A directory of roles that no pack is known to register.

        Below a package it may be anything, tests for instance, so its roles meet no others.
        Without a package, the folders ``roles`` and ``agents`` beside it are taken to belong to it.
        """
        layer = self._layer or Layer.PACKAGE
        scope = f"{self._display(path)}/"  # unlike that of the folders beside which it lies
        by_itself = sign >= Sign.CONTENT or self._packages.nearest(path) is not None
        if layer is Layer.PACKAGE and not by_itself:
            scope = self._display(os.path.dirname(path))
        return RoleFolder(path, layer, scope, None, sign)

    def _scope(self, path: str, own: str) -> str:
        root = self._roots.of(path)
        top = root.path if root.repository else os.path.dirname(os.path.dirname(root.path))
        way = path[len(top) :].split(os.sep)
        if not SAMPLES.isdisjoint(way):
            return own
        return self._display(root.path) if root.nested else SHARED

    def requested(self, path: str) -> RoleFolder | None:
        """What a directory is that was asked for by its path, if it is none by any other sign."""
        if self.is_part_of_another(path):
            return None
        sign = Sign.REQUEST if self._layer is None else Sign.NAME
        folder = RoleFolder(path, Layer.PACKAGE, "", None, sign)
        if any(self.holds(folder, entry) for entry in self._system.entries_if_any(path)):
            return self.bare(path, sign)
        return None

    def holds(self, folder: RoleFolder, entry: Entry) -> bool:
        """Whether an entry of a directory of roles is a role file.

        The host takes every ``.md`` in a directory that it looks into, documents included.
        """
        if not entry.name.endswith(".md"):
            return False
        if folder.sign < Sign.CONTENT:
            return True
        test = is_role_anywhere if folder.sign is Sign.CONTENT else is_meant_for_role
        return not is_document(entry.name) and begins_like(self._system, entry, test)

    def is_agent_directory(self, path: str) -> bool:
        """Whether a directory is the agent's configuration directory."""
        return path == self._agent_directory

    def is_part_of_another(self, path: str) -> bool:
        """Whether Markdown in a directory belongs to an OpenWOP pack or another host's plugin."""
        return belongs_elsewhere(self._system, path) or self.agent_pack(path) is not None

    def agent_pack(self, directory: str) -> str | None:
        """The root of the OpenWOP pack that a directory lies in, or None.

        A ``package.json`` on the way up ends the pack: what lies below belongs to that package.
        """
        while not self._system.exists(os.path.join(directory, "package.json")):
            if self.pack_manifest(directory):
                return directory
            parent = os.path.dirname(directory)
            if parent == directory:
                return None
            directory = parent
        return directory if self.pack_manifest(directory) else None

    def pack_manifest(self, directory: str) -> str | None:
        """The manifest that makes a directory an OpenWOP pack, or None."""
        paths = (os.path.join(directory, name) for name in PACK_MANIFESTS)
        return next((path for path in paths if self._system.is_file(path)), None)

    def _positional(self, path: str) -> Layer | None:
        if path == self._global:
            return Layer.GLOBAL
        parent, name = os.path.split(path)
        return Layer.PROJECT if (name, os.path.basename(parent)) == ("agents", ".pi") else None

    def by_name(self, path: str) -> RoleFolder | None:
        """The directory of roles that a directory is by its name and what it holds."""
        if os.path.basename(path) not in CONVENTIONAL or belongs_elsewhere(self._system, path):
            return None
        shows = is_role_anywhere if self.agent_pack(path) else reads_like_role
        return self.bare(path, Sign.NAME) if holds_roles(self._system, path, shows) else None

    def _by_content(self, path: str) -> RoleFolder | None:
        folder = RoleFolder(path, Layer.PACKAGE, "", None, Sign.CONTENT)
        listed = self._system.entries_if_any(path)
        if not any(name.endswith(".md") for name in listed.names):
            return None
        if self.is_part_of_another(path):
            return None
        found = any(self.holds(folder, entry) for entry in listed)
        return self.bare(path, Sign.CONTENT) if found else None
