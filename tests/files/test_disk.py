"""What was asked of the disk, and whether it would answer the same now."""

from __future__ import annotations

import errno
import importlib.util
import os
import pickle
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from herdr_lint.files import disk
from herdr_lint.files.disk import Group, Kind, Trace, keeping, still_holds
from herdr_lint.files.regular import TooLargeError


def asked(folder: Path) -> Sequence[Group]:
    """Every question about a small folder, with its answers."""
    with keeping(Trace()) as trace:
        ask(folder)
    return trace.groups()


def ask(folder: Path) -> None:
    with suppress(OSError):
        disk.listing(str(folder / "none"))
    disk.listing(str(folder))
    for name in ("file", "folder", "link", "nowhere", "none", "some more"):
        disk.kind(folder / name)
        disk.is_link(str(folder / name))
        disk.real(folder / name)
        for follow, longest in product((True, False), (10, 2)):
            with suppress(OSError):
                disk.read(folder / name, longest, follow_links=follow)
        for size in (10, 2):
            with suppress(OSError):
                disk.beginning(str(folder / name), size)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("text")
    (tmp_path / "some more").write_text("more")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "nowhere").symlink_to("missing")
    return tmp_path


def touch(folder: Path) -> None:
    os.utime(folder / "file", (1, 1))


def write_the_same(folder: Path) -> None:
    (folder / "file").unlink()
    (folder / "file").write_text("text")


@pytest.mark.parametrize("change", [lambda _: None, touch, write_the_same])
def test_nothing_new(folder: Path, change: Callable[[Path], None]) -> None:
    answers = asked(folder)
    change(folder)
    assert still_holds(answers)


def replaced(text: str) -> Callable[[Path], None]:
    def replace(folder: Path) -> None:
        before = (folder / "file").stat()
        (folder / "file").write_text(text)
        os.utime(folder / "file", ns=(before.st_atime_ns, before.st_mtime_ns))

    return replace


def other_link(folder: Path) -> None:
    (folder / "link").unlink()
    (folder / "link").symlink_to(folder / "folder")


def copy_for_link(folder: Path) -> None:
    (folder / "link").unlink()
    (folder / "link").write_text("text")


def another_file(folder: Path) -> None:
    (folder / "file").unlink()
    (folder / "file").symlink_to("some more")


def same_file(folder: Path) -> None:
    (folder / "file").rename(folder / "some more")
    (folder / "file").symlink_to("some more")


def a_folder(folder: Path) -> None:
    (folder / "file").unlink()
    (folder / "file").mkdir()


ASKED: dict[str, Callable[[Path], object]] = {
    "kind": lambda folder: disk.kind(folder / "file"),
    "link": lambda folder: disk.is_link(str(folder / "file")),
    "real": lambda folder: disk.real(folder / "file"),
    "names": lambda folder: disk.listing(str(folder)),
    "bytes": lambda folder: disk.read(folder / "file"),
    "bytes of no link": lambda folder: disk.read(folder / "file", follow_links=False),
    "first bytes": lambda folder: disk.beginning(str(folder / "file"), 2),
    "too many bytes": lambda folder: disk.read(folder / "file", 2),
    "kind of none": lambda folder: disk.kind(folder / "none"),
    "names of none": lambda folder: disk.listing(str(folder / "none")),
    "bytes of none": lambda folder: disk.read(folder / "none"),
    "first bytes of none": lambda folder: disk.beginning(str(folder / "none"), 2),
}
OF_ONE = {name for name in ASKED if not name.endswith("none")}


