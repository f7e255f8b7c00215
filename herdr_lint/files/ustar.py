"""tar, read header by header: what the registry's readers skip is what has to be seen here.

The format is USTAR (POSIX.1-1988). Extended headers (PAX, GNU) are reported, since the readers of
the registry take them for files, and followed, since npm writes and reads them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from herdr_lint.files import names
from herdr_lint.files.collect import ArchiveError, Collector

BLOCK = 512
_ZEROS = bytes(BLOCK)
_NOT_ZERO = re.compile(rb"[^\0]")
_OCTAL = re.compile(rb" *([0-7]*) *\0?[ \0]*")
_RECORD = re.compile(rb"([1-9][0-9]{0,8}) ([^=]+)=")
_FILES = b"\0" + b"07"
_WITHOUT_CONTENT: Mapping[str, str] = {
    "1": "hard-link",
    "2": "symbolic-link",
    "3": "special-file",
    "4": "special-file",
    "5": "directory-entry",
    "6": "special-file",
}
_EXTENDED = {"x": "pax-header", "g": "pax-header", "L": "gnu-long-name", "K": "gnu-long-name"}


class Header(NamedTuple):
    """What a header block says; ``type`` is one character, ``0`` for a file in old archives."""

    name: bytes
    type: str
    size: int

    @property
    def member(self) -> str:
        return names.label(self.name)


@dataclass(slots=True)
class Overrides:
    """What extended headers say of the entry after them."""

    name: bytes | None = None
    size: int | None = None


def looks_like_tar(data: bytes) -> bool:
    """Whether the first block is a header, or the end of an empty archive."""
    block = data[:BLOCK]
    return len(block) == BLOCK and (
        block == _ZEROS or block[257:262] == b"ustar" or _checksum(block) == _stored_checksum(block)
    )


def read_tar(data: bytes, into: Collector) -> None:
    """Give every entry of a tar archive to the collector.

    Raises `ArchiveError` where the next header cannot be found, or must not be looked for.
    """
    at = 0
    overrides = Overrides()
    while True:
        block = data[at : at + BLOCK]
        if len(block) < BLOCK:
            raise ArchiveError("no-end-marker")
        if block == _ZEROS:
            break
        header = _overridden(_header(block), overrides)
        start, end = at + BLOCK, at + BLOCK + header.size
        if end > len(data):
            raise ArchiveError("tar-truncated", header.member)
        into.count_entry()
        if header.type in _EXTENDED:
            _extend(header, data[start:end], overrides, into)
        else:
            overrides = Overrides()
            _entry(header, memoryview(data)[start:end], into)
        at = start + -(-header.size // BLOCK) * BLOCK
    stray = _NOT_ZERO.search(data, at)
    if stray:
        into.report("trailing-data", size=len(data) - stray.start())


def _header(block: bytes) -> Header:
    if _checksum(block) != _stored_checksum(block):
        raise ArchiveError("tar-parse-failed", reason="a header's checksum is wrong")
    name, rest = _text(block[0:100])
    if block[257:263] == b"ustar\0":
        prefix, more = _text(block[345:500])
        name, rest = (prefix + b"/" + name if prefix else name), rest or more
    size = _number(block[124:136])
    kind = block[156:157]
    if size is None:
        raise ArchiveError("tar-parse-failed", names.label(name), reason="its size is not in octal")
    label = "0" if kind in _FILES else kind.decode("latin-1")
    if label == "0" and name.endswith(b"/"):
        label = "5"
    return Header(name + rest, label, size)


def _text(field: bytes) -> tuple[bytes, bytes]:
    """A field up to its NUL; then, if something is hidden behind that, all of the rest."""
    text, nul, rest = field.partition(b"\0")
    return text, nul + rest.rstrip(b"\0") if rest.strip(b"\0") else b""


def _number(field: bytes) -> int | None:
    found = _OCTAL.fullmatch(field)
    return int(found[1] or b"0", 8) if found else None


def _checksum(block: bytes) -> int:
    return sum(block) - sum(block[148:156]) + 8 * ord(" ")


def _stored_checksum(block: bytes) -> int | None:
    return _number(block[148:156])


def _overridden(header: Header, overrides: Overrides) -> Header:
    if header.type in _EXTENDED:
        return header
    name = header.name if overrides.name is None else overrides.name
    size = header.size if overrides.size is None else overrides.size
    if header.type in _WITHOUT_CONTENT and size:
        reason = "it has a size although its type has no content"
        raise ArchiveError("tar-parse-failed", names.label(name), reason=reason)
    return header._replace(name=name, size=size)


def _extend(header: Header, content: bytes, overrides: Overrides, into: Collector) -> None:
    member = header.member
    into.report(_EXTENDED[header.type], member)
    if header.type == "L":
        overrides.name = content.rstrip(b"\0")
    elif header.type == "x":
        records = _records(content)
        if records is None:
            into.report("tar-parse-failed", member, reason="its PAX records are malformed")
            return
        overrides.name = records.get(b"path", overrides.name)
        size = records.get(b"size")
        if size is not None:
            overrides.size = _decimal(size, member)


def _records(content: bytes) -> Mapping[bytes, bytes] | None:
    """The records of a PAX header, ``<length> <key>=<value>`` each; None if one is malformed."""
    records = {}
    at = 0
    while at < len(content):
        found = _RECORD.match(content, at)
        end = at + int(found[1]) if found else at
        if not found or content[end - 1 : end] != b"\n" or end <= found.end():
            return None
        records[found[2]] = content[found.end() : end - 1]
        at = end
    return records


def _decimal(digits: bytes, member: str) -> int:
    if not re.fullmatch(rb"[0-9]{1,12}", digits):
        raise ArchiveError("tar-parse-failed", member, reason="its size is not a number")
    return int(digits)


def _entry(header: Header, content: memoryview, into: Collector) -> None:
    if header.type == "0":
        name = into.place(header.name)
        if into.admits_size(header.member, header.size) and name:
            into.keep(name, bytes(content), header.member)
    elif header.type == "5":
        into.folder(header.name)
    elif header.type in _WITHOUT_CONTENT:
        into.special(_WITHOUT_CONTENT[header.type], header.name)
    else:
        into.special("unknown-entry", header.name, type=header.type)
