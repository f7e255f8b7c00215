"""Bytes to text, and offsets to lines and columns (role-reading.md section 1.1).

The text is what the host sees: UTF-8 with bad bytes replaced, one byte order mark dropped,
CRLF read as LF. Only LF separates lines; a lone CR, a form feed or U+2028 does not.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from functools import cached_property
from typing import cast

from herdr_lint.model import Position, Span

BOM = "\ufeff"
ECMA_SPACE = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""What ECMAScript's ``trim`` removes; ``str.strip()`` removes another set."""


# Valid UTF-8 never decodes to a surrogate, so this one can stand for each replacement until
# it has been found: a U+FFFD that the author wrote is then told from one that we put there.
_MARK = "\udcff"
_MARK_ERRORS = "herdr-lint-mark"
codecs.register_error(_MARK_ERRORS, lambda error: (_MARK, cast(UnicodeDecodeError, error).end))


def ecma_trim(text: str) -> str:
    return text.strip(ECMA_SPACE)


class SourceText:
    """The text of one file as the host sees it, addressable by offset, line and column."""

    def __init__(self, text: str, bom: bool = False, replaced: tuple[int, ...] = ()) -> None:
        self.text = text
        self.bom = bom
        self.replaced = replaced
        """Offsets in ``text`` of the U+FFFD that stand for bytes that were not UTF-8."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SourceText):
            return NotImplemented
        return (self.text, self.bom, self.replaced) == (other.text, other.bom, other.replaced)

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[type[SourceText], tuple[str, bool, tuple[int, ...]]]:
        """What was worked out of it stays here."""
        return (SourceText, (self.text, self.bom, self.replaced))

    @classmethod
    def decode(cls, data: bytes) -> SourceText:
        """Never fails: what is not UTF-8 becomes U+FFFD and is listed in ``replaced``."""
        text = data.decode("utf-8", errors=_MARK_ERRORS)
        bom = text.startswith(BOM)
        text = text.removeprefix(BOM).replace("\r\n", "\n")
        if _MARK not in text:
            return cls(text, bom)
        replaced = tuple(found.start() for found in re.finditer(_MARK, text))
        return cls(text.replace(_MARK, "\ufffd"), bom, replaced)

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their line ends; line ``n`` is ``lines[n - 1]``."""
        return self.text.split("\n")

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset at which each line starts."""
        starts, offset = [], 0
        for line in self.lines:
            starts.append(offset)
            offset += len(line) + 1
        return starts

    def position(self, offset: int) -> Position:
        """The place of ``offset``, which may be one past the last character."""
        line = bisect_right(self.line_starts, offset)
        return Position(line, offset - self.line_starts[line - 1] + 1)

    def offset(self, position: Position) -> int:
        return self.line_starts[position.line - 1] + position.column - 1

    def span(self, start: int, end: int) -> Span:
        return Span(self.position(start), self.position(end))

    def line_span(self, line: int) -> Span:
        """The whole of a line, without its line end."""
        return Span.at(line, 1, len(self.lines[line - 1]) + 1)

    def slice(self, span: Span) -> str:
        return self.text[self.offset(span.start) : self.offset(span.end)]
