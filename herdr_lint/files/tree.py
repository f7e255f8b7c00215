"""The files of a pack, wherever they lie: in a folder, or in an archive that was read into memory.

Names are relative to the pack's root, ``/``-separated and normal (``roles/scout.md``); the root
itself is ``""``. Nothing outside the root is ever looked at, not through a link either.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from posixpath import dirname

from herdr_lint.files.file_system import FileSystem
from herdr_lint.files.regular import DEEPEST, LEFT_OUT, TooLargeError, why_unread

LARGEST = 4 << 20
"""Bytes of one file that are read; a larger one counts as unreadable."""

MOST = 20_000
"""Files of one pack that are looked at."""


class PackTree(ABC):
    """The files of one pack."""

    @property
    def unread(self) -> Mapping[str, str]:
        """The files that were to be read and could not be, each with the reason."""
        return {}

    @abstractmethod
    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None for what is not a file, cannot be read, or is too large."""

    @abstractmethod
    def is_file(self, path: str) -> bool: ...

    @abstractmethod
    def is_folder(self, path: str) -> bool: ...

    @abstractmethod
    def entries(self, folder: str) -> Sequence[str]:
        """The names of what lies directly in a folder, sorted; none for what is not a folder."""

    def files(self, below: str = "") -> Iterator[str]:
        """The files below a folder, sorted within each; `MOST` of them, none in `LEFT_OUT`."""
        return islice(filter(self.is_file, self.paths(below)), MOST)

    def paths(self, below: str) -> Iterator[str]:
        """The files and folders below a folder, sorted within each; nothing in `LEFT_OUT`."""
        pending = [below]
        while pending:
            folder = pending.pop()
            deeper = []
            for name in self.entries(folder):
                path = f"{folder}/{name}" if folder else name
                is_folder = self.is_folder(path)
                if is_folder and name not in LEFT_OUT and not self.is_link(path):
                    deeper.append(path)
                if is_folder or self.is_file(path):
                    yield path
            pending += reversed(deeper)

    def is_link(self, path: str) -> bool:
        """Whether an entry is a symbolic link; a walk follows none to a folder."""
        return False

    def links(self, folder: str) -> frozenset[str]:
        """The names of the symbolic links that lie directly in a folder."""
        return frozenset()


class MappingTree(PackTree):
    """A pack as a mapping from names to bytes."""

    def __init__(self, members: Mapping[str, bytes]) -> None:
        self._members = members

    @cached_property
    def _folders(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, set[str]] = {"": set()}
        for name in self._members:
            path = name
            while path:
                folder = dirname(path)
                known = folder in found
                found.setdefault(folder, set()).add(path[len(folder) + 1 if folder else 0 :])
                if known:
                    break
                path = folder
        return {folder: sorted(names) for folder, names in found.items()}

    def read(self, path: str) -> bytes | None:
        return self._members.get(path)

    def is_file(self, path: str) -> bool:
        return path in self._members

    def is_folder(self, path: str) -> bool:
        return path in self._folders

    def entries(self, folder: str) -> Sequence[str]:
        return self._folders.get(folder, ())


class FolderTree(PackTree):
    """A pack as a folder of a file system; each file is read once as long as the tree is there."""

    def __init__(self, root: Path, system: FileSystem | None = None) -> None:
        self._given = str(root)
        self._system = system or FileSystem()
        self._root = self._real(self._given)
        self._followed: dict[str, str | None] = {}
        self._contents: dict[str, bytes | None] = {}
        self._unread: dict[str, str] = {}

    def __repr__(self) -> str:
        return f"FolderTree({self._given!r})"

    def __eq__(self, other: object) -> bool:
        """Trees of one folder are equal, whatever was read of each so far."""
        return isinstance(other, FolderTree) and self._given == other._given

    def __hash__(self) -> int:
        return hash(self._given)

    def __reduce__(self) -> tuple[type[FolderTree], tuple[Path, FileSystem]]:
        """What was read stays here."""
        return (FolderTree, (Path(self._given), self._system))

    def _real(self, path: str) -> str | None:
        """The path with links followed, or None for one that no system has (a NUL, a circle)."""
        try:
            return self._system.real(path)
        except (OSError, ValueError):
            return None

    def _inside(self, path: str) -> str | None:
        """Where a name leads once links are followed; None when that is outside the pack."""
        if path not in self._followed:
            self._followed[path] = self._follow(path)
        return self._followed[path]

    def _follow(self, path: str) -> str | None:
        if self._root is None:
            return None
        real = self._real(os.path.join(self._root, path))
        top = self._root.rstrip(os.sep) + os.sep
        return real if real is not None and f"{real}{os.sep}".startswith(top) else None

    def read(self, path: str) -> bytes | None:
        if path not in self._contents:
            self._contents[path] = self._read(path)
        return self._contents[path]

    def _read(self, path: str) -> bytes | None:
        real = self._inside(path)
        try:
            return None if real is None else self._system.read(real, LARGEST)
        except OSError as error:
            if self._system.is_file(str(real)):
                self._unread[path] = why_unread(error)
            return None

    @property
    def unread(self) -> Mapping[str, str]:
        return self._unread

    def is_of(self, system: FileSystem) -> bool:
        """Whether this is how a file system sees the pack."""
        return self._system is system

    def load(self, path: str, longest: int) -> bytes:
        """The bytes of a file by its absolute path, kept for the rules that read the pack.

        Raises:
            OSError: as `FileSystem.read` does.

        """
        if self._root is None or not path.startswith(self._root + os.sep):
            return self._system.read(path, longest)
        name = path[len(self._root) + 1 :].replace(os.sep, "/")
        data = self._contents.get(name)
        if data is None:
            data = self._contents[name] = self._system.read(path, longest)
        if len(data) > longest:
            raise TooLargeError(len(data), longest)
        return data

    def is_file(self, path: str) -> bool:
        real = self._inside(path)
        return real is not None and self._system.is_file(real)

    def is_folder(self, path: str) -> bool:
        real = self._inside(path)
        return real is not None and self._system.is_directory(real)

    def is_link(self, path: str) -> bool:
        return self._system.is_link(os.path.join(self._given, path))

    def links(self, folder: str) -> frozenset[str]:
        real = self._inside(folder)
        found = self._system.entries_if_any(real).others() if real else ()
        return frozenset(entry.name for entry in found if entry.link)

    def entries(self, folder: str) -> Sequence[str]:
        if folder.count("/") >= DEEPEST:
            self._unread[folder] = f"more than {DEEPEST} folders deep"
            return ()
        real = self._inside(folder)
        return self._system.entries_if_any(real).names if real else ()

    def forget(self) -> None:
        """Give back what was kept of the files."""
        self._contents.clear()
        self._followed.clear()
