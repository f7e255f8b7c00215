"""The one place that writes to the standard streams, whatever state they are in."""

from __future__ import annotations

import os
import stat
import sys
from functools import partial

from herdr_lint.late import late

TYPE_CHECKING = False
if TYPE_CHECKING:
    import json
    import re
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from typing import TextIO

    from herdr_lint import model
    from herdr_lint.files import writing
    from herdr_lint.report import visible
else:
    json = late("json")
    model = late("herdr_lint.model")
    re = late("re")
    visible = late("herdr_lint.report.visible")
    writing = late("herdr_lint.files.writing")


class OutputError(Exception):
    """Standard output takes no more; the message says why."""


def emit(text: str | Iterable[str]) -> None:
    """Print on standard output, as UTF-8 whatever the locale says; in pieces, if it comes so.

    A reader that has seen enough and left is not an error: the rest goes nowhere.

    Raises:
        OutputError: if there is no standard output, or it cannot take the text.

    """
    _emit(piece.encode("utf-8", "backslashreplace") for piece in _pieces(text))


def _pieces(text: str | Iterable[str]) -> Iterable[str]:
    return (text,) if isinstance(text, str) else text


def emit_prose(text: str | Iterable[str]) -> None:
    """Print text for people, and raise as ``emit`` does: no CI service takes a line as a command.

    GitHub's runner obeys a line that begins with ``::`` and one that has ``##[`` in it, Azure's
    one with ``##vso[``; names and contents of files could be such lines.
    """
    emit(map(defused, _pieces(text)) if _obeys_lines() else text)


def emit_plain(text: str) -> None:
    """Print text without colours: what does not show in it is named, and else as `emit_prose`."""
    emit_prose(_shown(text))


def _shown(text: str) -> str:
    return re.sub(r"[^\n\t -~]", lambda found: visible.visible_in_source(found[0]), text)


def defused(text: str) -> str:
    """The text with a space in what a CI service would take for a command."""
    text = re.sub(r"^([^\S\n]*):(?=:)", r"\1: ", text, flags=re.MULTILINE)
    return text.replace("##[", "## [").replace("##vso[", "## vso[")


def _obeys_lines() -> bool:
    return any(os.environ.get(name) for name in ("CI", "GITHUB_ACTIONS", "TF_BUILD"))


def emit_bytes(data: bytes) -> None:
    """Print bytes as they are, and raise as ``emit`` does."""
    _emit((data,))


def _emit(pieces: Iterable[bytes]) -> None:
    """Print pieces as they come; what makes them may fail for reasons of its own."""
    stream = sys.stdout
    if stream is None:
        raise OutputError("standard output is closed")
    if not _taken(stream, stream.flush):
        return
    for piece in pieces:
        if not _taken(stream, partial(stream.buffer.write, piece)):
            return
    _taken(stream, stream.buffer.flush)


def _taken(stream: TextIO, write: Callable[[], object]) -> bool:
    """Whether the stream takes what is written; False where nobody reads it any more."""
    try:
        write()
    except BrokenPipeError:
        _drop(stream)
        return False
    except (OSError, ValueError) as error:
        _drop(stream)
        reason = getattr(error, "strerror", None) or str(error)
        raise OutputError(f"cannot write to standard output: {reason}") from error
    return True


def emit_json(data: bytes) -> None:
    """Print canonical JSON as it is; to a terminal, what could drive it as escapes of JSON."""
    shown = data
    if sys.stdout is not None and sys.stdout.isatty():
        text = data.decode("utf-8")
        shown = "".join(
            char if char.isprintable() or char == "\n" else json.dumps(char)[1:-1] for char in text
        ).encode()
    emit_bytes(shown)


def emit_file(data: bytes) -> None:
    """Print what stands in a file, or a change of it: as it is, and to a terminal as it shows.

    What is redirected can be applied or kept byte for byte; a terminal obeys nothing that is in it.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        emit_bytes(data)
        return
    emit(_shown(data.decode("utf-8", "backslashreplace")))


def emit_diff(data: bytes) -> None:
    """Print a change of a file as `emit_file` does; in the log of a CI service as `emit_plain`.

    What a service gets by a pipe is a log that people read and a runner obeys; into a file of its
    own a diff goes as it is, there too.
    """
    if _obeys_lines() and not _into_a_file():
        emit_plain(data.decode("utf-8", "backslashreplace"))
    else:
        emit_file(data)


def _into_a_file() -> bool:
    try:
        return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):  # no stream, or none of the system's
        return False


def write_named(path: Path, text: str | Iterable[str]) -> None:
    """Write text into a file that an option names; in pieces, if it comes so.

    Raises:
        UsageError: if it cannot be written; the file is as it was.

    """
    try:
        writing.write_file(path, _Encoded(_pieces(text)))
    except writing.WriteError as error:
        raise model.UsageError(f"cannot write {path}: {error.reason}") from error


class _Encoded:
    """Text as UTF-8, piece by piece, as often as somebody goes through it."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._pieces = pieces

    def __iter__(self) -> Iterator[bytes]:
        try:
            for piece in self._pieces:
                yield piece.encode("utf-8", "backslashreplace")
        except (OSError, ValueError) as error:  # no fault of the file that it is written into
            raise RuntimeError(f"what is to be written cannot be made: {error}") from error


def message(text: str) -> None:
    """Say something about the run itself, on standard error; never fails.

    Each line is named as ours, and nothing in it can drive a terminal.
    """
    lines = (f"herdr-lint: {visible.visible(line)}\n" for line in text.split("\n"))
    told = "".join(lines)
    _tell(defused(told) if _obeys_lines() else told)


def _tell(text: str) -> None:
    if sys.stderr is None:
        return
    try:
        encoding = sys.stderr.encoding or "utf-8"
        sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding))
        sys.stderr.flush()
    except (OSError, ValueError):
        _drop(sys.stderr)


def settle() -> None:
    """Flush what other libraries have printed, so that nothing can fail after the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if stream is None:
            continue
        try:
            stream.flush()
        except (OSError, ValueError):
            _drop(stream)


def _drop(stream: TextIO) -> None:
    """Lead a stream that is of no use to nowhere: Python would complain of it at its exit."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        return
