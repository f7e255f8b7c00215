from __future__ import annotations

import errno
import io
import os
import socket
import threading
from collections.abc import Callable
from contextlib import chdir
from pathlib import Path

import pytest

from herdr_lint.files import regular
from herdr_lint.files.regular import (
    TooLargeError,
    larger_than,
    read_given,
    read_regular,
    why_unread,
)


def stretch(path: Path) -> None:
    path.touch()
    os.truncate(path, 8 << 30)


def bind(path: Path) -> None:
    with chdir(path.parent), socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path.name)


KINDS: dict[str, tuple[Callable[[Path], object], str]] = {
    "pipe": (os.mkfifo, "not a regular file"),
    "socket": (bind, "not a regular file"),
    "device without an end": (lambda path: path.symlink_to("/dev/zero"), "not a regular file"),
    "folder": (Path.mkdir, "Is a directory"),
    "link to nowhere": (lambda path: path.symlink_to("nowhere"), "No such file or directory"),
    "link in a circle": (
        lambda path: path.symlink_to(path.name),
        "Too many levels of symbolic links",
    ),
    "eight gibibytes of nothing": (stretch, "larger than 16 MiB"),
}


@pytest.mark.skipif(os.name == "nt", reason="makes what only Unix has")
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_a_file_to_read(kind: str, tmp_path: Path) -> None:
    make, reason = KINDS[kind]
    make(tmp_path / "x")
    with pytest.raises(OSError, match=r".") as caught:
        read_regular(tmp_path / "x")
    assert caught.value.strerror == reason


def test_paths_that_no_system_has(tmp_path: Path) -> None:
    for name, reason in (("a\0b", "not a path that can be"), ("x/" * 4000, "File name too long")):
        with pytest.raises(OSError, match=r".") as caught:
            read_regular(f"{tmp_path}/{name}")
        assert caught.value.strerror == reason


def test_sizes(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"12345")
    assert read_regular(file, 5) == b"12345"
    with pytest.raises(TooLargeError) as caught:
        read_regular(file, 4)
    assert (caught.value.size, caught.value.strerror) == (5, "larger than 4 bytes")
    assert [read_regular(file, size, cut=True) for size in (0, 4, 5, 6)] == [
        b"",
        b"1234",
        b"12345",
        b"12345",
    ]


@pytest.mark.parametrize(
    ("longest", "told"),
    [
        (0, "larger than 0 bytes"),
        (1 << 20, "larger than 1 MiB"),
        (5 << 20, "larger than 5 MiB"),
        (256 << 10, "larger than 256 KiB"),
        (1025, "larger than 1025 bytes"),
    ],
)
def test_a_size_is_told_in_the_largest_unit_that_fits(longest: int, told: str) -> None:
    assert larger_than(longest) == told


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_a_file_that_says_less_than_it_has() -> None:
    whole = read_regular("/proc/self/environ")
    assert len(whole) > 9
    assert read_regular("/proc/self/environ", 9, cut=True) == whole[:9]
    for longest in (0, 1):
        with pytest.raises(TooLargeError) as caught:
            read_regular("/proc/self/environ", longest)
        assert caught.value.size == longest + 1


def test_no_more_is_read_than_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").write_bytes(b"12345")
    asked: list[int] = []

    class Noted(io.FileIO):
        def read(self, size: int | None = -1, /) -> bytes:
            asked.append(-1 if size is None else size)
            return super().read(size) or b""

    monkeypatch.setattr(os, "fdopen", Noted)
    assert read_regular(tmp_path / "x", 9) == b"12345"
    assert read_regular(tmp_path / "x", 3, cut=True) == b"123"
    with pytest.raises(TooLargeError):
        read_regular(tmp_path / "x", 4)
    assert asked == [6, 4]


def test_a_link_is_followed_where_that_is_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "x").write_bytes(b"1")
    (tmp_path / "link").symlink_to("x")
    assert read_regular(tmp_path / "link") == b"1"
    assert read_regular(tmp_path / "x", follow_links=False) == b"1"
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(tmp_path / "link", follow_links=False)
    monkeypatch.setattr(os, "lstat", os.stat)  # so that it becomes a link once it was looked at
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        read_regular(tmp_path / "link", follow_links=False)


def test_why_a_file_was_not_read() -> None:
    assert why_unread(TooLargeError(3, 2)) == "larger than 2 bytes"
    assert why_unread(OSError(errno.EIO, "broken")) == "cannot be read: broken"
    assert why_unread(OSError("odd")) == "cannot be read: odd"


def test_what_became_something_else_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"x")
    nothing = os.open(os.devnull, os.O_RDONLY)
    monkeypatch.setattr(os, "open", lambda *_: nothing)
    with pytest.raises(OSError, match=r"^\[Errno 22\] not a regular file$"):
        read_regular(file)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_into_which_somebody_writes_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    first = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    writer = os.open(path, os.O_WRONLY)

    def write() -> None:
        os.write(writer, b"late")
        os.close(writer)

    later = threading.Timer(0.05, write)
    later.start()
    assert read_given(path) == b"late"
    later.join()
    os.close(first)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regular, "LARGEST", 3)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    for length, expected in ((3, b"abc"), (5, None)):
        writer = os.open(path, os.O_WRONLY)
        os.write(writer, b"abcde"[:length])
        os.close(writer)
        if expected is None:
            with pytest.raises(TooLargeError) as caught:
                read_given(path)
            assert caught.value.size == 4  # no more is read than tells
        else:
            assert read_given(path) == expected
    os.close(reader)
    (tmp_path / "file").write_bytes(b"abc")
    assert read_given(tmp_path / "file") == b"abc"
    with pytest.raises(OSError, match="not a regular file"):
        read_given(os.devnull)
