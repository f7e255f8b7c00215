from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given

from herdr_lint.files import disk
from herdr_lint.files.archives import read_archive, read_archive_file
from herdr_lint.files.collect import ArchiveIssue, PackFiles
from herdr_lint.files.disk import Entry
from herdr_lint.files.folder import read_folder, read_mapping
from herdr_lint.files.regular import DEEPEST
from herdr_lint.model import Limits
from tests.effort import examples
from tests.strategies.archives import damaged, tar_of, tgz, trees, write_folder, zip_of
from tests.strategies.sources import junk

PACK = {"pack.json": b"{}", "prompts/a.md": b"A", "prompts/b.md": b"B"}


def test_folder(tmp_path: Path) -> None:
    write_folder(tmp_path, PACK)
    files = read_folder(tmp_path)
    assert files == PackFiles("folder", PACK)
    assert list(files.members) == list(PACK)


def test_what_lies_too_deep_is_an_issue(tmp_path: Path) -> None:
    deep = "d/" * DEEPEST
    write_folder(tmp_path, {f"{deep}x": b"1", f"{deep}e/x": b"2", "z/x": b"3"})
    read = read_folder(tmp_path, Limits(member_name=500))
    assert read == PackFiles(
        "folder",
        {f"{deep}x": b"1", "z/x": b"3"},
        (ArchiveIssue("unreadable", f"{deep}e/", {"reason": "more than 100 folders deep"}),),
    )


def test_entries_come_in_order(tmp_path: Path) -> None:
    write_folder(tmp_path, dict.fromkeys(["b/z", "a/c/x", "a.txt", "a/b", "c"], b""))
    assert list(read_folder(tmp_path).members) == ["a.txt", "c", "a/b", "a/c/x", "b/z"]


def test_what_no_packer_takes_along(tmp_path: Path) -> None:
    other = {".git/config": b"", "sub/node_modules/x/y.js": b"", ".svn/x": b"", "sub/.hg/x": b""}
    write_folder(tmp_path, {**PACK, **other, "sub/.git": b"file"})
    assert read_folder(tmp_path).members == {**PACK, "sub/.git": b"file"}


def test_buffers_stand_for_files(tmp_path: Path) -> None:
    write_folder(tmp_path, PACK)
    buffers = {"pack.json": b"[]", "\u00e9/new.md": b"n", os.fsdecode(b"\xff"): b""}
    files = read_folder(tmp_path, buffers=buffers)
    assert files.members == {**PACK, "pack.json": b"[]", "\u00e9/new.md": b"n"}
    assert files.issues == (ArchiveIssue("name-not-utf8", "\\xff"),)


def test_links_are_not_followed(tmp_path: Path) -> None:
    root = write_folder(tmp_path / "pack", PACK)
    (tmp_path / "secret").write_text("secret")
    (root / "inside").symlink_to("pack.json")
    (root / "outside").symlink_to(tmp_path / "secret")
    (root / "dangling").symlink_to("nowhere")
    (root / "loop").symlink_to(".")
    files = read_folder(root)
    assert files.members == PACK
    assert files.issues == tuple(
        ArchiveIssue("symbolic-link", name) for name in ("dangling", "inside", "loop", "outside")
    )


def test_the_folder_itself_may_be_a_link(tmp_path: Path) -> None:
    write_folder(tmp_path / "pack", PACK)
    (tmp_path / "link").symlink_to("pack")
    assert read_folder(tmp_path / "link") == PackFiles("folder", PACK)


def test_a_link_that_takes_the_place_of_a_file_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_folder(tmp_path / "pack", PACK)
    (tmp_path / "secret").write_text("secret")
    listed = disk.listing

    def swap(folder: str) -> Sequence[Entry]:
        found = listed(folder)
        (root / "pack.json").unlink(missing_ok=True)
        (root / "pack.json").symlink_to(tmp_path / "secret")
        return found

    monkeypatch.setattr(disk, "listing", swap)
    files = read_folder(root)
    assert files.members == {name: data for name, data in PACK.items() if name != "pack.json"}
    assert [(issue.kind, issue.member) for issue in files.issues] == [("unreadable", "pack.json")]


def test_special_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_folder(tmp_path, PACK)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        files = read_folder(tmp_path)
    assert files.members == PACK
    assert files.issues == (
        ArchiveIssue("special-file", "pipe"),
        ArchiveIssue("special-file", "socket"),
    )


def test_names_that_only_some_systems_have(tmp_path: Path) -> None:
    write_folder(tmp_path, {"a\\b": b"", "A": b"1", "a": b"2", "x..y": b""})
    (tmp_path / os.fsdecode(b"\xff")).write_bytes(b"")
    files = read_folder(tmp_path)
    assert files.members == {"A": b"1", "a": b"2", "x..y": b""}
    assert files.issues == (
        ArchiveIssue("case-collision", "a", {"other": "A"}),
        ArchiveIssue("backslash", "a\\b"),
        ArchiveIssue("double-dot", "x..y"),
        ArchiveIssue("name-not-utf8", "\\xff"),
    )


