from __future__ import annotations

import gzip

import pytest

from herdr_lint.files.archives import read_archive
from herdr_lint.files.collect import ArchiveIssue
from herdr_lint.files.ustar import looks_like_tar
from herdr_lint.model import Limits
from tests.strategies.archives import BLOCK, entry, octal, pax, tar, tar_of, tgz

PACK = entry("pack.json", b"{}")
PAX = ArchiveIssue("pax-header", "PaxHeaders/x")
MALFORMED = "its PAX records are malformed"
NO_CONTENT = "it has a size although its type has no content"


def pax_issue(kind: str, key: str, member: str = "PaxHeaders/x") -> ArchiveIssue:
    return ArchiveIssue(kind, member, {"key": key})


def field(name: str, member: str) -> ArchiveIssue:
    return ArchiveIssue("tar-field", member, {"field": name})


def patched_entry(name: str, at: int, data: bytes) -> bytes:
    """An entry in whose header other bytes stand, with the checksum that it then has."""
    header = bytearray(entry(name))
    header[at : at + len(data)] = data
    header[148:156] = b" " * 8
    header[148:156] = octal(sum(header), 8)
    return bytes(header)


NUMBERS = {
    "mode": (100, 108),
    "uid": (108, 116),
    "gid": (116, 124),
    "mtime": (136, 148),
    "devmajor": (329, 337),
    "devminor": (337, 345),
}
"""Where a header keeps its numbers (POSIX.1-1988), beside the size."""


