"""Files written as a whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

_REFUSED = frozenset({errno.EACCES, errno.EPERM, errno.EBUSY, errno.EXDEV, errno.EROFS})
"""Why a file that can be written may not be replaced: its folder, or what is mounted there."""


class WriteError(Exception):
    """A file was left as it is; the message says why, and goes behind its name and a colon.

    ``reason`` is to stand behind "cannot write", the name and a colon.
    """

    def __init__(self, message: str, reason: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason or message


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
    with _told():
        state = target.stat()
        if not stat.S_ISREG(state.st_mode):
            raise WriteError("not a regular file")
        if target.read_bytes() != before:
            raise WriteError("changed since it was read, and left as it is")
        _replace(target, state, before, (after,))


def write_file(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file that the user named, whole or not at all, over what is there.

    The pieces are gone through once or, where the file cannot be replaced, twice. What is no file,
    such as a terminal or a pipe that somebody reads, takes the bytes as they come;
    nobody is waited for.

    Raises:
        WriteError: the file is read-only, or cannot be written.

    """
    with _told():
        target = Path(os.path.realpath(path))
        try:
            state = target.stat()
        except FileNotFoundError:
            _make(target, pieces)
            return
        if stat.S_ISREG(state.st_mode) and not _is_stream(path):
            _replace(target, state, target.read_bytes(), pieces)
        else:
            _send(path, pieces)


def make_file(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, whole or not at all.

    Raises:
        WriteError: there is something, or the file cannot be written.

    """
    with _told():
        if os.path.lexists(path):
            raise WriteError("exists, and nothing is overwritten")
        _make(Path(os.path.abspath(path)), (data,))


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise WriteError(f"cannot be written: {reason}", reason) from error
    except ValueError as error:
        reason = "not a path that can be"
        raise WriteError(f"cannot be written: {reason}", reason) from error


def _replace(target: Path, state: os.stat_result, before: bytes, after: Iterable[bytes]) -> None:
    if not state.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise WriteError("read-only, and left as it is")
    if state.st_nlink > 1 or not _swap(target, after, state):
        _overwrite(target, before, b"".join(after))


def _is_stream(path: Path) -> bool:
    """Whether a path names an open stream of a process, which a new file would not be."""
    return os.path.abspath(path).startswith(("/dev/", "/proc/"))


def _send(path: Path, pieces: Iterable[bytes]) -> None:
    """Give bytes to what is no file; a pipe that nobody reads refuses them at once."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "wb") as stream:
        if hasattr(os, "set_blocking"):  # pragma: no branch (POSIX)
            os.set_blocking(handle, True)
        stream.writelines(pieces)


def _make(target: Path, pieces: Iterable[bytes]) -> None:
    """A new file, with the rights that any new file has."""
    handle, name = _beside(target)
    beside = Path(name)
    try:
        _fill(handle, pieces)
        beside.chmod(0o666 & ~_mask())
        beside.replace(target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _beside(target: Path) -> tuple[int, str]:
    return tempfile.mkstemp(prefix=".herdr-lint-", suffix=".tmp", dir=target.parent)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _overwrite(target: Path, before: bytes, after: bytes) -> None:
    with target.open("r+b") as file:
        try:
            if hasattr(os, "posix_fallocate"):  # pragma: no branch (neither macOS nor Windows)
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


def _swap(target: Path, pieces: Iterable[bytes], state: os.stat_result) -> bool:
    """Move a new file over the old one; False, and nothing done, where that is not allowed."""
    try:
        handle, name = _beside(target)
    except OSError as error:
        if error.errno in _REFUSED:
            return False
        raise
    beside = Path(name)
    try:
        _fill(handle, pieces)
        return _dress(beside, target, state) and _moved(beside, target)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink()


def _fill(handle: int, pieces: Iterable[bytes]) -> None:
    with os.fdopen(handle, "wb") as file:
        file.writelines(pieces)
        file.flush()
        os.fsync(handle)


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
        if hasattr(os, "listxattr"):  # pragma: no branch (Linux alone)
            for name in os.listxattr(target):
                os.setxattr(beside, name, os.getxattr(target, name))
        beside.chmod(stat.S_IMODE(state.st_mode))
    except OSError as error:
        return error.errno in {errno.ENOTSUP, errno.ENOSYS}
    return True
