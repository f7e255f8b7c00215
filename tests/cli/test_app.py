"""What ``--help`` of each command says, without its layout, which changes with typer's releases.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest -n0 tests/cli/test_app.py``; then read the
difference.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from herdr_lint.cli.commands import COMMANDS
from tests.cli.conftest import Run

GOLDEN = Path(__file__).parents[1] / "golden" / "help.txt"

_ARGUMENT = re.compile(r"^\[?(?P<name>[a-z]+)\b(\]|:\{\w+\})?(?= )", re.IGNORECASE)
"""The name of an argument at the beginning of a line, with what may be around it."""


def rows(text: str) -> Iterator[str]:
    """What the command does, and each argument and option with all that is said of it."""
    _, what, *groups = text.rstrip().split("\n\n")
    yield _in_one_line(what)
    for group in groups:
        head, _, options = group.partition("\n")
        yield head
        for option in map(_in_one_line, re.split(r"\n(?=  \S)", options)):
            yield _ARGUMENT.sub(lambda found: found["name"].upper(), option)


def _in_one_line(text: str) -> str:
    line = " ".join(re.sub(r"(?<=\w-)\n\s+", "", text).split())
    return re.sub(r"[<\[]([\w-]+(\|[\w-]+)+)[>\]]", r"\1", line)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_the_help_of_each_command(run: Run, command: str) -> None:
    told = "\n".join(rows(run(command, "--help").out))
    agreed = dict(part.split("\n", 1) for part in GOLDEN.read_text("utf-8").split("\n# ")[1:])
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        agreed[command] = f"{told}\n"
        page = "".join(f"\n# {name}\n{text}" for name, text in sorted(agreed.items()))
        GOLDEN.write_text(page, "utf-8", newline="\n")
    assert agreed[command] == f"{told}\n"
    assert agreed.keys() == set(COMMANDS)
