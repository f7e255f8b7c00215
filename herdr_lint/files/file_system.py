"""The disk as one run sees it, with buffers laid over it.

A buffer, such as an editor's, stands for the bytes of a file whether or not the disk has that
file. Paths are absolute and lexical. Each folder is listed once; what is read ahead of its use, to
see what it is, is kept until it is used, so that each file is opened once.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping

from herdr_lint.files import disk
from herdr_lint.files.disk import Entry, Kind, Listing
from herdr_lint.files.regular import TooLargeError

__all__ = ["Entry", "FileSystem", "Kind", "Listing"]


class FileSystem:
    """Folders and files by absolute path; ``buffers`` stand for the files of their paths.

    Without ``disk`` there is nothing but the buffers: so the files of an archive are looked at by
    the same code as those of a folder.
    """

    def __init__(self, buffers: Mapping[str, bytes] | None = None, *, disk: bool = True) -> None:
        self.buffers = dict(buffers or {})
        self._disk = disk
        self._imagined = _imagined(self.buffers, on_disk=disk)
        self._listed: dict[str, Listing | OSError] = {}
        self._read_ahead: dict[str, bytes] = {}
        self._real: dict[str, str] = {}

    def __reduce__(self) -> tuple[type[FileSystem], tuple[Mapping[str, bytes]]]:
        """Workers get the buffers and look for themselves."""
        return (FileSystem, (self.buffers,))

    def entries(self, directory: str) -> Listing:
        """The entries of a directory, sorted by name as code points.

        Raises:
            OSError: if the directory cannot be listed.

        """
        if directory not in self._listed:
            try:
                self._listed[directory] = self._list(directory)
            except OSError as error:
                self._listed[directory] = error
        found = self._listed[directory]
        if isinstance(found, OSError):
            raise found
        return found

    def entries_if_any(self, directory: str) -> Listing:
        """The entries of a directory, none if it cannot be listed."""
        try:
            return self.entries(directory)
        except (OSError, ValueError):
            return _nothing(directory)

    def listed(self, directory: str) -> Iterator[Entry]:
        """The entries of all folders so far listed that are a directory or lie below it."""
        start = directory.rstrip(os.sep) + os.sep
        for folder, entries in self._listed.items():
            if not isinstance(entries, OSError) and f"{folder}{os.sep}".startswith(start):
                yield from entries

    def _list(self, directory: str) -> Listing:
        imagined = self._imagined.get(directory, {})
        try:
            if not self._disk:
                raise FileNotFoundError(errno.ENOENT, "no such folder", directory)
            found = disk.listing(directory)
        except FileNotFoundError:
            if not imagined:
                raise
            found = _nothing(directory)
        return found.with_more(imagined) if imagined else found

    def kind(self, path: str) -> Kind | None:
        """What a path leads to, or None if there is nothing, not even a link."""
        if path in self.buffers:
            return Kind.FILE
        if path in self._imagined:
            return Kind.DIRECTORY
        folder, name = os.path.split(path)
        if not self._disk or self._is_listed(folder):
            entry = self._entry(folder, name)
            return entry and entry.kind
        return disk.kind(path)

    def _is_listed(self, folder: str) -> bool:
        """Whether all that lies in a folder is known."""
        return isinstance(self._listed.get(folder), Listing)

    def _entry(self, folder: str, name: str) -> Entry | None:
        """What a folder that was listed has by that name."""
        listed = self._listed.get(folder)
        return listed.find(name) if isinstance(listed, Listing) else None

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
        entry = self._entry(folder, name)
        if entry is not None and entry.kind is Kind.FILE and not entry.link:
            # A file is looked at once or twice, which is not worth remembering.
            return os.path.join(self.real(folder), name)
        self._real[path] = disk.real(path) if self._disk else os.path.normpath(path)
        return self._real[path]

    def is_link(self, path: str) -> bool:
        folder, name = os.path.split(path)
        if self._is_listed(folder):
            entry = self._entry(folder, name)
            return entry is not None and entry.link
        return self._disk and disk.is_link(path)

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
            data = disk.read(path, longest)
        if len(data) > longest:
            raise TooLargeError(len(data), longest)
        return data

    def read_ahead(self, path: str, longest: int, *, beginning: int = 0) -> bytes:
        """The bytes of a file that is going to be read again, or none that can be had.

        Of a file that is too large they are its ``beginning``, of so many bytes. ``forget`` gives
        back what turned out to be of no use.
        """
        try:
            data = self._read_ahead[path] = self.read(path, longest)
        except TooLargeError:
            return self._beginning(path, beginning)
        except (OSError, ValueError):
            return b""
        return data

    def _beginning(self, path: str, size: int) -> bytes:
        if path in self.buffers:
            return self.buffers[path][:size]
        try:
            return disk.beginning(path, size)
        except OSError:
            return b""

    def forget(self, path: str) -> None:
        """Drop what was read ahead."""
        self._read_ahead.pop(path, None)

    def buffers_below(self, directory: str) -> Iterator[tuple[str, bytes]]:
        """The buffers of files in a directory or below it, by their ``/``-separated names in it."""
        start = directory.rstrip(os.sep) + os.sep
        for path, data in self.buffers.items():
            if path.startswith(start):
                yield path[len(start) :].replace(os.sep, "/"), data


def _nothing(directory: str) -> Listing:
    return Listing(os.path.join(directory, ""), [], {})


def _imagined(buffers: Mapping[str, bytes], *, on_disk: bool) -> dict[str, dict[str, Kind]]:
    """What the buffers add to each directory: files, and directories that hold files."""
    found: dict[str, dict[str, Kind]] = {}
    for path in buffers:
        kind, child = Kind.FILE, path
        while True:
            parent, name = os.path.split(child)
            if not name or found.setdefault(parent, {}).setdefault(name, kind) is not kind:
                break
            if on_disk and disk.is_directory(parent):
                break
            kind, child = Kind.DIRECTORY, parent
    return found
