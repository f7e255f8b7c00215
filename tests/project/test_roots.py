"""Which tree a folder belongs to."""

from __future__ import annotations

from pathlib import Path

import pytest

from herdr_lint.files.file_system import FileSystem
from herdr_lint.project.roots import Root, Roots
from tests.project.trees import plant


def of(home: Path, folder: str, *, directory: str = "elsewhere/deep") -> tuple[str, bool, bool]:
    """The root of a folder in a home directory, as seen from another folder there."""
    found = Roots(FileSystem(), str(home / directory)).of(str(home / folder))
    path = Path(found.path).relative_to(home).as_posix()
    assert Roots(FileSystem(), str(home / directory)).of(str(home / folder)) == found
    return path, found.repository, found.nested


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path.resolve()


def test_the_nearest_repository(home: Path) -> None:
    plant(home, {"a/.git/": "", "a/b/c/.git": "gitdir: x", "a/b/c/d/": "", "a/package.json": ""})
    assert of(home, "a") == ("a", True, False)
    assert of(home, "a/b") == ("a", True, False)
    assert of(home, "a/b/c") == ("a/b/c", True, True)
    assert of(home, "a/b/c/d") == ("a/b/c", True, True)


def test_one_look_tells_of_all_folders(home: Path) -> None:
    plant(home, {"a/.git/": "", "a/b/.git/": "", "a/b/c/": "", "a/d/": ""})
    roots = Roots(FileSystem(), str(home / "elsewhere"))
    for folder, root in (("a/b/c", "a/b"), ("a/d", "a"), ("a/b", "a/b"), ("a", "a")):
        nested = root == "a/b"
        assert roots.of(str(home / folder)) == Root(str(home / root), True, nested)


def test_the_working_directory_where_it_is_a_project(home: Path) -> None:
    plant(home, {"a/b/c/package.json": "", "a/package.json": "", "aa/": ""})
    assert of(home, "a/b/c", directory="a/b") == ("a/b", False, False)
    assert of(home, "a/b", directory="a/b") == ("a/b", False, False)
    assert of(home, "a", directory="a/b") == ("a", False, False)
    assert of(home, "aa", directory="a") == ("aa", False, False)
    assert of(home, "a/b/c", directory=".") == ("a", False, False)
    assert of(home, "a/b/c", directory="..") == ("a", False, False)


@pytest.mark.parametrize(
    "mark", ["package.json", "pack.json", "pack.yaml", "pack.yml", ".pi", "herdr-lint.toml"]
)
def test_the_outermost_folder_with_a_mark(home: Path, mark: str) -> None:
    plant(home, {f"x/a/{mark}": "", "x/a/b/package.json": "", "x/a/b/c/": "", mark: ""})
    assert of(home, "x/a/b/c") == ("x/a", False, False)
    assert of(home, "x/a") == ("x/a", False, False)
    assert of(home, "x") == ("x", False, False)


def test_without_a_mark_it_is_the_folder_itself(home: Path) -> None:
    plant(home, {"x/a/package.toml": "", "x/a/b/": ""})
    assert of(home, "x/a/b") == ("x/a/b", False, False)


def test_the_home_directory_is_no_project(home: Path) -> None:
    plant(home, {"package.json": "", "x/": ""})
    assert of(home, ".") == (".", False, False)
    assert of(home, "x") == ("x", False, False)


def test_a_working_directory_right_below_the_root_of_the_disk_is_none(home: Path) -> None:
    roots = Roots(FileSystem(), "/data")
    assert roots.of("/data/a/b") == Root("/data/a/b")
    roots = Roots(FileSystem(), "/data/a")
    assert roots.of("/data/a/b") == Root("/data/a")
    assert roots.of("/data/ab") == Root("/data/ab")
