from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given

import herdr_lint.files
from herdr_lint.files.archives import read_archive
from herdr_lint.files.collect import ArchiveIssue, PackFiles
from herdr_lint.files.folder import read_folder, read_mapping
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.model import FILE_START, Finding, Limits, Severity
from herdr_lint.run.archive_findings import (
    RULES,
    archive_findings,
    is_incomplete,
    member_path,
)
from tests.effort import examples
from tests.files import test_gunzip, test_tar, test_zipped
from tests.strategies.archives import damaged, entry, pax, tar, tar_of, tgz, write_folder, zip_of

ARCHIVE = tar(
    [
        pax({"path": "long"}),
        entry("cut", b"x"),
        entry("../a\x1b", b"x"),
        entry("prompts/", kind=b"5"),
        entry("link", kind=b"2"),
        entry("sparse", kind=b"S"),
        entry("A", b"1"),
        entry("a", b"2"),
        entry("big", b"x" * 11),
        entry("pack.json", b"{      }"),
    ],
    bytes(1024) + b"!",
)


def test_findings() -> None:
    files = read_archive(ARCHIVE, Limits(member=10, manifest=5))
    found = list(archive_findings(files, "dist/pack.tar", "openwop/v1"))
    assert [
        (finding.rule, finding.cause, finding.host_code, finding.path, finding.message)
        for finding in found
    ] == [
        (
            "archive-extended-header",
            "pax-header",
            "tarball_tar_parse_failed",
            "dist/pack.tar!PaxHeaders/x",
            "`PaxHeaders/x` is an extended header (PAX), which simple readers take for a file",
        ),
        (
            "archive-path-unsafe",
            "control-character",
            "tarball_path_traversal",
            "dist/pack.tar!../a\\x1b",
            "the name `../a\\x1b` holds a control character",
        ),
        (
            "archive-path-unsafe",
            "path-traversal",
            "tarball_path_traversal",
            "dist/pack.tar!../a\\x1b",
            "the name `../a\\x1b` leads out of the pack with `..`",
        ),
        (
            "archive-special-entry",
            "symbolic-link",
            "tarball_path_traversal",
            "dist/pack.tar!link",
            "`link` is a symbolic link",
        ),
        (
            "archive-special-entry",
            "unknown-entry",
            "tarball_path_traversal",
            "dist/pack.tar!sparse",
            "`sparse` is an entry of the unknown type `S`",
        ),
        (
            "archive-name-ambiguous",
            "case-collision",
            "tarball_tar_parse_failed",
            "dist/pack.tar!a",
            "`a` and `A` are the same file or folder on many disks",
        ),
        (
            "archive-entry-too-large",
            "member-too-large",
            "tarball_entry_too_large",
            "dist/pack.tar!big",
            "`big` has 11 bytes, and the limit is 10",
        ),
        (
            "archive-malformed",
            "trailing-data",
            "tarball_tar_parse_failed",
            "dist/pack.tar",
            "the archive goes on after its end (1 bytes)",
        ),
        (
            "archive-manifest-too-large",
            "manifest-too-large",
            "tarball_manifest_too_large",
            "dist/pack.tar!pack.json",
            "`pack.json` has 8 bytes, and the limit is 5",
        ),
    ]
    assert all(finding.span == FILE_START for finding in found)


@pytest.mark.parametrize(
    ("data", "cause", "v1", "v2", "message"),
    [
        (
            b"hello",
            "not-an-archive",
            "tarball_gunzip_failed",
            "pack_validation_failed",
            "this is not a gzipped tar, a tar or a zip archive",
        ),
        (
            tgz(bytes(3 * 2**20)),
            "compression-bomb",
            "tarball_too_large",
            "payload_too_large",
            "the archive unpacks to more than 100 times its size",
        ),
        (
            tgz(ARCHIVE) + b"x" * 2**20 * 10,
            "compressed-too-large",
            "payload_too_large",
            "payload_too_large",
            "the archive has {size} bytes, and the limit is 10485760",
        ),
    ],
)
def test_codes(data: bytes, cause: str, v1: str, v2: str, message: str) -> None:
    files = read_archive(data)
    for context, code in (("openwop/v1", v1), ("openwop/v2", v2), ("role-pack", None)):
        [finding] = archive_findings(files, "pack.tgz", context)
        assert (finding.cause, finding.host_code, finding.path) == (cause, code, "pack.tgz")
        assert finding.message == message.replace("{size}", str(len(data)))


