"""Code frames: lines of a source, with the places underlined that a finding speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from herdr_lint.model import Span
from herdr_lint.report.layout import Strip, marked_up, paragraph, strip
from herdr_lint.syntax.text import SourceText

MARGIN = "bold blue"
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

    def numbered(self, number: int, sign: str = "|") -> Text:
        return Text(f"{number:>{self.digits}} {sign} ", style=MARGIN)

    def blank(self, sign: str = "|") -> Text:
        return Text(f"{'':{self.digits}} {sign} ", style=MARGIN)

    def arrow(self, sign: str = "-->") -> Text:
        return Text(f"{'':{self.digits}}{sign} ", style=MARGIN)

    def gap(self) -> Text:
        return Text("...", style=MARGIN)


class _Piece(NamedTuple):
    """The part of a mark in one line, as 0-based character offsets."""

    line: int
    start: int
    end: int
    label: str
    mark: Mark


def last_line(source: SourceText, marks: Sequence[Mark]) -> int:
    """The largest line number in the frame; 0 when the source holds none of the places."""
    return max((piece.line for mark in marks for piece in _pieces(source, mark)), default=0)


def frame(source: SourceText, marks: Sequence[Mark], margin: Margin, width: int) -> list[Text]:
    """The frame, its first and last row blank; nothing if the source holds none of the places."""
    pieces = sorted(
        (piece for mark in marks for piece in _pieces(source, mark)),
        key=lambda piece: (piece.line, not piece.mark.primary, piece.start),
    )
    if not pieces:
        return []
    rows = [margin.blank()]
    by_line = {line: list(found) for line, found in groupby(pieces, lambda piece: piece.line)}
    for before, line in pairwise([0, *by_line]):
        rows += _between(source, before, line, margin, width)
        rows += _marked_line(source, by_line[line], margin, width)
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
    source: SourceText, pieces: Sequence[_Piece], margin: Margin, width: int
) -> Iterator[Text]:
    main = pieces[0]
    room = width - margin.room
    shown = strip(source.lines[main.line - 1], main.start, main.end, room)
    yield _code(shown, main.line, margin)
    for piece in pieces:
        yield from _underline(shown, piece, margin, room)


def _code(shown: Strip, number: int, margin: Margin) -> Text:
    row = Text.assemble(margin.numbered(number), shown.text)
    row.rstrip()
    return row


def _underline(shown: Strip, piece: _Piece, margin: Margin, room: int) -> Iterator[Text]:
    left, length = shown.underline(piece.start, piece.end)
    sign = "^" if piece.mark.primary else "-"
    row = Text.assemble(margin.blank(), " " * left, (sign * length, piece.mark.style))
    label = marked_up(piece.label, style=piece.mark.style)
    if left + length + 1 + cell_len(label.plain) <= room:
        yield row.append(" ").append_text(label)
        return
    yield row
    if not piece.label:
        return
    indent = left if room - left >= _NARROWEST_LABEL else 0
    lead = Text.assemble(margin.blank(), " " * indent)
    for number, line in enumerate(paragraph(lead, label, margin.room + room)):
        yield line if number == 0 else Text.assemble(margin.blank(), line[margin.room :])
