"""The entry point: which command is meant, and what its outcome is as an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from enum import IntEnum

from herdr_lint.model import UsageError


class Exit(IntEnum):
    """The exit codes of every command."""

    CLEAN = 0
    FINDINGS = 1
    USAGE = 2
    INTERNAL = 3


COMMANDS = frozenset(
    {"lint", "list", "explain", "rules", "schema", "normalize", "gate", "config", "init", "lsp"}
)
_FOR_THE_APP = frozenset({"--help", "-h", "--version", "--install-completion", "--show-completion"})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; testable without a process.

    ``herdr-lint PATH …`` is short for ``herdr-lint lint PATH …``. To lint a path that is named
    like a command, write ``./list``.
    """
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return _dispatch(with_command(given))
    except UsageError as error:
        complain(error)
        return Exit.USAGE
    except BrokenPipeError:
        # The reader has seen enough. Python would complain when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.CLEAN
    except KeyboardInterrupt:
        return 130


def complain(error: UsageError) -> None:
    """Each complaint on a line of its own, on the stream for messages about the run."""
    for problem in error.problems:
        print(f"herdr-lint: {problem}", file=sys.stderr)  # noqa: T201


def with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments with the command that they imply."""
    first = arguments[0] if arguments else ""
    implied = first not in COMMANDS and first not in _FOR_THE_APP
    return ["lint", *arguments] if implied else list(arguments)


def _dispatch(arguments: list[str]) -> int:
    """The exit code of a command, which typer hands over as an exception."""
    from herdr_lint.cli.app import app

    code: object = Exit.CLEAN
    try:
        app(args=arguments, prog_name="herdr-lint")
    except SystemExit as outcome:
        code = outcome.code
    return code if isinstance(code, int) else Exit.CLEAN


def run() -> None:
    """The console script."""
    sys.exit(main())