def test_severities_of_a_role_pack() -> None:
    files = read_archive(tar([pax({"mtime": "1"}), entry("a..b"), entry("c//d"), entry("../e")]))
    for context, severities in {
        "openwop/v2": ["error", "error", "warning", "error"],
        "role-pack": ["note", "note", "warning", "error", "error"],
    }.items():
        found = archive_findings(files, "a.tgz", context)
        assert [finding.severity for finding in found] == [Severity(name) for name in severities]


def test_paths(tmp_path: Path) -> None:
    tree = {"a..b": b""}
    folder, mapping = read_folder(write_folder(tmp_path, tree)), read_mapping(tree)
    assert member_path(folder, "packs/x", "a..b") == "packs/x/a..b"
    assert member_path(folder, ".", "a..b") == "a..b"
    assert member_path(folder, "packs/x", None) == "packs/x"
    assert member_path(mapping, "pack", "a\nb") == "pack!a\\nb"
    [finding] = archive_findings(folder, "packs/x", "openwop/v1")
    assert finding.path == "packs/x/a..b"


@pytest.mark.parametrize(
    ("kinds", "incomplete"),
    [
        ([], False),
        (["duplicate-member", "symbolic-link"], False),
        (["symbolic-link", "member-too-large"], True),
        (["too-many-members", "symbolic-link"], True),
    ],
)
def test_whether_all_of_a_pack_was_read(kinds: list[str], incomplete: bool) -> None:
    files = PackFiles("tgz", {}, tuple(map(ArchiveIssue, kinds)))
    assert is_incomplete(files) is incomplete


SMALL = Limits(member=10, manifest=5, members=3, member_name=12, unpacked=4096)

BREACHED: Mapping[str, tuple[bytes, Limits]] = {
    **{
        kind: (test_tar.CASES[case][0], Limits())
        for kind, case in {
            "absolute-path": "names that are unsafe",
            "backslash": "names that are unsafe",
            "case-collision": "one name twice",
            "control-character": "names that are odd",
            "double-dot": "names that are odd",
            "drive-letter": "names that are unsafe",
            "duplicate-member": "one name twice",
            "empty-name": "names that are unsafe",
            "gnu-long-name": "GNU long name",
            "hard-link": "links and devices",
            "name-not-plain": "names that are odd",
            "name-not-utf8": "names that are unsafe",
            "name-too-long": "PAX name",
            "name-with-nul": "names that are unsafe",
            "no-end-marker": "no end",
            "path-traversal": "names that are unsafe",
            "pax-header": "PAX name",
            "special-file": "links and devices",
            "symbolic-link": "links and devices",
            "extension-stray": "extended header for no entry",
            "extension-too-large": "extended header that is too large",
            "file-and-folder": "file and folder",
            "file-named-as-folder": "file named as a folder",
            "link-name": "file with a link name",
            "name-decomposed": "one name in other characters",
            "name-rewritten": "names that become others",
            "name-unusable": "names that are too long",
            "old-entry": "old types",
            "outside-npm-folder": "two files",
            "pax-global": "global PAX",
            "pax-newline": "PAX with a line break",
            "pax-repeated": "PAX twice",
            "pax-size": "other PAX size",
            "pax-unknown": "PAX of GNU",
            "pax-value": "PAX size that is none",
            "tar-field": "unusual numbers",
            "tar-parse-failed": "wrong checksum",
            "tar-truncated": "cut in content",
            "trailing-data": "after the end",
            "unknown-entry": "links and devices",
        }.items()
    },
    **{
        kind: (test_zipped.CASES[case][0], Limits())
        for kind, case in {
            "encrypted": "encrypted",
            "header-disagreement": "other local name",
            "member-checksum": "checksum of both wrong",
            "member-damaged": "not deflate",
            "overlapping-members": "shared bytes",
            "unsupported-method": "unknown method",
            "zip-extra-field": "other name in an extra field",
            "zip-flags": "unknown flag",
            "zip-parse-failed": "no directory",
            "zip-stored-stream": "stored without a size in front",
        }.items()
    },
    "compressed-too-large": (zip_of({"a": b""}), Limits(compressed=9)),
    "compression-bomb": (zip_of({"zeros": bytes(3 * 2**20)}), Limits()),
    "gunzip-failed": (test_gunzip.FAILURES["unknown method"][0], Limits()),
    "gzip-checksum": (tgz(tar_of({}))[:-1] + b"\x01", Limits()),
    "gzip-members": (tgz(tar_of({})[:512]) + tgz(tar_of({})[512:]), Limits()),
    "gzip-truncated": (test_gunzip.FAILURES["no data"][0], Limits()),
    "hidden-data": (test_zipped.with_gap(), Limits()),
    "manifest-too-large": (tar_of({"pack.json": b"{    }"}), SMALL),
    "member-too-large": (tar_of({"a": b"x" * 11}), SMALL),
    "not-an-archive": (b"hello", Limits()),
    "too-many-members": (tar_of(dict.fromkeys("abcd", b"")), SMALL),
    "unpacked-too-large": (tar_of(dict.fromkeys("abc", b"x" * 2000)), SMALL),
}
"""An archive for each kind of issue; it may have others too."""

