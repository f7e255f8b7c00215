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
    message,
    settle,
    write_named,
)

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
    data = b"-\x1b[31m\xff\r\n+\ta\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    emit_file(data)
    shown = capfdbinary.readouterr().out
    assert shown == (b"-<U+001B>[31m\\xff<U+000D>\n+\ta\n" if terminal else data)


CHANGE = b"--- a/x.md\n ::error::a\n-\x1b[31m\n+\xff\n"
LOGGED = b"--- a/x.md\n : :error::a\n-<U+001B>[31m\n+\\xff\n"


@pytest.mark.parametrize(
    ("service", "shown"), [("CI", LOGGED), ("GITHUB_ACTIONS", LOGGED), ("NOBODY", CHANGE)]
)
def test_a_diff_in_the_log_of_a_service_is_no_command(
    service: str,
    shown: bytes,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    for name in ("CI", "GITHUB_ACTIONS", "TF_BUILD"):
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
        ("\x7f", "<U+007F>"),
        ("é\u202e\n", "é<U+202E>\n"),
    ],
)
def test_what_does_not_show_in_a_page_is_named(
    text: str, shown: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    emit_plain(text)
    assert capfdbinary.readouterr().out.decode() == shown


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


def test_a_stream_is_led_to_nowhere(tmp_path: Path) -> None:
    with (tmp_path / "out").open("w", encoding="utf-8") as stream:
        stream.write("before")
        stream.flush()
        output._drop(stream)
        stream.write("after")
        stream.flush()
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


def test_without_a_standard_output_no_json_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OutputError, match=r"^standard output is closed$"):
        emit_json(TOLD.encode())


def test_what_one_stream_holds_is_flushed_where_the_other_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(raw, "utf-8"))
    sys.stderr.write("told")
    settle()
    assert raw.getvalue() == b"told"
