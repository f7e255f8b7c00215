"""zip, read by its central directory and held against its local headers (PKWARE APPNOTE 6.3).

Two programs may read two different packs from one zip file: one follows the directory at the
end, the other the headers on the way. Where the two disagree, so would the programs.
"""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from herdr_lint.files import names
from herdr_lint.files.collect import ArchiveError, Collector
from herdr_lint.files.gunzip import HARMLESS, zlib_reason

MAGICS = (b"PK\x03\x04", b"PK\x05\x06")

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_LONGEST_COMMENT = 0xFFFF
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_DESCRIPTOR, _UTF8 = 0x8, 0x800
_LONGEST_DESCRIPTOR = 16
_STORED, _DEFLATED = 0, 8
_UNIX = 3


class Entry(NamedTuple):
    """What the central directory says of one file."""

    name: bytes
    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    mode: int
    offset: int

    @property
    def member(self) -> str:
        return names.label(self.name)


class Extent(NamedTuple):
    """Where an entry lies in the file, from its local header to the end of its content."""

    start: int
    end: int
    descriptor: bool
    member: str


def read_zip(data: bytes, into: Collector) -> None:
    """Give every entry of a zip archive to the collector.

    Raises `ArchiveError` where the directory cannot be read.
    """
    start, entries = _directory(data, into)
    extents = [_local(data, entry, start, into) for entry in entries]
    if _disjoint(extents, start, into):
        for entry, extent in zip(entries, extents, strict=True):
            into.count_bytes(entry.size)
            _entry(data, entry, extent, into)


def _directory(data: bytes, into: Collector) -> tuple[int, list[Entry]]:
    """Where the central directory starts, and its entries."""
    tail = max(0, len(data) - _END.size - _LONGEST_COMMENT)
    at = data.rfind(b"PK\x05\x06", tail)
    if at < 0 or at + _END.size > len(data):
        raise _damaged("its directory is missing, as it is when an upload breaks off")
    _, disk, first, here, count, size, start, comment = _END.unpack_from(data, at)
    if data.find(b"PK\x05\x06", tail, at) >= 0:
        raise _damaged("it has two ends")
    if disk or first or here != count or 0xFFFF in (here, count) or 0xFFFFFFFF in (size, start):
        raise _damaged("it is split, or of the format for huge archives")
    if start + size != at:
        raise _damaged("its directory is not where its end says")
    if at + _END.size + comment != len(data):
        into.report("trailing-data", size=abs(len(data) - at - _END.size - comment))
    entries = []
    for entry in _entries(data, start, at, count):
        into.count_entry()
        entries.append(entry)
    return start, entries


def _entries(data: bytes, at: int, end: int, count: int) -> Iterator[Entry]:
    for _ in range(count):
        if at + _CENTRAL.size > end:
            raise _damaged("its directory breaks off")
        (signature, made, _, flags, method, _, _, checksum, packed, size, name, extra, comment) = (
            _CENTRAL.unpack_from(data, at)[:13]
        )
        attributes, offset = _CENTRAL.unpack_from(data, at)[15:]
        after = at + _CENTRAL.size + name + extra + comment
        if signature != b"PK\x01\x02" or after > end:
            raise _damaged("its directory is damaged")
        mode = attributes >> 16 if made >> 8 == _UNIX else 0
        label = data[at + _CENTRAL.size : at + _CENTRAL.size + name]
        yield Entry(label, flags, method, checksum, packed, size, mode, offset)
        at = after
    if at != end:
        raise _damaged("its directory is longer than its end says")


