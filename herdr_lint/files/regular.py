"""Regular files, read within bounds and never waited for: a path may lead to anything."""

from __future__ import annotations

import errno
import os
import stat
from typing import BinaryIO

LARGEST = 16 << 20
"""Bytes of a file that is read as a whole, where nothing sets another bound."""

LEFT_OUT = frozenset({".git", ".hg", ".svn", "node_modules"})
"""Folders that hold nothing of a pack's own, and that no packer takes along."""

DEEPEST = 100
"""Folders in folders that are gone into, from the one that was asked for: no tree of people is so
deep, and each step costs a look-up of all steps above it."""

READING = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""Flags to open a file with: a pipe into which nobody writes is not waited for."""

NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""The flag that refuses a link, where the system has one."""


class TooLargeError(OSError):
    """A file that is larger than its reader takes; nothing of it was kept."""

    def __init__(self, size: int, longest: int) -> None:
        super().__init__(errno.EFBIG, larger_than(longest))
        self.size = size


def larger_than(longest: int) -> str:
    """That something is larger than so many bytes: ``larger than 1 MiB``."""
    for unit, size in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if longest and longest % size == 0:
            return f"larger than {longest // size} {unit}"
    return f"larger than {longest} bytes"


def why_unread(error: OSError) -> str:
    """Why a file was not read: that it is too large, or what the system says."""
    told = error.strerror or str(error)
    return told if isinstance(error, TooLargeError) else f"cannot be read: {told}"


def read_regular(
    path: str | os.PathLike[str],
    longest: int = LARGEST,
    *,
    follow_links: bool = True,
    cut: bool = False,
) -> bytes:
    """The bytes of a regular file; of one that has more than ``longest``, the first, if ``cut``.

    Its kind and its size are asked for before anything is read: a pipe would be waited for, and a
    device, or a file that says less than it has, might never end.

    Raises:
        TooLargeError: if it has more than ``longest`` bytes, whatever it says of its size.
        OSError: if it cannot be read or is something else than a file; also for a path that no
            system has. Each has a ``strerror``.

    """
    try:
        if not _is_regular(os.stat(path) if follow_links else os.lstat(path)):
            raise OSError(errno.EINVAL, "not a regular file")
        flags = READING if follow_links else READING | NO_LINK
        with os.fdopen(os.open(path, flags), "rb") as file:
            about = os.fstat(file.fileno())
            if not _is_regular(about):
                raise OSError(errno.EINVAL, "not a regular file")
            if about.st_size > longest and not cut:
                raise TooLargeError(about.st_size, longest)
            data = _read(file, about, longest)
    except ValueError as error:
        raise OSError(errno.EINVAL, "not a path that can be") from error
    if len(data) > longest and not cut:
        raise TooLargeError(len(data), longest)
    return data[:longest]


def _read(file: BinaryIO, about: os.stat_result, longest: int) -> bytes:
    """All of a file, or one byte more than ``longest``.

    As much as it says it has is asked for: the room for more would be kept as long as the bytes.
    """
    data = file.read(min(about.st_size, longest) + 1)
    if len(data) <= about.st_size:
        return data
    return data + file.read(longest + 1 - len(data))


def read_given(path: str | os.PathLike[str]) -> bytes:
    """The bytes of what the user named to be read: a file, or a pipe that somebody writes into.

    Raises as `read_regular` does; a pipe into which nobody writes is empty.
    """
    if not stat.S_ISFIFO(os.stat(path).st_mode):
        return read_regular(path)
    with os.fdopen(os.open(path, READING), "rb") as pipe:
        os.set_blocking(pipe.fileno(), True)
        data = pipe.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise TooLargeError(len(data), LARGEST)
    return data


def _is_regular(about: os.stat_result) -> bool:
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return stat.S_ISREG(about.st_mode)
