"""What a pack is made of, whatever brought its files: limits, npm's folder, what is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from herdr_lint.files.archives import read_archive
from herdr_lint.files.collect import ArchiveIssue, PackFiles
from herdr_lint.files.folder import read_mapping
from herdr_lint.model import Limits
from herdr_lint.openwop.profiles import shipped
from tests.strategies.archives import tar_of, tgz, zip_of

OUTSIDE = (ArchiveIssue("outside-npm-folder"),)


def tgz_of(members: Mapping[str, bytes]) -> bytes:
    return tgz(tar_of(members))


@pytest.mark.parametrize("pack", [tar_of, tgz_of])
@pytest.mark.parametrize(
    ("stored", "prefix", "names", "issues"),
    [
        (("package/pack.json", "package/a"), "package/", ["pack.json", "a"], ()),
        (("crew/package.json", "crew/a"), "crew/", ["package.json", "a"], ()),
        (("crew/pack.json",), "", ["crew/pack.json"], OUTSIDE),
        (("crew/sub/package.json",), "", ["crew/sub/package.json"], OUTSIDE),
        (("package/package.json", "a"), "", ["package/package.json", "a"], OUTSIDE),
        (("package/a", "crew/a"), "", ["package/a", "crew/a"], OUTSIDE),
        (("package.json", "a"), "", ["package.json", "a"], OUTSIDE),
        (("./package.json", "./a/b"), "", ["package.json", "a/b"], ()),
        (("./package.json", "a"), "", ["package.json", "a"], OUTSIDE),
        ((), "", [], ()),
    ],
)
def test_the_folder_that_npm_drops(
    pack: Callable[[Mapping[str, bytes]], bytes],
    stored: tuple[str, ...],
    prefix: str,
    names: list[str],
    issues: tuple[ArchiveIssue, ...],
) -> None:
    files = read_archive(pack(dict.fromkeys(stored, b"{}")))
    assert (files.prefix, list(files.members)) == (prefix, names)
    assert files.npm_issues() == issues


def test_a_zip_is_no_package_of_npm() -> None:
    files = read_archive(zip_of({"crew/package.json": b"{}"}))
    assert (files.prefix, list(files.members)) == ("", ["crew/package.json"])
    assert files.npm_issues() == ()
    assert read_archive(zip_of({"package/a": b""})).prefix == "package/"


@pytest.mark.parametrize("pack", [tar_of, tgz_of])
def test_at_its_limits_a_pack_is_whole(pack: Callable[[Mapping[str, bytes]], bytes]) -> None:
    members = {"pack.json": b"{}", "a-name": b"x" * 10}
    data = pack(members)
    limits = Limits(
        compressed=len(data),
        unpacked=len(tar_of(members)),
        members=2,
        member=10,
        member_name=9,
        manifest=2,
    )
    files = read_archive(data, limits)
    assert (files.members, files.issues) == (members, ())


def test_no_more_bytes_come_out_than_are_allowed() -> None:
    members = {"a": b"12", "b": b"34"}
    assert read_mapping(members, Limits(unpacked=4)) == PackFiles("mapping", members)
    issue = ArchiveIssue("unpacked-too-large", None, {"limit": 3})
    assert read_mapping(members, Limits(unpacked=3)) == PackFiles("mapping", {"a": b"12"}, (issue,))


@pytest.mark.parametrize("members", [{}, {"pack.json": b"{}"}])
def test_what_has_been_read_whole_lacks_nothing(members: Mapping[str, bytes]) -> None:
    assert "a" not in read_mapping(members).left_out


@pytest.mark.parametrize(
    "kind",
    [
        "compression-bomb",
        "encrypted",
        "member-checksum",
        "member-damaged",
        "member-too-large",
        "unreadable",
        "unsupported-method",
    ],
)
def test_what_could_not_be_read_is_there(kind: str) -> None:
    issues = (ArchiveIssue(kind), ArchiveIssue(kind, "package/./a"))
    files = PackFiles("zip", {}, issues, "package/")
    assert [name in files.left_out for name in ("a", "package/a", "b")] == [True, False, False]


@pytest.mark.parametrize(
    "kind",
    [
        "no-end-marker",
        "tar-parse-failed",
        "tar-truncated",
        "too-many-members",
        "unpacked-too-large",
    ],
)
def test_where_reading_stopped_anything_may_be_there(kind: str) -> None:
    assert "a" in PackFiles("tar", {}, (ArchiveIssue(kind),)).left_out


@pytest.mark.parametrize("kind", ["symbolic-link", "hidden-data", "gzip-checksum", "absolute-path"])
def test_what_is_wrong_beside_the_files_hides_none(kind: str) -> None:
    assert "a" not in PackFiles("tgz", {}, (ArchiveIssue(kind, "a"),)).left_out


def test_by_default_an_archive_may_have_what_registries_allow() -> None:
    assert Limits() == shipped()["openwop/v1"].limits
