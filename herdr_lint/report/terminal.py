"""What the stream that a report goes to can show."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Literal, NamedTuple, TextIO

ColorChoice = Literal["auto", "always", "never"]


class Terminal(NamedTuple):
    """What there is to write on: its width in cells, and what it understands."""

    width: int = 80
    color: bool = False
    hyperlinks: bool = False

    @classmethod
    def of(cls, choice: ColorChoice, stream: TextIO | None) -> Terminal:
        color = wants_color(choice, stream)
        links = color and wants_hyperlinks(os.environ, terminal=is_terminal(stream))
        return cls(terminal_width(), color, links)


PLAIN = Terminal()

_LINKING_PROGRAMS = frozenset(
    {"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal", "zed"}
)
_LINKING_TERMINALS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour")
_FIRST_LINKING_VTE = 5000
_DIGITS = 6
"""Digits of a number in the environment that are read; more may be more than Python reads."""


def wants_color(choice: ColorChoice, stream: TextIO | None) -> bool:
    """Whether to colour: on a terminal, unless the user or ``NO_COLOR`` objects.

    ``FORCE_COLOR`` and ``CLICOLOR_FORCE`` colour a pipe as well (force-color.org, bixense.com).
    """
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR") or is_dumb():
        return False
    forced = os.environ.get("FORCE_COLOR") or os.environ.get("CLICOLOR_FORCE", "0") != "0"
    return bool(forced) or is_terminal(stream)


def wants_hyperlinks(environment: Mapping[str, str], *, terminal: bool) -> bool:
    """Whether a terminal is known to make links of OSC 8; ``FORCE_HYPERLINK`` decides if it is set.

    No terminal can be asked, so this goes by the names that they give themselves.
    """
    forced = environment.get("FORCE_HYPERLINK")
    if forced is not None:
        return forced not in {"", "0"}
    if not terminal or "CI" in environment:
        return False
    vte = environment.get("VTE_VERSION", "")
    return (
        environment.get("TERM_PROGRAM") in _LINKING_PROGRAMS
        or environment.get("TERM", "").startswith(_LINKING_TERMINALS)
        or "WT_SESSION" in environment
        or "KONSOLE_VERSION" in environment
        or (vte.isdecimal() and int(vte[:_DIGITS]) >= _FIRST_LINKING_VTE)
    )


def is_dumb() -> bool:
    """Whether the terminal says that it understands nothing but text."""
    return os.environ.get("TERM", "").lower() in {"dumb", "unknown"}


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks on."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # a closed stream
        return False


def terminal_width() -> int:
    """The width in cells of the terminal (or ``COLUMNS``); 80 where there is none."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns[:_DIGITS]):
        return int(columns[:_DIGITS])
    with suppress(OSError):
        return os.get_terminal_size(1).columns or 80
    return 80