def _local(data: bytes, entry: Entry, limit: int, into: Collector) -> Extent:
    """Hold an entry against its local header; where the two lie."""
    if entry.offset + _LOCAL.size > limit:
        raise _damaged("its content is missing", entry.member)
    (signature, _, flags, method, _, _, checksum, packed, size, name, extra) = _LOCAL.unpack_from(
        data, entry.offset
    )
    start = entry.offset + _LOCAL.size + name + extra
    if signature != b"PK\x03\x04" or start + entry.packed > limit:
        raise _damaged("its content is missing", entry.member)
    label = data[entry.offset + _LOCAL.size : entry.offset + _LOCAL.size + name]
    later = bool(flags & _DESCRIPTOR)
    differing = [
        what
        for what, here, there in (
            ("name", label, entry.name),
            ("flags", flags, entry.flags),
            ("method", method, entry.method),
            ("checksum", checksum, entry.checksum),
            ("compressed size", packed, entry.packed),
            ("size", size, entry.size),
        )
        if here != there and not (later and here == 0)
    ]
    if differing:
        into.report("header-disagreement", entry.member, fields=", ".join(differing))
    return Extent(entry.offset, start + entry.packed, later, entry.member)


def _entry(data: bytes, entry: Entry, extent: Extent, into: Collector) -> None:
    if _is_special(entry, into):
        return
    name = into.place(entry.name)
    if name and not (entry.flags & _UTF8 or entry.name.isascii()):
        into.report("name-not-utf8", entry.member)
    if entry.flags & _ENCRYPTED:
        into.report("encrypted", entry.member)
    elif entry.method not in {_STORED, _DEFLATED}:
        into.report("unsupported-method", entry.member, method=entry.method)
    elif into.admits_size(entry.member, entry.size):
        content = _content(data[extent.end - entry.packed : extent.end], entry, into)
        if content is not None and name:
            into.keep(name, content, entry.member)


def _is_special(entry: Entry, into: Collector) -> bool:
    """Report an entry that is no file."""
    kind = stat.S_IFMT(entry.mode)
    if kind == stat.S_IFDIR or entry.name.endswith(b"/"):
        into.folder(entry.name)
    elif kind in {0, stat.S_IFREG}:
        return False
    else:
        into.special("symbolic-link" if kind == stat.S_IFLNK else "special-file", entry.name)
    return True


def _content(packed: bytes, entry: Entry, into: Collector) -> bytes | None:
    """The content of an entry, or None, with a breach, if it is not what the entry says."""
    content = packed if entry.method == _STORED else _inflated(packed, entry, into)
    if content is None:
        return None
    if len(content) != entry.size:
        into.report("header-disagreement", entry.member, fields="size and content")
        return None
    if zlib.crc32(content) != entry.checksum:
        into.report("member-checksum", entry.member)
    return content


def _inflated(packed: bytes, entry: Entry, into: Collector) -> bytes | None:
    """What comes out of deflated bytes, at most one more than the entry says there are."""
    if entry.size > max(HARMLESS, into.limits.ratio * len(packed)):
        into.report("compression-bomb", entry.member, limit=into.limits.ratio)
        return None
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        content = inflater.decompress(packed, entry.size + 1)
    except zlib.error as error:
        into.report("member-damaged", entry.member, reason=zlib_reason(error))
        return None
    if inflater.unused_data:
        into.report("hidden-data", entry.member, size=len(inflater.unused_data))
    elif not inflater.eof and len(content) <= entry.size:
        into.report("member-damaged", entry.member, reason="its content breaks off")
        return None
    return content


def _disjoint(extents: list[Extent], end: int, into: Collector) -> bool:
    """Report bytes that are no entry's, and entries that share bytes; False for the latter."""
    at, slack = 0, 0
    for extent in sorted(extents):
        if extent.start < at:
            into.report("overlapping-members", extent.member)
            return False
        if extent.start > at + slack:
            into.report("hidden-data", size=extent.start - at)
        at, slack = extent.end, _LONGEST_DESCRIPTOR if extent.descriptor else 0
    if end > at + slack:
        into.report("hidden-data", size=end - at)
    return True


def _damaged(reason: str, member: str | None = None) -> ArchiveError:
    return ArchiveError("zip-parse-failed", member, reason=reason)
