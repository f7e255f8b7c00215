"""The text of a file as an editor holds it: its changes, and its positions in both counts.

An editor ends lines at LF, CRLF and lone CR, and counts columns from 0 in UTF-16 code units (or
what client and server agree on). A finding ends lines at LF alone, counts from 1 in code points,
and gives no column to a byte order mark (see `herdr_lint.model.Position`). Offsets in the text
stand between the two.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property

from lsprotocol import types

from herdr_lint.late import late_pattern
from herdr_lint.model import Position, Span
from herdr_lint.syntax.text import BOM

_LINE_END = late_pattern(r"\r\n|\r|\n")

_WIDTHS: dict[str, Callable[[str], int]] = {
    "utf-8": lambda char: len(char.encode()),
    "utf-16": lambda char: 2 if ord(char) > 0xFFFF else 1,
    "utf-32": lambda _: 1,
}
"""Code units of one character, by the encoding that positions are counted in."""


class BufferText:
    """One state of a text; ``encoding`` is what the client counts its columns in."""

    def __init__(self, text: str, encoding: str = "utf-16") -> None:
        self.text = _without_halves(text)
        self._width = _WIDTHS[encoding]
        self._encoding = encoding

    @cached_property
    def _client_lines(self) -> list[int]:
        """The offset at which each line starts for the client."""
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    @cached_property
    def _own_lines(self) -> list[int]:
        """The offset at which each line starts for a finding."""
        first = len(BOM) if self.text.startswith(BOM) else 0
        return [first, *(found.end() for found in re.finditer("\n", self.text))]

    def offset_of(self, position: types.Position) -> int:
        """The offset of a client's position; one past the end of its line or text is that end."""
        if position.line >= len(self._client_lines):
            return len(self.text)
        at = self._client_lines[position.line]
        found = _LINE_END.search(self.text, at)
        line = self.text[at : found.start() if found else len(self.text)]
        if line.isascii():
            return at + min(position.character, len(line))
        units = position.character
        for index, char in enumerate(line):
            units -= self._width(char)
            if units < 0:
                return at + index
        return at + len(line)

    def client_position(self, offset: int) -> types.Position:
        line = bisect_right(self._client_lines, offset) - 1
        before = self.text[self._client_lines[line] : offset]
        units = len(before) if before.isascii() else sum(map(self._width, before))
        return types.Position(line, units)

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
        found = _LINE_END.search(self.text)
        return "\r\n" if found is not None and found[0] == "\r\n" else "\n"

    def changed(self, change: types.TextDocumentContentChangeEvent) -> BufferText:
        """The text after one change; without a range, the change is the whole new text."""
        if isinstance(change, types.TextDocumentContentChangeWholeDocument):
            return BufferText(change.text, self._encoding)
        start, end = self.offset_of(change.range.start), self.offset_of(change.range.end)
        text = self.text[:start] + change.text + self.text[max(start, end) :]
        return BufferText(text, self._encoding)


class Buffer:
    """A file that is open in an editor, and the bytes that it would be saved as.

    Editors show a file without its byte order mark and with U+FFFD for what is not UTF-8. ``disk``
    are the bytes of the file, if there is one: as long as nothing was typed they are what counts,
    and a mark that the file has is written back.
    """

    def __init__(self, text: BufferText, version: int = 0, disk: bytes | None = None) -> None:
        self.text = text
        self.version = version
        shown = None if disk is None else disk.decode("utf-8", "replace")
        self._marked = shown is not None and shown.startswith(BOM)
        self._seen, self._disk = "", disk
        if shown is not None and text.text in {shown, shown.removeprefix(BOM)}:
            self._seen = text.text
        else:
            self._disk = None

    def apply(self, change: types.TextDocumentContentChangeEvent) -> None:
        self.text = self.text.changed(change)

    @property
    def data(self) -> bytes:
        """What would be saved."""
        text = self.text.text
        if self._disk is not None and text == self._seen:
            return self._disk
        marked = self._marked and not text.startswith(BOM)
        return ((BOM if marked else "") + text).encode()


def _without_halves(text: str) -> str:
    """The text with surrogates joined to the characters they spell; U+FFFD for lone halves."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