def test_limits_of_a_folder(tmp_path: Path) -> None:
    write_folder(tmp_path, {"a": b"x" * 11, "b": b"x" * 9, "c": b"x" * 9, "d": b""})
    files = read_folder(tmp_path, Limits(member=10, unpacked=17))
    assert files.members == {"b": b"x" * 9}
    assert files.issues == (
        ArchiveIssue("member-too-large", "a", {"size": 11, "limit": 10}),
        ArchiveIssue("unpacked-too-large", None, {"limit": 17}),
    )
    files = read_folder(tmp_path, Limits(members=2))
    assert list(files.members) == ["a", "b"]
    assert files.issues == (ArchiveIssue("too-many-members", None, {"limit": 2}),)


def test_folders_count_as_entries(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
    files = read_folder(tmp_path, Limits(members=2))
    assert files.issues == (ArchiveIssue("too-many-members", None, {"limit": 2}),)


def test_what_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = read_folder(tmp_path / "missing")
    reason = {"reason": "No such file or directory"}
    assert missing == PackFiles("folder", {}, (ArchiveIssue("unreadable", None, reason),))
    write_folder(tmp_path, PACK)

    def refuse(path: str, flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "open", refuse)
    files = read_folder(tmp_path)
    assert files.members == {}
    assert files.issues == tuple(
        ArchiveIssue("unreadable", name, {"reason": "Permission denied"}) for name in PACK
    )


def test_a_folder_in_it_that_cannot_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(tmp_path, {**PACK, "z/x": b"x"})
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("prompts"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    files = read_folder(tmp_path)
    assert files.members == {"pack.json": b"{}", "z/x": b"x"}
    reason = {"reason": "Permission denied"}
    assert files.issues == (ArchiveIssue("unreadable", "prompts/", reason),)


def test_an_error_without_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> None:
        raise OSError

    monkeypatch.setattr(os, "scandir", refuse)
    assert read_folder(tmp_path).issues == (
        ArchiveIssue("unreadable", None, {"reason": "it cannot be opened"}),
    )


def test_archive_file(tmp_path: Path) -> None:
    file = tmp_path / "pack.tgz"
    file.write_bytes(tgz(tar_of(PACK)))
    assert read_archive_file(file) == PackFiles("tgz", PACK)
    for path, reason in (
        (tmp_path / "none", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        issue = ArchiveIssue("unreadable", None, {"reason": reason})
        assert read_archive_file(path) == PackFiles("unknown", {}, (issue,))


def test_of_a_huge_file_no_more_is_read_than_the_limits_admit(tmp_path: Path) -> None:
    file = tmp_path / "pack.tgz"
    file.write_bytes(tgz(tar_of(PACK)) + bytes(10_000))
    files = read_archive_file(file, Limits(compressed=500, unpacked=400))
    params = {"size": file.stat().st_size, "limit": 500}
    issue = ArchiveIssue("compressed-too-large", None, params)
    assert files == PackFiles("unknown", {}, (issue,))


def test_mapping() -> None:
    assert read_mapping(PACK) == PackFiles("mapping", PACK)
    assert read_mapping({"package/a": b"1", "package/b": b""}) == PackFiles(
        "mapping", {"a": b"1", "b": b""}, (), "package/"
    )
    files = read_mapping({"/a": b"", "\ud800": b"", "b//c": b"x", "d": b"x" * 9})
    assert files.members == {"b/c": b"x", "d": b"x" * 9}
    assert files.issues == (
        ArchiveIssue("absolute-path", "/a"),
        ArchiveIssue("name-not-plain", "b//c"),
        ArchiveIssue("name-not-utf8", "\\xed\\xa0\\x80"),
    )


def test_limits_of_a_mapping() -> None:
    files = read_mapping({"a": b"123", "b": b"12", "c": b"12"}, Limits(member=2, unpacked=3))
    assert files.members == {"b": b"12"}
    assert files.issues == (
        ArchiveIssue("member-too-large", "a", {"size": 3, "limit": 2}),
        ArchiveIssue("unpacked-too-large", None, {"limit": 3}),
    )
    files = read_mapping({"a": b"", "b": b""}, Limits(members=1))
    assert files.issues == (ArchiveIssue("too-many-members", None, {"limit": 1}),)


@examples(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(trees())
def test_every_form_of_a_pack_gives_the_same_files(
    tmp_path_factory: pytest.TempPathFactory, tree: dict[str, bytes]
) -> None:
    root = write_folder(tmp_path_factory.mktemp("tree"), tree)
    tar = tar_of(tree)
    for files in (
        read_folder(root),
        read_mapping(tree),
        read_archive(tar),
        read_archive(tgz(tar)),
        read_archive(zip_of(tree)),
    ):
        assert (files.members, files.issues, files.prefix) == (tree, (), "")


@examples(120)
@given(damaged())
def test_damaged_archives_are_read(data: bytes) -> None:
    files = read_archive(data)
    assert all("\0" not in name and not name.startswith("/") for name in files.members)
    assert read_archive(data) == files


@given(junk)
def test_any_bytes_are_read(data: bytes) -> None:
    for start in (b"", b"\x1f\x8b\x08\0\0\0\0\0\0\0", b"PK\x03\x04", b"PK\x05\x06"):
        files = read_archive(start + data)
        assert files.issues
