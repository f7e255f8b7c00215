"""The disk as one run sees it, with buffers laid over it.

A buffer, such as an editor's, stands for the bytes of a file whether or not the disk has that
file. Paths are absolute and lexical. Each folder is listed once; what is read ahead of its use, to
see what it is, is kept until it is used, so that each file is opened once.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, auto
from operator import itemgetter
from typing import NamedTuple

from herdr_lint.files.regular import TooLargeError, read_regular


class Kind(Enum):
    """What an entry is once links are followed."""

    FILE = auto()
    DIRECTORY = auto()
    SPECIAL = auto()
    BROKEN = auto()
    """A link that leads nowhere, or round in a circle."""


class Entry(NamedTuple):
    """One entry of a directory."""

    name: str
    path: str
    kind: Kind
    link: bool


class FileSystem:
    """Folders and files by absolute path; ``buffers`` stand for the files of their paths.

    Without ``disk`` there is nothing but the buffers: so the files of an archive are looked at by
    the same code as those of a folder.
    """

    def __init__(self, buffers: Mapping[str, bytes] | None = None, *, disk: bool = True) -> None:
        self.buffers = dict(buffers or {})
        self._disk = disk
        self._imagined = _imagined(self.buffers, disk=disk)
        self._listed: dict[str, Sequence[Entry] | OSError] = {}
        self._known: dict[str, dict[str, Entry]] = {}
        self._read_ahead: dict[str, bytes] = {}
        self._real: dict[str, str] = {}

    def __reduce__(self) -> tuple[type[FileSystem], tuple[Mapping[str, bytes]]]:
        """Workers get the buffers and look for themselves."""
        return (FileSystem, (self.buffers,))

    def entries(self, directory: str) -> Sequence[Entry]:
        """The entries of a directory, sorted by name as code points.

        Raises:
            OSError: if the directory cannot be listed.

        """
        if directory not in self._listed:
            try:
                listed = self._listed[directory] = self._list(directory)
                self._known[directory] = {entry.name: entry for entry in listed}
            except OSError as error:
                self._listed[directory] = error
        found = self._listed[directory]
        if isinstance(found, OSError):
            raise found
        return found

    def entries_if_any(self, directory: str) -> Sequence[Entry]:
        """The entries of a directory, none if it cannot be listed."""
        try:
            return self.entries(directory)
        except (OSError, ValueError):
            return ()

    def listed(self, directory: str) -> Iterator[Entry]:
        """The entries of all folders so far listed that are a directory or lie below it."""
        start = directory.rstrip(os.sep) + os.sep
        for folder, entries in self._listed.items():
            if not isinstance(entries, OSError) and f"{folder}{os.sep}".startswith(start):
                yield from entries

    def _list(self, directory: str) -> Sequence[Entry]:
        imagined = self._imagined.get(directory, {})
        try:
            with os.scandir(directory if self._disk else "") as found:
                listed = {one.name: _entry(one) for one in found}
        except FileNotFoundError:
            if not imagined:
                raise
            listed = {}
        for name, kind in imagined.items():
            known = listed.get(name)
            if known is None or known.kind is not kind:
                listed[name] = Entry(name, os.path.join(directory, name), kind, link=False)
        return sorted(listed.values(), key=itemgetter(0))

    def kind(self, path: str) -> Kind | None:
        """What a path leads to, or None if there is nothing, not even a link."""
        if path in self.buffers:
            return Kind.FILE
        if path in self._imagined:
            return Kind.DIRECTORY
        folder, name = os.path.split(path)
        if not self._disk or folder in self._known:
            entry = self._known.get(folder, {}).get(name)
            return entry and entry.kind
        try:
            mode = os.stat(path).st_mode
        except OSError:
            return Kind.BROKEN if os.path.islink(path) else None
        except ValueError:
            return None
        return _KINDS.get(stat.S_IFMT(mode), Kind.SPECIAL)

    def is_file(self, path: str) -> bool:
        return self.kind(path) is Kind.FILE

    def is_directory(self, path: str) -> bool:
        return self.kind(path) is Kind.DIRECTORY

    def exists(self, path: str) -> bool:
        """Whether there is anything, were it a link that leads nowhere."""
        return self.kind(path) is not None

    def real(self, path: str) -> str:
        """The path with all links followed."""
        known = self._real.get(path)
        if known is not None:
            return known
        folder, name = os.path.split(path)
        entry = self._known.get(folder, {}).get(name)
        if entry is not None and entry.kind is Kind.FILE and not entry.link:
            real = self.real(folder)  # a file is looked at once or twice, not worth remembering
            return path if real == folder else os.path.join(real, name)
        self._real[path] = os.path.realpath(path) if self._disk else os.path.normpath(path)
        return self._real[path]

    def is_link(self, path: str) -> bool:
        folder, name = os.path.split(path)
        if folder in self._known:
            entry = self._known[folder].get(name)
            return entry is not None and entry.link
        return self._disk and os.path.islink(path)

    def located(self, path: str) -> str:
        """The same file by the folder that really holds it; a link to a file stays that link."""
        folder, name = os.path.split(path)
        if not name or name in {os.curdir, os.pardir} or self.is_directory(path):
            return self.real(path)
        return os.path.join(self.real(folder), name)

    def read(self, path: str, longest: int) -> bytes:
        """The bytes of a regular file.

        Raises:
            TooLargeError: if it has more than ``longest`` bytes, whatever it says of its size.
            OSError: if it cannot be opened or is not a regular file.

        """
        data = self.buffers.get(path)
        if data is None:
            data = self._read_ahead.pop(path, None)
        if data is None:
            if not self._disk:
                raise FileNotFoundError(errno.ENOENT, "no such file", path)
            data = read_regular(path, longest)
        if len(data) > longest:
            raise TooLargeError(len(data), longest)
        return data

    def read_ahead(self, path: str, longest: int) -> bytes:
        """The bytes of a file that is going to be read again, or none that can be had.

        ``forget`` gives back what turned out to be of no use.
        """
        try:
            data = self._read_ahead[path] = self.read(path, longest)
        except (OSError, ValueError):
            return b""
        return data

    def forget(self, path: str) -> None:
        """Drop what was read ahead."""
        self._read_ahead.pop(path, None)

    def buffers_below(self, directory: str) -> Iterator[tuple[str, bytes]]:
        """The buffers of files in a directory or below it, by their ``/``-separated names in it."""
        start = directory.rstrip(os.sep) + os.sep
        for path, data in self.buffers.items():
            if path.startswith(start):
                yield path[len(start) :].replace(os.sep, "/"), data


_KINDS = {stat.S_IFREG: Kind.FILE, stat.S_IFDIR: Kind.DIRECTORY}


def _imagined(buffers: Mapping[str, bytes], *, disk: bool) -> dict[str, dict[str, Kind]]:
    """What the buffers add to each directory: files, and directories that hold files."""
    found: dict[str, dict[str, Kind]] = {}
    for path in buffers:
        kind, child = Kind.FILE, path
        while True:
            parent, name = os.path.split(child)
            if not name or found.setdefault(parent, {}).setdefault(name, kind) is not kind:
                break
            if kind is Kind.DIRECTORY and disk and os.path.isdir(parent):
                break
            kind, child = Kind.DIRECTORY, parent
    return found


def _entry(found: os.DirEntry[str]) -> Entry:
    link = found.is_symlink()
    return Entry(found.name, found.path, _kind(found, link=link), link)


def _kind(entry: os.DirEntry[str], *, link: bool) -> Kind:
    try:
        if entry.is_file():
            return Kind.FILE
        if entry.is_dir():
            return Kind.DIRECTORY
    except OSError:
        return Kind.BROKEN
    return Kind.BROKEN if link and not os.path.exists(entry.path) else Kind.SPECIAL
