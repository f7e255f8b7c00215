"""Lines of a terminal: words wrapped and source lines cut by the cells that they take."""

import re
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from herdr_lint.late import late_pattern
from herdr_lint.report.visible import visible, visible_in_source

NARROWEST = 40
WIDEST_PROSE = 100
"""Cells; longer lines of prose are hard to read on any screen."""
ELLIPSIS = "…"
_TAB = "    "
_CODE = late_pattern("`[^`]*`")
_ONE_PIECE = late_pattern(r"\((?:fix: )?`[^`]*`\)|`[^`]*`")
_LONGEST_CODE = 40
_GLUE = "\ue000"
"""Stands for a space that must not break. ``visible`` lets no private character through."""


def frame_width(width: int) -> int:
    return max(width, NARROWEST)


def prose_width(width: int) -> int:
    return min(frame_width(width), WIDEST_PROSE)


@cache
def console() -> Console:
    """What knows styles; nothing is printed by it."""
    return Console()


def marked_up(text: str, code: str = "", style: str = "") -> Text:
    """Text of unknown origin in one line, what stands between backticks in a style of its own."""
    shown = visible(text)
    result = Text(shown, style=style)
    for found in _CODE.finditer(shown):
        result.stylize(code, *found.span())
    return result


def paragraph(lead: Text, body: Text, width: int, hang: int | None = None) -> list[Text]:
    """``body`` after ``lead``, wrapped; later lines are indented by ``hang`` cells.

    ``hang`` defaults to the length of the lead, which is made of characters of one cell. Short
    code is not broken at its spaces, and a word that is wider than the line is folded.
    """
    hang = len(lead) if hang is None else hang
    whole = Text.assemble(lead, body)
    if cell_len(whole.plain) <= width:
        return [whole]
    whole.plain = _ONE_PIECE.sub(_glued, whole.plain)
    lines = whole[hang:].wrap(console(), width - hang)
    first = whole[: hang + len(lines[0])]
    wrapped = [first, *(Text.assemble(" " * hang, line) for line in lines[1:])]
    for line in wrapped:
        line.plain = line.plain.replace(_GLUE, " ")
    return wrapped


def cut_off(rows: list[Text], most: int | None, width: int) -> list[Text]:
    """No more than ``most`` of the rows, the last of them with an ellipsis if others follow."""
    if most is None or len(rows) <= most:
        return rows
    last = rows[most - 1]
    last.truncate(width - 2)
    last.rstrip()
    return [*rows[: most - 1], last.append(f" {ELLIPSIS}")]


def _glued(code: re.Match[str]) -> str:
    return code[0].replace(" ", _GLUE) if len(code[0]) <= _LONGEST_CODE else code[0]


class Strip(NamedTuple):
    """The part of a source line that is shown, and how to find its characters in it.

    ``cells[i]`` is where the character ``first + i`` starts; the last entry is where the last
    shown character ends. ``text`` may end with an ellipsis after that.
    """

    text: str
    first: int
    cells: tuple[int, ...]

    def underline(self, start: int, end: int) -> tuple[int, int]:
        """The first cell and the number of cells of the characters from ``start`` to ``end``.

        What takes no cell of its own, an accent say, is underlined where it is drawn.
        """
        shown = range(self.first, self.first + len(self.cells))
        left = self.cells[_clamp(start, shown) - self.first]
        right = self.cells[_clamp(end, shown) - self.first]
        if end > shown[-1]:
            right += 1
        if left == right and start < end:
            left = max(0, left - 1)
        return left, max(1, right - left)


def strip(line: str, start: int, end: int, room: int) -> Strip:
    """As much of a line as ``room`` cells hold, around the characters from ``start`` to ``end``.

    Tabs become spaces and what cannot be seen is named. Where something is left out
    stands an ellipsis. Work and memory do not grow with the line.
    """
    start = min(start, len(line))
    low, high = max(0, start - room), min(len(line), start + 2 * room)
    shown, cells = _characters(line[low:high])
    first, last = 0, len(shown)
    caret_behind = start == len(line)
    if low or high < len(line) or sum(cells) + caret_behind > room:
        first, last = _window(cells, start - low, min(end, high) - low, room - 2)
    before = ELLIPSIS if low + first else ""
    behind = ELLIPSIS if low + last < len(line) else ""
    offsets = accumulate(cells[first:last], initial=len(before))
    return Strip(f"{before}{''.join(shown[first:last])}{behind}", low + first, tuple(offsets))


def _characters(text: str) -> tuple[list[str], list[int]]:
    """What stands for each character, and the cells that it takes."""
    if text.isascii() and text.isprintable():
        return list(text), [1] * len(text)
    shown = [_TAB if char == "\t" else visible_in_source(char) for char in text]
    return shown, list(map(cell_len, shown))


def _window(cells: list[int], start: int, end: int, room: int) -> tuple[int, int]:
    """Which characters to show: the span, what fits around it, and never more than ``room``."""
    spare = room - sum(cells[start:end])
    first, _ = _take(reversed(cells[:start]), spare // 2)
    last, used = _take(cells[start - first :], room)
    more, _ = _take(reversed(cells[: start - first]), room - used)
    return start - first - more, start - first + last


def _take(cells: Iterable[int], room: int) -> tuple[int, int]:
    """How many of the characters fit into ``room`` cells, and the cells that they take."""
    number = used = 0
    for size in cells:
        if used + size > room:
            break
        number, used = number + 1, used + size
    return number, used


def _clamp(value: int, allowed: range) -> int:
    return min(max(value, allowed[0]), allowed[-1])
