"""Where a frontmatter ends, against where its author meant it to end."""

from __future__ import annotations

import re
from typing import Any

from herdr_lint.late import late_pattern
from herdr_lint.model import Edit, Layer, Related, Span
from herdr_lint.role.fields import CAPABILITIES, FIELDS, split_list
from herdr_lint.role.frontmatter import (
    FENCE,
    FIRST_LINE,
    Frontmatter,
    KeyLine,
    continues,
    key_line,
)
from herdr_lint.role.reading import RoleReading
from herdr_lint.syntax.text import SourceText

POINTER = "/fence/closed"

_MISTYPED = late_pattern(
    r"\.{3}|-{2,3}|-{1,2}( ?-)+|[-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]*[\u2010-\u2015\u2212]"
    r"[-\u2010-\u2015\u2212]*|(\*{3}|_{3}|={3}|~{3}|\+{3}|`{3})[*_=~+`]*\w*"
)
"""What people write for a fence, or take for one."""

_KEY = late_pattern(r"[a-z][\w.-]*:(\s|$)|[A-Za-z][\w.-]*:(\s+\S+)?$", re.ASCII)
_NO_PROSE = ("#", "<", ">" * 7, "=" * 7, "|" * 7)
_HEADING = late_pattern(r"#{1,6} ")
_MARKDOWN = late_pattern(r"#{2,6} |[-*+>] |\d+[.)] |```|\|")


def closing(reading: RoleReading) -> dict[str, Any]:
    """How the block is closed, and known keys that it loses by that (role reading 1.2)."""
    text, block = reading.text, reading.block
    if block.lines[0].startswith(FENCE):
        return {"closed": "late"}
    lost = _lost_keys(text, block)
    rest = block.close_rest.strip()
    if rest:
        how = "longer" if set(rest) == {"-"} else "suffix"
    elif lost:
        how = "inside"
    else:
        return _prose_above(reading)
    if any(key in CAPABILITIES for key in lost):
        how = f"{how}-capability"
    return {"closed": how, "lost": ", ".join(f"`{key}`" for key in lost)}


def is_no_frontmatter(reading: RoleReading) -> bool:
    """Whether a file merely opens with a horizontal rule: text up to the next one, and no key."""
    block = reading.block
    keys = reading.lines.canonical or any(map(_KEY.match, block.lines))
    return not keys and any(map(_is_text, block.lines))


def text_begins(reading: RoleReading) -> int:
    """The line with which text begins that the host takes for frontmatter, or the closing one.

    It is known once `closing` has looked.
    """
    edit = reading.places.edits.get(POINTER)
    if edit:
        return edit.span.start.line
    return FIRST_LINE if is_no_frontmatter(reading) else reading.block.close_line


# Keys below the closing line


def _lost_keys(text: SourceText, block: Frontmatter) -> list[str]:
    """Keys between the closing line and a later fence, where all looks like frontmatter."""
    fence = text.text.find(f"\n{FENCE}", block.close + len(FENCE))
    if fence == -1:
        return []
    last = text.position(fence).line
    lines = [(number, text.lines[number - 1]) for number in range(block.close_line + 1, last + 1)]
    return _known(lines) or _unknown(lines, text.lines[last])


def _known(lines: list[tuple[int, str]]) -> list[str]:
    found = [(key_line(number, line), line) for number, line in lines]
    is_text = any(not key and not _is_beside_keys(line) for key, line in found)
    known = [
        key.key
        for key, _ in found
        if key and key.canonical and key.key in FIELDS and not _is_sentence(key)
    ]
    return [] if is_text else known


def _is_beside_keys(line: str) -> bool:
    """Whether a line without a key is one that a frontmatter may have: empty, comment, value."""
    return not line.strip() or continues(line) or line.startswith("#")


def _unknown(lines: list[tuple[int, str]], fence: str) -> list[str]:
    """Keys that nobody knows; a text between two rulers has empty lines, and capital letters."""
    keys = [line for _, line in lines if _KEY.match(line) and line[0].islower()]
    others = [line for _, line in lines if line not in keys and not continues(line)]
    is_block = fence == FENCE and all(line.startswith("#") for line in others)
    return [line.partition(":")[0] for line in keys] if is_block else []


def _is_sentence(line: KeyLine) -> bool:
    """Whether a line that looks like a key has words for a value that is not text."""
    value = line.value.partition(" #")[0].removeprefix("[").removesuffix("]")
    return line.key != "description" and any(" " in entry for entry in split_list(value))


# Text above the closing line


def _prose_above(reading: RoleReading) -> dict[str, Any]:
    """A fence that was mistyped or left out, so that a ruler of the text closes the block."""
    if not reading.block.others:
        return {"closed": "exact"}
    if is_no_frontmatter(reading):
        told = reading.layer is Layer.PACKAGE  # as a description that is missing
        return {"closed": "exact"} if told else _noted(reading, "ruler", FIRST_LINE - 1)
    end = _end(reading)
    if end is None:
        return {"closed": "exact"}
    how, number = end
    span = reading.text.line_span(number)
    written = f"{FENCE}\n" if how == "missing" else FENCE
    at = Span(span.start, span.start) if how == "missing" else span
    reading.places.edits[POINTER] = Edit(at, written, safe=False)
    return _noted(reading, how, number)


def _noted(reading: RoleReading, how: str, number: int) -> dict[str, Any]:
    reading.places.put(POINTER, reading.text.line_span(number))
    ruler = reading.text.line_span(reading.block.close_line)
    reading.places.related[POINTER] = (
        Related(reading.path, ruler, "the host takes everything down to here for frontmatter"),
    )
    return {"closed": how}


def _end(reading: RoleReading) -> tuple[str, int] | None:
    """The line with which the text begins, below the last key that the host knows."""
    known = [entry.head for entries in reading.lines.canonical.values() for entry in entries]
    last = max(known, default=None)
    rest = [one for one in reading.block.numbered() if last is None or one[0] > last.line]
    # Below a description, a text may be what it should go on with.
    apart = last is not None and last.key != "description"
    last_text = max((number for number, line in rest if _is_text(line)), default=FIRST_LINE)
    for number, line in rest:
        if _MISTYPED.fullmatch(line.strip()):
            return ("mistyped", number) if number < last_text else None
        if not line.strip():
            apart = True
        elif _is_prose(line) or (_HEADING.match(line) and number < last_text):
            return ("missing", number) if apart else None
    return None


def _is_text(line: str) -> bool:
    return _is_prose(line) or _MARKDOWN.match(line) is not None


def _is_prose(line: str) -> bool:
    """Whether a line reads as text: words in a row, and neither key, comment nor markup."""
    words = line.split()
    return (
        len(words) > 1
        and not line.startswith(_NO_PROSE)
        and not _KEY.match(line)
        and not continues(line)
    )
