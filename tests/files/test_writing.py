from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from herdr_lint.files.writing import WriteError, make_file, replace_file, write_file

BEFORE, AFTER = b"one\r\n", b"three"
PIECES = (AFTER[:3], AFTER[3:])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scout.md"
    path.write_bytes(BEFORE)
    return path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_mode_stays_and_nothing_is_left_behind(file: Path) -> None:
    file.chmod(0o640)
    replace_file(file, BEFORE, AFTER)
    assert file.read_bytes() == AFTER
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert names(file.parent) == ["scout.md"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_owner_stays(file: Path) -> None:
    os.chown(file, 1234, 4321)
    replace_file(file, BEFORE, AFTER)
    assert (file.stat().st_uid, file.stat().st_gid) == (1234, 4321)


def refusing(number: int) -> Callable[..., None]:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return refuse


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_an_owner_that_cannot_be_given_keeps_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.chown(file, 1234, 4321)
    number = file.stat().st_ino
    monkeypatch.setattr(os, "chown", refusing(errno.EPERM))
    replace_file(file, BEFORE, AFTER)
    assert (file.read_bytes(), file.stat().st_ino) == (AFTER, number)
    assert names(file.parent) == ["scout.md"]


def test_an_owner_that_need_not_be_given_is_not(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = file.stat().st_ino
    monkeypatch.setattr(os, "chown", refusing(errno.EPERM))
    replace_file(file, BEFORE, AFTER)
    assert (file.read_bytes(), file.stat().st_ino != number) == (AFTER, True)
    monkeypatch.delattr(os, "chown")
    replace_file(file, AFTER, BEFORE)
    assert file.read_bytes() == BEFORE


@pytest.mark.parametrize("name", ["chown", "listxattr", "posix_fallocate", "set_blocking"])
def test_what_a_system_does_not_offer_is_done_without(
    file: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if hasattr(os, name):
        monkeypatch.delattr(os, name)
    replace_file(file, BEFORE, AFTER)
    (file.parent / "other").hardlink_to(file)
    replace_file(file, AFTER, BEFORE)
    write_file(Path(os.devnull), PIECES)
    assert (file.parent / "other").read_bytes() == BEFORE


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="needs extended attributes")
def test_extended_attributes_stay(file: Path) -> None:
    try:
        os.setxattr(file, "user.note", b"mine")
    except OSError:
        pytest.skip("the file system has none")
    replace_file(file, BEFORE, AFTER)
    assert os.getxattr(file, "user.note") == b"mine"


@pytest.mark.parametrize("number", [errno.ENOTSUP, errno.ENOSYS])
def test_a_system_without_attributes_is_no_hindrance(
    file: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    inode = file.stat().st_ino
    monkeypatch.setattr(os, "listxattr", refusing(number), raising=False)
    replace_file(file, BEFORE, AFTER)
    assert file.read_bytes() == AFTER
    assert file.stat().st_ino != inode


@pytest.mark.parametrize("number", [errno.EACCES, errno.EBUSY, errno.EXDEV])
def test_a_file_that_cannot_be_replaced_is_written_in_place(
    file: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    inode = file.stat().st_ino
    monkeypatch.setattr(Path, "replace", refusing(number))
    replace_file(file, BEFORE, AFTER)
    assert (file.read_bytes(), file.stat().st_ino) == (AFTER, inode)
    assert names(file.parent) == ["scout.md"]


def test_a_folder_that_takes_no_new_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "mkstemp", refusing(errno.EACCES))
    replace_file(file, BEFORE, AFTER)
    assert file.read_bytes() == AFTER


@pytest.mark.parametrize("place", ["mkstemp", "replace"])
def test_any_other_failure_is_told(file: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    monkeypatch.setattr(tempfile if place == "mkstemp" else Path, place, refusing(errno.EIO))
    with pytest.raises(WriteError, match=r"^cannot be written: Input/output error$"):
        replace_file(file, BEFORE, AFTER)
    assert file.read_bytes() == BEFORE
    assert names(file.parent) == ["scout.md"]


def test_a_failure_in_place_puts_the_old_bytes_back(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.with_name("other.md").hardlink_to(file)
    write, written = os.write, list[int]()

    def half(handle: int, data: bytes) -> int:
        written.append(handle)
        if len(written) == 1:
            return write(handle, data[:2])
        if len(written) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(handle, data)

    monkeypatch.setattr(os, "write", half)
    with pytest.raises(WriteError, match=r"^cannot be written: No space left on device$"):
        replace_file(file, BEFORE, AFTER)
    assert file.read_bytes() == BEFORE


def test_no_room_is_found_before_anything_is_written(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.with_name("other.md").hardlink_to(file)
    monkeypatch.setattr(os, "posix_fallocate", refusing(errno.ENOSPC), raising=False)
    with pytest.raises(WriteError, match=r"^cannot be written: No space left on device$"):
        replace_file(file, BEFORE, AFTER * 9)
    assert file.read_bytes() == BEFORE


def test_a_link_stays_a_link(file: Path) -> None:
    other = file.parent / "elsewhere"
    other.mkdir()
    link = other / "link.md"
    link.symlink_to("../scout.md")
    replace_file(link, BEFORE, AFTER)
    assert link.is_symlink()
    assert file.read_bytes() == AFTER
    assert names(other) == ["link.md"]


def test_hard_links_stay_one_file(file: Path) -> None:
    other = file.with_name("other.md")
    other.hardlink_to(file)
    replace_file(file, BEFORE, AFTER)
    assert other.read_bytes() == file.read_bytes() == AFTER
    assert other.samefile(file)


def test_a_shorter_text_leaves_no_rest_in_a_hard_link(file: Path) -> None:
    file.with_name("other.md").hardlink_to(file)
    replace_file(file, BEFORE, b"")
    assert file.read_bytes() == b""


@pytest.mark.parametrize("mode", [0o444, 0o555])
def test_a_read_only_file_is_left_alone(file: Path, mode: int) -> None:
    file.chmod(mode)
    with pytest.raises(WriteError, match=r"^read-only, and left as it is$") as told:
        replace_file(file, BEFORE, AFTER)
    assert told.value.reason == "read-only, and left as it is"
    assert file.read_bytes() == BEFORE


def test_a_file_that_changed_meanwhile_is_left_alone(file: Path) -> None:
    with pytest.raises(WriteError, match=r"^changed since it was read, and left as it is$"):
        replace_file(file, b"two", AFTER)
    assert file.read_bytes() == BEFORE


def test_what_is_no_file_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"^not a regular file$"):
        replace_file(tmp_path, BEFORE, AFTER)


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=r"^cannot be written: No such file or directory$"):
        replace_file(tmp_path / "gone.md", BEFORE, AFTER)


def test_a_failure_on_the_way_leaves_all_as_it_was(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(WriteError, match=r"^cannot be written: No space left on device$"):
        replace_file(file, BEFORE, AFTER)
    assert file.read_bytes() == BEFORE
    assert names(file.parent) == ["scout.md"]


def test_a_name_as_long_as_the_system_allows(tmp_path: Path) -> None:
    file = tmp_path / ("x" * 252 + ".md")
    file.write_bytes(BEFORE)
    replace_file(file, BEFORE, AFTER)
    assert file.read_bytes() == AFTER


def test_what_is_not_yet_whole_lies_beside_the_file(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From any other folder it might not come at once: that may be another file system."""
    monkeypatch.setattr(tempfile, "tempdir", str(file.parent / "nowhere"))
    replace_file(file, BEFORE, AFTER)
    assert file.read_bytes() == AFTER


class TestAFileThatTheUserNamed:
    def test_is_made_with_the_rights_of_any_new_file(self, tmp_path: Path) -> None:
        mask = os.umask(0o027)
        try:
            write_file(tmp_path / "new", PIECES)
        finally:
            assert os.umask(mask) == 0o027
        assert (tmp_path / "new").read_bytes() == AFTER
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
        assert names(tmp_path) == ["new"]

    def test_is_replaced_with_its_mode_whatever_it_held(self, file: Path) -> None:
        file.chmod(0o600)
        inode = file.stat().st_ino
        write_file(file, PIECES)
        assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (AFTER, 0o600)
        assert file.stat().st_ino != inode
        assert names(file.parent) == ["scout.md"]

    def test_is_made_where_a_link_leads(self, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to("new")
        write_file(tmp_path / "link", PIECES)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "new").read_bytes() == AFTER

    def test_stays_as_it_is_where_it_is_read_only(self, file: Path) -> None:
        file.chmod(0o444)
        with pytest.raises(WriteError, match=r"^read-only, and left as it is$"):
            write_file(file, PIECES)
        assert file.read_bytes() == BEFORE

    def test_is_the_old_one_or_none_where_there_is_no_room(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "fsync", refusing(errno.ENOSPC))
        for path in (file, file.with_name("new")):
            with pytest.raises(WriteError, match=r"^cannot be written: No space left on device$"):
                write_file(path, PIECES)
        assert file.read_bytes() == BEFORE
        assert names(file.parent) == ["scout.md"]

    def test_is_whole_on_the_disk_before_it_takes_its_place(
        self, file: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real, held = os.fsync, list[int]()

        def noting(handle: int) -> None:
            held.append(os.fstat(handle).st_size)
            real(handle)

        monkeypatch.setattr(os, "fsync", noting)
        write_file(file, PIECES)
        write_file(file.with_name("new"), PIECES)
        os.link(file, file.with_name("other"))  # so that it is written in place
        write_file(file, (BEFORE,))
        assert held == [len(AFTER), len(AFTER), len(BEFORE)]

    def test_may_not_be_a_folder_nor_lie_in_none(self, tmp_path: Path) -> None:
        with pytest.raises(WriteError) as told:
            write_file(tmp_path / "no" / "x", PIECES)
        assert told.value.reason == "No such file or directory"
        with pytest.raises(WriteError, match=r"^cannot be written: not a path that can be$"):
            write_file(tmp_path / "a\0b", PIECES)
        with pytest.raises(WriteError, match=r"^cannot be written: "):
            write_file(tmp_path, PIECES)
        assert names(tmp_path) == []

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    def test_a_pipe_that_nobody_reads_refuses_at_once(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(WriteError, match=r"^cannot be written: No such device or address$"):
            write_file(tmp_path / "pipe", PIECES)

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
    def test_a_pipe_that_somebody_reads_takes_all(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        write_file(tmp_path / "pipe", PIECES)
        assert os.read(reader, 100) == AFTER
        os.close(reader)
        more = AFTER * 100_000  # than a pipe holds
        with ThreadPoolExecutor(1) as pool:
            taken = pool.submit((tmp_path / "pipe").read_bytes)
            with (tmp_path / "pipe").open("ab"):  # waits until somebody reads
                write_file(tmp_path / "pipe", (more,))
            assert taken.result() == more
        assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)

    @pytest.mark.skipif(not Path("/dev/fd").exists(), reason="needs /dev/fd")
    def test_an_open_stream_stays_the_same_file(self, file: Path) -> None:
        with file.open("ab") as stream:
            inode = file.stat().st_ino
            write_file(Path(f"/dev/fd/{stream.fileno()}"), PIECES)
        assert (file.read_bytes(), file.stat().st_ino) == (BEFORE + AFTER, inode)


def test_a_new_file_takes_no_place_of_another(file: Path) -> None:
    file.with_name("dangling").symlink_to("nowhere")
    for name in ("scout.md", "dangling"):
        with pytest.raises(WriteError, match=r"^exists, and nothing is overwritten$"):
            make_file(file.with_name(name), AFTER)
    make_file(file.with_name("new"), AFTER)
    assert file.with_name("new").read_bytes() == AFTER
    assert file.read_bytes() == BEFORE
