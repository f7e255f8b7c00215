"""Archives as an attacker would make them: sound ones in which one thing or another was changed.

A random number makes each, so that a failure can be made again: ``archive(seed)``.
"""

from __future__ import annotations

import gzip
import random
import struct
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tests.strategies.archives import BLOCK, padded, tar

T = TypeVar("T")

PACKAGE = b'{"name": "p", "version": "1.0.0"}'
GOOD = b"---\nname: a\ndescription: d\n---\n\nGood.\n"
EVIL = b"---\nname: evil\ndescription: d\n---\n\nEvil.\n"
NAMES = (
    b"package/roles/evil.md",
    b"package/Roles/evil.md",
    b"package/roles/a.md",
    b"package/roles/A.md",
    b"package/roles/a.md.",
    b"package/roles /evil.md",
    b"package/roles",
    b"package/roles/",
    b"package/roles/a.md/evil.md",
    b"package//roles/evil.md",
    b"package/./roles/evil.md",
    b"./package/roles/evil.md",
    b"other/roles/evil.md",
    b"roles/evil.md",
    b"evil.md",
    b"./roles/evil.md",
    b"/package/roles/evil.md",
    b"package/../package/roles/evil.md",
    b"package\\roles\\evil.md",
    b"package/roles/evil.md;1",
    b"package/roles/evil.md:x",
    b"package/roles/e\xcc\x81.md",
    b"package/roles/\xc3\xa9.md",
    b"package/roles/evil.md\n",
    b"package/roles/evil\xff.md",
    b"package/roles/%s.md" % (b"x" * 90),
    b"package/%s/evil.md" % (b"/".join([b"roles"] * 30)),
    b"C:/roles/evil.md",
    b"0123",
    b"",
    b".",
    b"..",
    b"package",
    b"package/.npmignore",
    b"package/.gitignore",
)
TYPES = (*b"0001122334567\0xxxggLLKDMNSVXAEI", 0xFF, 0x20)
NUMBERS = (
    b"",
    b"0",
    b" 10",
    b"10 ",
    b"0000010",
    b"00000000010",
    b"000000000010",
    b"-1",
    b"8",
    b"0x10",
    b"1 2",
    b"1\x002",
    b"\x80" + bytes(10) + b"\x08",
    b"\xff" * 12,
    b"777777777777",
    b"+10",
    b"\t10",
    b"10\n",
    b"\x0010",
)
PAX_KEYS = (
    b"path",
    b"path",
    b"path",
    b"size",
    b"linkpath",
    b"comment",
    b"mtime",
    b"uid",
    b"hdrcharset",
    b"charset",
    b"type",
    b"mode",
    b"GNU.sparse.name",
    b"GNU.sparse.major",
    b"GNU.sparse.minor",
    b"GNU.sparse.realsize",
    b"GNU.sparse.size",
    b"GNU.sparse.map",
    b"SCHILY.realsize",
    b"SCHILY.filetype",
    b"SCHILY.dev",
    b"LIBARCHIVE.symlinktype",
    b"NODETAR.type",
    b"__proto__",
    b"Path",
)
FIELDS = {
    "name": (0, 100),
    "mode": (100, 8),
    "uid": (108, 8),
    "gid": (116, 8),
    "size": (124, 12),
    "mtime": (136, 12),
    "type": (156, 1),
    "link": (157, 100),
    "magic": (257, 8),
    "uname": (265, 32),
    "gname": (297, 32),
    "devmajor": (329, 8),
    "devminor": (337, 8),
    "prefix": (345, 155),
    "atime": (476, 12),
    "ctime": (488, 12),
    "end": (500, 12),
}
MAGICS = (b"ustar\x0000", b"ustar  \0", bytes(8), b"ustar\x0001", b"ustar\0\0\0", b"ustar 00", b"x")


@dataclass(frozen=True)
class TarEntry:
    """A header and a content; ``values`` are what stands in the header's fields."""

    values: dict[str, bytes]
    content: bytes = b""
    checksum: bool = True

    def __bytes__(self) -> bytes:
        header = bytearray(BLOCK)
        for name, value in self.values.items():
            at, size = FIELDS[name]
            header[at : at + size] = value[:size].ljust(size, b"\0")
        header[148:156] = b" " * 8
        if self.checksum:
            header[148:156] = b"%06o\0 " % sum(header)
        return bytes(header) + padded(self.content)


def tar_entry(name: bytes, content: bytes = b"", kind: bytes = b"0") -> TarEntry:
    values = {
        "name": name,
        "mode": b"0000644\0",
        "uid": b"0000000\0",
        "gid": b"0000000\0",
        "size": b"%011o\0" % len(content),
        "mtime": b"00000000000\0",
        "type": kind,
        "magic": MAGICS[0],
    }
    return TarEntry(values, content)


