"""Which package a directory of roles belongs to, and which directories of roles it registers.

The identity is the host's (role reading 1.7): the nearest ``package.json``, starting in the
directory itself and not resolving links; the first one found is final, however broken.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from herdr_lint.files.file_system import Entry, FileSystem, Kind
from herdr_lint.files.tree import FolderTree
from herdr_lint.project.display import ToDisplayPath
from herdr_lint.project.options import Options
from herdr_lint.project.targets import RolePack
from herdr_lint.role.file_name import is_document
from herdr_lint.role.glance import LARGEST_ROLE, SEEN, reads_like_role
from herdr_lint.syntax.text import BOM

LARGEST = 4 << 20
"""Bytes of a settings file; a larger one counts as broken."""

CONVENTIONAL = ("agents", "roles")


class Packages:
    """Looks packages up for one run; every ``package.json`` is read at most once."""

    def __init__(self, options: Options, display: ToDisplayPath) -> None:
        self._options = options
        self._system = options.system
        self._display = display
        self._nearest: dict[str, str | None] = {}
        self._packs: dict[str, RolePack] = {}

    def nearest(self, directory: str) -> RolePack | None:
        """The package that a directory belongs to, or None."""
        root = self._nearest_root(directory)
        return None if root is None else self.at(root)

    def around(self, directory: str, top: str) -> Iterator[RolePack]:
        """The packages that a directory lies in, the innermost first, up to the root ``top``."""
        root = self._nearest_root(directory)
        while root is not None and f"{root}{os.sep}".startswith(top.rstrip(os.sep) + os.sep):
            yield self.at(root)
            parent = os.path.dirname(root)
            root = None if parent == root else self._nearest_root(parent)

    def owner(self, path: str) -> RolePack | None:
        """The package that registers a directory or file of roles, or None."""
        for root in self._roots(path):
            pack = self.at(root)
            if path in pack.registered:
                return pack
        return None

    def at(self, root: str) -> RolePack:
        """The package with its ``package.json`` in ``root``."""
        if root not in self._packs:
            tree = FolderTree(Path(root), self._system)
            manifest = members_of(tree.read("package.json"))
            self._packs[root] = RolePack(
                root,
                self._display(root),
                tree,
                _string(manifest.get("name")),
                _string(manifest.get("version")),
                self._registered(root, tree, manifest),
            )
        return self._packs[root]

    def _registered(
        self, root: str, tree: FolderTree, manifest: Mapping[str, Any]
    ) -> tuple[str, ...]:
        named = [path for path in self._options.roles(root) if self._nearest_root(path) == root]
        if named:
            return tuple(sorted(set(named)))
        ask = self._options.registered
        known = ask(tree) if ask else None
        if known is not None:
            places = {os.path.normpath(os.path.join(root, path)) for path in known}
            return tuple(sorted(places))
        return tuple(self._conventional(root, manifest))

    def _conventional(self, root: str, manifest: Mapping[str, Any]) -> Iterable[str]:
        """``agents`` and ``roles`` of a package, where they hold role files.

        A package that is one of Pi's, and the telling name ``roles``, are believed without a
        fence, so a pack whose only role lost its own is not overlooked.
        """
        seen: set[str] = set()
        for name in sorted(
            CONVENTIONAL, key=lambda name: self._system.is_link(os.path.join(root, name))
        ):
            directory = os.path.join(root, name)
            real = self._system.real(directory)
            believed = name == "roles" or _is_for_pi(manifest)
            if real in seen or belongs_elsewhere(self._system, directory):
                continue
            candidates = _candidates(self._system, directory)
            if (
                believed and any(one.kind is not Kind.DIRECTORY for one in candidates)
            ) or holds_roles(self._system, directory):
                seen.add(real)
                yield directory

    def _roots(self, directory: str) -> Iterable[str]:
        """The nearest root, and for a root the next one: a pack may register a package in it."""
        root = self._nearest_root(directory)
        if root is not None:
            yield root
        parent = os.path.dirname(directory)
        outer = self._nearest_root(parent) if root == directory != parent else None
        if outer is not None:
            yield outer

    def _nearest_root(self, directory: str) -> str | None:
        below: list[str] = []
        while directory not in self._nearest:
            below.append(directory)
            if self._system.exists(os.path.join(directory, "package.json")):
                self._nearest[directory] = directory
            elif (parent := os.path.dirname(directory)) == directory:
                self._nearest[directory] = None
            else:
                directory = parent
        found = self._nearest[directory]
        self._nearest.update(dict.fromkeys(below, found))
        return found


def read_object(system: FileSystem, path: str) -> Mapping[str, Any] | None:
    """The JSON object in a settings file, a byte order mark aside; None if there is none."""
    try:
        data = system.read(path, LARGEST)
    except OSError:
        return None
    return _object(data.decode("utf-8", "replace").removeprefix(BOM))


def members_of(data: bytes | None) -> Mapping[str, Any]:
    """The members of a ``package.json``; none when the host could not read it as JSON."""
    return _object((data or b"").decode("utf-8", "replace")) or {}


def _object(text: str) -> Mapping[str, Any] | None:
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _string(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    return value if value.isascii() else re.sub("[\ud800-\udfff]", "\ufffd", value)


def _is_for_pi(manifest: Mapping[str, Any]) -> bool:
    keywords = manifest.get("keywords")
    named = isinstance(keywords, list) and "pi-package" in keywords
    return "pi" in manifest or named


def belongs_elsewhere(system: FileSystem, directory: str) -> bool:
    """Whether the ``agents`` of a folder are those of a plugin for another host."""
    parent, name = os.path.split(directory)
    return name == "agents" and system.is_directory(os.path.join(parent, ".claude-plugin"))


def holds_roles(
    system: FileSystem, directory: str, shows: Callable[[bytes], bool] = reads_like_role
) -> bool:
    """Whether the bytes of a ``.md`` file directly in a directory show that it is a role."""
    return any(begins_like(system, entry, shows) for entry in _candidates(system, directory))


def _candidates(system: FileSystem, directory: str) -> Iterator[Entry]:
    """The ``.md`` files directly in a directory that are not mere documents."""
    listed = system.entries_if_any(directory)
    for index, name in enumerate(listed.names):
        if name.endswith(".md") and not is_document(name):
            yield listed[index]


def begins_like(system: FileSystem, entry: Entry, test: Callable[[bytes], bool]) -> bool:
    """Whether the bytes of an entry pass a test; a file that cannot be read shows nothing."""
    if test(system.read_ahead(entry.path, LARGEST_ROLE, beginning=SEEN)):
        return True
    system.forget(entry.path)
    return False
