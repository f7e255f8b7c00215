"""A file replaced as a whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path

_REFUSED = frozenset({errno.EACCES, errno.EPERM, errno.EBUSY, errno.EXDEV, errno.EROFS})
"""Why a file that can be written may not be replaced: its folder, or what is mounted there."""


class WriteError(Exception):
    """A file was left as it is; the message says why, and goes behind its name and a colon."""


def replace_file(path: Path, before: bytes, after: bytes) -> None:
    """Put other bytes into a file that holds ``before``.

    They are written beside it and moved over it, so that nobody ever sees half of them. Mode, owner
    and extended attributes stay, and a link is followed and stays a link. Where moving is refused
    or would lose any of these, and for a file with several names (hard links), the bytes are
    written in place: room for them is made first, and the old ones put back if writing fails.

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
        if target.read_bytes() != before:
            raise WriteError("changed since it was read, and left as it is")
        if state.st_nlink > 1 or not _swap(target, after, state):
            _overwrite(target, before, after)
    except OSError as error:
        raise WriteError(f"cannot be written: {error.strerror}") from error


def _overwrite(target: Path, before: bytes, after: bytes) -> None:
    with target.open("r+b", buffering=0) as file:
        try:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(file.fileno(), 0, max(len(before), len(after), 1))
            _write(file.fileno(), after)
        except BaseException:
            _write(file.fileno(), before)
            raise


def _write(handle: int, data: bytes) -> None:
    """All the bytes from the start, in one call as a rule, and nothing behind them."""
    os.lseek(handle, 0, os.SEEK_SET)
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]
    os.ftruncate(handle, len(data))
    with contextlib.suppress(OSError):
        os.fsync(handle)


def _swap(target: Path, data: bytes, state: os.stat_result) -> bool:
    """Move a new file over the old one; False, and nothing done, where that is not allowed."""
    try:
        handle, name = tempfile.mkstemp(prefix=".herdr-lint-", suffix=".tmp", dir=target.parent)
    except OSError as error:
        if error.errno in _REFUSED:
            return False
        raise
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(handle)
        return _dress(beside, target, state) and _moved(beside, target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _moved(beside: Path, target: Path) -> bool:
    try:
        beside.replace(target)
    except OSError as error:
        if error.errno in _REFUSED:
            return False
        raise
    return True


def _dress(beside: Path, target: Path, state: os.stat_result) -> bool:
    """Give the new file all that the old one has; False where it cannot have all of it."""
    try:
        made = beside.stat()
        if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (state.st_uid, state.st_gid):
            os.chown(beside, state.st_uid, state.st_gid)
        if hasattr(os, "listxattr"):
            for name in os.listxattr(target):
                os.setxattr(beside, name, os.getxattr(target, name))
        beside.chmod(stat.S_IMODE(state.st_mode))
    except OSError as error:
        return error.errno in {errno.ENOTSUP, errno.ENOSYS}
    return True
