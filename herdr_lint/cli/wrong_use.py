"""Command lines that the library of commands refuses, in sentences as everything else is told."""

from __future__ import annotations

import re
from typing import Any

from herdr_lint.cli.exits import Exit
from herdr_lint.cli.output import message
from herdr_lint.judge.judge import closest
from herdr_lint.late import late_pattern

_CHOICE = late_pattern(r"'(?P<given>[^']*)' is not one of (?P<choices>'.+')\.?$")
_NO_INTEGER = late_pattern(r"'[^']*' is not a valid int(?:eger)?(?: range)?$")
_TOO_SMALL = late_pattern(r"\S+ is not in the range x>=(\d+)$")
"""What the library said of numbers before typer 0.28."""

_WORDS = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "not a whole number",
    "Input should be": "it has to be",
    "Invalid value": "wrong value",
    "Missing argument": "an argument is missing:",
    "Missing option": "an option is missing:",
    "requires an argument": "needs a value",
    "Got unexpected extra argument(s)": "too many arguments",
}


def is_wrong_use(error: Exception) -> bool:
    """Whether an exception is a complaint about the command line."""
    return hasattr(error, "format_message") and hasattr(error, "ctx")


def tell_wrong_use(error: Any) -> int:
    """Say what is wrong with a command line, what may have been meant, and where to read more."""
    message(_sentence(error))
    command = getattr(error.ctx, "command_path", "") or "herdr-lint"
    message(f"`{command} --help` tells what there is")
    return Exit.USAGE


def _sentence(error: Any) -> str:
    if hasattr(error, "possibilities"):
        near = closest(error.option_name, sorted(error.possibilities or ()))
        hint = f"; did you mean `{near}`?" if near else ""
        return f"there is no option `{error.option_name}`{hint}"
    told = str(error.format_message()).rstrip(".")
    for theirs, ours in _WORDS.items():
        told = told.replace(theirs, ours)
    told = _NO_INTEGER.sub("not a whole number", told)
    told = _TOO_SMALL.sub(r"it has to be greater than or equal to \1", told)
    choice = _CHOICE.search(told)
    if choice is None:
        return told
    near = closest(choice["given"], re.findall(r"'([^']+)'", choice["choices"]))
    return told + (f"; did you mean '{near}'?" if near else "")