CASES: dict[str, tuple[bytes, tuple[str, ...], tuple[ArchiveIssue, ...]]] = {
    "two files": (
        tar([PACK, entry("prompts/é.md", b"Hi\n" * 300)]),
        ("pack.json", "prompts/é.md"),
        (),
    ),
    "empty": (tar([]), (), ()),
    "padded to a record": (tar([PACK], bytes(20 * BLOCK)), ("pack.json",), ()),
    "lone end block": (tar([PACK], bytes(BLOCK)), ("pack.json",), ()),
    "old header": (tar([entry("a", b"x", magic=bytes(8))]), ("a",), ()),
    "header of GNU tar": (tar([entry("a", b"x", magic=b"ustar  \0")]), ("a",), ()),
    "old types": (
        tar([entry("a", b"x", kind=b"\0"), entry("b", kind=b"7"), entry("c/", kind=b"\0"), PACK]),
        ("pack.json",),
        tuple(ArchiveIssue("old-entry", name) for name in ("a", "b", "c/")),
    ),
    "leading dot step": (
        tar([entry("./", kind=b"5"), entry("./pack.json", b"{}")]),
        ("pack.json",),
        (),
    ),
    "folders": (
        tar([entry("prompts/", kind=b"5"), entry("keys", kind=b"5"), PACK]),
        ("pack.json",),
        (),
    ),
    "folder that leads away": (
        tar([entry("../x/", kind=b"5"), PACK]),
        ("pack.json",),
        (ArchiveIssue("path-traversal", "../x"),),
    ),
    "file named as a folder": (
        tar([entry("roles/", b"x"), PACK]),
        ("pack.json",),
        (ArchiveIssue("file-named-as-folder", "roles/"),),
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
    "size without a zero in front": (
        tar([PACK, entry("b", b"x", size=b"70000000001\0")]),
        ("pack.json",),
        (ArchiveIssue("tar-truncated", "b"),),
    ),
    "size without an end": (
        tar([PACK, entry("b", b"x", size=b"000000000001")]),
        ("pack.json", "b"),
        (),
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
        tar([pax({"size": "1"}), entry("a", b"x"), PACK]),
        ("a", "pack.json"),
        (PAX,),
    ),
    "other PAX size": (
        tar([pax({"size": "1"}), entry("a", b"x", size=octal(0, 12)), PACK]),
        (),
        (PAX, ArchiveIssue("pax-size", "a")),
    ),
    "PAX size that is none": (
        tar([pax({"size": "-1"}), PACK]),
        ("pack.json",),
        (PAX, pax_issue("pax-value", "size")),
    ),
    "PAX records that are none": (
        tar([*(entry("x", data, kind=b"x") for data in (b"99 a=b", b"9 path=", b"")), PACK]),
        ("pack.json",),
        (
            ArchiveIssue("pax-header", "x"),
            ArchiveIssue("tar-parse-failed", "x", {"reason": MALFORMED}),
        )
        * 3,
    ),
    "PAX name with NUL": (
        tar([pax({"path": "a\0b"}), PACK]),
        (),
        (ArchiveIssue("pax-header", "PaxHeaders/x"), ArchiveIssue("name-with-nul", "a\0b")),
    ),
    "PAX that says nothing of names": (
        tar([pax({"mtime": "1.5", "LIBARCHIVE.xattr.a": "eA==", "SCHILY.dev": "1"}), PACK]),
        ("pack.json",),
        (PAX,),
    ),
    "PAX with a line break": (
        tar([pax({"comment": "x\n9 path=b"}), PACK]),
        ("pack.json",),
        (PAX, pax_issue("pax-newline", "comment")),
    ),
    "PAX twice": (
        tar([entry("x", b"9 path=a\n9 path=b\n", kind=b"x"), PACK]),
        ("a",),
        (ArchiveIssue("pax-header", "x"), pax_issue("pax-repeated", "path", "x")),
    ),
    "PAX of GNU": (
        tar([pax({"GNU.sparse.name": "b"}), PACK]),
        ("pack.json",),
        (PAX, pax_issue("pax-unknown", "GNU.sparse.name")),
    ),
    "PAX link of a file": (
        tar([pax({"linkpath": "b"}), PACK]),
        ("pack.json",),
        (PAX, pax_issue("pax-unknown", "linkpath")),
    ),
    "PAX name of digits alone": (
        tar([pax({"path": "0123"}), PACK]),
        ("pack.json",),
        (PAX, pax_issue("pax-value", "path")),
    ),
    "PAX name as npm writes it": (
        tar([pax({"path": "p/é.md"}), entry("é.md", prefix=b"p")]),
        ("p/é.md",),
        (PAX,),
    ),
    "PAX name of a folder": (
        tar([pax({"path": "p/" + "x" * 99 + "/"}), entry("p/x", kind=b"5"), PACK]),
        ("pack.json",),
        (
            PAX,
            ArchiveIssue("name-too-long", "p/" + "x" * 99, {"size": 101, "limit": 100}),
        ),
    ),
    "PAX name of a folder for a file": (
        tar([pax({"path": "a"}), entry("b/"), pax({"path": "c/"}), entry("d")]),
        ("a",),
        (
            PAX,
            ArchiveIssue("file-named-as-folder", "b/"),
            PAX,
            ArchiveIssue("file-named-as-folder", "c/"),
        ),
    ),
    "times behind the prefix": (
        tar(
            [
                patched_entry("a", 345, b"p".ljust(131, b"\0") + b"15212360755\0" * 2),
                patched_entry("b", 345, b"p".ljust(131, b"\0") + b"15212360755 " + bytes(12)),
                patched_entry("c", 345, b"p".ljust(131, b"\0") + b"x"),
            ]
        ),
        ("p/a", "p/b"),
        (
            ArchiveIssue("name-with-nul", "p/c" + "\0" * 130 + "x"),
            ArchiveIssue("name-too-long", "p/c" + "\0" * 130 + "x", {"size": 134, "limit": 100}),
        ),
    ),
    "comment for all": (
        tar([pax({"comment": "1a2b"}, kind=b"g"), PACK]),
        ("pack.json",),
        (PAX,),
    ),
    "global PAX": (
        tar([pax({"path": "x"}, kind=b"g"), PACK]),
        ("pack.json",),
        (PAX, pax_issue("pax-global", "path")),
    ),
    "two extended headers for one entry": (
        tar([pax({"path": "a"}), entry("long", b"b\0", kind=b"L"), PACK]),
        ("b",),
        (
            PAX,
            ArchiveIssue("gnu-long-name", "long"),
            ArchiveIssue("extension-stray", "PaxHeaders/x"),
        ),
    ),
    "extended headers that npm skips": (
        tar(
            [
                entry("", b"9 path=a\n", kind=b"x"),
                PACK,
                entry("x", b"9 path=b\n", kind=b"x", prefix=b"p" + bytes(130) + b"\xbf"),
                PACK,
            ]
        ),
        ("a", "b"),
        (
            ArchiveIssue("pax-header", ""),
            field("name", ""),
            ArchiveIssue("pax-header", "p/x" + "\0" * 130 + "\\xbf"),
            field("name", "p/x" + "\0" * 130 + "\\xbf"),
        ),
    ),
    "extended header for no entry": (
        tar([PACK, pax({"path": "a"})]),
        ("pack.json",),
        (PAX, ArchiveIssue("extension-stray", "PaxHeaders/x")),
    ),
    "extended header as large as one may be": (
        tar([pax({"comment": "x" * (2**16 - 15)}), PACK]),
        ("pack.json",),
        (PAX,),
    ),
    "extended header that is too large": (
        tar([pax({"comment": "x" * 2**16}), PACK]),
        (),
        (
            PAX,
            ArchiveIssue(
                "extension-too-large", "PaxHeaders/x", {"size": 2**16 + 15, "limit": 2**16}
            ),
        ),
    ),
    "GNU long name": (
        tar([entry("././@LongLink", b"prompts/long.md\0", kind=b"L"), entry("cut", b"x")]),
        ("prompts/long.md",),
        (ArchiveIssue("gnu-long-name", "././@LongLink"),),
    ),
    "GNU long name with more behind it": (
        tar([entry("long", b"a\0\nb\0", kind=b"L"), entry("cut", b"x")]),
        (),
        (
            ArchiveIssue("gnu-long-name", "long"),
            ArchiveIssue("name-with-nul", "a\0\nb"),
            ArchiveIssue("control-character", "a\0\nb"),
        ),
    ),
    "GNU long link name": (
        tar([entry("././@LongLink", b"target\0", kind=b"K"), PACK]),
        ("pack.json",),
        (
            ArchiveIssue("gnu-long-name", "././@LongLink"),
            ArchiveIssue("link-name", "././@LongLink"),
        ),
    ),
    "file with a link name": (
        tar([patched_entry("a", 157, b"b"), PACK]),
        ("a", "pack.json"),
        (ArchiveIssue("link-name", "a"),),
    ),
    "unknown magic": (
        tar([entry("a", magic=b"ustar\x0001"), entry("b", prefix=b"p", magic=b"ustar\x0099")]),
        ("a", "b"),
        (field("magic", "a"), field("magic", "b"), field("prefix", "b")),
    ),
    "prefix that GNU tar does not know": (
        tar([entry("a", prefix=b"p", magic=b"ustar  \0"), entry("b", prefix=b"p", magic=bytes(8))]),
        ("a", "b"),
        (field("prefix", "a"), field("prefix", "b")),
    ),
    "unusual numbers": (
        tar(
            [
                patched_entry("a", 100, b"0o644"),
                patched_entry("b", 108, b"\xff" * 8),
                patched_entry("c", 136, b"1 2"),
                patched_entry("d", 500, b"x"),
            ]
        ),
        ("a", "b", "c", "d"),
        (field("mode", "a"), field("uid", "b"), field("mtime", "c"), field("padding", "d")),
    ),
    "either end of what is read as a number": (
        tar(
            patched_entry(f"{name} {at}", at, b"x")
            for name, (start, end) in NUMBERS.items()
            for at in (start, end - 1)
        ),
        tuple(f"{name} {at}" for name, ends in NUMBERS.items() for at in (ends[0], ends[1] - 1)),
        tuple(
            field(name, f"{name} {at}")
            for name, ends in NUMBERS.items()
            for at in (ends[0], ends[1] - 1)
        ),
    ),
    "either end of a link name": (
        tar(patched_entry(f"{at}", at, b"b") for at in (157, 256)),
        ("157", "256"),
        (ArchiveIssue("link-name", "157"), ArchiveIssue("link-name", "256")),
    ),
    "large owner": (tar([patched_entry("a", 108, b"\x80\0\0\0\0\x20\0\0")]), ("a",), ()),
    "checksum without an end": (
        tar([PACK, entry("b", checksum=b"00005555")]),
        ("pack.json",),
        (ArchiveIssue("tar-parse-failed", None, {"reason": "a header's checksum is wrong"}),),
    ),
    "no size": (
        tar([PACK, entry("b", size=bytes(12))]),
        ("pack.json",),
        (ArchiveIssue("tar-parse-failed", "b", {"reason": "its size is not in octal"}),),
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
    "one name in other characters": (
        tar(
            [
                entry("e\u0301", b"1"),
                entry("\u00e9", b"2"),
                entry("\ufb01le"),
                entry("file"),
                entry("x\u200d"),
                entry("x"),
            ]
        ),
        ("e\u0301", "\u00e9", "\ufb01le", "file", "x\u200d", "x"),
        (
            ArchiveIssue("name-decomposed", "e\u0301"),
            ArchiveIssue("case-collision", "\u00e9", {"other": "e\u0301"}),
            ArchiveIssue("case-collision", "file", {"other": "\ufb01le"}),
            ArchiveIssue("case-collision", "x", {"other": "x\u200d"}),
        ),
    ),
    "one folder in two spellings": (
        tar([entry("p/roles/a"), entry("p/Roles/b"), entry("p/Roles/c"), entry("P/x", kind=b"5")]),
        ("p/roles/a", "p/Roles/b", "p/Roles/c"),
        (
            ArchiveIssue("case-collision", "p/Roles", {"other": "p/roles"}),
            ArchiveIssue("case-collision", "P", {"other": "p"}),
        ),
    ),
    "file and folder": (
        tar([entry("a"), entry("a/b"), entry("a/c"), entry("d/e"), entry("D", kind=b"0")]),
        ("a", "a/b", "a/c", "d/e", "D"),
        (
            ArchiveIssue("file-and-folder", "a", {"other": "a"}),
            ArchiveIssue("case-collision", "D", {"other": "d"}),
            ArchiveIssue("file-and-folder", "D", {"other": "d"}),
        ),
    ),
    "names that become others": (
        tar([entry(name) for name in ("a.", "b /c", "dd:e", "f;1", "g;h")]),
        ("a.", "b /c", "dd:e", "f;1", "g;h"),
        tuple(ArchiveIssue("name-rewritten", name) for name in ("a.", "b /c", "dd:e", "f;1")),
    ),
    "names that are too long": (
        tar(
            [
                pax({"path": "a/" * 2047 + "b"}),
                entry("x"),
                pax({"path": "c/" * 2048 + "d"}),
                entry("x"),
                pax({"path": "é" * 128}),
                entry("x"),
            ]
        ),
        ("a/" * 2047 + "b",),
        (
            PAX,
            ArchiveIssue("name-too-long", "a/" * 2047 + "b", {"size": 4095, "limit": 100}),
            PAX,
            ArchiveIssue("name-unusable", "c/" * 127 + "c..."),
            PAX,
            ArchiveIssue("name-unusable", "é" * 128),
        ),
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


def test_folders_are_counted_like_files() -> None:
    deep = tar([pax({"path": "a/" * 20 + "b"}), entry("x"), PACK])
    assert read_archive(deep, Limits(members=11, member_name=100)).issues == (PAX,)
    issues = read_archive(deep, Limits(members=10)).issues
    assert issues == (PAX, ArchiveIssue("too-many-members", None, {"limit": 10}))


def test_plain_tar_has_the_limit_of_unpacked_bytes() -> None:
    files = read_archive(tar([PACK]), Limits(unpacked=2047))
    assert files.issues == (ArchiveIssue("unpacked-too-large", None, {"limit": 2047}),)
    assert files.members == {}


@pytest.mark.parametrize(("size", "looks"), [(511, False), (512, True), (513, True)])
def test_it_takes_a_whole_block_to_look_like_tar(size: int, looks: bool) -> None:
    assert looks_like_tar(tar([entry("a")])[:size]) is looks


def test_no_archive() -> None:
    for data in (b"", b"{}", bytes(511), b"x" * 600):
        files = read_archive(data)
        assert (files.form, files.members) == ("unknown", {})
        assert files.issues == (ArchiveIssue("not-an-archive"),)


def test_header_without_magic_is_known_by_its_checksum() -> None:
    data = bytearray(tar([entry("a", magic=b"ustar\x0000", checksum=octal(0, 8))]))
    assert read_archive(bytes(data)).form == "tar"
    assert gzip.decompress(tgz(bytes(data))) == data
