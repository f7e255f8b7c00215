"""A file replaced as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path


class WriteError(Exception):
    """A file was left as it is; the message says why, and goes behind its name and a colon."""


def replace_file(path: Path, before: bytes, after: bytes) -> None:
    """Put other bytes into a file that holds ``before``.

    They are written beside it and moved over it, so that nobody ever sees half of them. Mode and
    owner stay. A link is followed, and stays a link. A file that has several names (hard links)
    is written in place, which is not atomic, since it would lose its other names otherwise.

    Raises:
        WriteError: the file is read-only, is no longer what it was, or cannot be written.

    """
    target = Path(os.path.realpath(path))
    try:
        state = target.stat()
        if not stat.S_ISREG(state.st_mode):
            raise WriteError("not a regular file")
        if not state.st_mode & 0o222 or not os.access(target, os.W_OK):
            raise WriteError("read-only, and left as it is")
        if state.st_size != len(before) or target.read_bytes() != before:
            raise WriteError("changed since it was read, and left as it is")
        if state.st_nlink > 1:
            _overwrite(target, after)
        else:
            _swap(target, after, state)
    except OSError as error:
        raise WriteError(f"cannot be written: {error.strerror}") from error


def _overwrite(target: Path, data: bytes) -> None:
    with target.open("r+b") as file:
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _swap(target: Path, data: bytes, state: os.stat_result) -> None:
    handle, name = tempfile.mkstemp(prefix=".herdr-lint-", suffix=".tmp", dir=target.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        _dress(beside, state)
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise


def _dress(beside: Path, state: os.stat_result) -> None:
    """Give the new file the owner and the mode of the old one, as far as that is allowed."""
    with contextlib.suppress(OSError, AttributeError):
        os.chown(beside, state.st_uid, state.st_gid)
    beside.chmod(stat.S_IMODE(state.st_mode))
