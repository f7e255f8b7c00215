"""What the stream that a report goes to can show."""

from __future__ import annotations

import shutil
from typing import Literal, TextIO

ColorChoice = Literal["auto", "always", "never"]


def wants_color(choice: ColorChoice, stream: TextIO) -> bool:
    """Whether to colour: on a terminal, unless the user or ``NO_COLOR`` objects."""
    if choice != "auto":
        return choice == "always"
    from rich.console import Console

    console = Console(file=stream)
    return console.is_terminal and console.color_system is not None and not console.no_color


def terminal_width() -> int:
    """The width in cells of the terminal (or ``COLUMNS``); 80 where there is none."""
    return shutil.get_terminal_size((80, 24)).columns
