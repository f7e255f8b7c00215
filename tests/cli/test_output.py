from __future__ import annotations

import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from herdr_lint.cli import output
from herdr_lint.cli.output import (
    OutputError,
    emit,
    emit_bytes,
    emit_diff,
    emit_file,
    emit_json,
    emit_plain,
    emit_prose,
    message,
    settle,
    write_named,
)
from herdr_lint.model import UsageError

TOLD = '{"a":"\u202e\u009b31m\u00e9\U000e0001"}\n'


@pytest.mark.parametrize("terminal", [True, False])
def test_json_drives_no_terminal(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    emit_json(TOLD.encode())
    shown = capfdbinary.readouterr().out.decode()
    assert json.loads(shown) == json.loads(TOLD)
    if terminal:
        assert shown == '{"a":"\\u202e\\u009b31m\u00e9\\udb40\\udc01"}\n'
    else:
        assert shown == TOLD


@pytest.mark.parametrize("terminal", [True, False])
def test_a_file_drives_no_terminal(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    data = b"-\x1b[31m\xff\r\n+\ta\xc3\xa9\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    emit_file(data)
    shown = capfdbinary.readouterr().out
    assert shown == (b"-<U+001B>[31m\\xff<U+000D>\n+\ta\xc3\xa9\n" if terminal else data)


CHANGE = b"--- a/x.md\n ::error::a\n-\x1b[31m\n+\xff\xc3\xa9\n"
LOGGED = b"--- a/x.md\n : :error::a\n-<U+001B>[31m\n+\\xff\xc3\xa9\n"
SERVICES = ("CI", "GITHUB_ACTIONS", "TF_BUILD")


@pytest.mark.parametrize("service", [*SERVICES, "NOBODY"])
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("::a::b", ": :a::b"),
        (" \t:::a", " \t: ::a"),
        ("a::b: c", "a::b: c"),
        ("a##[b##[c", "a## [b## [c"),
        ("a##vso[b##vso[c", "a## vso[b## vso[c"),
        ("## a [##", "## a [##"),
    ],
)
def test_what_a_service_takes_for_a_command(
    service: str,
    line: str,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    for name in SERVICES:
        monkeypatch.setenv(name, "")
    monkeypatch.setenv(service, "true")
    obeyed = service in SERVICES
    emit_prose(["x\n", f"{line}\n{line}\n"])
    emit_plain(f"{line}\n")
    message(f"a\n{line}")
    out, err = capfdbinary.readouterr()
    shown = told if obeyed else line
    assert out.decode() == f"x\n{shown}\n{shown}\n{shown}\n"
    # Behind our name nothing is at the beginning of its line.
    kept = line.replace("\t", "\\t") if line.lstrip().startswith(":") else shown
    assert err.decode() == f"herdr-lint: a\nherdr-lint: {kept}\n"


@pytest.mark.parametrize(
    ("service", "shown"), [*((name, LOGGED) for name in SERVICES), ("NOBODY", CHANGE)]
)
def test_a_diff_in_the_log_of_a_service_is_no_command(
    service: str,
    shown: bytes,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for name in SERVICES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(service, "true")
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)
        emit_diff(CHANGE)
    with os.fdopen(reader, "rb") as told:
        assert told.read() == shown
    patch = tmp_path / "x.patch"
    with patch.open("w") as file:
        monkeypatch.setattr(sys, "stdout", file)
        emit_diff(CHANGE)
    assert patch.read_bytes() == CHANGE


@pytest.mark.parametrize("stream", [None, io.TextIOWrapper(io.BytesIO())])
def test_a_diff_without_a_stream_of_the_system(
    stream: io.TextIOWrapper | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", "true")
    monkeypatch.setattr(sys, "stdout", stream)
    if stream is None:
        with pytest.raises(OutputError, match="standard output is closed"):
            emit_diff(CHANGE)
        return
    emit_diff(CHANGE)
    stream.seek(0)
    assert stream.buffer.read() == LOGGED


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\n", "a\tb\n"),
        ("a\x1b[31m\n", "a<U+001B>[31m\n"),
        (" ~\x7f\x08\x0b\x1f", " ~<U+007F><U+0008><U+000B><U+001F>"),
        ("é\u202e\n", "é<U+202E>\n"),
    ],
)
def test_what_does_not_show_in_a_page_is_named(
    text: str, shown: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    emit_plain(text)
    assert capfdbinary.readouterr().out.decode() == shown


def test_what_is_no_text_is_told_as_an_escape(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pieces = ["a\udcff", "\u00e9\n"]
    emit(pieces)
    emit("\u00e9\ud800\n")
    assert capfdbinary.readouterr().out == b"a\\udcff\xc3\xa9\n\xc3\xa9\\ud800\n"
    write_named(tmp_path / "x", pieces)
    assert (tmp_path / "x").read_bytes() == b"a\\udcff\xc3\xa9\n"


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "no" / "x"
    with pytest.raises(UsageError) as refused:
        write_named(path, "a")
    assert str(refused.value) == f"cannot write {path}: No such file or directory"


def test_what_cannot_be_made_is_no_fault_of_its_file(tmp_path: Path) -> None:
    def breaking() -> Iterator[str]:
        yield "a"
        raise ValueError("half")

    with pytest.raises(RuntimeError, match=r"^what is to be written cannot be made: half$"):
        write_named(tmp_path / "x", breaking())
    assert list(tmp_path.iterdir()) == []


def test_a_message_to_a_stream_without_an_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    message("one é\nand \x1b")
    assert stream.getvalue() == "herdr-lint: one é\nherdr-lint: and \\x1b\n"


def test_a_message_to_a_stream_that_knows_few_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stderr", stream)
    message("one é")
    assert stream.buffer.getvalue() == b"herdr-lint: one \\xe9\n"


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, str], None]:
    """Makes a stream one that fails with an error of the system, when it is flushed."""

    def break_(number: int, name: str) -> None:
        def refuse(*_: object) -> None:
            raise OSError(number, os.strerror(number))

        stream = io.TextIOWrapper(io.BytesIO(), "utf-8")
        monkeypatch.setattr(stream, "flush", refuse, raising=False)
        monkeypatch.setattr(sys, name, stream)

    return break_


