from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from herdr_lint.files.file_system import FileSystem
from herdr_lint.project.ignore import Ignores
from tests.effort import examples
from tests.project.trees import plant
from tests.strategies.discovery import ignore_files, paths

GIT = shutil.which("git")


def left(root: Path, *, start: Path | None = None) -> list[str]:
    """The files that are not ignored, found the way a walk finds them."""
    ignores = Ignores(FileSystem())
    found = []
    stack = [start or root]
    while stack:
        directory = stack.pop()
        for path in directory.iterdir():
            if path.name == ".git" or ignores.ignores(str(path), directory=path.is_dir()):
                continue
            if path.is_dir():
                stack.append(path)
            elif path.name != ".gitignore":
                found.append(path.relative_to(root).as_posix())
    return sorted(found)


def test_the_deepest_file_that_speaks_of_a_path_decides(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            ".git/info/exclude": "e.md\n",
            ".gitignore": "*.md\n!keep.md\n/top\nlog/\n",
            "a.md": "",
            "keep.md": "",
            "e.md": "",
            "top/x": "",
            "log": "",
            "sub/.gitignore": "!a.md\nkeep.md\n!e.md\n",
            "sub/a.md": "",
            "sub/keep.md": "",
            "sub/e.md": "",
            "sub/top": "",
            "sub/log/x": "",
        },
    )
    assert left(tmp_path) == ["keep.md", "log", "sub/a.md", "sub/e.md", "sub/top"]


def test_a_repository_inside_another_has_rules_of_its_own(tmp_path: Path) -> None:
    plant(tmp_path, {".git/": "", ".gitignore": "*.md\n", "a.md": "", "sub/.git/": ""})
    plant(tmp_path, {"sub/.gitignore": "b.md\n", "sub/a.md": "", "sub/b.md": "", "c/a.md": ""})
    assert left(tmp_path) == ["sub/a.md"]


def test_a_work_tree_shares_the_excludes_of_its_repository(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            "main/.git/info/exclude": "a.md\n",
            "main/.git/worktrees/w/commondir": "../..\n",
            "w/.git": "gitdir: ../main/.git/worktrees/w\n",
            "w/a.md": "",
            "w/b.md": "",
            "odd/.git": "nonsense\n",
            "odd/a.md": "",
            "module/.git": "gitdir: ../main/.git\n",
            "module/a.md": "",
        },
    )
    assert left(tmp_path / "w") == ["b.md"]
    assert left(tmp_path / "odd") == ["a.md"]
    assert left(tmp_path / "module") == []


def test_ignore_files_that_cannot_be_read_say_nothing(tmp_path: Path) -> None:
    plant(tmp_path, {".git/": "", ".gitignore/": "", "a.md": "", "w/.git": "gitdir: \0\n"})
    plant(tmp_path, {"w/b.md": ""})
    assert left(tmp_path) == ["a.md", "w/b.md"]


def test_an_ignore_file_that_fails_to_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plant(tmp_path, {".git/": "", ".gitignore": "a.md\n", "a.md": ""})

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("os.open", refuse)
    assert left(tmp_path) == ["a.md"]


def test_a_file_that_is_too_large_says_nothing(tmp_path: Path) -> None:
    largest = "a.md\n".ljust(1 << 20, "#")
    plant(tmp_path, {".git/": "", ".gitignore": largest, "a.md": ""})
    assert left(tmp_path) == []
    plant(tmp_path, {".gitignore": f"{largest}#"})
    assert left(tmp_path) == ["a.md"]


def test_outside_of_a_repository_nothing_is_ignored(tmp_path: Path) -> None:
    plant(tmp_path, {".gitignore": "a.md\n", "a.md": ""})
    assert left(tmp_path) == ["a.md"]


def test_in_a_folder_that_is_ignored_only_its_own_rules_count(tmp_path: Path) -> None:
    plant(tmp_path, {".git/": "", ".gitignore": "build/\n*.md\n", "build/a.md": ""})
    plant(tmp_path, {"build/.gitignore": "b.md\n", "build/b.md": "", "build/c/d.md": ""})
    assert left(tmp_path) == []
    assert left(tmp_path, start=tmp_path / "build") == ["build/a.md", "build/c/d.md"]


