from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping

import pytest

from herdr_lint.files.archives import read_archive
from herdr_lint.files.collect import ArchiveIssue, PackFiles
from herdr_lint.model import Limits
from tests.strategies.archives import zip_of

PACK = {"pack.json": b"{}", "prompts/é.md": b"Hi\n" * 300}
STORED = zip_of({"a": b"one", "b": b"two"}, zipfile.ZIP_STORED)
"""Local headers at 0 and 34, the directory at 68 (47 bytes an entry), its end at 162."""

SECOND, DIRECTORY, ENTRY, END = 34, 68, 47, 162


def patched(at: int, form: str, *values: int, data: bytes = STORED) -> bytes:
    changed = bytearray(data)
    struct.pack_into("<" + form, changed, at, *values)
    return bytes(changed)


def built(build: Callable[[zipfile.ZipFile], object]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        build(archive)
    return buffer.getvalue()


def with_mode(name: str, mode: int, content: bytes = b"") -> bytes:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    return built(lambda archive: archive.writestr(info, content))


def damaged(reason: str, member: str | None = None) -> ArchiveIssue:
    return ArchiveIssue("zip-parse-failed", member, {"reason": reason})


def disagreement(fields: str, member: str = "b") -> ArchiveIssue:
    return ArchiveIssue("header-disagreement", member, {"fields": fields})


class Unseekable(io.RawIOBase):
    """A file that a writer cannot go back in, so that sizes come after the content."""

    def __init__(self) -> None:
        self.data = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.data += data
        return len(data)


def streamed(method: int, members: Mapping[str, bytes]) -> bytes:
    sink = Unseekable()
    with zipfile.ZipFile(sink, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return bytes(sink.data)


def with_extra(extra: bytes) -> bytes:
    """An archive with an extra field in the directory's entry of its one file."""
    info = zipfile.ZipInfo("a")
    info.extra = extra
    return built(lambda archive: archive.writestr(info, b"one"))


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_sound(method: int) -> None:
    assert read_archive(zip_of(PACK, method)) == PackFiles("zip", PACK)


def test_empty() -> None:
    assert read_archive(zip_of({})) == PackFiles("zip", {})


def test_streamed_with_descriptors() -> None:
    assert read_archive(streamed(zipfile.ZIP_DEFLATED, PACK)) == PackFiles("zip", PACK)


A, B = {"a": b"one"}, {"b": b"two"}
CASES: dict[str, tuple[bytes, dict[str, bytes], tuple[ArchiveIssue, ...]]] = {
    "no directory": (
        STORED[:DIRECTORY],
        {},
        (damaged("its directory is missing, as it is when an upload breaks off"),),
    ),
    "cut in the end": (
        STORED[:-1],
        {},
        (damaged("its directory is missing, as it is when an upload breaks off"),),
    ),
    "two ends": (
        patched(END + 20, "H", 22) + STORED[END:],
        {},
        (damaged("it has two ends"),),
    ),
    "two ends and nothing before them": (
        zip_of({}) + zip_of({}),
        {},
        (damaged("it has two ends"),),
    ),
    "split": (
        patched(END + 4, "H", 1),
        {},
        (damaged("it is split, or of the format for huge archives"),),
    ),
    **{
        f"split: {what}": (
            patched(END + at, "H", 7),
            {},
            (damaged("it is split, or of the format for huge archives"),),
        )
        for what, at in (("first disk", 6), ("entries here", 8), ("entries", 10))
    },
    **{
        f"zip64: {what}": (
            patched(END + at, "I", 0xFFFFFFFF),
            {},
            (damaged("it is split, or of the format for huge archives"),),
        )
        for what, at in (("size", 12), ("start", 16))
    },
    "zip64": (
        patched(END + 8, "2H", 0xFFFF, 0xFFFF),
        {},
        (damaged("it is split, or of the format for huge archives"),),
    ),
    "something before it": (
        b"PK\x03\x04" + STORED,
        {},
        (damaged("its directory is not where its end says"),),
    ),
    "something after it": (
        STORED + b"tail",
        {**A, **B},
        (ArchiveIssue("trailing-data", None, {"size": 4}),),
    ),
    "comment": (patched(END + 20, "H", 4) + b"note", {**A, **B}, ()),
    "the longest comment": (
        patched(END + 20, "H", 0xFFFF) + bytes(0xFFFF),
        {**A, **B},
        (),
    ),
    "more than the longest comment": (
        patched(END + 20, "H", 0xFFFF) + bytes(0x10000),
        {},
        (damaged("its directory is missing, as it is when an upload breaks off"),),
    ),
    "comment that is cut": (
        patched(END + 20, "H", 9) + b"note",
        {**A, **B},
        (ArchiveIssue("trailing-data", None, {"size": 5}),),
    ),
    "more entries announced": (
        patched(END + 8, "2H", 3, 3),
        {},
        (damaged("its directory breaks off"),),
    ),
    "fewer entries announced": (
        patched(END + 8, "2H", 1, 1),
        {},
        (damaged("its directory is longer than its end says"),),
    ),
    "directory damaged": (patched(DIRECTORY, "B", 0), {}, (damaged("its directory is damaged"),)),
    "name too long for the directory": (
        patched(DIRECTORY + ENTRY + 28, "H", 900),
        {},
        (damaged("its directory is damaged"),),
    ),
    "content out of reach": (
        patched(DIRECTORY + ENTRY + 42, "I", 9_999),
        {},
        (damaged("its content is missing", "b"),),
    ),
    "no local header": (
        patched(SECOND, "B", 0),
        {},
        (damaged("its content is missing", "b"),),
    ),
    "content too long": (
        patched(DIRECTORY + ENTRY + 20, "I", 900),
        {},
        (damaged("its content is missing", "b"),),
    ),
    "other local name": (patched(SECOND + 30, "B", ord("c")), {**A, **B}, (disagreement("name"),)),
    "other local facts": (
        patched(SECOND + 14, "3I", 1, 2, 3),
        {**A, **B},
        (disagreement("checksum, compressed size"),),
    ),
    "no local facts": (
        patched(SECOND + 14, "3I", 0, 0, 0),
        {**A, **B},
        (disagreement("checksum, compressed size, size"),),
    ),
    "other local method": (
        patched(SECOND + 6, "2H", 2, 8),
        {**A, **B},
        (disagreement("flags, method"),),
    ),
    "size of both wrong": (
        patched(DIRECTORY + ENTRY + 24, "I", 9, data=patched(SECOND + 22, "I", 9)),
        A,
        (disagreement("size and content"),),
    ),
    "checksum of both wrong": (
        patched(DIRECTORY + ENTRY + 16, "I", 9, data=patched(SECOND + 14, "I", 9)),
        {**A, **B},
        (ArchiveIssue("member-checksum", "b"),),
    ),
    "encrypted": (
        patched(DIRECTORY + ENTRY + 8, "H", 1, data=patched(SECOND + 6, "H", 1)),
        A,
        (ArchiveIssue("encrypted", "b"),),
    ),
    "unknown method": (
        patched(DIRECTORY + ENTRY + 10, "H", 14, data=patched(SECOND + 8, "H", 14)),
        A,
        (ArchiveIssue("unsupported-method", "b", {"method": 14}),),
    ),
    "not deflate": (
        patched(DIRECTORY + ENTRY + 10, "H", 8, data=patched(SECOND + 8, "H", 8)),
        A,
        (
            ArchiveIssue(
                "member-damaged",
                "b",
                {"reason": "its content breaks off"},
            ),
        ),
    ),
    "shared bytes": (
        patched(DIRECTORY + ENTRY + 42, "I", 0),
        {},
        (disagreement("name, checksum"), ArchiveIssue("overlapping-members", "b")),
    ),
    "name of no known encoding": (
        built(lambda archive: archive.writestr("é", b"")).replace(b"\xc3\xa9", b"\xc3("),
        {},
        (ArchiveIssue("name-not-utf8", "\\xc3("),),
    ),
    "folder": (
        built(lambda archive: archive.writestr("prompts/", b"")),
        {},
        (),
    ),
    "folder by its mode": (
        with_mode("prompts", stat.S_IFDIR | 0o755),
        {},
        (ArchiveIssue("file-named-as-folder", "prompts"),),
    ),
    "file by its mode": (with_mode("a", stat.S_IFREG | 0o644, b"one"), A, ()),
    "folder with content": (
        built(lambda archive: archive.writestr("a/", b"x")),
        {},
        (ArchiveIssue("file-named-as-folder", "a/"),),
    ),
    "folder with packed bytes and no content": (
        built(lambda archive: archive.writestr("a/", b"", zipfile.ZIP_DEFLATED)),
        {},
        (ArchiveIssue("file-named-as-folder", "a/"),),
    ),
    "file that DOS may not write": (patched(DIRECTORY + 38, "I", 0x01), A | B, ()),
    "folder for DOS": (
        patched(DIRECTORY + 38, "I", 0x10),
        B,
        (ArchiveIssue("file-named-as-folder", "a"),),
    ),
    "folder for Unix and file by its name": (
        with_mode("a/", stat.S_IFREG | 0o644),
        {},
        (ArchiveIssue("file-named-as-folder", "a/"),),
    ),
    "later version": (patched(DIRECTORY + 6, "H", 64), {}, (damaged("its directory is damaged"),)),
    "other disk": (patched(DIRECTORY + 34, "H", 1), {}, (damaged("its directory is damaged"),)),
    "unknown flag": (
        patched(DIRECTORY + ENTRY + 8, "H", 0x20, data=patched(SECOND + 6, "H", 0x20)),
        A,
        (ArchiveIssue("zip-flags", "b", {"flags": "0x0020"}),),
    ),
    "times in an extra field": (with_extra(struct.pack("<2HBI", 0x5455, 5, 1, 0)), A, ()),
    "other name in an extra field": (
        with_extra(struct.pack("<2HBI", 0x7075, 8, 1, zlib.crc32(b"a")) + b"b.m"),
        A,
        (ArchiveIssue("zip-extra-field", "a", {"field": "0x7075"}),),
    ),
    "extra field that breaks off": (
        with_extra(b"\x55\x54\x09\0x"),
        A,
        (ArchiveIssue("zip-extra-field", "a", {"field": "0x0000"}),),
    ),
    "stored without a size in front": (
        streamed(zipfile.ZIP_STORED, A),
        A,
        (ArchiveIssue("zip-stored-stream", "a"),),
    ),
    "other data descriptor": (
        streamed(zipfile.ZIP_DEFLATED, A).replace(b"PK\x07\x08", b"PK\x07\x09"),
        A,
        (disagreement("data descriptor", "a"), ArchiveIssue("hidden-data", None, {"size": 16})),
    ),
    "some sizes later": (
        patched(18, "I", 1, data=patched(22, "I", 3, data=streamed(zipfile.ZIP_DEFLATED, A))),
        A,
        (disagreement("compressed size", "a"),),
    ),
    "link made elsewhere than on Unix": (
        patched(DIRECTORY + 38, "I", (stat.S_IFLNK | 0o777) << 16),
        B,
        (ArchiveIssue("symbolic-link", "a"),),
    ),
    "link": (
        with_mode("a", stat.S_IFLNK | 0o777, b"../b"),
        {},
        (ArchiveIssue("symbolic-link", "a"),),
    ),
    "pipe": (with_mode("a", stat.S_IFIFO | 0o644), {}, (ArchiveIssue("special-file", "a"),)),
    "unsafe name": (
        built(lambda archive: archive.writestr("../a", b"x")),
        {},
        (ArchiveIssue("path-traversal", "../a"),),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_zip(case: str) -> None:
    data, members, issues = CASES[case]
    assert read_archive(data) == PackFiles("zip", members, issues)


@pytest.mark.parametrize("bit", [bit for bit in range(16) if bit != 3])
def test_each_flag(bit: int) -> None:
    flags = 1 << bit
    data = patched(SECOND + 6, "H", flags)
    files = read_archive(patched(DIRECTORY + ENTRY + 8, "H", flags, data=data))
    unknown = ArchiveIssue("zip-flags", "b", {"flags": f"0x{flags:04x}"})
    encrypted = ArchiveIssue("encrypted", "b")
    told = {1: None, 2: None, 11: None, 0: encrypted, 6: encrypted, 13: encrypted}
    issue = told.get(bit, unknown)
    assert files.issues == ((issue,) if issue else ())
    assert ("b" in files.members) is not bool(files.issues)


def with_gap() -> bytes:
    """An archive with bytes between its members that belong to none."""
    between = STORED[:SECOND] + b"hide" + STORED[SECOND:]
    between = patched(DIRECTORY + 4 + ENTRY + 42, "I", SECOND + 4, data=between)
    return patched(END + 4 + 16, "I", DIRECTORY + 4, data=between)


def test_hidden_bytes() -> None:
    files = read_archive(with_gap())
    assert files == PackFiles("zip", {**A, **B}, (ArchiveIssue("hidden-data", None, {"size": 4}),))
    last = patched(
        END + 4 + 16, "I", DIRECTORY + 4, data=STORED[:DIRECTORY] + b"hide" + STORED[DIRECTORY:]
    )
    files = read_archive(last)
    assert files == PackFiles("zip", {**A, **B}, (ArchiveIssue("hidden-data", None, {"size": 4}),))


def test_name_that_is_not_marked_as_utf8() -> None:
    data = bytearray(built(lambda archive: archive.writestr("é", b"x")))
    directory = data.index(b"PK\x01\x02")
    for at in (7, directory + 9):
        data[at] = 0
    files = read_archive(bytes(data))
    assert files == PackFiles("zip", {"é": b"x"}, (ArchiveIssue("name-not-utf8", "é"),))


def test_limits() -> None:
    data = zip_of({"a": bytes(100), "b": b"x", "c": b"x" * 50, "d": b"x"})
    files = read_archive(data, Limits(member=60, unpacked=151, members=4))
    assert files.members == {"b": b"x", "c": b"x" * 50}
    assert files.issues == (
        ArchiveIssue("member-too-large", "a", {"size": 100, "limit": 60}),
        ArchiveIssue("unpacked-too-large", None, {"limit": 151}),
    )
    files = read_archive(data, Limits(members=2))
    assert files.issues == (ArchiveIssue("too-many-members", None, {"limit": 2}),)
    files = read_archive(data, Limits(compressed=99))
    assert files.issues == (
        ArchiveIssue("compressed-too-large", None, {"size": len(data), "limit": 99}),
    )


def test_bomb() -> None:
    files = read_archive(zip_of({"zeros": bytes(3 * 2**20), **A}))
    assert files == PackFiles(
        "zip", A, (ArchiveIssue("compression-bomb", "zeros", {"limit": 100}),)
    )
    assert read_archive(zip_of({"zeros": bytes(2**20)})).issues == ()
    assert [one.kind for one in read_archive(zip_of({"zeros": bytes(2**20 + 1)})).issues] == [
        "compression-bomb"
    ]


DEFLATED = zip_of({"b": b"two" * 50})
"""One entry; its content starts at 31 and the directory right after it."""


def test_deflated_bytes_of_no_use() -> None:
    end = DEFLATED.index(b"PK\x01\x02")
    longer = DEFLATED[:end] + b"hide" + DEFLATED[end:]
    longer = patched(18, "I", end - 31 + 4, data=longer)
    longer = patched(end + 4 + 20, "I", end - 31 + 4, data=longer)
    longer = patched(len(longer) - 6, "I", end + 4, data=longer)
    files = read_archive(longer)
    assert files.members == {"b": b"two" * 50}
    assert files.issues == (ArchiveIssue("hidden-data", "b", {"size": 4}),)


def test_deflated_bytes_that_are_broken() -> None:
    files = read_archive(patched(31, "B", 0xFF, data=DEFLATED))
    assert files.members == {}
    assert [(issue.kind, issue.member) for issue in files.issues] == [("member-damaged", "b")]


def test_deflated_bytes_that_do_not_end() -> None:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packer.compress(b"one") + packer.flush(zlib.Z_SYNC_FLUSH)
    data = zip_of({"a": packed}, zipfile.ZIP_STORED)
    for header, at in ((0, 8), (data.index(b"PK\x01\x02"), 10)):
        data = patched(header + at, "H", 8, data=data)
        data = patched(header + at + 6, "I", zlib.crc32(b"one"), data=data)
        data = patched(header + at + 14, "I", 3, data=data)
    broken = ArchiveIssue("member-damaged", "a", {"reason": "its content breaks off"})
    assert read_archive(data) == PackFiles("zip", {}, (broken,))


def test_more_comes_out_than_the_headers_say() -> None:
    end = DEFLATED.index(b"PK\x01\x02")
    smaller = patched(end + 24, "I", 9, data=patched(22, "I", 9, data=DEFLATED))
    assert read_archive(smaller) == PackFiles("zip", {}, (disagreement("size and content"),))
