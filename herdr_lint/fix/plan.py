"""Edits applied to the bytes of a file; every byte outside of them stays what it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from herdr_lint.model import Edit, Position
from herdr_lint.syntax.text import BOM


class RawText:
    """The text of a file with its byte order mark and its line ends, addressable by position.

    Positions are those of ``SourceText``: a byte order mark and the CR of a CRLF have no column.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def decode(cls, data: bytes) -> RawText | None:
        """None for what is not UTF-8: its bytes could not be told from their replacements."""
        try:
            return cls(data.decode("utf-8"))
        except UnicodeDecodeError:
            return None

    @cached_property
    def _lines(self) -> list[tuple[int, str]]:
        """Each line without its LF, and the offset at which it starts."""
        lines, offset = [], len(BOM) if self.text.startswith(BOM) else 0
        for line in self.text[offset:].split("\n"):
            lines.append((offset, line))
            offset += len(line) + 1
        return lines

    def _visible(self, line: int) -> int:
        """The length of a line without the CR of its CRLF."""
        _, content = self._lines[line - 1]
        return len(content) - (line < len(self._lines) and content.endswith("\r"))

    def offset(self, position: Position) -> int | None:
        """The offset of a position, or None if the file has no such place."""
        line, column = position.line, position.column
        if not 1 <= line <= len(self._lines) or not 1 <= column <= self._visible(line) + 1:
            return None
        return self._lines[line - 1][0] + column - 1

    def line_end(self, line: int) -> str:
        """How a line ends; the last one, which ends in nothing, like the one before it."""
        number = min(line, len(self._lines) - 1)
        if number < 1:
            return "\n"
        return "\r\n" if self._lines[number - 1][1].endswith("\r") else "\n"


def chosen(edits: Iterable[Edit], *, safe_only: bool) -> list[Edit]:
    """The edits that can be made at once, in file order: of two that overlap, the first.

    Of two insertions at one place, the second has to wait as well.
    """
    found: list[Edit] = []
    for edit in sorted(set(edits)):
        if (safe_only and not edit.safe) or not _writable(edit.text):
            continue
        last = found[-1].span if found else None
        if last and (edit.span.start < last.end or edit.span.start == last.start):
            continue
        found.append(edit)
    return found


def _writable(text: str) -> bool:
    """Whether a text is one: half of a surrogate pair, which YAML can spell, has no UTF-8."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def plan(source: bytes, edits: Iterable[Edit], *, safe_only: bool = True) -> bytes | None:
    """The file with the edits in it, or None where they change nothing.

    A line break in the text of an edit becomes the line end of the line where the edit starts.
    None is also what becomes of a file that is not UTF-8; an edit that points outside of the file
    is left out.
    """
    raw = RawText.decode(source)
    if raw is None:
        return None
    result = "".join(_pieces(raw, chosen(edits, safe_only=safe_only))).encode()
    return result if result != source else None


def _pieces(raw: RawText, edits: Sequence[Edit]) -> Iterator[str]:
    at = 0
    for edit in edits:
        start, end = raw.offset(edit.span.start), raw.offset(edit.span.end)
        if start is None or end is None or end < start:
            continue
        yield raw.text[at:start]
        yield edit.text.replace("\n", raw.line_end(edit.span.start.line))
        at = end
    yield raw.text[at:]
