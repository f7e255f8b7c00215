"""The folder of the cache: bounded, private, and careful with what is not ours."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from herdr_lint.cache import store
from herdr_lint.cache.store import CacheFolder, Removed, default_folder

A, B, C = ("0" * 31 + digit for digit in "abc")


@pytest.fixture
def cache(tmp_path: Path) -> CacheFolder:
    return CacheFolder(tmp_path / "deep" / "cache")


def names(cache: CacheFolder) -> set[str]:
    return {path.name for path in cache.folder.iterdir()}


def test_what_is_kept_is_found(cache: CacheFolder) -> None:
    assert cache.load(A) is None
    cache.save(A, (b"one",))
    cache.save(A, (b"two",))
    assert cache.load(A) == b"two"
    assert names(cache) == {A, "CACHEDIR.TAG", ".gitignore"}
    assert (cache.folder / ".gitignore").read_text() == "*\n"
    (cache.folder / ".gitignore").write_text("mine\n")
    cache.save(A, (b"two",))
    assert (cache.folder / ".gitignore").read_text() == "mine\n"
    assert (cache.folder / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172")


@pytest.mark.skipif(os.name == "nt", reason="modes are those of POSIX")
def test_nobody_else_reads_it(cache: CacheFolder) -> None:
    cache.save(A, (b"one",))
    assert stat.S_IMODE(cache.folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((cache.folder / A).stat().st_mode) == 0o600


def test_what_was_not_used_for_longest_goes_first(
    cache: CacheFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LARGEST", 8)
    for age, name in ((20, A), (30, B)):
        cache.save(name, (b"1234",))
        os.utime(cache.folder / name, (age, age))
    cache.used(A)
    cache.save(C, (b"1234",))
    assert names(cache) == {A, C, "CACHEDIR.TAG", ".gitignore"}
    cache.save(B, (b"123456789",))
    assert cache.load(B) is None


@pytest.mark.parametrize(("spare", "left"), [(0, {A, B}), (-1, {B})])
def test_all_entries_together_have_64_mib(cache: CacheFolder, spare: int, left: set[str]) -> None:
    cache.save(A, ())
    os.truncate(cache.folder / A, (64 << 20) - 4 - spare)
    os.utime(cache.folder / A, (20, 20))
    cache.save(B, (b"1234",))
    assert names(cache) == left | {"CACHEDIR.TAG", ".gitignore"}


def test_what_nobody_will_finish_goes(cache: CacheFolder) -> None:
    cache.save(A, (b"one",))
    for name, age in ((f"{B}.12", 1), (f"{C}.13", None)):
        (cache.folder / name).write_bytes(b"half")
        if age:
            os.utime(cache.folder / name, (age, age))
    cache.save(A, (b"two",))
    assert names(cache) == {A, f"{C}.13", "CACHEDIR.TAG", ".gitignore"}


def test_what_was_begun_within_the_hour_may_be_finished(
    cache: CacheFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.save(A, (b"one",))
    now = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: now)
    for name, age in ((f"{B}.12", 3_600 * 10**9), (f"{C}.13", 3_600 * 10**9 + 1)):
        (cache.folder / name).write_bytes(b"half")
        os.utime(cache.folder / name, ns=(now - age, now - age))
    cache.save(A, (b"two",))
    assert names(cache) == {A, f"{B}.12", "CACHEDIR.TAG", ".gitignore"}


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = CacheFolder(tmp_path / "file")
    cache.save(A, (b"one",))
    assert cache.load(A) is None
    cache.used(A)
    assert cache.clean() == Removed(0, 0)
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.parametrize("name", ["replace", "fdopen"])
def test_a_disk_that_is_full(
    cache: CacheFolder, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path if name == "replace" else os, name, refuse)
    cache.save(A, (b"one",))
    monkeypatch.undo()
    assert names(cache) == {"CACHEDIR.TAG", ".gitignore"}
    assert cache.clean() == Removed(0, 0)
    assert not cache.folder.exists()


def test_what_a_run_that_was_ended_has_begun_is_cleaned_away(
    cache: CacheFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", end)
    with pytest.raises(KeyboardInterrupt):
        cache.save(A, (b"one",))
    assert names(cache) == {f"{A}.{os.getpid()}", "CACHEDIR.TAG", ".gitignore"}
    assert cache.clean() == Removed(0, 3)
    assert not cache.folder.exists()


def test_an_entry_that_is_no_file(cache: CacheFolder) -> None:
    (cache.folder / A).mkdir(parents=True)
    assert cache.load(A) is None
    cache.save(A, (b"one",))
    assert cache.load(A) is None


def test_cleaning_removes_what_is_ours(cache: CacheFolder) -> None:
    cache.save(A, (b"1234",))
    cache.save(B, (b"12",))
    (cache.folder / f"{C}.13").write_bytes(b"1")
    assert cache.clean() == Removed(2, 7)
    assert not cache.folder.exists()
    assert cache.folder.parent.exists()


def test_cleaning_removes_entries_that_lost_their_marks(cache: CacheFolder) -> None:
    cache.save(A, (b"1234",))
    (cache.folder / "CACHEDIR.TAG").unlink()
    assert cache.clean() == Removed(1, 4)
    assert not cache.folder.exists()


def test_cleaning_what_somebody_else_cleans_as_well(
    cache: CacheFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink = Path.unlink

    def second(path: Path, *, missing_ok: bool = False) -> None:
        os.unlink(path)  # noqa: PTH108 - this one is the first
        unlink(path, missing_ok=missing_ok)

    cache.save(A, (b"1234",))
    monkeypatch.setattr(Path, "unlink", second)
    assert cache.clean() == Removed(1, 4)
    assert not cache.folder.exists()


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_cleaning_does_not_follow_links(cache: CacheFolder, tmp_path: Path) -> None:
    cache.save(A, (b"1234",))
    (tmp_path / "mine").write_text("mine" * 100)
    (cache.folder / B).symlink_to(tmp_path / "mine")
    (cache.folder / C).symlink_to("no")
    assert cache.clean() == Removed(3, 4 + len(str(tmp_path / "mine")) + 2)
    assert (tmp_path / "mine").exists()
    assert not cache.folder.exists()


def test_cleaning_leaves_what_is_not_ours(cache: CacheFolder) -> None:
    cache.save(A, (b"1234",))
    mine = ["notes.txt", A.upper(), A + "0", f"{A}.txt", f"{A}."]
    for name in mine:
        (cache.folder / name).write_text("mine")
    assert cache.clean() == Removed(1, 4)
    assert names(cache) == set(mine)
    assert cache.clean() == Removed(0, 0)
    assert names(cache) == set(mine)


def test_cleaning_leaves_the_ignore_file_of_a_folder_that_is_no_cache(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("build/\n")
    assert CacheFolder(tmp_path).clean() == Removed(0, 0)
    assert (tmp_path / ".gitignore").read_text() == "build/\n"


def test_where_the_platform_keeps_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    own = str(tmp_path / "x")
    assert default_folder({"XDG_CACHE_HOME": own}, "linux") == tmp_path / "x/herdr-lint"
    assert default_folder({"XDG_CACHE_HOME": "x"}, "linux") == tmp_path / ".cache/herdr-lint"
    assert default_folder({}, "darwin") == tmp_path / "Library/Caches/herdr-lint"
    assert default_folder({"LOCALAPPDATA": own}, "win32") == tmp_path / "x/herdr-lint/cache"
    assert default_folder({}, "win32") is None
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    assert default_folder({}, "linux") is None