def record(key: bytes, value: bytes) -> bytes:
    rest = b" " + key + b"=" + value + b"\n"
    length = len(rest) + 1
    while length != len(rest) + len(str(length)):
        length = len(rest) + len(str(length))
    return b"%d" % length + rest


def pax_entry(*records: bytes, kind: bytes = b"x") -> TarEntry:
    return tar_entry(b"PaxHeader", b"".join(records), kind)


def with_times(entry: TarEntry, prefix: bytes) -> TarEntry:
    """An entry with a prefix and the times that node-tar puts behind it."""
    times = {"prefix": prefix, "atime": b"15212360755\0", "ctime": b"15212360755\0"}
    return replace(entry, values={**entry.values, **times})


SOUND: Sequence[Callable[[], list[TarEntry]]] = (
    lambda: [tar_entry(b"package/package.json", PACKAGE), tar_entry(b"package/roles/a.md", GOOD)],
    lambda: [tar_entry(b"./package.json", PACKAGE), tar_entry(b"./roles/a.md", GOOD)],
    lambda: [tar_entry(b"package.json", PACKAGE), tar_entry(b"roles/a.md", GOOD)],
    lambda: [
        tar_entry(b"package/", kind=b"5"),
        tar_entry(b"package/package.json", PACKAGE),
        tar_entry(b"package/roles/", kind=b"5"),
        tar_entry(b"package/roles/a.md", GOOD),
        tar_entry(b"package/note", padded(EVIL)),
    ],
    lambda: [
        tar_entry(b"package/package.json", PACKAGE),
        pax_entry(record(b"path", b"package/roles/" + b"x" * 120 + b".md"), record(b"mtime", b"1")),
        tar_entry(b"package/roles/x", GOOD),
    ],
    lambda: [
        with_times(tar_entry(b"package.json", PACKAGE), b"package"),
        pax_entry(record(b"path", b"package/roles/\xc3\xa9.md")),
        with_times(tar_entry(b"\xc3\xa9.md", GOOD), b"package/roles"),
    ],
    lambda: [
        tar_entry(b"package/package.json", PACKAGE),
        tar_entry(b"././@LongLink", b"package/roles/%s.md\0" % (b"x" * 120), b"L"),
        tar_entry(b"package/roles/x", GOOD),
    ],
)


def tar_archive(source: random.Random) -> bytes:
    """A tar archive with up to three changes, its checksums right as a rule."""
    entries = source.choice(SOUND)()
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        source.choice(TAR_CHANGES)(source, entries)
    data = tar(map(bytes, entries), bytes(source.choice((1024, 1024, 1024, 512, 0, 5120))))
    if source.random() < 0.1:
        data = _bytes_changed(source, data)
    return data


def _new_entry(source: random.Random, entries: list[TarEntry]) -> None:
    name = source.choice(NAMES)
    kind = bytes([source.choice(TYPES)]) if source.random() < 0.3 else b"0"
    _insert(source, entries, tar_entry(name, source.choice((EVIL, b"")), kind))


def _new_extension(source: random.Random, entries: list[TarEntry]) -> None:
    made = [_record(source) for _ in range(source.randint(1, 3))]
    _insert(source, entries, pax_entry(*made, kind=source.choice((b"x", b"x", b"g"))))


def _record(source: random.Random) -> bytes:
    key, value = source.choice(PAX_KEYS), source.choice((*NAMES, *NUMBERS))
    if source.random() < 0.2:
        value += b"\n" + record(source.choice(PAX_KEYS), source.choice(NAMES)).rstrip(b"\n")
    made = record(key, value)
    if source.random() < 0.1:
        made = source.choice((b"0", b" ", b"\n", b"+")) + made
    return made


def _new_long_name(source: random.Random, entries: list[TarEntry]) -> None:
    tail = source.choice((b"\0", b"", b"\0x", b"\n", b"\0\n" + source.choice(NAMES)))
    content = source.choice(NAMES) + tail
    _insert(source, entries, tar_entry(b"long", content, source.choice((b"L", b"L", b"K", b"N"))))


def _insert(source: random.Random, entries: list[TarEntry], entry: TarEntry) -> None:
    entries.insert(source.randint(0, len(entries)), entry)


def _field_changed(source: random.Random, entries: list[TarEntry]) -> None:
    at = source.randrange(len(entries))
    name = source.choice(tuple(FIELDS))
    if name == "type":
        value = bytes([source.choice(TYPES)])
    elif name == "magic":
        value = source.choice(MAGICS)
    else:
        value = source.choice(NAMES if name in {"name", "link", "prefix", "uname"} else NUMBERS)
    values = {**entries[at].values, name: value}
    if source.random() < 0.3:
        values["magic"] = source.choice(MAGICS)
    entries[at] = replace(entries[at], values=values)


