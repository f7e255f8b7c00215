"""The files of a pack, wherever they lie: in a folder, or in an archive that was read into memory.

Names are relative to the pack's root, ``/``-separated and normal (``roles/scout.md``); the root
itself is ``""``. Nothing outside the root is ever looked at, not through a link either.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from os.path import islink
from pathlib import Path
from posixpath import dirname

LEFT_OUT = frozenset({".git", ".hg", ".svn", "node_modules"})
"""Folders that hold nothing of the pack's own."""

LARGEST = 4 << 20
"""Bytes of one file that are read; a larger one counts as unreadable."""

MOST = 20_000
"""Files of one pack that are looked at."""


class PackTree(ABC):
    """The files of one pack."""

    @abstractmethod
    def read(self, path: str) -> bytes | None:
        """The bytes of a file; None for what is no file, cannot be read, or is too large."""

    @abstractmethod
    def is_file(self, path: str) -> bool: ...

    @abstractmethod
    def is_folder(self, path: str) -> bool: ...

    @abstractmethod
    def entries(self, folder: str) -> Sequence[str]:
        """The names of what lies directly in a folder, sorted; none for what is no folder."""

    def files(self, below: str = "") -> Iterator[str]:
        """The files below a folder, sorted within each; `MOST` of them, none in `LEFT_OUT`."""
        return islice(filter(self.is_file, self.paths(below)), MOST)

    def paths(self, below: str = "") -> Iterator[str]:
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
        """Whether a name is that of a symbolic link, which a walk does not follow.

        Only the last step counts: a file in a linked folder is not a link itself.
        """
        return False


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
    """A pack as a folder. ``overlay`` holds contents that stand for those of a file, by name."""

    def __init__(self, root: Path, overlay: Mapping[str, bytes] | None = None) -> None:
        self._given = root
        self._root = _real(root)
        self._overlay = overlay or {}
        self._followed: dict[str, Path | None] = {}

    def _inside(self, path: str) -> Path | None:
        """Where a name leads once links are followed; None when that is outside the pack."""
        if path not in self._followed:
            self._followed[path] = self._follow(path)
        return self._followed[path]

    def _follow(self, path: str) -> Path | None:
        if self._root is None:
            return None
        real = _real(self._root / path)
        return real if real is not None and real.is_relative_to(self._root) else None

    def read(self, path: str) -> bytes | None:
        if path in self._overlay:
            return self._overlay[path]
        real = self._inside(path)
        if real is None or not real.is_file():
            return None
        try:
            with real.open("rb") as file:
                data = file.read(LARGEST + 1)
        except OSError:
            return None
        return data if len(data) <= LARGEST else None

    def is_file(self, path: str) -> bool:
        real = self._inside(path)
        return path in self._overlay or (real is not None and real.is_file())

    def is_folder(self, path: str) -> bool:
        real = self._inside(path)
        return real is not None and real.is_dir()

    def entries(self, folder: str) -> Sequence[str]:
        real = self._inside(folder)
        try:
            return sorted(entry.name for entry in real.iterdir()) if real is not None else ()
        except OSError:
            return ()

    def is_link(self, path: str) -> bool:
        if not path or path in self._overlay:
            return False
        return islink(self._given / path)  # noqa: PTH114 - no name makes it raise


def _real(path: Path) -> Path | None:
    """The path with links followed, or None for one that no system has (a NUL, a circle)."""
    try:
        return path.resolve()
    except (OSError, ValueError, RuntimeError):
        return None
