"""tar, read header by header: what the registry's readers skip is what has to be seen here.

The format is USTAR (POSIX.1-1988). Extended headers (PAX, GNU) are reported, since the readers of
the registry take them for files, and followed, since npm writes and reads them. Whatever node-tar,
GNU tar, libarchive and Python read in different ways is reported as well: what is judged must be
what is installed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from herdr_lint.files import names, pax
from herdr_lint.files.collect import ArchiveError, Collector
from herdr_lint.late import late_pattern

BLOCK = 512
LONGEST_EXTENSION = 64 * 2**10
"""Bytes of an extended header. node-tar skips one of more than a mebibyte, others stop at less."""

_ZEROS = bytes(BLOCK)
_NOT_ZERO = late_pattern(rb"[^\0]")
_OCTAL = late_pattern(rb" *([0-7]*)[ \0]*")
_LARGE = late_pattern(rb"\x80\0*.{0,4}", re.DOTALL)
_CHECKSUM = late_pattern(rb" *([0-7]{1,7}) *\0[ \0]*")
_TIMES = late_pattern(rb"\0(?:[0-7]{11}[ \0]){2}|\0[0-7]{11}[ \0]\0{12}")
_POSIX, _GNU, _NONE = b"ustar\x0000", b"ustar  \0", bytes(8)
_NUMBERS: Mapping[str, slice] = {
    "mode": slice(100, 108),
    "uid": slice(108, 116),
    "gid": slice(116, 124),
    "mtime": slice(136, 148),
    "devmajor": slice(329, 337),
    "devminor": slice(337, 345),
}
_LINK = slice(157, 257)
_WITHOUT_CONTENT: Mapping[str, str] = {
    "1": "hard-link",
    "2": "symbolic-link",
    "3": "special-file",
    "4": "special-file",
    "5": "directory-entry",
    "6": "special-file",
}
_OLD_FILES = frozenset({"\0", "7"})
_LINKS = frozenset({"1", "2"})
_EXTENDED = {"x": "pax-header", "g": "pax-header", "L": "gnu-long-name", "K": "gnu-long-name"}


class Header(NamedTuple):
    """What a header block says; ``type`` is the one character of its type flag."""

    name: bytes
    type: str
    size: int

    @property
    def member(self) -> str:
        return names.label(self.name)


@dataclass(frozen=True, slots=True)
class Extension:
    """What an extended header says of the entry after it."""

    member: str
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
    extension: Extension | None = None
    while True:
        block = data[at : at + BLOCK]
        if len(block) < BLOCK:
            raise ArchiveError("no-end-marker")
        if block == _ZEROS:
            break
        header = _header(block, into)
        start, end = at + BLOCK, at + BLOCK + header.size
        if end > len(data):
            raise ArchiveError("tar-truncated", header.member)
        into.count_entry()
        if header.type in _EXTENDED:
            extension = _extension(header, data[start:end], extension, into)
        else:
            _entry(_extended(header, extension, into), memoryview(data)[start:end], into)
            extension = None
        at = start + -(-header.size // BLOCK) * BLOCK
    if extension:
        into.report("extension-stray", extension.member)
    stray = _NOT_ZERO.search(data, at)
    if stray:
        into.report("trailing-data", size=len(data) - stray.start())


def _header(block: bytes, into: Collector) -> Header:
    if _checksum(block) != _stored_checksum(block):
        raise ArchiveError("tar-parse-failed", reason="a header's checksum is wrong")
    name, rest = _text(block[0:100])
    prefix, more = _text(block[_prefix(block)])
    name = (prefix + b"/" + name if prefix else name) + (rest or more)
    size = _number(block[124:136])
    if size is None:
        raise ArchiveError("tar-parse-failed", names.label(name), reason="its size is not in octal")
    header = Header(name, block[156:157].decode("latin-1"), size)
    if header.type in _WITHOUT_CONTENT and size:
        reason = "it has a size although its type has no content"
        raise ArchiveError("tar-parse-failed", header.member, reason=reason)
    for field in _unusual(block):
        into.report("tar-field", header.member, field=field)
    if header.type not in _LINKS and any(block[_LINK]):
        into.report("link-name", header.member)
    return header


def _unusual(block: bytes) -> Iterator[str]:
    """The fields of a header that programs read in different ways."""
    magic = block[257:265]
    if magic not in {_POSIX, _GNU, _NONE}:
        yield "magic"
    rest = {_POSIX: 500, _NONE: 265}.get(magic, 345)
    if any(block[rest:]):
        yield "padding" if rest == 500 else "prefix"
    for field, where in _NUMBERS.items():
        number = block[where]
        if _number(number, empty=True) is None and not _LARGE.fullmatch(number):
            yield field


def _prefix(block: bytes) -> slice:
    """Where the prefix of the name stands; node-tar and star put two times behind a short one."""
    if block[257:265] != _POSIX:
        return slice(0, 0)
    return slice(345, 475) if _TIMES.fullmatch(block[475:500]) else slice(345, 500)


def _text(field: bytes) -> tuple[bytes, bytes]:
    """A field up to its NUL; then, if something is hidden behind that, all of the rest."""
    text, nul, rest = field.partition(b"\0")
    return text, nul + rest.rstrip(b"\0") if rest.strip(b"\0") else b""


def _number(field: bytes, *, empty: bool = False) -> int | None:
    found = _OCTAL.fullmatch(field)
    if not found or not (found[1] or empty):
        return None
    return int(found[1] or b"0", 8)


def _checksum(block: bytes) -> int:
    return sum(block) - sum(block[148:156]) + 8 * ord(" ")


def _stored_checksum(block: bytes) -> int | None:
    """The checksum, which must end with a NUL: node-tar reads on until one comes."""
    found = _CHECKSUM.fullmatch(block[148:156])
    return int(found[1], 8) if found else None


def _extension(
    header: Header, content: bytes, before: Extension | None, into: Collector
) -> Extension | None:
    """What an extended header says of the entry to come; None if nothing."""
    member = header.member
    into.report(_EXTENDED[header.type], member)
    if b"\0" in header.name or not header.name:  # node-tar skips it then
        into.report("tar-field", member, field="name")
    if header.size > LONGEST_EXTENSION:
        raise ArchiveError("extension-too-large", member, size=header.size, limit=LONGEST_EXTENSION)
    if before:
        into.report("extension-stray", before.member)
    if header.type == "L":
        return Extension(member, content.removesuffix(b"\0"))
    if header.type == "K":
        into.report("link-name", member)
        return None
    records = pax.split(content)
    if records is None:
        into.report("tar-parse-failed", member, reason="its PAX records are malformed")
        return None
    said = pax.checked(records, member, into, everywhere=header.type == "g")
    if header.type == "g":
        return None
    size = said.get(b"size", b"")
    return Extension(member, said.get(b"path"), int(size) if size.isdigit() else None)


def _extended(header: Header, extension: Extension | None, into: Collector) -> Header:
    """The header with what an extended header says of it instead."""
    if extension is None:
        return header
    if extension.size is not None and extension.size != header.size:
        raise ArchiveError("pax-size", header.member)
    if extension.name is None:
        return header
    if header.type == "0" and header.name.endswith(b"/"):
        into.report("file-named-as-folder", header.member)
    return header._replace(name=extension.name)


def _entry(header: Header, content: memoryview, into: Collector) -> None:
    if header.type == "0" and header.name.endswith(b"/"):
        into.special("file-named-as-folder", header.name)
    elif header.type == "0":
        into.file(header.name, content)
    elif header.type == "5":
        into.folder(header.name)
    elif header.type in _WITHOUT_CONTENT:
        into.special(_WITHOUT_CONTENT[header.type], header.name)
    elif header.type in _OLD_FILES:
        into.special("old-entry", header.name)
    else:
        into.special("unknown-entry", header.name, type=header.type)
