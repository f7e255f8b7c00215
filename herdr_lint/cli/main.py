"""The entry point: which command is meant, and what its outcome is as an exit code.

What a plain run does not need is imported where it is used: this module decides how long
``herdr-lint --version`` and a hook take to start.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence

from herdr_lint.cli.commands import VERSION, with_command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; testable without a process.

    ``herdr-lint PATH …`` is short for ``herdr-lint lint PATH …``. To lint a path that is named
    like a command, write ``./list``.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    return guarded(lambda: _dispatch(given), given)


def guarded(command: Callable[[], int], arguments: Sequence[str] = ()) -> int:
    """The exit code of a command, whatever it raises: 2 or 3 with a sentence on standard error."""
    from herdr_lint.cli.output import OutputError, message, settle

    try:
        code = command()
    except BrokenPipeError:
        code = 0
    except KeyboardInterrupt:
        code = 130
    except OutputError as error:
        message(str(error))
        code = 2
    except Exception as error:  # noqa: BLE001 (whatever it is, people get a sentence)
        from herdr_lint.cli.problems import exit_code_of

        code = exit_code_of(error, arguments)
    settle()
    return code


def _dispatch(given: list[str]) -> int:
    if len(given) == 1 and given[0] in VERSION:
        from herdr_lint.cli.output import emit
        from herdr_lint.version import __version__

        emit(f"herdr-lint {__version__}\n")
        return 0
    arguments = with_command(given)
    if arguments[0] == "lint" and "_HERDR_LINT_COMPLETE" not in os.environ:
        from herdr_lint.cli.plain import plain_options

        options = plain_options(arguments[1:])
        if options is not None:
            from herdr_lint.cli.lint import run_lint

            return run_lint(options)
    return _app(arguments)


def _app(arguments: list[str]) -> int:
    """The exit code of a command, which typer hands over as an exception."""
    from herdr_lint.cli.app import app

    code: object = 0
    try:
        code = app(args=arguments, prog_name="herdr-lint", standalone_mode=False)
    except SystemExit as outcome:
        if isinstance(outcome.__context__, BrokenPipeError):  # click makes a failure of that
            raise outcome.__context__ from None
        code = outcome.code
    except Exception as error:
        from herdr_lint.cli.wrong_use import is_wrong_use, tell_wrong_use

        if not is_wrong_use(error):
            raise
        code = tell_wrong_use(error)
    return code if isinstance(code, int) else 0


SELDOM = 100_000
"""Objects that are made between two searches for circles among them."""


def run() -> None:
    """The console script. Asked to end, it ends as any program: what it had begun is tidied up.

    A run keeps nearly all that it makes, so that a search for circles, as often as Python does one
    by itself, finds nothing in a tenth of the time. Nor is there anything to be found at its end,
    where Python would search all that there is once more.
    """
    gc.set_threshold(SELDOM)
    _end_tidily()
    code = main()
    gc.freeze()
    sys.exit(code)


def _end_tidily() -> None:
    """Let the signals that end a program be an exception, so that temporary files go."""
    import signal

    def end(number: int, frame: object) -> None:
        sys.exit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, end)