def _content_hidden(source: random.Random, entries: list[TarEntry]) -> None:
    """An entry in the content of another one, whose size may not tell."""
    hidden = bytes(tar_entry(b"package/roles/evil.md", EVIL))
    at = source.randrange(len(entries))
    entry = entries[at]
    values = dict(entry.values)
    if source.random() < 0.5:
        values["size"] = source.choice((b"%011o\0" % len(hidden), b"%o " % len(hidden)))
    entries[at] = replace(entry, values=values, content=hidden)


def _header_byte_changed(source: random.Random, entries: list[TarEntry]) -> None:
    at = source.randrange(len(entries))
    name = source.choice(tuple(FIELDS))
    size = FIELDS[name][1]
    value = bytearray(entries[at].values.get(name, b"")[:size].ljust(size, b"\0"))
    value[source.randrange(size)] = source.randrange(256)
    entries[at] = replace(entries[at], values={**entries[at].values, name: bytes(value)})


def _wrong_checksum(source: random.Random, entries: list[TarEntry]) -> None:
    at = source.randrange(len(entries))
    entries[at] = replace(entries[at], checksum=False)


def _moved(source: random.Random, entries: list[TarEntry]) -> None:
    source.shuffle(entries)


def _doubled(source: random.Random, entries: list[TarEntry]) -> None:
    _insert(source, entries, replace(source.choice(entries), content=EVIL))


TAR_CHANGES: Sequence[Callable[[random.Random, list[TarEntry]], None]] = (
    _new_entry,
    _new_entry,
    _new_extension,
    _new_extension,
    _new_long_name,
    _field_changed,
    _field_changed,
    _content_hidden,
    _header_byte_changed,
    _header_byte_changed,
    _wrong_checksum,
    _moved,
    _doubled,
)


