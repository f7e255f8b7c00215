"""Directory entries in a fixed order, and a glance at how a file begins."""

from __future__ import annotations

import os
from enum import Enum, auto
from operator import itemgetter
from typing import NamedTuple

GLANCE = 256
"""Bytes that are read to see whether a file begins like a role."""


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


def entries(directory: str) -> list[Entry]:
    """The entries of a directory, sorted by name as code points.

    Raises:
        OSError: if the directory cannot be listed.

    """
    with os.scandir(directory) as found:
        listed = [
            Entry(entry.name, entry.path, _kind(entry), entry.is_symlink()) for entry in found
        ]
    return sorted(listed, key=itemgetter(0))


def entries_if_any(directory: str) -> list[Entry]:
    """The entries of a directory, none if it cannot be listed."""
    try:
        return entries(directory)
    except OSError:
        return []


def _kind(entry: os.DirEntry[str]) -> Kind:
    try:
        if entry.is_dir():
            return Kind.DIRECTORY
        if entry.is_file():
            return Kind.FILE
    except OSError:
        return Kind.BROKEN
    return Kind.BROKEN if entry.is_symlink() and not os.path.exists(entry.path) else Kind.SPECIAL


def kind_of(path: str) -> Kind | None:
    """What a path leads to, or None if there is nothing, not even a link."""
    if os.path.isdir(path):
        return Kind.DIRECTORY
    if os.path.isfile(path):
        return Kind.FILE
    if os.path.exists(path):
        return Kind.SPECIAL
    return Kind.BROKEN if os.path.islink(path) else None


def begins_like_role(entry: Entry) -> bool:
    """Whether a file begins with a frontmatter fence, however badly it is written.

    A byte order mark, UTF-16 and blanks before the fence make no role for the host, but they
    show what the author meant. A file that cannot be read shows nothing.
    """
    if entry.kind is not Kind.FILE:
        return False
    try:
        with open(entry.path, "rb") as file:
            return starts_like_role(file.read(GLANCE))
    except OSError:
        return False


def starts_like_role(data: bytes) -> bool:
    """Whether the bytes of a file begin with a frontmatter fence; see ``begins_like_role``."""
    start = data[:GLANCE]
    return start.replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n\v\f").startswith(b"---")
