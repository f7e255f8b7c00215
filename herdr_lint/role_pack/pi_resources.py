"""Which files Pi loads from a package, as its manifest or the folders of a package tell.

Follows the package manager of Pi 1.6: a field that is not a list of strings is dropped, ``!``,
``+`` and ``-`` begin exceptions, ``*`` and ``?`` make a pattern, and without any list of resources
the folders ``extensions``, ``skills``, ``prompts`` and ``themes`` count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from posixpath import basename, dirname, normpath
from typing import Any, Literal

from herdr_lint.files.tree import LEFT_OUT, PackTree
from herdr_lint.role_pack.globs import matches

RESOURCES = ("extensions", "skills", "prompts", "themes")
MEMBERS = (*RESOURCES, "changelogPath", "image", "video")
"""What Pi knows of the member ``pi`` of a ``package.json``."""

Found = Literal["file", "folder", "pattern", "missing", "unknown"]

_EXCEPTIONS = ("!", "+", "-")
_UNSUPPORTED = re.compile(r"[\[\]{}()\\]")


def is_list(value: Any) -> bool:
    """Whether Pi takes a value as a list of resources."""
    return isinstance(value, list) and all(isinstance(entry, str) for entry in value)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a list of resources.

    ``path`` is its place in the pack, None for an exception, the pack itself, and what leads out
    of the pack or into installed packages; ``found`` tells what is there.
    """

    text: str
    found: Found
    path: str | None = None


@dataclass(frozen=True)
class PiResources:
    """What Pi makes of the member ``pi`` of a package, given the package's files."""

    pi: Any
    tree: PackTree

    @cached_property
    def lists(self) -> Mapping[str, Sequence[str]]:
        """The lists that Pi takes; an empty mapping means that the folders count instead."""
        if not isinstance(self.pi, Mapping):
            return {}
        return {name: self.pi[name] for name in RESOURCES if is_list(self.pi.get(name))}

    def entries(self, resource: str) -> tuple[Entry, ...]:
        return tuple(_entry(text, self.tree) for text in self.lists.get(resource, ()))

    @cached_property
    def extensions(self) -> tuple[str, ...] | None:
        """The modules that Pi loads; None if that cannot be told."""
        return self._files("extensions", _extensions_in)

    @cached_property
    def skills(self) -> tuple[str, ...] | None:
        """The files of skills that Pi reads; None if that cannot be told."""
        return self._files("skills", _skills_in)

    def _files(self, resource: str, collect: Any) -> tuple[str, ...] | None:
        if not self.lists:
            return tuple(dict.fromkeys(collect(self.tree, resource)))
        found: list[str] = []
        listed = self.lists.get(resource, ())
        if any(entry.startswith("!") and _steps(entry) is None for entry in listed):
            return None
        for entry in self.entries(resource):
            if entry.found == "unknown":
                return None
            paths = self._expanded(entry)
            if paths is None:
                return None
            for path in paths:
                found += [path] if self.tree.is_file(path) else collect(self.tree, path)
        return tuple(_without_exceptions(dict.fromkeys(found), listed))

    def _expanded(self, entry: Entry) -> Sequence[str] | None:
        """The paths that an entry names: one, or all that a pattern fits."""
        if entry.text.startswith(_EXCEPTIONS) or entry.path is None:
            return ()
        if entry.found != "pattern":
            return (entry.path,)
        steps = _steps(entry.path)
        if steps is None:
            return None
        seen = {path for file in self.tree.files() for path in _with_folders(file)}
        return sorted(
            path for path in seen if matches(steps, path.split("/")) and not _hidden(path)
        )


def _entry(text: str, tree: PackTree) -> Entry:
    if text.startswith(_EXCEPTIONS):
        return Entry(text, "pattern")
    path = place(text)
    if not path:
        return Entry(text, "unknown")
    if "*" in text or "?" in text:
        return Entry(text, "pattern", path)
    if tree.is_file(path):
        return Entry(text, "file", path)
    return Entry(text, "folder" if tree.is_folder(path) else "missing", path)