def _bytes_changed(source: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    at = source.randrange(len(changed) or 1)
    match source.randrange(4):
        case 0:
            changed[at : at + 1] = bytes([source.randrange(256)])
        case 1:
            del changed[at : at + source.choice((1, BLOCK))]
        case 2:
            changed[at:at] = changed[: source.choice((1, BLOCK, 2 * BLOCK))]
        case _:
            changed += bytes(tar_entry(b"package/roles/evil.md", EVIL)) + bytes(1024)
    return bytes(changed)


def tgz_archive(source: random.Random) -> bytes:
    data = tar_archive(source)
    match source.randrange(12):
        case 0:
            at = source.choice((BLOCK, 2 * BLOCK, source.randrange(len(data) or 1)))
            return gzip.compress(data[:at], mtime=0) + gzip.compress(data[at:], mtime=0)
        case 1:
            return gzip.compress(data, mtime=0) + source.choice((b"\0" * 8, b"x", data))
        case 2:
            return _bytes_changed(source, gzip.compress(data, mtime=0))
        case 3:
            extra = bytes([31, 139, 8, source.randrange(32), 0, 0, 0, 0, 0, 255])
            return extra + b"\x04\0abcdname\0comment\0cc" + gzip.compress(data, mtime=0)[10:]
    return gzip.compress(data, mtime=0)


@dataclass
class ZipEntry:
    """One file of a zip, with what its local header, directory and descriptor say of it."""

    name: bytes
    content: bytes
    method: int = 8
    flags: int = 0
    made: int = 0x0314
    attributes: int = 0
    extra: bytes = b""
    local: dict[str, int | bytes] = field(default_factory=dict)
    central: dict[str, int | bytes] = field(default_factory=dict)
    descriptor: bytes | None = None
    hidden: bool = False

    @property
    def packed(self) -> bytes:
        if self.method != 8:
            return self.content
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        return packer.compress(self.content) + packer.flush()

    def facts(self) -> dict[str, int | bytes]:
        return {
            "name": self.name,
            "extra": self.extra,
            "flags": self.flags,
            "method": self.method,
            "crc": zlib.crc32(self.content),
            "packed": len(self.packed),
            "size": len(self.content),
        }


def _local_header(entry: ZipEntry) -> bytes:
    said = entry.facts() | entry.local
    name, extra = bytes(said["name"]), bytes(said["extra"])
    numbers = (said["flags"], said["method"], 0, 33, said["crc"], said["packed"], said["size"])
    return struct.pack("<4s5H3I2H", b"PK\3\4", 20, *numbers, len(name), len(extra)) + name + extra


def _central_header(entry: ZipEntry, offset: int) -> bytes:
    said = entry.facts() | entry.central
    name, extra = bytes(said["name"]), bytes(said["extra"])
    numbers = (said["flags"], said["method"], 0, 33, said["crc"], said["packed"], said["size"])
    rest = (len(name), len(extra), 0, 0, 0, entry.attributes, offset)
    return struct.pack("<4s6H3I5H2I", b"PK\1\2", entry.made, 20, *numbers, *rest) + name + extra


def zip_archive(source: random.Random) -> bytes:
    entries = [
        ZipEntry(b"package.json", PACKAGE),
        ZipEntry(b"roles/a.md", GOOD, source.choice((0, 8))),
        ZipEntry(b"note", b"x" * 40, 0),
    ]
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        source.choice(ZIP_CHANGES)(source, entries)
    data, central = bytearray(), bytearray()
    for entry in entries:
        if not entry.hidden:
            central += _central_header(entry, len(data))
        data += _local_header(entry) + entry.packed + (entry.descriptor or b"")
        if source.random() < 0.02:
            data += b"gap"
    listed = sum(not entry.hidden for entry in entries)
    comment = source.choice((b"", b"", b"", b"note", b"PK\5\6" + bytes(18)))
    end = struct.pack(
        "<4s4H2IH", b"PK\5\6", 0, 0, listed, listed, len(central), len(data), len(comment)
    )
    whole = bytes(data + central) + end + comment
    return _bytes_changed(source, whole) if source.random() < 0.1 else whole


def _zip_name(source: random.Random, entries: list[ZipEntry]) -> None:
    name = source.choice(NAMES).removeprefix(b"package/")
    flags = source.choice((0, 0x800))
    entries.insert(source.randrange(4), ZipEntry(name, EVIL, source.choice((0, 8)), flags))


def _zip_fact(source: random.Random, entries: list[ZipEntry]) -> None:
    entry = source.choice(entries)
    where = source.choice((entry.local, entry.central))
    key = source.choice(("name", "flags", "method", "crc", "packed", "size", "extra"))
    where[key] = {
        "name": source.choice((b"roles/evil.md", b"roles/A.md", b"")),
        "extra": _extra(source),
    }.get(key, source.choice((0, 1, 8, 20, 40, 0x800, 0xFFFF)))


def _extra(source: random.Random) -> bytes:
    number = source.choice((0x7075, 0x7075, 0x0001, 0x5455, 0x7875, 0x756E, 0x6C78, 0x9901, 7))
    named = struct.pack("<BI", 1, zlib.crc32(source.choice((b"roles/a.md", b"note"))))
    content = source.choice((named + b"roles/evil.md", b"", bytes(16), b"\1" + bytes(4)))
    return struct.pack("<2H", number, len(content) + source.choice((0, 0, 0, 9))) + content


def _zip_extra(source: random.Random, entries: list[ZipEntry]) -> None:
    source.choice(entries).extra = _extra(source)


def _zip_kind(source: random.Random, entries: list[ZipEntry]) -> None:
    entry = source.choice(entries)
    entry.made = source.choice((0x0314, 0x0014, 0x1314, 0x0A14, 0x0B14, 0x0E14))
    mode = source.choice((0, 0o100644, 0o120777, 0o040755, 0o010644, 0o170000))
    entry.attributes = mode << 16 | source.choice((0, 0, 0x10, 0x08, 0x20))


def _zip_stream(source: random.Random, entries: list[ZipEntry]) -> None:
    entry = source.choice(entries)
    entry.flags |= 8
    said = struct.pack("<3I", zlib.crc32(entry.content), len(entry.packed), len(entry.content))
    signature = source.choice((b"PK\7\x08", b"PK\7\x08", b""))
    entry.descriptor = source.choice((signature + said, signature + bytes(12), b""))
    if source.random() < 0.7:
        entry.local |= {"crc": 0, "packed": 0, "size": 0}


def _zip_hidden(source: random.Random, entries: list[ZipEntry]) -> None:
    inner = ZipEntry(b"roles/evil.md", EVIL)
    if source.random() < 0.5:
        entry = source.choice(entries)
        entry.method, entry.content = 0, _local_header(inner) + inner.packed
    else:
        inner.hidden = True
        entries.insert(source.randrange(4), inner)


def _zip_flags(source: random.Random, entries: list[ZipEntry]) -> None:
    entry = source.choice(entries)
    entry.flags ^= 1 << source.randrange(16)
    entry.method = source.choice((0, 8, 8, 9, 12, 99))


ZIP_CHANGES: Sequence[Callable[[random.Random, list[ZipEntry]], None]] = (
    _zip_name,
    _zip_name,
    _zip_fact,
    _zip_fact,
    _zip_extra,
    _zip_kind,
    _zip_stream,
    _zip_hidden,
    _zip_flags,
)


def archive(seed: int) -> bytes:
    """The archive of a number; every third is a zip."""
    source = random.Random(seed)  # noqa: S311 - no secret
    return zip_archive(source) if seed % 3 == 0 else tgz_archive(source)
