from __future__ import annotations

import gzip

import pytest

from herdr_lint.files.archives import read_archive
from herdr_lint.files.collect import ArchiveIssue
from herdr_lint.model import Limits
from tests.strategies.archives import BLOCK, entry, octal, pax, tar, tar_of, tgz

PACK = entry("pack.json", b"{}")
NO_CONTENT = "it has a size although its type has no content"

CASES: dict[str, tuple[bytes, tuple[str, ...], tuple[ArchiveIssue, ...]]] = {
    "two files": (
        tar([PACK, entry("prompts/é.md", b"Hi\n" * 300)]),
        ("pack.json", "prompts/é.md"),
        (),
    ),
    "empty": (tar([]), (), ()),
    "padded to a record": (tar([PACK], bytes(20 * BLOCK)), ("pack.json",), ()),
    "lone end block": (tar([PACK], bytes(BLOCK)), ("pack.json",), ()),
    "old header, old type": (
        tar([entry("a", b"x", kind=b"\0", magic=bytes(8)), entry("b", kind=b"7")]),
        ("a", "b"),
        (),
    ),
    "leading dot step": (
        tar([entry("./", kind=b"5"), entry("./pack.json", b"{}")]),
        ("pack.json",),
        (ArchiveIssue("directory-entry", "./"),),
    ),
    "folders": (
        tar([entry("prompts/", kind=b"5"), entry("keys/", kind=b"\0"), PACK]),
        ("pack.json",),
        (ArchiveIssue("directory-entry", "prompts/"), ArchiveIssue("directory-entry", "keys/")),
    ),
    "prefix": (
        tar([entry("writer.md", prefix=b"prompts/en")]),
        ("prompts/en/writer.md",),
        (),
    ),
    "npm": (
        tar([entry("package/package.json", b"{}"), entry("package/roles/a.md")]),
        ("package.json", "roles/a.md"),
        (),
    ),
    "no end": (tar([PACK], b""), ("pack.json",), (ArchiveIssue("no-end-marker"),)),
    "cut in a header": (tar([PACK], PACK[:100]), ("pack.json",), (ArchiveIssue("no-end-marker"),)),
    "cut in content": (
        tar([PACK, entry("b", b"x" * 600)[: BLOCK + 400]], b""),
        ("pack.json",),
        (ArchiveIssue("tar-truncated", "b"),),
    ),
    "after the end": (
        tar([PACK], bytes(2 * BLOCK) + b"\0\0tail" + bytes(506)),
        ("pack.json",),
        (ArchiveIssue("trailing-data", None, {"size": 510}),),
    ),
    "hidden entry after the end": (
        tar([PACK], bytes(BLOCK) + PACK),
        ("pack.json",),
        (ArchiveIssue("trailing-data", None, {"size": 2 * BLOCK}),),
    ),
    "wrong checksum": (
        tar([PACK, entry("b", checksum=octal(1, 8))]),
        ("pack.json",),
        (ArchiveIssue("tar-parse-failed", None, {"reason": "a header's checksum is wrong"}),),
    ),
    "size in binary": (
        tar([PACK, entry("b", b"x", size=b"\x80" + bytes(10) + b"\x01")]),
        ("pack.json",),
        (ArchiveIssue("tar-parse-failed", "b", {"reason": "its size is not in octal"}),),
    ),
    "folder with a size": (
        tar([entry("a/", b"x", kind=b"5"), PACK]),
        (),
        (ArchiveIssue("tar-parse-failed", "a/", {"reason": NO_CONTENT}),),
    ),
    "links and devices": (
        tar(
            [
                entry("a", kind=b"1"),
                entry("../b", kind=b"2"),
                *(entry("c", kind=kind) for kind in (b"3", b"4", b"6")),
                entry("d", b"data", kind=b"S"),
                PACK,
            ]
        ),
        ("pack.json",),
        (
            ArchiveIssue("hard-link", "a"),
            ArchiveIssue("path-traversal", "../b"),
            ArchiveIssue("symbolic-link", "../b"),
            *[ArchiveIssue("special-file", "c")] * 3,
            ArchiveIssue("unknown-entry", "d", {"type": "S"}),
        ),
    ),
    "PAX name": (
        tar([pax({"path": "prompts/" + "x" * 100, "mtime": "1"}), entry("cut", b"x"), PACK]),
        ("prompts/" + "x" * 100, "pack.json"),
        (
            ArchiveIssue("pax-header", "PaxHeaders/x"),
            ArchiveIssue("name-too-long", "prompts/" + "x" * 100, {"size": 108, "limit": 100}),
        ),
    ),
    "PAX size": (
        tar([pax({"size": "1"}), entry("a", b"x", size=octal(0, 12)), PACK]),
        ("a", "pack.json"),
        (ArchiveIssue("pax-header", "PaxHeaders/x"),),
    ),
    "PAX size of a link": (
        tar([pax({"size": "1"}), entry("a", b"x", kind=b"1", size=octal(0, 12)), PACK]),
        (),
        (
            ArchiveIssue("pax-header", "PaxHeaders/x"),
            ArchiveIssue(
                "tar-parse-failed",
                "a",
                {"reason": "it has a size although its type has no content"},
            ),
        ),
    ),
    "PAX size that is none": (
        tar([pax({"size": "-1"}), PACK]),
        (),
        (
            ArchiveIssue("pax-header", "PaxHeaders/x"),
            ArchiveIssue(
                "tar-parse-failed", "PaxHeaders/x", {"reason": "its size is not a number"}
            ),
        ),
    ),
    "PAX records that are none": (
        tar([entry("x", b"9 path=a\n", kind=b"x"), entry("y", b"99 a=b", kind=b"x"), PACK]),
        ("a",),
        (
            ArchiveIssue("pax-header", "x"),
            ArchiveIssue("pax-header", "y"),
            ArchiveIssue("tar-parse-failed", "y", {"reason": "its PAX records are malformed"}),
        ),
    ),
    "PAX name with NUL": (
        tar([pax({"path": "a\0b"}), PACK]),
        (),
        (ArchiveIssue("pax-header", "PaxHeaders/x"), ArchiveIssue("name-with-nul", "a\0b")),
    ),
    "global PAX": (
        tar([pax({"path": "x"}, kind=b"g"), PACK]),
        ("pack.json",),
        (ArchiveIssue("pax-header", "PaxHeaders/x"),),
    ),
    "GNU long names": (
        tar(
            [
                entry("././@LongLink", b"prompts/long.md\0", kind=b"L"),
                entry("././@LongLink", b"target\0", kind=b"K"),
                entry("cut", b"x"),
            ]
        ),
        ("prompts/long.md",),
        (
            ArchiveIssue("gnu-long-name", "././@LongLink"),
            ArchiveIssue("gnu-long-name", "././@LongLink"),
        ),
    ),
    "names that are unsafe": (
        tar(
            [
                entry("../up", b"1"),
                entry("a/../../up"),
                entry("/etc/passwd"),
                entry("a\\..\\b"),
                entry("C:evil"),
                entry(b"\xff.md"),
                entry(b"a\0b"),
                entry(""),
                PACK,
            ]
        ),
        ("pack.json",),
        (
            ArchiveIssue("path-traversal", "../up"),
            ArchiveIssue("path-traversal", "a/../../up"),
            ArchiveIssue("absolute-path", "/etc/passwd"),
            ArchiveIssue("backslash", "a\\..\\b"),
            ArchiveIssue("path-traversal", "a\\..\\b"),
            ArchiveIssue("drive-letter", "C:evil"),
            ArchiveIssue("name-not-utf8", "\\xff.md"),
            ArchiveIssue("name-with-nul", "a\0b"),
            ArchiveIssue("empty-name", ""),
        ),
    ),
    "names that are odd": (
        tar([entry("a..b"), entry("a//b"), entry("c/./d"), entry("e\nf"), entry("x" * 100)]),
        ("a..b", "a/b", "c/d", "e\nf", "x" * 100),
        (
            ArchiveIssue("double-dot", "a..b"),
            ArchiveIssue("name-not-plain", "a//b"),
            ArchiveIssue("name-not-plain", "c/./d"),
            ArchiveIssue("control-character", "e\nf"),
        ),
    ),
    "hidden behind the prefix": (
        tar([entry("b", prefix=b"a\0x")]),
        (),
        (ArchiveIssue("name-with-nul", "a/b\0x"),),
    ),
    "one name twice": (
        tar([entry("a", b"1"), entry("./a", b"2"), entry("A", b"3"), entry("A", b"4")]),
        ("a", "A"),
        (
            ArchiveIssue("duplicate-member", "./a"),
            ArchiveIssue("case-collision", "A", {"other": "a"}),
            ArchiveIssue("duplicate-member", "A"),
        ),
    ),
    "one name in two spellings": (
        tar([entry("e\u0301", b"1"), entry("\u00e9", b"2")]),
        ("e\u0301", "\u00e9"),
        (ArchiveIssue("case-collision", "\u00e9", {"other": "e\u0301"}),),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_tar(case: str) -> None:
    data, members, issues = CASES[case]
    files = read_archive(data)
    assert files.form == "tar"
    assert (tuple(files.members), files.issues) == (members, issues)
    packed = read_archive(tgz(data))
    assert packed.form == "tgz"
    assert (packed.members, packed.issues) == (files.members, files.issues)


def test_contents() -> None:
    assert read_archive(CASES["two files"][0]).members == {
        "pack.json": b"{}",
        "prompts/é.md": b"Hi\n" * 300,
    }
    assert read_archive(CASES["one name twice"][0]).members == {"a": b"2", "A": b"4"}


def test_npm_prefix() -> None:
    files = read_archive(CASES["npm"][0])
    assert (files.prefix, files.stored("package.json")) == ("package/", "package/package.json")


def test_limits() -> None:
    limits = Limits(member=10, manifest=5, members=3, member_name=12)
    files = read_archive(
        tar_of({"a": b"x" * 11, "pack.json": b"x" * 6, "a-longer-name": b"", "more": b""}), limits
    )
    assert files.members == {"pack.json": b"x" * 6, "a-longer-name": b""}
    assert files.issues == (
        ArchiveIssue("member-too-large", "a", {"size": 11, "limit": 10}),
        ArchiveIssue("name-too-long", "a-longer-name", {"size": 13, "limit": 12}),
        ArchiveIssue("too-many-members", None, {"limit": 3}),
        ArchiveIssue("manifest-too-large", "pack.json", {"size": 6, "limit": 5}),
    )


def test_plain_tar_has_the_limit_of_unpacked_bytes() -> None:
    files = read_archive(tar([PACK]), Limits(unpacked=2047))
    assert files.issues == (ArchiveIssue("unpacked-too-large", None, {"limit": 2047}),)
    assert files.members == {}


def test_no_archive() -> None:
    for data in (b"", b"{}", bytes(511), b"x" * 600):
        files = read_archive(data)
        assert (files.form, files.members) == ("unknown", {})
        assert files.issues == (ArchiveIssue("not-an-archive"),)


def test_header_without_magic_is_known_by_its_checksum() -> None:
    data = bytearray(tar([entry("a", magic=b"ustar\x0000", checksum=octal(0, 8))]))
    assert read_archive(bytes(data)).form == "tar"
    assert gzip.decompress(tgz(bytes(data))) == data