@pytest.mark.parametrize("pattern", ["[z-a]", r"build/[a-\]]", "[z-a]*.md"])
def test_a_range_that_runs_backwards_matches_nothing_as_in_git(
    tmp_path: Path, pattern: str
) -> None:
    plant(tmp_path, {".git/": "", ".gitignore": f"{pattern}\nb.md\n", "a.md": "", "b.md": ""})
    assert left(tmp_path) == ["a.md"]


def test_a_byte_order_mark_and_line_ends_are_no_part_of_a_pattern(tmp_path: Path) -> None:
    plant(
        tmp_path,
        {
            ".git/": "",
            ".gitignore": b"\xef\xbb\xbfa.md\r\nb.md\r\nc\\ \r\n",
            "a.md": "",
            "b.md": "",
        },
    )
    plant(tmp_path, {"c ": ""})
    assert left(tmp_path) == []


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_a_pattern_may_have_any_bytes(tmp_path: Path) -> None:
    ignored = {"a.md": "", "\u00e9.md": ""}
    plant(tmp_path, {".git/": "", ".gitignore": b"\xff.md\na.md\n\xc3\xa9.md\n", **ignored})
    (tmp_path / os.fsdecode(b"\xff.md")).write_bytes(b"")
    assert left(tmp_path) == []


def test_a_file_that_names_no_repository_leads_to_none(tmp_path: Path) -> None:
    plant(tmp_path, {".git": "other\n", "other/info/exclude": "a.md\n", "a.md": ""})
    assert left(tmp_path) == ["a.md", "other/info/exclude"]


def test_a_pattern_of_many_stars_is_matched_as_git_does(tmp_path: Path) -> None:
    many = {".git/": "", ".gitignore": "a*" * 40 + "b\n*a*a*a?*?a*.txt\n" + "**/a/" * 20 + "b.md\n"}
    deep = "a/" * 40
    names = ("a" * 200 + "b", "a" * 200 + ".md", "a" * 90 + ".txt", deep + "b.md", deep + "c.md")
    plant(tmp_path, {**many, **dict.fromkeys(names, "")})
    assert left(tmp_path) == [deep + "c.md", "a" * 200 + ".md"]


def test_deep_directories(tmp_path: Path) -> None:
    ignores = Ignores(FileSystem())
    deep = os.path.join("/", *["d"] * 1500, "a.md")  # noqa: PTH118
    assert not ignores.ignores(deep)


@pytest.mark.skipif(GIT is None, reason="needs git to compare with")
@examples(40)
@given(st.sets(paths, min_size=1, max_size=6), ignore_files, ignore_files)
@example({"a/b/a.md", "a/a.md"}, "a/**\n!a/a.md\n!a/b", "")
@example({"a/a.md"}, "a/\n!a/a.md", "!a.md")
@example({"ab/a.md"}, "a*/**/", "")
@example({"a/a"}, "a\n!*\n/a", "")
@example({"a/a"}, "a\n!/**\n/a", "")
@example({"a/a", "b"}, "**\n!a/", "")
@example({"a/b/a"}, "b\n!a", "")
@example({"a/b/a"}, "b/\n!a/", "")
def test_agrees_with_git(files: set[str], outer: str, inner: str) -> None:
    assume(not any(one != two and two.startswith(one + "/") for one in files for two in files))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        plant(root, {**dict.fromkeys(files, ""), ".gitignore": outer})
        if (root / "a").is_dir():
            plant(root, {"a/.gitignore": inner})
        expected = tracked(root)
        assert left(root) == expected


def tracked(root: Path) -> list[str]:
    """What git itself would add."""
    git = [str(GIT), "-C", str(root), "-c", "core.excludesFile=", "-c", "core.quotePath=false"]
    subprocess.run([*git, "init", "-q"], check=True)
    listed = subprocess.run(
        [*git, "ls-files", "-z", "--others", "--exclude-standard"], check=True, capture_output=True
    )
    names = listed.stdout.decode().split("\0")
    return sorted(name for name in names if name and not name.endswith(".gitignore"))