@pytest.mark.parametrize(
    ("change", "others"),
    [
        (replaced("test"), ["bytes", "bytes of no link"]),
        (replaced("toxt"), ["bytes", "bytes of no link", "first bytes"]),
        (replaced("texts"), ["bytes", "bytes of no link", "too many bytes"]),
        (replaced("te"), ["bytes", "bytes of no link", "too many bytes"]),
        (a_folder, [*(OF_ONE - {"link", "real"})]),
        (same_file, ["link", "real", "names", "bytes of no link"]),
        (another_file, [*(OF_ONE - {"kind", "too many bytes"})]),
        (lambda folder: (folder / "none").mkdir(), ["names", *(set(ASKED) - OF_ONE)]),
        (lambda folder: (folder / "some more").rename(folder / "é"), ["names"]),
        (lambda folder: (folder / "more").touch(), ["names"]),
        (lambda folder: (folder / "folder").rmdir(), ["names"]),
        (lambda folder: (folder / "folder").rename(folder / "Folder"), ["names"]),
    ],
)
def test_each_question_has_an_answer_of_its_own(
    folder: Path, change: Callable[[Path], None], others: list[str]
) -> None:
    noted = {}
    for name, ask in ASKED.items():
        with keeping(Trace()) as trace, suppress(OSError):
            ask(folder)
        noted[name] = trace.groups()
        assert still_holds(noted[name])
    change(folder)
    assert {name for name, groups in noted.items() if not still_holds(groups)} == {*others}


CHANGES: dict[str, Callable[[Path], None]] = {
    "other bytes of the same size and time": replaced("Text"),
    "longer": replaced("texts"),
    "empty": replaced(""),
    "gone": lambda folder: (folder / "file").unlink(),
    "a file more": lambda folder: (folder / "more").touch(),
    "a folder less": lambda folder: (folder / "folder").rmdir(),
    "a name with a space less": lambda folder: (folder / "some more").unlink(),
    "another link": other_link,
    "a copy for a link": copy_for_link,
    "a link that leads somewhere now": lambda folder: (folder / "missing").touch(),
}


@pytest.mark.parametrize("name", CHANGES)
def test_something_new(folder: Path, name: str) -> None:
    answers = asked(folder)
    CHANGES[name](folder)
    assert not still_holds(answers)


@pytest.mark.parametrize("name", CHANGES)
def test_what_has_changed_in_the_course_of_a_run_never_holds(folder: Path, name: str) -> None:
    trace = Trace()
    with keeping(trace):
        ask(folder)
        CHANGES[name](folder)
        ask(folder)
    assert not still_holds(trace.groups())


def test_what_another_process_has_asked(folder: Path) -> None:
    with keeping(Trace()) as part:
        ask(folder)
    trace = Trace()
    trace.take(pickle.loads(pickle.dumps(part)))  # noqa: S301 - our own
    assert trace.groups() == asked(folder)


