"""The modules of a pack: which file an import means, and which modules an entry reaches."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from posixpath import dirname, join, splitext

from herdr_lint.files.tree import PackTree
from herdr_lint.role_pack.extension.parser import Module, read_module
from herdr_lint.role_pack.extension.script import SUFFIXES
from herdr_lint.role_pack.pi_resources import place
from herdr_lint.syntax.text import SourceText

MOST = 4 << 20
"""Bytes of scripts in one pack that are read."""

_IMPORT = re.compile(rb"""\b(?:from|import|require)\s*\(?\s*["'](\.[^"'\n]{0,200})["']""")
_TYPESCRIPT_OF = {".js": (".ts", ".tsx"), ".mjs": (".mts",), ".cjs": (".cts",), ".jsx": (".tsx",)}
_TEST_FOLDERS = frozenset({"__tests__", "fixtures", "spec", "test", "tests"})


class Modules:
    """Reads modules when they are asked for, each at most once."""

    def __init__(self, tree: PackTree) -> None:
        self._tree = tree
        self._read: dict[str, Module | None] = {}
        self._left = MOST
        self.refused: set[str] = set()
        """Modules that were not read, because there was too much to read already."""

    def get(self, path: str) -> Module | None:
        """A module, or None for what is no script."""
        if path not in self._read:
            self._read[path] = self._load(path)
        return self._read[path]

    def _load(self, path: str) -> Module | None:
        dialect = SUFFIXES.get(splitext(path)[1])
        data = self._tree.read(path) if dialect else None
        if dialect is None or data is None:
            return None
        self._left -= len(data)
        if self._left < 0:
            self.refused.add(path)
            return None
        return read_module(path, SourceText.decode(data), dialect)

    @property
    def known(self) -> list[Module]:
        """All modules that were read, by name."""
        return [module for _, module in sorted(self._read.items()) if module is not None]

    def imported(self, module: Module, source: str) -> Module | None:
        """The module of the pack that an import means, or None for one from elsewhere."""
        path = self._meant(module.path, source)
        return None if path is None else self.get(path)

    def _meant(self, path: str, source: str) -> str | None:
        if not source.startswith("."):
            return None
        target = place(join(dirname(path), source.partition("?")[0]))
        if target is None:
            return None
        return next(filter(self._tree.is_file, _candidates(target)), None)

    def reached(self, entries: Iterable[str]) -> Mapping[str, bytes]:
        """The scripts that are loaded when the entries are, the entries first, with their bytes.

        Found by how imports look, since most of these scripts need not be read for more.
        """
        found: dict[str, bytes] = {}
        pending = deque(entries)
        while pending:
            path = pending.popleft()
            data = self._tree.read(path) if path not in found else None
            if data is None or splitext(path)[1] not in SUFFIXES:
                continue
            found[path] = data
            for name in _IMPORT.findall(data):
                target = self._meant(path, name.decode("utf-8", "replace"))
                if target is not None:
                    pending.append(target)
        return found


def _candidates(target: str) -> Iterator[str]:
    """The files that an import may mean, in the order in which they are tried."""
    yield target
    stem, suffix = splitext(target)
    for other in _TYPESCRIPT_OF.get(suffix, ()):
        yield stem + other
    for other in SUFFIXES:
        yield target + other
    for other in SUFFIXES:
        yield f"{target}/index{other}"


def is_script(path: str) -> bool:
    """Whether a file may be loaded as a module: no declarations of types, nothing for tests."""
    *folders, name = path.split("/")
    stem, suffix = splitext(name)
    if suffix not in SUFFIXES or stem.endswith((".d", ".test", ".spec")):
        return False
    return not _TEST_FOLDERS.intersection(folders)