def test_there_may_be_no_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(OutputError, match=r"^standard output is closed$"):
        emit_bytes(b"x")
    message("nobody hears")
    settle()


def test_a_stream_that_takes_no_more(
    broken: Callable[[int, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(errno.ENOSPC, "stdout")
    with pytest.raises(OutputError, match=r"^cannot write to standard output: No space left"):
        emit_bytes(b"x")
    broken(errno.EPIPE, "stdout")
    emit_bytes(b"x")
    broken(errno.EIO, "stderr")
    message("nobody hears")
    settle()


@pytest.mark.parametrize("name", ["stdout", "stderr"])
@pytest.mark.parametrize("number", [errno.EPIPE, errno.ENOSPC])
def test_a_stream_that_failed_is_written_to_no_more(
    name: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python would write what it still holds when it ends, fail again, and tell of that."""

    def refuse() -> None:
        raise OSError(number, os.strerror(number))

    def written(use: Callable[[], None]) -> bytes:
        path = tmp_path / use.__name__
        with path.open("w", encoding="utf-8") as stream:
            with monkeypatch.context() as patched:
                patched.setattr(stream, "flush", refuse, raising=False)
                patched.setattr(sys, name, stream)
                use()
            os.write(stream.fileno(), b"later")
        return path.read_bytes()

    def telling() -> None:
        if name == "stderr":
            message("m")
        elif number == errno.EPIPE:
            emit("e")
        else:
            with pytest.raises(OutputError, match=r"^cannot write to standard output: No space"):
                emit("e")

    assert (written(telling), written(settle)) == (b"", b"")


def test_a_closed_stream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as stream:
        pass
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(sys, "stderr", stream)
    with pytest.raises(OutputError, match=r"^cannot write to standard output: I/O operation on"):
        emit("a")
    message("nobody hears")
    settle()


def test_what_is_printed_is_there_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        stream.write("another's, ")
        emit_bytes(b"ours")
        assert (tmp_path / "out").read_bytes() == b"another's, ours"


def test_a_stream_is_led_to_nowhere(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as stream:
        stream.write("before")
        stream.flush()
        free = os.dup(0)
        os.close(free)
        output._drop(stream)
        still_free = os.dup(0)
        os.close(still_free)
        stream.write("after")
        stream.flush()
    assert still_free == free
    assert (tmp_path / "out").read_bytes() == b"before"


def test_nothing_more_is_made_once_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe(io.RawIOBase):
        def writable(self) -> bool:
            return True

        def write(self, _: object) -> int:
            raise BrokenPipeError

    class Stream:
        buffer = Pipe()

        def flush(self) -> None:
            pass

        def fileno(self) -> int:
            raise ValueError

    made: list[int] = []

    def pieces() -> Iterator[str]:
        for number in range(3):
            made.append(number)
            yield f"{number}\n"

    monkeypatch.setattr(sys, "stdout", Stream())
    emit(pieces())
    assert made == [0]


@pytest.mark.parametrize("print_", [emit_json, emit_file])
def test_without_a_standard_output_nothing_is_printed(
    print_: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match=r"^standard output is closed$"):
        print_(TOLD.encode())


def test_what_one_stream_holds_is_flushed_where_the_other_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(raw, "utf-8"))
    sys.stderr.write("told")
    settle()
    assert raw.getvalue() == b"told"