def test_questions_are_kept_by_folder_in_their_order(folder: Path) -> None:
    with keeping(Trace()) as part:
        assert disk.kept_trace() is part
        disk.read(folder / "file", 9)
        disk.read(folder / "some more", follow_links=False)
        disk.kind(folder / "folder" / "none")
    trace = Trace()
    assert (trace.reads, part.reads) == (0, 2)
    with keeping(trace):
        disk.is_link(str(folder / "link"))
        trace.take(part)
        disk.read(folder / "file")
    assert trace.reads == 3
    start = f"{folder}{os.sep}"
    assert [(at, asked.split("\0")) for at, asked, _ in trace.groups()] == [
        (start, [f"{disk.LINK} 0 -1 link"]),
        (start, [f"{disk.READ} 9 4 file", f"{disk.READ_NO_LINK} {16 << 20} 4 some more"]),
        (f"{start}folder{os.sep}", [f"{disk.KIND} 0 -1 none"]),
        (start, [f"{disk.READ} {16 << 20} 4 file"]),
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_there_is_of_each_kind(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "to pipe").symlink_to("pipe")
    (folder / "to folder").symlink_to("folder")
    (folder / "round").symlink_to("round")
    kinds = {
        "file": (Kind.FILE, False),
        "folder": (Kind.DIRECTORY, False),
        "link": (Kind.FILE, True),
        "nowhere": (Kind.BROKEN, True),
        "pipe": (Kind.SPECIAL, False),
        "round": (Kind.BROKEN, True),
        "some more": (Kind.FILE, False),
        "to folder": (Kind.DIRECTORY, True),
        "to pipe": (Kind.SPECIAL, True),
    }
    assert {one.name: (one.kind, one.link) for one in disk.listing(str(folder))} == kinds
    for name, (kind, link) in {**kinds, "none": (None, False)}.items():
        path = folder / name
        assert (disk.kind(path), disk.is_link(str(path))) == (kind, link)
        assert disk.exists(path) is (kind is not None)
        assert disk.is_file(path) is (kind is Kind.FILE)
        assert disk.is_directory(path) is (kind is Kind.DIRECTORY)


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_a_name_may_have_any_bytes(folder: Path) -> None:
    odd = folder / os.fsdecode(b"\xff\xc3\xa9")
    odd.write_text("")
    (folder / "link").unlink()
    (folder / "link").symlink_to(odd.name)
    answers = asked(folder)
    assert still_holds(answers)
    odd.rename(folder / os.fsdecode(b"\xfe\xc3\xa9"))
    assert not still_holds(answers)


def test_many_questions_are_several_groups(folder: Path) -> None:
    with keeping(Trace()) as trace:
        for number in range(150):
            disk.kind(folder / f"{number}")
    groups = trace.groups()
    assert [asked.count("\0") + 1 for _, asked, _ in groups] == [64, 64, 22]
    (folder / "149").touch()
    assert not still_holds(groups)
    assert still_holds(groups[:2])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_never_an_empty_file(folder: Path) -> None:
    (folder / "file").write_text("")
    with keeping(Trace()) as trace:
        disk.read(folder / "file")
    (folder / "file").unlink()
    os.mkfifo(folder / "file")
    assert not still_holds(trace.groups())
    assert disk.kind(folder / "file") is Kind.SPECIAL


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs /proc")
@pytest.mark.parametrize("other", ["/proc/self/environ", "/proc/self/mem"])
def test_a_file_that_looks_empty_is_no_empty_file(folder: Path, other: str) -> None:
    (folder / "file").write_text("")
    with keeping(Trace()) as trace:
        disk.read(folder / "file")
    assert still_holds(trace.groups())
    (folder / "file").unlink()
    (folder / "file").symlink_to(other)
    assert (folder / "file").stat().st_size == 0
    assert not still_holds(trace.groups())


def test_a_file_is_opened_for_as_long_as_it_is_read(folder: Path) -> None:
    with keeping(Trace()) as trace:
        disk.read(folder / "file")
    before = os.open(os.devnull, os.O_RDONLY)
    os.close(before)
    assert still_holds(trace.groups())
    (folder / "file").write_text("other text")
    assert not still_holds(trace.groups())
    after = os.open(os.devnull, os.O_RDONLY)
    os.close(after)
    assert after == before


@pytest.mark.parametrize("piece", [1, 3])
def test_a_large_file_that_comes_in_pieces(
    folder: Path, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    with keeping(Trace()) as trace:
        disk.read(folder / "file")
    real = os.read
    monkeypatch.setattr(os, "read", lambda handle, size: real(handle, min(size, piece)))
    assert still_holds(trace.groups())
    monkeypatch.setattr(os, "read", lambda handle, size: real(handle, min(size, 3))[:3] and b"tex")
    assert not still_holds(trace.groups())


def test_a_file_that_does_not_end_is_read_a_little_further_than_it_was(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with keeping(Trace()) as trace:
        disk.read(folder / "file")
    asked: list[int] = []

    def read(_: int, size: int) -> bytes:
        asked.append(size)
        return b"te"

    monkeypatch.setattr(os, "read", read)
    assert not still_holds(trace.groups())
    assert asked == [5, 5, 5]


def test_a_file_that_is_gone_or_fails_has_no_answer(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with keeping(Trace()) as trace:
        disk.read(folder / "file")
    (folder / "file").unlink()
    assert not still_holds(trace.groups())
    (folder / "file").write_text("text")
    assert still_holds(trace.groups())

    def fail(*_: object) -> bytes:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "read", fail)
    assert not still_holds(trace.groups())


def test_what_could_not_be_read_and_can_be_now(folder: Path) -> None:
    with keeping(Trace()) as trace, pytest.raises(FileNotFoundError):
        disk.read(folder / "missing")
    assert still_holds(trace.groups())
    (folder / "missing").touch()
    assert not still_holds(trace.groups())


def test_an_interpreter_without_a_module_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "_blake2", None)
    spec = importlib.util.spec_from_file_location("another_disk", disk.__file__)
    assert spec is not None
    assert spec.loader is not None
    another = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "another_disk", another)
    spec.loader.exec_module(another)
    assert another.digest_of(b"x") == disk.digest_of(b"x")


def test_an_error_is_an_answer(folder: Path) -> None:
    with keeping(Trace()) as trace, pytest.raises(TooLargeError):
        disk.read(folder / "file", 1)
    assert still_holds(trace.groups())
    (folder / "file").write_text("texts")
    assert not still_holds(trace.groups())


def test_a_path_that_no_system_has() -> None:
    with keeping(Trace()) as trace:
        assert disk.kind("a\0b") is None
        with pytest.raises(ValueError, match="null"):
            disk.real("a\0b")
        with pytest.raises(OSError, match="not a path"):
            disk.read("a\0b")
    assert trace.groups() == []


def test_nothing_is_noted_without_a_trace(folder: Path) -> None:
    with keeping(Trace()) as trace:
        pass
    disk.read(folder / "file")
    assert disk.kept_trace() is None
    assert trace.groups() == []


def test_a_link_that_goes_while_it_is_followed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(path: str) -> str:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", path)

    monkeypatch.setattr(os, "readlink", gone)
    monkeypatch.setattr(os, "getcwd", lambda: gone("."))
    assert disk.real(str(folder / "link")) == str(folder / "link")
    with pytest.raises(FileNotFoundError):
        disk.real("link")


def test_a_listing_makes_its_entries_when_they_are_asked_for(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "c").symlink_to("a")
    for name in ("d", "a"):
        (tmp_path / name).write_bytes(b"")
    listed = disk.listing(str(tmp_path))
    assert [(one.name, one.kind, one.link) for one in listed] == [
        ("a", Kind.FILE, False),
        ("b", Kind.DIRECTORY, False),
        ("c", Kind.FILE, True),
        ("d", Kind.FILE, False),
    ]
    assert listed.names == ["a", "b", "c", "d"]
    assert (len(listed), listed[1].name, listed[-1].path) == (4, "b", str(tmp_path / "d"))
    assert [one.name for one in listed[1:3]] == ["b", "c"]
    assert [one.name for one in listed.others()] == ["b", "c"]
    assert (listed.find("c"), listed.find("bb")) == (listed[2], None)
    assert [listed.has(name) for name in ("a", "d", "e", "")] == [True, True, False, False]


def test_a_listing_takes_in_what_is_not_on_the_disk(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a").write_bytes(b"")
    listed = disk.listing(str(tmp_path))
    more = listed.with_more({"a": Kind.FILE, "b": Kind.FILE, "c": Kind.DIRECTORY})
    assert [(one.name, one.kind) for one in more] == [
        ("a", Kind.FILE),
        ("b", Kind.FILE),
        ("c", Kind.DIRECTORY),
    ]
    assert [one.name for one in listed.others()] == ["b"]
    assert [(one.name, one.link) for one in more.others()] == [("c", False)]
    (tmp_path / "d").symlink_to("a")
    linked = disk.listing(str(tmp_path)).with_more({"d": Kind.FILE}).find("d")
    assert linked is not None
    assert linked.link
