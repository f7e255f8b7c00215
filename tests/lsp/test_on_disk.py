"""What the disk tells of one file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from herdr_lint.lsp.on_disk import beginning, changed_since, sign_of
from herdr_lint.role.glance import LARGEST_ROLE, SEEN


def test_a_file_has_changed_if_its_times_may_say_so(tmp_path: Path) -> None:
    path = tmp_path / "scout.md"
    assert not changed_since(path, 0.0)
    path.write_text("x")
    came = path.stat().st_ctime
    for written in (came - 1_000, came + 1_000):
        os.utime(path, (written, written))
        came = path.stat().st_ctime
        latest = max(came, written)
        assert changed_since(path, latest - 1)
        assert changed_since(path, latest + 0.05)  # clocks differ
        assert not changed_since(path, latest + 0.5)


def test_a_file_may_have_changed_at_the_time_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herdr_lint.lsp.on_disk.CLOCK", 0.0)
    (tmp_path / "a").touch()
    written = (tmp_path / "a").stat().st_ctime
    assert changed_since(tmp_path / "a", written)
    assert not changed_since(tmp_path / "a", written + 1)
    assert not changed_since(tmp_path / "b", 0)


@pytest.mark.parametrize("size", [100, LARGEST_ROLE, LARGEST_ROLE + 1])
def test_of_a_file_that_is_too_large_the_beginning_is_seen(tmp_path: Path, size: int) -> None:
    path = tmp_path / "scout.md"
    path.write_bytes(b"-" * size)
    assert len(beginning(path)) == (SEEN if size > LARGEST_ROLE else size)
    assert beginning(tmp_path / "none.md") == b""


def test_the_sign_of_a_beginning_is_what_tells_its_folder() -> None:
    role = b"---\nname: a\ntools: read\n---\nx\n"
    assert sign_of(role) == sign_of(role.replace(b"read", b"bash"))
    assert sign_of(role) != sign_of(b"# Notes\n")
    assert sign_of(role) != sign_of(role.replace(b"tools", b"color"))
