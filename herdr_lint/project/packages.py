"""Which package a directory of roles belongs to, and which directories of roles it registers.

The identity is the host's (role reading 1.7): the nearest ``package.json``, starting in the
directory itself and not resolving links; the first one found is final, however broken.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from herdr_lint.project.display import Display
from herdr_lint.project.listing import Entry, Kind, begins_like_role, entries_if_any
from herdr_lint.project.options import Options
from herdr_lint.project.targets import RolePack
from herdr_lint.role.file_name import is_document
from herdr_lint.syntax.text import BOM

LARGEST = 4 << 20
"""Bytes of a ``package.json``; a larger one counts as broken."""

CONVENTIONAL = ("agents", "roles")


class Packages:
    """Looks packages up for one run; every ``package.json`` is read at most once."""

    def __init__(self, options: Options, display: Display) -> None:
        self._options = options
        self._display = display
        self._nearest: dict[str, str | None] = {}
        self._packs: dict[str, RolePack] = {}

    def nearest(self, directory: str) -> RolePack | None:
        """The package that a directory belongs to, or None."""
        root = self._nearest_root(directory)
        return None if root is None else self.at(root)

    def owner(self, directory: str) -> RolePack | None:
        """The package that registers a directory or file of roles, or None."""
        for root in self._roots(directory):
            pack = self.at(root)
            if directory in map(str, pack.registered):
                return pack
        return None

    def at(self, root: str) -> RolePack:
        """The package with its ``package.json`` in ``root``."""
        if root not in self._packs:
            manifest = read_manifest(os.path.join(root, "package.json"))
            self._packs[root] = RolePack(
                Path(root),
                self._display(root),
                _string(manifest.get("name")),
                _string(manifest.get("version")),
                self._registered(root, manifest),
            )
        return self._packs[root]

    def _registered(self, root: str, manifest: Mapping[str, Any]) -> tuple[Path, ...]:
        configured = [path for path in self._options.roles if self._nearest_root(str(path)) == root]
        if configured:
            return tuple(sorted(set(configured)))
        ask = self._options.registered
        known = ask(Path(root)) if ask else None
        if known is not None:
            normal = {Path(os.path.normpath(Path(root, path))) for path in known}
            return tuple(sorted([path for path in normal if path.exists()] or normal))
        return tuple(Path(path) for path in _conventional(root, manifest))

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
            if os.path.exists(os.path.join(directory, "package.json")):
                self._nearest[directory] = directory
            elif (parent := os.path.dirname(directory)) == directory:
                self._nearest[directory] = None
            else:
                directory = parent
        found = self._nearest[directory]
        self._nearest.update(dict.fromkeys(below, found))
        return found


def read_manifest(path: str) -> Mapping[str, Any]:
    """The members of a ``package.json``; none when the host could not read it as JSON."""
    return read_object(path) or {}


def read_object(path: str, *, mark: bool = False) -> Mapping[str, Any] | None:
    """The JSON object in a file, or None if there is none to be read.

    ``mark`` tells that a byte order mark before it does no harm.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            return None
        text = data.decode("utf-8", "replace")
        value = json.loads(text.removeprefix(BOM) if mark else text, parse_constant=_refuse)
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _string(value: Any) -> str | None:
    if not isinstance(value, str):
        return None
    return re.sub("[\ud800-\udfff]", "\ufffd", value)


def _conventional(root: str, manifest: Mapping[str, Any]) -> Iterable[str]:
    """``agents`` and ``roles`` of a package, where they hold role files.

    A package that is one of Pi's, and the telling name ``roles``, are believed without a fence,
    so a pack whose only role lost its own is not overlooked.
    """
    seen: set[str] = set()
    for name in sorted(CONVENTIONAL, key=lambda name: os.path.islink(os.path.join(root, name))):
        directory = os.path.join(root, name)
        real = os.path.realpath(directory)
        believed = name == "roles" or _is_for_pi(manifest)
        if real in seen or belongs_elsewhere(directory):
            continue
        if holds_roles(directory, believed=believed):
            seen.add(real)
            yield directory


def _is_for_pi(manifest: Mapping[str, Any]) -> bool:
    keywords = manifest.get("keywords")
    named = isinstance(keywords, list) and "pi-package" in keywords
    return "pi" in manifest or named


def belongs_elsewhere(directory: str) -> bool:
    """Whether the ``agents`` of a folder are those of a plugin for another host."""
    parent, name = os.path.split(directory)
    return name == "agents" and os.path.isdir(os.path.join(parent, ".claude-plugin"))


def holds_roles(directory: str, *, believed: bool = False) -> bool:
    """Whether a ``.md`` file directly in a directory begins with a fence.

    ``believed`` directories need no fence, only a ``.md`` file that is no mere document.
    """
    return any(shows_role(entry, believed=believed) for entry in entries_if_any(directory))


def shows_role(entry: Entry, *, believed: bool = False) -> bool:
    """Whether an entry is a sign that its directory holds roles."""
    if not entry.name.endswith(".md") or is_document(entry.name):
        return False
    return (believed and entry.kind is not Kind.DIRECTORY) or begins_like_role(entry)
