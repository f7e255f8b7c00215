"""What goes wrong in a run, told as a sentence and an exit code, and never as a traceback."""

from __future__ import annotations

import errno
import os
import traceback
from collections.abc import Sequence
from pathlib import Path

from herdr_lint.cli.commands import COMMANDS
from herdr_lint.cli.exits import Exit
from herdr_lint.cli.output import message
from herdr_lint.links import REPOSITORY
from herdr_lint.model import UsageError
from herdr_lint.role.spelling import nearest

_OF_STREAMS = frozenset({errno.ENOSPC, errno.EBADF, errno.EIO, errno.EDQUOT, errno.EINVAL})
"""What a write to a stream fails with, where another library did the writing."""
_PACKAGE = str(Path(__file__).resolve().parents[1])


def complain(error: UsageError, arguments: Sequence[str] = ()) -> None:
    """Each complaint on a line of its own, on the stream for messages about the run."""
    for problem in error.problems:
        message(problem)
    command = _meant(arguments)
    if command:
        message(f"did you mean the command `herdr-lint {command}`?")


def exit_code_of(error: Exception, arguments: Sequence[str] = ()) -> int:
    """Tell of an exception: 2 for wrong use and for what the system refuses, else 3."""
    if isinstance(error, UsageError):
        complain(error, arguments)
        return Exit.USAGE
    ended = _asked_to_end(error)
    if ended is not None:
        return ended
    if isinstance(error, MemoryError):
        message("there is not enough memory for that")
        return Exit.USAGE
    if not _has_working_directory():  # whatever came of that: libraries fail in ways of their own
        message("the working directory does not exist any more")
        return Exit.USAGE
    if isinstance(error, OSError) and error.filename is None and error.errno in _OF_STREAMS:
        message(f"cannot write to standard output: {error.strerror}")
        return Exit.USAGE
    if isinstance(error, OSError) and error.errno is not None:
        name = "" if error.filename is None else f" use {os.fsdecode(error.filename)}"
        message(f"cannot{name or ' go on'}: {error.strerror}")
        return Exit.USAGE
    message(_internal(error))
    return Exit.INTERNAL


def _asked_to_end(error: BaseException | None) -> int | None:
    """The exit code of a program that was asked to end, where another exception came of that."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return 130
        if isinstance(error, SystemExit) and isinstance(error.code, int):
            return error.code
        error = error.__context__
    return None


def _meant(arguments: Sequence[str]) -> str | None:
    """The command that was mistyped, where the first word is neither an option nor a file."""
    first = arguments[0] if arguments else ""
    if not first.isalpha() or first in COMMANDS or os.path.lexists(first):
        return None
    near = nearest(first, sorted(COMMANDS), most=2)
    swapped = [one for one in near if sorted(one) == sorted(first)]
    return next(iter(swapped or near), None)


def _has_working_directory() -> bool:
    try:
        return bool(os.getcwd())  # noqa: PTH109 (only asks whether there is one)
    except OSError:
        return False


def _internal(error: Exception) -> str:
    """Names the innermost place of our own code, which is all that a report of the fault needs."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(_PACKAGE)]
    place = ""
    if ours:
        file = Path(ours[-1].filename).relative_to(Path(_PACKAGE).parent).as_posix()
        place = f" in {file}, line {ours[-1].lineno} ({ours[-1].name})"
    told = " ".join(f"{type(error).__name__}: {error}".split())
    return f"internal error{place}: {told}; please report it: {REPOSITORY}/issues"
