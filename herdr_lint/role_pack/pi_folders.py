"""What Pi loads from a folder of extensions or of skills, as its package manager collects it.

Hidden names and installed packages are passed over, links are followed, and what an ignore file
in the folder or below it leaves out is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from posixpath import normpath
from typing import TYPE_CHECKING, Any

from herdr_lint.files.tree import MOST, PackTree
from herdr_lint.late import late

if TYPE_CHECKING:
    from herdr_lint.role_pack import globs as globbing
    from herdr_lint.role_pack.globs import Glob
else:
    globbing = late("herdr_lint.role_pack.globs")

DEEPEST = 32
"""Folders in folders that are looked into; a circle of links has no end."""

MOST_LINES = 1_000
"""Lines of ignore files that are followed in one folder and what is below it."""

_IGNORE_FILES = (".gitignore", ".ignore", ".fdignore")


def is_list(value: Any) -> bool:
    """Whether Pi takes a value as a list of resources."""
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


def extensions_in(tree: PackTree, folder: str) -> list[str] | None:
    """What Pi loads from a folder of extensions: its own entry, else those of what lies in it."""
    own = _own_extensions(tree, folder)
    if own:
        return _as_modules(tree, own)
    ignores = _Ignores(tree, folder)
    ignores.enter(folder)
    found: list[str] = []
    for path, is_folder in _listed(tree, folder, ignores):
        if is_folder:
            found += _own_extensions(tree, path)
        elif path.endswith((".ts", ".js")):
            found.append(path)
    return _as_modules(tree, found) if ignores.certain else None


def _as_modules(tree: PackTree, paths: list[str]) -> list[str] | None:
    """The paths, unless one is a folder, of which Node would have to find the module."""
    return paths if all(map(tree.is_file, paths)) else None


def _own_extensions(tree: PackTree, folder: str) -> list[str]:
    """The entries that a folder names in a ``package.json`` of its own, or its index module."""
    data = tree.read(f"{folder}/package.json")
    pi = _pi_of(data) if data else None
    if isinstance(pi, Mapping) and is_list(pi.get("extensions")):
        named = [_below(folder, entry) for entry in pi["extensions"]]
        there = [path for path in named if tree.is_file(path) or tree.is_folder(path)]
        if there:
            return there
    indexes = (_below(folder, name) for name in ("index.ts", "index.js"))
    return [path for path in indexes if tree.is_file(path)][:1]


def _pi_of(data: bytes) -> Any:
    try:
        manifest = json.loads(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return manifest.get("pi") if isinstance(manifest, Mapping) else None


def skills_in(tree: PackTree, folder: str) -> list[str] | None:
    """The skills in a folder: each ``SKILL.md`` that lies below no other one.

    Where the folder itself has none, Markdown files directly in it count as skills too.
    """
    ignores = _Ignores(tree, folder)
    found: list[str] = []
    pending = [folder]
    left = MOST
    while pending and left > 0:
        inner = pending.pop()
        ignores.enter(inner)
        own = _below(inner, "SKILL.md")
        if tree.is_file(own) and not ignores.leave_out(own, is_folder=False):
            found.append(own)
            continue
        deeper = []
        for path, is_folder in _listed(tree, inner, ignores):
            left -= 1
            if is_folder:
                deeper.append(path)
            elif inner == folder and path.endswith(".md"):
                found.append(path)
        if inner.count("/") < folder.count("/") + DEEPEST:
            pending += reversed(deeper)
    return found if ignores.certain else None


def _listed(tree: PackTree, folder: str, ignores: _Ignores) -> Iterator[tuple[str, bool]]:
    """The files and folders in a folder that Pi looks at, each with whether it is a folder."""
    for name in tree.entries(folder):
        if name.startswith(".") or name == "node_modules":
            continue
        path = _below(folder, name)
        is_folder = tree.is_folder(path)
        if (is_folder or tree.is_file(path)) and not ignores.leave_out(path, is_folder=is_folder):
            yield path, is_folder


def _below(folder: str, name: str) -> str:
    path = normpath(f"{folder}/{name}" if folder else name)
    return "" if path == "." else path


class _Ignores:
    """The ignore files of a folder and of those below it; the last line that fits decides."""

    def __init__(self, tree: PackTree, root: str) -> None:
        self.tree = tree
        self.root = root
        self.certain = True
        self._lines: list[tuple[bool, bool, tuple[Glob, ...]]] = []

    def enter(self, folder: str) -> None:
        """Take in the ignore files of a folder."""
        below = folder[len(self.root) :].strip("/")
        for name in _IGNORE_FILES:
            data = self.tree.read(_below(folder, name))
            for line in re.split("\r?\n", data.decode("utf-8", "replace")) if data else ():
                self._add(line, f"{below}/" if below else "")

    def _add(self, line: str, prefix: str) -> None:
        if not line.strip() or line.strip().startswith("#"):
            return
        kept = line.startswith("!")
        pattern = prefix + line.removeprefix("!").removeprefix("/").rstrip()
        inner = pattern.rstrip("/")
        found = globbing.globs((inner if "/" in inner else f"**/{inner}").lower())
        if found is not None:
            self._lines.append((kept, inner != pattern, found))
        self.certain = len(self._lines) <= MOST_LINES

    def leave_out(self, path: str, *, is_folder: bool) -> bool:
        if not self.certain:
            return False
        steps = path[len(self.root) :].strip("/").lower().split("/")
        for kept, folders_only, found in reversed(self._lines):
            if (is_folder or not folders_only) and any(glob.fits(steps) for glob in found):
                return not kept
        return False
