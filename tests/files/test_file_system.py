"""The disk with buffers laid over it."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path

import pytest

from herdr_lint.files.disk import Trace, keeping
from herdr_lint.files.file_system import Entry, FileSystem, Kind
from herdr_lint.files.regular import TooLargeError


def names(system: FileSystem, folder: Path) -> list[tuple[str, Kind]]:
    return [(entry.name, entry.kind) for entry in system.entries(str(folder))]


def test_each_kind_of_entry(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "nowhere").symlink_to("gone")
    os.mkfifo(tmp_path / "pipe")
    system = FileSystem()
    assert names(system, tmp_path) == [
        ("file", Kind.FILE),
        ("folder", Kind.DIRECTORY),
        ("link", Kind.FILE),
        ("nowhere", Kind.BROKEN),
        ("pipe", Kind.SPECIAL),
    ]
    for entry in system.entries(str(tmp_path)):
        assert system.kind(entry.path) is entry.kind
    assert system.kind(str(tmp_path / "gone")) is None
    assert system.kind("\0") is None


def test_a_buffer_stands_for_a_file_whether_or_not_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"disk")
    old, new = str(tmp_path / "a.md"), str(tmp_path / "new" / "roles" / "b.md")
    system = FileSystem({old: b"buffer", new: b"fresh"})
    assert system.read(old, 99) == b"buffer"
    assert system.read(new, 99) == b"fresh"
    assert names(system, tmp_path) == [("a.md", Kind.FILE), ("new", Kind.DIRECTORY)]
    assert names(system, tmp_path / "new" / "roles") == [("b.md", Kind.FILE)]
    assert system.is_directory(str(tmp_path / "new"))
    assert dict(system.buffers_below(str(tmp_path / "new"))) == {"roles/b.md": b"fresh"}
    assert pickle.loads(pickle.dumps(system)).read(new, 99) == b"fresh"  # noqa: S301 - our own


def test_a_buffer_stands_for_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").mkdir()
    system = FileSystem({str(tmp_path / "a.md"): b"x"})
    [entry] = system.entries(str(tmp_path))
    assert entry == Entry.at(str(tmp_path / "a.md"), Kind.FILE, link=False)
    assert (entry.name, entry.path) == ("a.md", str(tmp_path / "a.md"))


def test_only_regular_files_within_the_limit_are_read(tmp_path: Path) -> None:
    (tmp_path / "five").write_bytes(b"12345")
    os.mkfifo(tmp_path / "pipe")
    system = FileSystem({str(tmp_path / "buffer"): b"12345"})
    assert system.read(str(tmp_path / "five"), 5) == b"12345"
    for name in ("five", "buffer"):
        with pytest.raises(TooLargeError):
            system.read(str(tmp_path / name), 4)
    for name in ("pipe", "gone", "."):
        with pytest.raises(OSError, match=r"not a regular file|No such file|Is a directory"):
            system.read(str(tmp_path / name), 5)


def test_what_is_read_ahead_is_opened_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(tmp_path / "a")
    (tmp_path / "a").write_bytes(b"first")
    system = FileSystem()
    assert system.read_ahead(path, 99) == b"first"
    (tmp_path / "a").write_bytes(b"second")
    assert system.read(path, 99) == b"first"
    assert system.read(path, 99) == b"second"
    system.read_ahead(path, 99)
    (tmp_path / "a").write_bytes(b"third")
    system.forget(path)
    assert system.read(path, 99) == b"third"
    assert system.read_ahead(str(tmp_path / "gone"), 99) == b""


def test_what_is_too_large_is_read_ahead_as_far_as_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_bytes(b"on disk")
    on_disk, buffer = str(tmp_path / "a.md"), str(tmp_path / "b.md")
    system = FileSystem({buffer: b"a buffer"})
    assert [system.read_ahead(path, 6) for path in (on_disk, buffer)] == [b"", b""]
    found = [system.read_ahead(path, 6, beginning=4) for path in (on_disk, buffer)]
    assert found == [b"on d", b"a bu"]
    assert system.read(on_disk, 7) == b"on disk"  # nothing was kept

    def refuse(*_: object) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("herdr_lint.files.disk.beginning", refuse)
    assert system.read_ahead(on_disk, 6, beginning=4) == b""


def test_what_was_listed_so_far_is_known_from_a_folder_down(tmp_path: Path) -> None:
    for name in ("a/b", "ab", "c"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "x").write_bytes(b"")
    system = FileSystem()
    for name in ("a", "a/b", "ab", "gone"):
        system.entries_if_any(str(tmp_path / name))
    for start in (str(tmp_path / "a"), f"{tmp_path}{os.sep}a{os.sep}"):
        assert [entry.path for entry in system.listed(start)] == [
            str(tmp_path / "a" / "b"),
            str(tmp_path / "a" / "b" / "x"),
        ]
    assert len([*system.listed(os.sep)]) == 3


def test_a_folder_is_listed_once(tmp_path: Path) -> None:
    system = FileSystem()
    assert [*system.entries_if_any(str(tmp_path))] == []
    (tmp_path / "late").write_bytes(b"")
    assert [*system.entries_if_any(str(tmp_path))] == []
    for _ in range(2):
        assert [*system.entries_if_any(str(tmp_path / "gone"))] == []
        with pytest.raises(FileNotFoundError):
            system.entries(str(tmp_path / "gone"))
        (tmp_path / "gone").mkdir(exist_ok=True)


def test_of_a_folder_that_was_listed_nothing_else_is_asked(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    (tmp_path / "b").symlink_to("a")
    system = FileSystem()
    system.entries(str(tmp_path))
    (tmp_path / "late").write_bytes(b"")
    (tmp_path / "a").unlink()
    (tmp_path / "a").symlink_to("late")
    (tmp_path / "b").unlink()
    with keeping(Trace()) as trace:
        known = [
            (system.kind(path), system.is_link(path))
            for path in map(
                str,
                (
                    tmp_path / "a",
                    tmp_path / "b",
                    tmp_path / "late",
                ),
            )
        ]
    assert known == [(Kind.FILE, False), (Kind.FILE, True), (None, False)]
    assert trace.groups() == []


def test_a_file_is_located_in_the_folder_that_holds_it(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.md").write_bytes(b"")
    (tmp_path / "real" / "b.md").symlink_to("a.md")
    (tmp_path / "link").symlink_to("real")
    system = FileSystem()
    real = (tmp_path / "real").resolve()
    assert system.located(str(tmp_path / "link" / "b.md")) == str(real / "b.md")
    assert system.located(str(tmp_path / "link")) == str(real)
    assert system.located(str(tmp_path / "link" / "gone")) == str(real / "gone")
    for end in ("", ".", "..", "../link"):
        located = system.located(os.path.join(tmp_path, "link", end))  # noqa: PTH118
        assert located == str(real if end != ".." else real.parent), end
    for end in ("gone/", "gone/x/.."):
        located = system.located(os.path.join(tmp_path, "link", end))  # noqa: PTH118
        assert located == str(real / "gone")


def test_of_a_file_in_a_listed_folder_only_the_folder_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real" / "sub").mkdir(parents=True)
    (tmp_path / "real" / "a.md").write_bytes(b"")
    (tmp_path / "real" / "b.md").symlink_to("a.md")
    (tmp_path / "link").symlink_to("real")
    system = FileSystem()
    folder, real = tmp_path / "link", (tmp_path / "real").resolve()
    system.entries(str(folder))
    with keeping(Trace()) as trace:
        found = [system.real(str(folder / name)) for name in ("a.md", "b.md", "sub", "a.md", "sub")]
    assert found == [str(real / name) for name in ("a.md", "a.md", "sub", "a.md", "sub")]
    asked = [
        f"{where}{what[7:]}" for where, whats, _ in trace.groups() for what in whats.split("\0")
    ]
    assert asked == [str(folder), str(folder / "b.md"), str(folder / "sub")]


def test_without_a_disk_there_is_nothing_but_buffers() -> None:
    system = FileSystem({"/a": b"1"}, disk=False)
    assert system.read("/a", 9) == b"1"
    with pytest.raises(FileNotFoundError, match=r"no such file: '/b'$"):
        system.read("/b", 9)
    with pytest.raises(FileNotFoundError, match=r"no such folder: '/b'$"):
        system.entries("/b")
    assert names(FileSystem({"/a/b": b"1"}, disk=False), Path("/a")) == [("b", Kind.FILE)]


def test_without_a_disk_nothing_is_asked_of_it(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "link").symlink_to("file")
    link = str(tmp_path / "link")
    buffer = tmp_path / "new" / "a.md"
    with keeping(Trace()) as trace:
        system = FileSystem({str(buffer): b"1"}, disk=False)
        assert not system.exists(link)
        assert not system.is_link(link)
        assert system.real(link) == link
        assert system.real(f"{tmp_path}/new/../new") == str(tmp_path / "new")
        assert [*system.entries_if_any(str(tmp_path / "gone"))] == []
        for path in (buffer, *buffer.parents):
            assert system.exists(str(path))
            if path != path.parent:
                kind = Kind.FILE if path == buffer else Kind.DIRECTORY
                assert names(system, path.parent) == [(path.name, kind)]
    assert trace.groups() == []


def test_buffers_are_told_by_their_names_in_a_folder() -> None:
    buffers = {"/a/b.md": b"1", "/a/c/d.md": b"2", "/ab.md": b"3"}
    system = FileSystem(buffers, disk=False)
    for folder in ("/a", "/a/"):
        assert dict(system.buffers_below(folder)) == {"b.md": b"1", "c/d.md": b"2"}
    assert dict(system.buffers_below("/")) == {path[1:]: data for path, data in buffers.items()}
