"""The text of a file as an editor holds it: its changes, and its positions in both counts.

An editor ends lines at LF, CRLF and lone CR, and counts columns from 0 in UTF-16 code units (or
what client and server agree on). A finding ends lines at LF alone, counts from 1 in code points,
and gives no column to a byte order mark (see `herdr_lint.model.Position`). Offsets in the text
stand between the two.
"""

from __future__ import annotations

import io
import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from itertools import accumulate

from lsprotocol import types

from herdr_lint.model import Position, Span
from herdr_lint.syntax.text import BOM

_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""How a client's encoding spells text, and the bytes of one of its code units."""

_ENDS = "\r\n"
"""What lines of a client end with: LF, CRLF or lone CR."""


class BufferText:
    """One state of a text; ``encoding`` is what the client counts its columns in."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = _without_halves(text)
        self._encoding = encoding

    @cached_property
    def _lines(self) -> list[str]:
        """The lines of the client, each with its end; the last one has none."""
        return _split(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        """The offset at which each line starts for the client."""
        return [0, *accumulate(map(len, self._lines[:-1]))]

    @cached_property
    def _own_lines(self) -> list[int]:
        """The offset at which each line starts for a finding."""
        first = len(BOM) if self.text.startswith(BOM) else 0
        return [first, *(found.end() for found in re.finditer("\n", self.text))]

    def offset_of(self, position: types.Position) -> int:
        """The offset of a client's position; one past the end of its line or text is that end."""
        line, index = self._found(self._lines, position)
        return self._starts[line] + index

    def _found(self, lines: list[str], position: types.Position) -> tuple[int, int]:
        """The line of a client's position, and the index in it."""
        if position.line >= len(lines):
            return len(lines) - 1, len(lines[-1])
        codec, size = _UNITS[self._encoding]
        before = lines[position.line].rstrip(_ENDS).encode(codec)[: size * position.character]
        return position.line, len(before.decode(codec, "ignore"))

    def client_position(self, offset: int) -> types.Position:
        line = bisect_right(self._starts, offset) - 1
        codec, size = _UNITS[self._encoding]
        before = self.text[self._starts[line] : offset].encode(codec)
        return types.Position(line, len(before) // size)

    def own_position(self, offset: int) -> Position:
        """The position of a finding at an offset; the BOM counts as the place right after it."""
        line = max(bisect_right(self._own_lines, offset), 1)
        return Position(line, max(offset - self._own_lines[line - 1], 0) + 1)

    def own_offset(self, position: Position) -> int:
        """The offset of a finding's position, the nearest there is if the text has no such place.

        A finding may be about an earlier state of the text.
        """
        if position.line > len(self._own_lines):
            return len(self.text)
        offset = self._own_lines[position.line - 1] + position.column - 1
        return min(offset, self._own_end(position.line))

    def _own_end(self, line: int) -> int:
        """Where a line ends, without its LF or CRLF."""
        if line == len(self._own_lines):
            return len(self.text)
        end = self._own_lines[line] - 1
        return end - (self.text[self._own_lines[line - 1] : end].endswith("\r"))

    def range_of(self, span: Span) -> types.Range:
        start, end = self.own_offset(span.start), self.own_offset(span.end)
        return types.Range(self.client_position(start), self.client_position(max(start, end)))

    def line(self, number: int) -> str:
        """A line of a finding (from 1), without its line end; nothing past the last one."""
        if number > len(self._own_lines):
            return ""
        return self.text[self._own_lines[number - 1] : self._own_end(number)]

    @cached_property
    def line_end(self) -> str:
        """How the lines of this text end: as the first one does."""
        return "\r\n" if self._lines[0].endswith("\r\n") else "\n"

    def changed(self, changes: Iterable[types.TextDocumentContentChangeEvent]) -> BufferText:
        """The text after changes, one after the other; one without a range is a whole new text.

        Each of them takes apart no more than the lines that it is about.
        """
        lines = _split(self.text)
        for change in changes:
            text = _without_halves(change.text)
            if isinstance(change, types.TextDocumentContentChangeWholeDocument):
                lines = _split(text)
            else:
                self._replace(lines, change.range, text)
        return BufferText("".join(lines), self._encoding)

    def _replace(self, lines: list[str], place: types.Range, text: str) -> None:
        """Put a text where a range is."""
        start = self._found(lines, place.start)
        end = max(start, self._found(lines, place.end))
        # The line before is taken along: it may end with a CR that an LF comes after now.
        first = max(start[0] - 1, 0)
        before = [*lines[first : start[0]], lines[start[0]][: start[1]]]
        new = _split("".join((*before, text, lines[end[0]][end[1] :])))
        if end[0] + 1 < len(lines):
            new.pop()  # what follows the end of the last one is the next line
        lines[first : end[0] + 1] = new


class Buffer:
    """A file that is open in an editor, and the bytes that it would be saved as.

    Editors show a file without its byte order mark and with U+FFFD for what is not UTF-8. ``disk``
    are the bytes of the file, if there is one: as long as nothing was typed they are what counts,
    and a mark that the file has is written back.
    """

    def __init__(self, text: BufferText, version: int, disk: bytes | None) -> None:
        self.text = text
        self.version = version
        self._marked = False
        self._untouched: dict[str, bytes] = {}
        if disk is not None:
            shown = disk.decode("utf-8", "replace")
            self._marked = shown.startswith(BOM)
            if text.text in {shown, shown.removeprefix(BOM)}:
                self._untouched[text.text] = disk

    def apply(self, changes: Iterable[types.TextDocumentContentChangeEvent]) -> None:
        self.text = self.text.changed(changes)

    @property
    def data(self) -> bytes:
        """What would be saved."""
        text = self.text.text
        if text in self._untouched:
            return self._untouched[text]
        marked = self._marked and not text.startswith(BOM)
        return ((BOM if marked else "") + text).encode()


def _split(text: str) -> list[str]:
    """The lines of a client, each with its end; the last one, which may be empty, has none."""
    lines = [*io.StringIO(text, newline="")]
    return [*lines, ""] if not lines or lines[-1].endswith(("\r", "\n")) else lines


def _without_halves(text: str) -> str:
    """The text with surrogates joined to the characters they spell; U+FFFD for lone halves."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
