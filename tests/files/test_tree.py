from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from herdr_lint.files import tree as pack_tree
from herdr_lint.files.file_system import FileSystem
from herdr_lint.files.regular import DEEPEST, TooLargeError
from herdr_lint.files.tree import FolderTree, MappingTree, PackTree

FILES = {
    "package.json": b"{}",
    "roles/scout.md": b"s",
    "roles/team/lead.md": b"l",
    "node_modules/x/index.js": b"x",
    "roles/.hg/a.md": b"h",
    "roles/.svn/a.md": b"s",
    ".git/config": b"g",
}


def folder(root: Path) -> FolderTree:
    for name, data in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return FolderTree(root)


@pytest.fixture(params=["folder", "mapping"])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> PackTree:
    return folder(tmp_path) if request.param == "folder" else MappingTree(FILES)


def test_a_tree_tells_files_from_folders(tree: PackTree) -> None:
    assert tree.read("roles/scout.md") == b"s"
    assert tree.read("roles") is None
    assert tree.read("nothing") is None
    assert tree.is_file("package.json")
    assert not tree.is_file("roles")
    assert tree.is_folder("")
    assert tree.is_folder("roles/team")
    assert not tree.is_folder("package.json")
    assert [*tree.entries("")] == [".git", "node_modules", "package.json", "roles"]
    assert [*tree.entries("roles")] == [".hg", ".svn", "scout.md", "team"]
    assert [*tree.entries("nothing")] == []


def test_a_walk_leaves_out_what_is_not_the_packs_own(tree: PackTree) -> None:
    assert [*tree.files()] == ["package.json", "roles/scout.md", "roles/team/lead.md"]
    assert [*tree.files("roles/team")] == ["roles/team/lead.md"]
    assert [*tree.paths("")] == [
        *(".git", "node_modules", "package.json", "roles"),
        *("roles/.hg", "roles/.svn", "roles/scout.md", "roles/team", "roles/team/lead.md"),
    ]


def test_a_walk_ends(tree: PackTree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pack_tree, "MOST", 2)
    assert [*tree.files()] == ["package.json", "roles/scout.md"]


def test_of_a_pack_no_more_than_twenty_thousand_files_are_looked_at() -> None:
    names = [f"{number:05}" for number in range(20_001)]
    assert [*MappingTree(dict.fromkeys(names, b"")).files()] == names[:-1]


def test_odd_names_break_no_mapping() -> None:
    tree = MappingTree({"": b"", "/a": b"", "a/b": b"", "a": b"", "x//y": b""})
    assert tree.is_folder("a")
    assert tree.is_file("a")
    assert "a/b" in [*tree.files()]
    assert MappingTree({}).is_folder("")


def test_what_leads_out_of_a_folder_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key.md").write_bytes(b"k")
    tree = folder(tmp_path / "pack")
    (tmp_path / "pack" / "away").symlink_to(tmp_path / "secret")
    (tmp_path / "pack" / "again").symlink_to(tmp_path / "pack" / "roles")
    (tmp_path / "pack" / "round").symlink_to("round")
    (tmp_path / "pack" / "broken").symlink_to("nowhere")
    for path in ("../secret/key.md", "away/key.md", "away", "\0", "round", "broken"):
        assert tree.read(path) is None
        assert not tree.is_file(path)
        assert not tree.is_folder(path)
        assert [*tree.entries(path)] == []
    assert tree.read("again/scout.md") == b"s"
    assert tree.is_folder("again")
    assert [*tree.files()] == ["package.json", "roles/scout.md", "roles/team/lead.md"]
    assert [path for path in tree.paths("") if "/" not in path] == [
        *(".git", "again", "node_modules", "package.json", "roles"),
    ]
    assert tree.links("") == {"again", "away", "broken", "round"}
    monkeypatch.chdir(tmp_path / "pack")
    assert tree.links("away") == set()
    assert tree.links("roles") == tree.links("nothing") == MappingTree(FILES).links("") == set()


def test_a_folder_that_is_not_there_is_empty(tmp_path: Path) -> None:
    assert [*FolderTree(tmp_path / "nothing").files()] == []
    assert [*FolderTree(Path("\0")).files()] == []
    assert FolderTree(Path("\0")).read("a") is None


def test_of_a_pack_no_file_of_more_than_four_mebibytes_is_read(tmp_path: Path) -> None:
    for name, more in (("a", 0), ("b", 1)):
        (tmp_path / name).touch()
        os.truncate(tmp_path / name, (4 << 20) + more)
    tree = FolderTree(tmp_path)
    assert len(tree.read("a") or b"") == 4 << 20
    assert tree.read("b") is None
    assert tree.unread == {"b": "larger than 4 MiB"}


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pack_tree, "LARGEST", 1)
    tree = folder(tmp_path)
    assert tree.read("package.json") is None
    assert tree.read("roles/scout.md") == b"s"


