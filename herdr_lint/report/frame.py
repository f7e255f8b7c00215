"""Code frames: lines of a source, with the places underlined that a finding speaks of."""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice, pairwise
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from herdr_lint.model import Span
from herdr_lint.report.layout import Strip, cut_off, marked_up, paragraph, strip
from herdr_lint.syntax.text import SourceText

MARGIN = "bright_blue"
"""The one style of all that stands left of, or between, the lines of a source."""
_NARROWEST_LABEL = 24


class Mark(NamedTuple):
    """A place to underline, with what to say of it; the primary one is the finding's own."""

    span: Span
    label: str
    style: str
    primary: bool = False


class Margin(NamedTuple):
    """The column of line numbers: as wide as the largest number of a finding."""

    digits: int

    @property
    def room(self) -> int:
        """The cells that the margin takes in front of a source line."""
        return self.digits + 3

    def numbered(self, number: int) -> Text:
        return Text(f"{number:>{self.digits}} | ", style=MARGIN)

    def empty(self, sign: str = "|") -> Text:
        return Text(f"{'':{self.digits}} {sign} ", style=MARGIN)

    def arrow(self) -> Text:
        return Text(f"{'':{self.digits}}--> ", style=MARGIN)

    def gap(self) -> Text:
        return Text("...", style=MARGIN)


class _Piece(NamedTuple):
    """The part of a mark in one line, as 0-based character offsets."""

    line: int
    start: int
    end: int
    label: str
    mark: Mark


def line_numbers(source: SourceText, marks: Sequence[Mark]) -> Iterator[int]:
    """The numbers of the lines with a mark; none when the source holds none of the places."""
    return (piece.line for mark in marks for piece in _pieces(source, mark))


def frame(
    source: SourceText,
    marks: Sequence[Mark],
    margin: Margin,
    width: int,
    most: int | None = None,
) -> list[Text]:
    """The rows of the frame; nothing if the source holds none of the places.

    A label has ``most`` rows, and only the first line of each place is shown, where that is given.
    """
    pieces = sorted(
        (piece for mark in marks for piece in islice(_pieces(source, mark), most and 1)),
        key=lambda piece: (piece.line, not piece.mark.primary, piece.start),
    )
    rows: list[Text] = []
    by_line = {line: list(found) for line, found in groupby(pieces, lambda piece: piece.line)}
    for before, line in pairwise([0, *by_line]):
        rows += _between(source, before, line, margin, width)
        rows += _marked_line(source, by_line[line], margin, width, most)
    return rows


def _pieces(source: SourceText, mark: Mark) -> Iterator[_Piece]:
    """One piece for a mark within a line, two for the first and the last line of a longer one."""
    (first, column), (last, end) = _within(source, mark.span)
    if not 1 <= first <= len(source.lines):
        return
    length = len(source.lines[first - 1])
    start = min(column - 1, length)
    if first == last:
        yield _Piece(first, start, max(start, min(end - 1, length)), mark.label, mark)
        return
    yield _Piece(first, start, length, mark.label or "from here", mark)
    text = source.lines[last - 1]
    indent = min(len(text) - len(text.lstrip()), end - 1)
    yield _Piece(last, indent, min(end - 1, len(text)), "to here", mark)


def _within(source: SourceText, span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
    """The ends of a span, the last one moved back to the end of the line that it covers."""
    first, last, end = span.start.line, span.end.line, span.end.column
    if last > first and end == 1:
        last, end = last - 1, _BEYOND
    if last > len(source.lines):
        last, end = max(first, len(source.lines)), _BEYOND
    return (first, span.start.column), (max(first, last), end)


_BEYOND = 1 << 31


def _between(
    source: SourceText, before: int, line: int, margin: Margin, width: int
) -> Iterator[Text]:
    """What stands between two shown lines: nothing, the one line in between, or dots."""
    if not before or line - before == 1:
        return
    if line - before > 2:
        yield margin.gap()
        return
    yield _code(strip(source.lines[before], 0, 0, width - margin.room), before + 1, margin)


def _marked_line(
    source: SourceText, pieces: Sequence[_Piece], margin: Margin, width: int, most: int | None
) -> Iterator[Text]:
    main = pieces[0]
    room = width - margin.room
    shown = strip(source.lines[main.line - 1], main.start, main.end, room)
    yield _code(shown, main.line, margin)
    for piece in pieces:
        yield from _underline(shown, piece, margin, room, most)


def _code(shown: Strip, number: int, margin: Margin) -> Text:
    return Text.assemble(margin.numbered(number), shown.text)


def _underline(
    shown: Strip, piece: _Piece, margin: Margin, room: int, most: int | None
) -> Iterator[Text]:
    left, length = shown.underline(piece.start, piece.end)
    sign = "^" if piece.mark.primary else "-"
    carets = Text.assemble(" " * left, (sign * length, piece.mark.style))
    label = marked_up(piece.label, style=piece.mark.style.removeprefix("bold "))
    rows = _labelled(carets, left, label, room) if piece.label else [carets]
    for row in cut_off(rows, most, room):
        yield Text.assemble(margin.empty(), row)


_FEWEST_BELOW = 2
"""Rows that an underline takes with a label below it, at least."""


def _labelled(carets: Text, left: int, label: Text, room: int) -> list[Text]:
    """The underline with its label beside or below it, whichever takes fewer rows."""
    beside = len(carets) + 1
    best = paragraph(Text.assemble(carets, " "), label, room) if _is_wide(room - beside) else None
    for indent in _indents(left, room, cell_len(label.plain)):
        if best is not None and len(best) <= _FEWEST_BELOW:
            break
        below = [carets, *paragraph(Text(" " * indent), label, room)]
        if best is None or len(below) < len(best):
            best = below
    return best or [carets]


def _indents(left: int, room: int, label: int) -> Iterator[int]:
    """Where a label of so many cells may begin below an underline, the nearest first."""
    if label <= room:
        yield min(left, room - label)
    elif _is_wide(room - left):
        yield left
    yield 0


def _is_wide(room: int) -> bool:
    return room >= _NARROWEST_LABEL
