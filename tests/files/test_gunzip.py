from __future__ import annotations

import gzip
import zlib

import pytest

from herdr_lint.files.archives import read_archive
from herdr_lint.files.collect import ArchiveIssue, PackFiles
from herdr_lint.files.gunzip import zlib_reason
from herdr_lint.model import Limits
from tests.strategies.archives import entry, tar, tgz

TAR = tar([entry("pack.json", b"{}")])
TGZ = tgz(TAR)
DEFLATED = TGZ[10:]


def header(flags: int, extra: bytes = b"", method: int = 8) -> bytes:
    return bytes([0x1F, 0x8B, method, flags, 0, 0, 0, 0, 0, 255]) + extra


def checked(start: bytes) -> bytes:
    """A header with its checksum."""
    return start + (zlib.crc32(start) & 0xFFFF).to_bytes(2, "little")


@pytest.mark.parametrize(
    "start",
    [
        header(0),
        header(1),
        checked(header(2)),
        header(4, b"\x03\x00abc"),
        header(8 | 16, b"pack.tar\0a comment\0"),
        checked(header(31, b"\x01\x00xname\0comment\0")),
    ],
)
def test_headers(start: bytes) -> None:
    files = read_archive(start + DEFLATED)
    assert files == PackFiles("tgz", {"pack.json": b"{}"})


FAILURES: dict[str, tuple[bytes, ArchiveIssue]] = {
    "nothing after the magic": (b"\x1f\x8b", ArchiveIssue("gzip-truncated")),
    "cut in the header": (header(0, method=7)[:9], ArchiveIssue("gzip-truncated")),
    "unknown method": (
        header(0, method=7) + DEFLATED,
        ArchiveIssue("gunzip-failed", None, {"reason": "the gzip header is of no known kind"}),
    ),
    "unknown method and nothing more": (
        header(0, method=7),
        ArchiveIssue("gunzip-failed", None, {"reason": "the gzip header is of no known kind"}),
    ),
    "reserved flag": (
        header(32) + DEFLATED,
        ArchiveIssue("gunzip-failed", None, {"reason": "the gzip header is of no known kind"}),
    ),
    "name without end": (header(8, b"abc"), ArchiveIssue("gzip-truncated")),
    "comment without end": (header(8 | 16, b"abc\0c"), ArchiveIssue("gzip-truncated")),
    "extra field without end": (header(4, b"\xff\xffabc"), ArchiveIssue("gzip-truncated")),
    "no data": (header(0), ArchiveIssue("gzip-truncated")),
    "cut in the data": (TGZ[:-20], ArchiveIssue("gzip-truncated")),
    "cut in the trailer": (TGZ[:-3], ArchiveIssue("gzip-truncated")),
    "not deflate": (
        header(0, b"\xff\xff\xff\xff"),
        ArchiveIssue(
            "gunzip-failed",
            None,
            {"reason": "invalid block type"},
        ),
    ),
}


@pytest.mark.parametrize("case", FAILURES)
def test_failure(case: str) -> None:
    data, issue = FAILURES[case]
    assert read_archive(data) == PackFiles("tgz", {}, (issue,))


def test_checksum_and_length() -> None:
    for at in (-1, -8):
        data = bytearray(TGZ)
        data[at] ^= 1
        files = read_archive(bytes(data))
        assert files == PackFiles("tgz", {"pack.json": b"{}"}, (ArchiveIssue("gzip-checksum"),))


def test_streams_in_a_row() -> None:
    files = read_archive(tgz(TAR[:512]) + tgz(TAR[512:]))
    assert files.members == {"pack.json": b"{}"}
    assert files.issues == (ArchiveIssue("gzip-members", None, {"count": 2}),)
    many = read_archive(TGZ + tgz(b"") * 10)
    size = 3 * len(tgz(b""))
    assert many.issues == (
        ArchiveIssue("gzip-members", None, {"count": 8}),
        ArchiveIssue("trailing-data", None, {"size": size}),
    )


def test_checksum_of_the_header() -> None:
    files = read_archive(header(2, b"cc") + DEFLATED)
    assert files == PackFiles("tgz", {"pack.json": b"{}"}, (ArchiveIssue("gzip-checksum"),))


def test_bytes_after_the_stream() -> None:
    files = read_archive(TGZ + b"\0\0tail")
    assert files.members == {"pack.json": b"{}"}
    assert files.issues == (ArchiveIssue("trailing-data", None, {"size": 6}),)


def test_not_a_tar() -> None:
    for content in (b"", b"hello"):
        assert read_archive(tgz(content)).issues == (ArchiveIssue("no-end-marker"),)
    assert read_archive(tgz(b"x" * 600)).issues == (
        ArchiveIssue("tar-parse-failed", None, {"reason": "a header's checksum is wrong"}),
    )


def test_bomb() -> None:
    data = gzip.compress(bytes(3 * 2**20))
    files = read_archive(data)
    assert files == PackFiles("tgz", {}, (ArchiveIssue("compression-bomb", None, {"limit": 100}),))
    assert read_archive(data, Limits(ratio=2_000)).issues == ()
    for more, kinds in ((0, []), (512, ["compression-bomb"])):
        issues = read_archive(gzip.compress(bytes(2**20 + more))).issues
        assert [one.kind for one in issues] == kinds


def test_more_than_may_be_unpacked() -> None:
    data = gzip.compress(bytes(2**20))
    files = read_archive(data, Limits(unpacked=2**20 - 1))
    assert files.issues == (ArchiveIssue("unpacked-too-large", None, {"limit": 2**20 - 1}),)
    assert read_archive(data, Limits(unpacked=2**20)).issues == ()


def test_more_than_may_be_uploaded() -> None:
    files = read_archive(TGZ, Limits(compressed=50))
    issue = ArchiveIssue("compressed-too-large", None, {"size": len(TGZ), "limit": 50})
    assert files == PackFiles("tgz", {}, (issue,))


def test_stored_deflate_blocks() -> None:
    packer = zlib.compressobj(0, wbits=31)
    assert read_archive(packer.compress(TAR) + packer.flush()).members == {"pack.json": b"{}"}


def test_an_error_for_which_zlib_has_no_words_is_told_by_its_number() -> None:
    assert zlib_reason(zlib.error("Error -3 while decompressing data: invalid block type")) == (
        "invalid block type"
    )
    bare = "Error 2 while decompressing data"
    assert zlib_reason(zlib.error(bare)) == bare
