"""Paths as people read them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from herdr_lint.project.display import Display, printable


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    (tmp_path / "link").symlink_to("here")
    return tmp_path.resolve() / "here"


def test_paths_from_the_working_directory(here: Path) -> None:
    shown = {
        here / "roles" / "a.md": "roles/a.md",
        here: ".",
        here.parent: "..",
        here.parent / "here.md": "../here.md",
        here.parent / "b" / "a.md": "../b/a.md",
        here / "é.md": "é.md",
    }
    for directory in (here, str(here), here.parent / "link"):
        assert [Display(directory)(path) for path in shown] == [*shown.values()]
        assert [Display(directory)(str(path)) for path in shown] == [*shown.values()]
    assert Display("/")("/a/b") == "a/b"


def test_where_there_is_no_way_the_path_is_absolute(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: str) -> str:
        raise ValueError

    display = Display(here)
    monkeypatch.setattr(os.path, "relpath", refuse)
    assert display("/other/a.md") == "/other/a.md"
    assert display(here / "a.md") == "a.md"


def test_what_cannot_be_printed() -> None:
    names = {
        "a.md": "a.md",
        "é.md": "é.md",
        os.fsdecode(b"\xe9.md"): "\\xe9.md",
        os.fsdecode(b"\xc3\xa9\xff.md"): "é\\xff.md",
        "\ud800é.md": "\\ud800é.md",
    }
    assert [printable(name) for name in names] == [*names.values()]
