"""Which program it is: any change of what is installed makes another one of it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from herdr_lint.cache import program
from herdr_lint.cache.program import program_digest
from herdr_lint.judge import shipped


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small program, with its schemas and another library beside it."""
    for name in ("code/a.py", "code/inner/b.py", "code/note.txt", "schemas/x.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    (tmp_path / "site/other-1.0.dist-info").mkdir(parents=True)
    monkeypatch.setattr(program, "_PACKAGE", tmp_path / "code")
    monkeypatch.setattr(shipped, "root", lambda: tmp_path / "schemas")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), str(tmp_path / "none"), ""])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def later() -> float:
    return time.time() + 60


def test_the_program_that_is_there() -> None:
    found = program_digest(later())
    assert found is not None
    assert len(found) == 32
    assert program_digest(later()) == found


CHANGES: dict[str, Callable[[Path], object]] = {
    "code": lambda root: (root / "code/inner/b.py").write_text("other"),
    "code of the same length": lambda root: (root / "code/a.py").write_text("code/z.py"),
    "a module with an accent": lambda root: (root / "code/\u00e9.py").touch(),
    "a module more": lambda root: (root / "code/c.py").touch(),
    "a module whose name is no text": lambda root: (
        root / "code" / os.fsdecode(b"\xff.py")
    ).touch(),
    "a module less": lambda root: (root / "code/a.py").unlink(),
    "another name": lambda root: (root / "code/a.py").rename(root / "code/z.py"),
    "a schema": lambda root: (root / "schemas/x.json").write_text("other"),
    "a library more": lambda root: (root / "site/new-1.0.dist-info").mkdir(),
    "a library that is being worked on": lambda root: (root / "site/own.egg-info").mkdir(),
    "a library where the program is run": lambda root: (root / "own.egg-info").mkdir(),
    "another version": lambda root: (root / "site/other-1.0.dist-info").rename(
        root / "site/other-1.1.dist-info"
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_another_program(installed: Path, name: str) -> None:
    before = program_digest(later())
    assert before is not None
    CHANGES[name](installed)
    assert program_digest(later()) not in {None, before}


def test_what_is_no_part_of_the_program(installed: Path) -> None:
    before = program_digest(later())
    (installed / "code/note.txt").write_text("other")
    (installed / "site/note.txt").write_text("other")
    os.utime(installed / "code/a.py", (1, 1))
    assert program_digest(later()) == before


def test_what_has_changed_since_it_was_loaded(installed: Path) -> None:
    """Code that is replaced during a run is not what the run came from."""
    assert program_digest(time.time() - 60) is None
    for path in (installed / "code").rglob("*.py"):
        os.utime(path, (1, 1))
    assert program_digest(time.time() - 60) is None


def test_a_library_that_was_replaced_since(installed: Path) -> None:
    os.utime(installed / "site", (1, 1))
    since = float(int(time.time()) + 60)
    assert program_digest(since) is not None
    os.utime(installed, (since + 60, since + 60))  # what has no library in it does not count
    os.utime(installed / "site", (since, since))
    assert program_digest(since) is not None
    os.utime(installed / "site", (since + 60, since + 60))
    assert program_digest(since) is None


def test_a_schema_that_has_changed_since_it_was_loaded(installed: Path) -> None:
    since = time.time() + 60
    assert program_digest(since) is not None
    os.utime(installed / "schemas/x.json", (since, since))
    assert program_digest((installed / "schemas/x.json").stat().st_mtime) is not None
    os.utime(installed / "schemas/x.json", (since + 1, since + 1))
    assert program_digest(since) is None


def test_a_program_that_cannot_be_read(installed: Path) -> None:
    (installed / "schemas/x.json").unlink()
    (installed / "schemas").rmdir()
    assert program_digest(later()) is None
