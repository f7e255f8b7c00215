"""zip, read by its central directory and held against its local headers (PKWARE APPNOTE 6.3).

Two programs may read two different packs from one zip file: one follows the directory at the
end, the other the headers on the way. Where the two disagree, so would the programs.
"""

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
_DESCRIPTOR_RECORD = struct.Struct("<4s3I")
_LONGEST_COMMENT = 0xFFFF
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_DESCRIPTOR, _UTF8 = 0x8, 0x800
_KNOWN_FLAGS = _ENCRYPTED | _DESCRIPTOR | _UTF8 | 0x6
_STORED, _DEFLATED = 0, 8
_DOS_FOLDER = 0x10
_LATEST = 63
"""The version of the format up to which programs read; of a later one they skip the entry."""

_HARMLESS_EXTRA = frozenset({0x000A, 0x5455, 0x5855, 0x7855, 0x7875})
"""Extra fields for times and owners. Others rename, resize or encrypt for those who know them."""


class ZipEntry(NamedTuple):
    """What the central directory says of one file."""

    name: bytes
    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    attributes: int
    offset: int
    extra: bytes

    @property
    def member(self) -> str:
        return names.label(self.name)


class Extent(NamedTuple):
    """Where an entry lies in the file, from its local header to the start of the next."""

    start: int
    content: int
    end: int
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


def _directory(data: bytes, into: Collector) -> tuple[int, list[ZipEntry]]:
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


def _entries(data: bytes, at: int, end: int, count: int) -> Iterator[ZipEntry]:
    for _ in range(count):
        if at + _CENTRAL.size > end:
            raise _damaged("its directory breaks off")
        (
            signature,
            _,
            needed,
            flags,
            method,
            _,
            _,
            checksum,
            packed,
            size,
            name,
            extra,
            comment,
        ) = _CENTRAL.unpack_from(data, at)[:13]
        disk, _, attributes, offset = _CENTRAL.unpack_from(data, at)[13:]
        middle = at + _CENTRAL.size + name
        after = middle + extra + comment
        if signature != b"PK\x01\x02" or after > end or disk or needed & 0xFF > _LATEST:
            raise _damaged("its directory is damaged")
        yield ZipEntry(
            data[at + _CENTRAL.size : middle],
            flags,
            method,
            checksum,
            packed,
            size,
            attributes,
            offset,
            data[middle : middle + extra],
        )
        at = after
    if at != end:
        raise _damaged("its directory is longer than its end says")


def _local(data: bytes, entry: ZipEntry, limit: int, into: Collector) -> Extent:
    """Hold an entry against its local header; where the two lie."""
    header = data[entry.offset : min(entry.offset + _LOCAL.size, limit)]
    if len(header) < _LOCAL.size:
        raise _damaged("its content is missing", entry.member)
    (signature, _, flags, method, _, _, checksum, packed, size, name, extra) = _LOCAL.unpack(header)
    start = entry.offset + _LOCAL.size + name + extra
    if signature != b"PK\x03\x04" or start + entry.packed > limit:
        raise _damaged("its content is missing", entry.member)
    label = data[entry.offset + _LOCAL.size : entry.offset + _LOCAL.size + name]
    later = bool(entry.flags & _DESCRIPTOR)
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
    _check_extra(data[start - extra : start], entry, into)
    end = start + entry.packed
    if later:
        end += _check_descriptor(data[end : end + _DESCRIPTOR_RECORD.size], entry, into)
    return Extent(entry.offset, start, end, entry.member)


def _check_extra(local: bytes, entry: ZipEntry, into: Collector) -> None:
    """Report the first extra field that can make another file of an entry."""
    for field in (*_extra_fields(local), *_extra_fields(entry.extra)):
        if field not in _HARMLESS_EXTRA:
            into.report("zip-extra-field", entry.member, field=f"0x{field:04x}")
            return


def _extra_fields(extra: bytes) -> Iterator[int]:
    """The numbers of the extra fields, at last 0 for bytes that are none."""
    at = 0
    while at + 4 <= len(extra):
        field, size = struct.unpack_from("<2H", extra, at)
        yield field
        at += 4 + size
    if at != len(extra):
        yield 0


def _check_descriptor(record: bytes, entry: ZipEntry, into: Collector) -> int:
    """Hold an entry against what stands behind its content; how many bytes that are."""
    if entry.method == _STORED and entry.size:
        into.report("zip-stored-stream", entry.member)
    said = (entry.checksum, entry.packed, entry.size)
    if record == _DESCRIPTOR_RECORD.pack(b"PK\x07\x08", *said):
        return len(record)
    into.report("header-disagreement", entry.member, fields="data descriptor")
    return 0


def _entry(data: bytes, entry: ZipEntry, extent: Extent, into: Collector) -> None:
    if _is_special(entry, into):
        return
    if not (entry.flags & _UTF8 or entry.name.isascii()):
        into.report("name-not-utf8", entry.member)
    if entry.flags & _ENCRYPTED:
        into.report("encrypted", entry.member)
    elif entry.method not in {_STORED, _DEFLATED}:
        into.report("unsupported-method", entry.member, method=entry.method)
    elif entry.flags & ~_KNOWN_FLAGS:
        into.report("zip-flags", entry.member, flags=f"0x{entry.flags & ~_KNOWN_FLAGS:04x}")
    elif into.admits_size(entry.member, entry.size):
        packed = data[extent.content : extent.content + entry.packed]
        content = _content(packed, entry, into)
        if content is not None:
            into.file(entry.name, content)


def _is_special(entry: ZipEntry, into: Collector) -> bool:
    """Report an entry that is not a file.

    Some programs look at the kind of file that Unix knows, whatever system made the entry, others
    at that of DOS, others at the name alone.
    """
    kind = stat.S_IFMT(entry.attributes >> 16)
    if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
        into.special("symbolic-link" if kind == stat.S_IFLNK else "special-file", entry.name)
        return True
    named = entry.name.endswith(b"/")
    marked = kind == stat.S_IFDIR or bool(entry.attributes & _DOS_FOLDER)
    if not (named or marked):
        return False
    if not named or kind == stat.S_IFREG or entry.size or entry.packed:
        into.special("file-named-as-folder", entry.name)
    else:
        into.folder(entry.name)
    return True


def _content(packed: bytes, entry: ZipEntry, into: Collector) -> bytes | None:
    """The content of an entry, or None, with an issue, if it is not what the entry says."""
    content = packed if entry.method == _STORED else _inflated(packed, entry, into)
    if content is None:
        return None
    if len(content) != entry.size:
        into.report("header-disagreement", entry.member, fields="size and content")
        return None
    if zlib.crc32(content) != entry.checksum:
        into.report("member-checksum", entry.member)
    return content


def _inflated(packed: bytes, entry: ZipEntry, into: Collector) -> bytes | None:
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
    at = 0
    for extent in sorted(extents):
        if extent.start < at:
            into.report("overlapping-members", extent.member)
            return False
        if extent.start > at:
            into.report("hidden-data", size=extent.start - at)
        at = extent.end
    if end > at:
        into.report("hidden-data", size=end - at)
    return True


def _damaged(reason: str, member: str | None = None) -> ArchiveError:
    return ArchiveError("zip-parse-failed", member, reason=reason)