WITHOUT_ARCHIVE = {"unreadable": "an error of the file system, as tests of folders bring about"}
"""Kinds of issue that no bytes can show, and why."""


def with_issues() -> Iterator[tuple[str, Finding]]:
    """What the rules say of the archives in ``BREACHED``, by the kind that each is there for."""
    for kind, (data, limits) in BREACHED.items():
        for profile in ("openwop/v1", "role-pack"):
            for finding in archive_findings(read_archive(data, limits), "a.tgz", profile):
                if finding.cause == kind:
                    yield kind, finding


@cache
def shown() -> frozenset[tuple[str, str]]:
    """The rules and causes that those archives really bring about."""
    book = RuleRegistry.shipped()
    return frozenset(
        (finding.rule, kind if kind in book[finding.rule].causes else "default")
        for kind, finding in with_issues()
    )


def test_every_kind_of_issue_is_found_in_an_archive_and_told() -> None:
    told = dict(with_issues())
    assert set(told) == set(BREACHED)
    assert set(told) | set(WITHOUT_ARCHIVE) == {kind for its in RULES.values() for kind in its}
    for kind, finding in told.items():
        assert kind in RULES[finding.rule]
        assert not re.search(r"\{\w+\}", finding.message + finding.help)


GOLDEN = Path(__file__).parents[1] / "golden" / "archives.txt"
UNREADABLE = PackFiles("folder", {}, (ArchiveIssue("unreadable", "a", {"reason": "why"}),))


def words(rule: str) -> str:
    """All that is said of archives by a rule, as a person reads it, by profile."""
    found = []
    if "unreadable" in RULES[rule]:
        found.append(("unreadable", next(archive_findings(UNREADABLE, "a", "openwop/v1"))))
    for kind, (data, limits) in BREACHED.items():
        for profile in ("openwop/v1", "openwop/v2", "role-pack") if kind in RULES[rule] else ():
            told = archive_findings(read_archive(data, limits), "a.tgz", profile)
            found += [(profile, one) for one in told if one.cause == kind]
    return "\n".join(
        f"{one.severity}[{one.rule}/{one.cause}] {one.path} ({profile})\n"
        f"  {one.message}\n  host: {one.consequence} [{one.host_code}]\n  help: {one.help}\n"
        for profile, one in found
    )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"archive/{rule}: all that is said")
def test_all_that_is_said_is_as_agreed(rule: str) -> None:
    """After a change that is meant: ``UPDATE_GOLDEN=1`` writes it; then read the difference."""
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        GOLDEN.write_text("\n".join(map(words, RULES)), "utf-8", newline="\n")
    agreed = GOLDEN.read_text("utf-8").removesuffix("\n").split("\n\n")
    told = words(rule)
    assert told.removesuffix("\n").split("\n\n") == [one for one in agreed if f"[{rule}/" in one]
    assert all(any(f"[{known}/" in one for known in RULES) for one in agreed)


def test_every_kind_has_its_rule_and_its_words() -> None:
    kinds = [kind for kinds in RULES.values() for kind in kinds]
    assert len(kinds) == len(set(kinds))
    book = RuleRegistry.shipped()
    elsewhere = {"archive-manifest-missing"}
    assert {rule.id for rule in book if rule.group == "archive"} == {*RULES, *elsewhere}
    for rule, its_kinds in RULES.items():
        assert set(book[rule].causes) - {"default"} <= set(its_kinds)
        assert len(set(its_kinds) - set(book[rule].causes)) <= 1


def test_every_kind_is_one_that_a_reader_knows() -> None:
    folder = Path(herdr_lint.files.__file__).parent
    text = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    words = set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)*)"', text))
    assert {kind for kinds in RULES.values() for kind in kinds} <= words


@examples(150)
@given(damaged())
def test_all_that_happens_to_archives_can_be_said(data: bytes) -> None:
    for finding in archive_findings(read_archive(data), "a.tgz", "openwop/v2"):
        assert not re.search(r"\{\w+\}", finding.message + finding.help)


def test_nothing_to_say() -> None:
    sound = read_archive(zip_of({"pack.json": b"{}"}))
    assert list(archive_findings(sound, "a.zip", "openwop/v1")) == []
    assert sound == PackFiles("zip", {"pack.json": b"{}"})
    assert read_archive(tar_of({})).issues == ()
