"""gzip (RFC 1952), unpacked within bounds and no further than its first fault."""

from __future__ import annotations

import zlib

from herdr_lint.files.collect import ArchiveError, Collector

MAGIC = b"\x1f\x8b"
HARMLESS = 2**20
"""So much may come out of any archive, however small: padding compresses well."""

_MOST_MEMBERS = 8
_DEFLATE = 8
_FLAG_HEADER_CRC, _FLAG_EXTRA, _FLAG_NAME, _FLAG_COMMENT, _RESERVED = 2, 4, 8, 16, 0xE0


def gunzip(data: bytes, into: Collector) -> bytes:
    """All members of a gzip file unpacked as one, which is what ``gunzip`` makes of them.

    Raises `ArchiveError` where there are no bytes to rely on.
    """
    unpacked = bytearray()
    at, members = 0, 0
    while data.startswith(MAGIC, at) and members < _MOST_MEMBERS:
        members += 1
        at = _member(data, _header_end(data, at, into), unpacked, into)
    if members > 1:
        into.report("gzip-members", count=members)
    if at < len(data):
        into.report("trailing-data", size=len(data) - at)
    return bytes(unpacked)


def _member(data: bytes, at: int, unpacked: bytearray, into: Collector) -> int:
    """Unpack the member whose compressed bytes start at an offset; the offset after it."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    bound = max(HARMLESS, into.limits.ratio * len(data))
    room = min(into.limits.unpacked, bound) - len(unpacked) + 1
    try:
        part = inflater.decompress(memoryview(data)[at:], room)
    except zlib.error as error:
        raise ArchiveError("gunzip-failed", reason=zlib_reason(error)) from None
    unpacked += part
    if len(unpacked) > into.limits.unpacked:
        raise ArchiveError("unpacked-too-large", limit=into.limits.unpacked)
    if len(unpacked) > bound:
        raise ArchiveError("compression-bomb", limit=into.limits.ratio)
    trailer = len(data) - len(inflater.unused_data)  # without an end, nothing is left over
    if trailer + 8 > len(data):
        raise ArchiveError("gzip-truncated")
    numbers = (zlib.crc32(part), len(part) & 0xFFFFFFFF)
    if data[trailer : trailer + 8] != b"".join(one.to_bytes(4, "little") for one in numbers):
        into.report("gzip-checksum")
    return trailer + 8


def _header_end(data: bytes, at: int, into: Collector) -> int:
    """Where the compressed bytes of a member start; after the last byte if there are none."""
    end = at + 10
    if end > len(data):
        raise ArchiveError("gzip-truncated")
    method, flags = data[at + 2], data[at + 3]
    if method != _DEFLATE or flags & _RESERVED:
        raise ArchiveError("gunzip-failed", reason="the gzip header is of no known kind")
    if flags & _FLAG_EXTRA:
        end += 2 + int.from_bytes(data[end : end + 2], "little")
    for flag in (_FLAG_NAME, _FLAG_COMMENT):
        if flags & flag:
            end = data.find(b"\0", end) + 1 or len(data)
    if flags & _FLAG_HEADER_CRC:
        checksum = (zlib.crc32(data[at:end]) & 0xFFFF).to_bytes(2, "little")
        if data[end : end + 2] != checksum:
            into.report("gzip-checksum")
        end += 2
    return end


def zlib_reason(error: zlib.error) -> str:
    """What zlib says, without the number of the error where there are other words."""
    return str(error).rpartition(": ")[2]