def place(text: str) -> str | None:
    """A relative path as a name in the pack; None for what leads out or into installed packages."""
    if text.startswith(("/", "~")):
        return None
    path = normpath(text) if text else "."
    if path.split("/", 1)[0] == ".." or "node_modules" in path.split("/"):
        return None
    return "" if path == "." else path


def _with_folders(path: str) -> Iterator[str]:
    while path:
        yield path
        path = dirname(path)


def _hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))


def _steps(pattern: str) -> Sequence[str] | None:
    """A pattern of ``*``, ``**`` and ``?`` as its steps; None for anything richer."""
    return None if _UNSUPPORTED.search(pattern) else pattern.split("/")


def _without_exceptions(paths: Iterable[str], entries: Sequence[str]) -> Iterator[str]:
    """The paths that ``!pattern`` and ``-path`` leave, and those that ``+path`` gives back."""
    for path in paths:
        kept = not any(entry[0] == "!" and _fits(path, entry[1:]) for entry in entries if entry)
        kept = kept or _named(path, entries, "+")
        if kept and not _named(path, entries, "-"):
            yield path


def _named(path: str, entries: Sequence[str], sign: str) -> bool:
    return any(place(entry[1:]) in _names(path) for entry in entries if entry.startswith(sign))


def _names(path: str) -> tuple[str, ...]:
    """The path, and for a skill its folder."""
    return (path, dirname(path)) if basename(path) == "SKILL.md" else (path,)


def _fits(path: str, pattern: str) -> bool:
    steps = pattern.removeprefix("./").split("/")
    names = [name for own in _names(path) for name in (own, basename(own))]
    return any(matches(steps, name.split("/")) for name in names)


def _join(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _extensions_in(tree: PackTree, folder: str) -> list[str]:
    """What Pi loads from a folder of extensions: its own entry, else those of what lies in it."""
    own = _own_extensions(tree, folder)
    if own:
        return own
    found: list[str] = []
    for name in tree.entries(folder):
        path = _join(folder, name)
        if name.startswith(".") or name in LEFT_OUT:
            continue
        if tree.is_folder(path):
            found += _own_extensions(tree, path)
        elif name.endswith((".ts", ".js")):
            found.append(path)
    return found


def _own_extensions(tree: PackTree, folder: str) -> list[str]:
    """The entries that a folder names in a ``package.json`` of its own, or its index module."""
    data = tree.read(_join(folder, "package.json")) if folder else None
    pi = _pi_of(data) if data else None
    if isinstance(pi, Mapping) and is_list(pi.get("extensions")):
        paths = [place(f"{folder}/{entry}") for entry in pi["extensions"]]
        found = [path for path in paths if path is not None and tree.is_file(path)]
        if found:
            return found
    indexes = (_join(folder, name) for name in ("index.ts", "index.js"))
    return [path for path in indexes if tree.is_file(path)][:1]


def _pi_of(data: bytes) -> Any:
    try:
        manifest = json.loads(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return None
    return manifest.get("pi") if isinstance(manifest, Mapping) else None


def _skills_in(tree: PackTree, folder: str) -> list[str]:
    """The skills in a folder: each ``SKILL.md`` that lies below no other one.

    Where the folder itself has none, Markdown files directly in it count as skills too.
    """
    files = [file for file in tree.files(folder) if not _hidden(file[len(folder) :].strip("/"))]
    skills = {dirname(file): file for file in files if basename(file) == "SKILL.md"}
    if folder in skills:
        return [skills[folder]]
    outer = [
        file
        for root, file in skills.items()
        if not any(up in skills for up in _with_folders(dirname(root)))
    ]
    return [*(file for file in files if dirname(file) == folder and file.endswith(".md")), *outer]
