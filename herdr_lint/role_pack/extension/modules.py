"""The modules of a pack, read when they are asked for."""

from __future__ import annotations

from posixpath import splitext

from herdr_lint.files.tree import PackTree
from herdr_lint.late import late_pattern
from herdr_lint.role_pack.extension.parser import Module, read_module
from herdr_lint.role_pack.extension.resolution import Resolution
from herdr_lint.role_pack.extension.script import SUFFIXES
from herdr_lint.syntax.text import SourceText

MOST = 4 << 20
"""Bytes of scripts in one pack that are parsed."""

_SPEAKS = late_pattern(rb"(?i)agents?:roles?\b|roles?[.:/_-]discover|herdr-(?:sub)?agents?")
_TEST_FOLDERS = frozenset({"__tests__", "fixtures", "spec", "test", "tests"})


class Modules:
    """Reads and parses modules when they are asked for, each at most once."""

    def __init__(self, tree: PackTree, resolution: Resolution) -> None:
        self._tree = tree
        self._resolution = resolution
        self._data: dict[str, bytes | None] = {}
        self._parsed: dict[str, Module | None] = {}
        self._left = MOST
        self.refused: set[str] = set()
        """Modules that were not parsed, because there was too much to parse already."""

    def data(self, path: str) -> bytes | None:
        """The bytes of a script; None for what is not a script or cannot be read."""
        if path not in self._data:
            known = splitext(path)[1] in SUFFIXES
            self._data[path] = self._tree.read(path) if known else None
        return self._data[path]

    def speaks(self, path: str) -> bool:
        """Whether a script may speak of the host's channel; if none does, nothing registers."""
        data = self.data(path)
        return data is not None and _SPEAKS.search(data) is not None

    def get(self, path: str) -> Module | None:
        """A module, or None for what is not a script."""
        if path not in self._parsed:
            self._parsed[path] = self._parse(path)
        return self._parsed[path]

    def put(self, module: Module) -> None:
        """Take in a module that was parsed for another pack with the same one."""
        self._parsed[module.path] = module

    def _parse(self, path: str) -> Module | None:
        data = self.data(path)
        if data is None:
            return None
        self._left -= len(data)
        if self._left < 0:
            self.refused.add(path)
            return None
        return read_module(path, SourceText.decode(data), SUFFIXES[splitext(path)[1]])

    @property
    def known(self) -> list[Module]:
        """All modules that were parsed, by name."""
        return [module for _, module in sorted(self._parsed.items()) if module is not None]

    def imported(self, module: Module, source: str) -> Module | None:
        """The module of the pack that an import means, or None for one from elsewhere."""
        target = self._resolution.target(module.path, source)
        return None if target.path is None or target.found != "file" else self.get(target.path)


def is_script(path: str) -> bool:
    """Whether a file may be loaded as a module: no declarations of types, nothing for tests."""
    *folders, name = path.split("/")
    stem, suffix = splitext(name)
    if suffix not in SUFFIXES or stem.endswith((".d", ".test", ".spec")):
        return False
    return not _TEST_FOLDERS.intersection(folders)
