"""Archives by what they hold, whatever their file is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from herdr_lint.files import disk, gunzip, ustar, zipped
from herdr_lint.files.collect import ArchiveError, Collector, Form, PackFiles
from herdr_lint.files.regular import TooLargeError
from herdr_lint.model import Limits


def read_archive(data: bytes, limits: Limits = Limits()) -> PackFiles:  # noqa: B008 - frozen
    """The files in a ``.tgz``, ``.tar`` or ``.zip`` and all that is wrong with it; never raises.

    At most ``limits.unpacked`` bytes are unpacked, all of them in memory.
    """
    into = Collector(limits)
    form = _form(data)
    try:
        _READERS[form](data, into)
    except ArchiveError as error:
        into.issues.append(error.issue)
    return into.finish(form)


def read_archive_file(path: Path, limits: Limits = Limits()) -> PackFiles:  # noqa: B008 - frozen
    """As `read_archive`, of a file, of which no more is read than the limits admit."""
    try:
        data = disk.read(path, max(limits.compressed, limits.unpacked))
    except TooLargeError as error:
        into = Collector(limits)
        into.report("compressed-too-large", size=error.size, limit=limits.compressed)
        return into.finish("unknown")
    except OSError as error:
        into = Collector(limits)
        into.report("unreadable", reason=str(error.strerror))
        return into.finish("unknown")
    return read_archive(data, limits)


def _read_tgz(data: bytes, into: Collector) -> None:
    _admit(data, into)
    ustar.read_tar(gunzip.gunzip(data, into), into)


def _read_tar(data: bytes, into: Collector) -> None:
    if len(data) > into.limits.unpacked:
        raise ArchiveError("unpacked-too-large", limit=into.limits.unpacked)
    ustar.read_tar(data, into)


def _read_zip(data: bytes, into: Collector) -> None:
    _admit(data, into)
    zipped.read_zip(data, into)


def _read_unknown(data: bytes, into: Collector) -> None:
    raise ArchiveError("not-an-archive")


def _admit(data: bytes, into: Collector) -> None:
    if len(data) > into.limits.compressed:
        raise ArchiveError("compressed-too-large", size=len(data), limit=into.limits.compressed)


_READERS: Mapping[Form, Callable[[bytes, Collector], None]] = {
    "tgz": _read_tgz,
    "tar": _read_tar,
    "zip": _read_zip,
    "unknown": _read_unknown,
}


def _form(data: bytes) -> Form:
    if data.startswith(gunzip.MAGIC):
        return "tgz"
    if data.startswith(zipped.MAGICS):
        return "zip"
    return "tar" if ustar.looks_like_tar(data) else "unknown"