def test_a_file_that_cannot_be_opened_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    tree = folder(tmp_path)
    monkeypatch.setattr(os, "open", refused)
    monkeypatch.setattr(os, "scandir", refused)
    assert tree.read("package.json") is None
    assert [*tree.entries("roles")] == []


def test_an_overlay_stands_for_a_file(tmp_path: Path) -> None:
    folder(tmp_path)
    buffers = {"package.json": b"[]", "new.md": b"n"}
    system = FileSystem({str(tmp_path / name): data for name, data in buffers.items()})
    tree = FolderTree(tmp_path, system)
    assert tree.read("package.json") == b"[]"
    assert tree.read("new.md") == b"n"
    assert tree.is_file("new.md")


def test_a_link_is_known_as_one(tmp_path: Path) -> None:
    root = tmp_path / "pack"
    folder(root)
    (root / "roles" / "aide.md").symlink_to("scout.md")
    (root / "again").symlink_to("roles")
    tree = FolderTree(root, FileSystem({str(root / "roles/lead.md"): b"l"}))
    links = ("roles/aide.md", "again")
    assert [path for path in (*FILES, *links, "again/scout.md", "") if tree.is_link(path)] == [
        *links
    ]
    assert FileSystem({str(root / "roles/aide.md"): b"a"}).is_link(str(root / "roles/aide.md"))
    assert not tree.is_link("\0")
    assert not MappingTree(FILES).is_link("roles/scout.md")


def test_what_lies_too_deep_is_not_gone_into(tmp_path: Path) -> None:
    deep = "/".join("d" * DEEPEST)
    (tmp_path / deep / "e").mkdir(parents=True)
    for path in (f"{deep}/x", f"{deep}/e/x"):
        (tmp_path / path).write_bytes(b"")
    tree = FolderTree(tmp_path)
    assert [*tree.files()] == [f"{deep}/x"]
    assert tree.unread == {f"{deep}/e": "more than 100 folders deep"}


def test_what_cannot_be_read_is_remembered_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = folder(tmp_path)
    monkeypatch.setattr(pack_tree, "LARGEST", 0)
    assert tree.read("roles/scout.md") is None
    assert tree.read("roles/nobody.md") is None
    assert tree.unread == {"roles/scout.md": "larger than 0 bytes"}
    assert MappingTree(FILES).unread == {}


def test_a_tree_goes_to_another_process_without_what_it_read(tmp_path: Path) -> None:
    tree = folder(tmp_path / "pack")
    before = tree.read("roles/scout.md")
    (tmp_path / "pack/roles/scout.md").write_bytes(b"other")
    assert tree.read("roles/scout.md") == before
    there = pickle.loads(pickle.dumps(tree))  # noqa: S301 - our own
    assert there == tree
    assert there.read("roles/scout.md") == b"other"


def test_a_tree_is_its_folder(tmp_path: Path) -> None:
    assert FolderTree(tmp_path).read("a\0b") is None
    assert FolderTree(tmp_path) == FolderTree(tmp_path)
    assert FolderTree(tmp_path) != FolderTree(tmp_path / "a")
    assert FolderTree(tmp_path) != str(tmp_path)
    assert repr(FolderTree(tmp_path)) == f"FolderTree({str(tmp_path)!r})"


def test_what_is_loaded_from_beside_a_pack_is_none_of_its_files(tmp_path: Path) -> None:
    tree = folder(tmp_path / "pack")
    beside = tmp_path / "back" / "roles" / "scout.md"
    beside.parent.mkdir(parents=True)
    beside.write_bytes(b"other")
    assert tree.load(str(beside), 9) == b"other"
    assert tree.read("roles/scout.md") == b"s"
    assert FolderTree(Path("\0")).load(str(beside), 9) == b"other"


def test_what_is_loaded_by_its_path_has_an_end(tmp_path: Path) -> None:
    tree = folder(tmp_path / "pack")
    (tmp_path / "beside").write_bytes(b"12")
    assert tree.load(str(tmp_path / "beside"), 2) == b"12"
    path = os.path.realpath(tmp_path / "pack" / "roles" / "scout.md")
    assert tree.load(path, 1) == b"s"
    with pytest.raises(TooLargeError):
        tree.load(path, 0)
    (tmp_path / "pack" / "roles" / "scout.md").write_bytes(b"other")
    assert tree.read("roles/scout.md") == b"s"
