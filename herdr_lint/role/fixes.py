"""Edits that make the host read what the author meant; facts of form, never of taste.

An edit is ``safe`` when the new text means the same to a YAML reader as the old one did. Every
edit is checked by reading it back: one that would not be read as intended is not offered.
"""

from __future__ import annotations

import re

from herdr_lint.late import late_pattern
from herdr_lint.model import Edit, Position, Span
from herdr_lint.role.fields import BOOLEANS, Field, split_list
from herdr_lint.role.frontmatter import (
    FENCE,
    FIRST_LINE,
    QUOTES,
    Frontmatter,
    FrontmatterEntry,
    KeyLine,
    continues,
    misread_fence,
)
from herdr_lint.role.intent import Intent
from herdr_lint.role.meaning import means_same
from herdr_lint.syntax.text import SourceText, ecma_trim

_SWITCHES = {"yes": "true", "on": "true", "no": "false", "off": "false"}


def fix_value(
    text: SourceText, entry: FrontmatterEntry, intent: Intent, field: Field
) -> Edit | None:
    """The entry as one line that the host takes.

    None where there is nothing to fix, and where the meaning is not clear.
    """
    head = entry.head
    if intent.meant is None and entry.tail:
        return None
    meant = head.value if intent.meant is None else intent.meant
    target = _target(field, meant)
    if not target or target == head.value == meant or _read_back(field, target).value != target:
        return None
    comment = "".join(f"{one}\n" for one in comments_of(entry, intent))
    span = Span(
        Position(head.line, 1),
        Position(entry.last_line, len(text.lines[entry.last_line - 1]) + 1),
    )
    line = f"{field.name}: {target}"
    return Edit(span, comment + line, _is_safe(field, entry, target, comment))


_COMMENT = late_pattern(r"(?:^|(?<=[ \t]))#.*")
_TEXT_BLOCKS = frozenset({"literal", "folded"})


def comments_of(entry: FrontmatterEntry, intent: Intent) -> list[str]:
    """The comments in an entry, each of which can stand on a line of its own.

    In a block of text there are none, and behind a quote a `#` may be anything.
    """
    if intent.form in _TEXT_BLOCKS or intent.comment:
        return [intent.comment] if intent.comment else []
    found = (
        _COMMENT.search(line) for line in (entry.head.value, *(line for _, line in entry.tail))
    )
    return [one[0].rstrip() for one in found if one and not _quoted(one)]


def _quoted(comment: re.Match[str]) -> bool:
    return any(quote in comment.string[: comment.start()] for quote in QUOTES)


def _target(field: Field, meant: str) -> str | None:
    """The value that the host would take, or None if there is no telling."""
    if field.entries:
        entries = [entry for entry in split_list(meant) if entry]
        target = ", ".join(entries)
        return target if field.read(target) == entries else None
    if field.words:
        return next((w for w in (meant, _plain_word(field, meant)) if w in field.words), None)
    return meant


def _plain_word(field: Field, meant: str) -> str:
    word = meant.casefold().replace("_", "-")
    return _SWITCHES.get(word, word) if field.words == BOOLEANS else word


def _read_back(field: Field, target: str) -> KeyLine:
    """The line of a value as the host reads it."""
    return KeyLine(FIRST_LINE, field.name, field.name, target, ecma_trim(target))


def _is_safe(field: Field, entry: FrontmatterEntry, target: str, comment: str) -> bool:
    """Whether the new line says to YAML all that the entry did, and no comment gets lost."""
    if not entry.tail and entry.head.value.lower() == target:
        return True  # a word of the host, in another letter case
    old = [entry.head.value, *(line for _, line in entry.tail)]
    hashes = sum(line.count("#") for line in old)
    written = FrontmatterEntry(_read_back(field, target))
    return means_same(field, entry, written) and hashes == (comment + target).count("#")


def fix_key(line: KeyLine, key: str, *, safe: bool) -> Edit:
    """The key written as the host looks for it: bare, at the start, an ASCII colon at once."""
    return Edit(Span.at(line.line, 1, len(line.head) + line.sign + 1), f"{key}:", safe)


def fix_entry(text: SourceText, entry: FrontmatterEntry, key: str, value: str) -> Edit:
    """The whole entry, with the lines below it, as one line with another value; a guess."""
    end = len(text.lines[entry.last_line - 1]) + 1
    span = Span(Position(entry.head.line, 1), Position(entry.last_line, end))
    return Edit(span, f"{key}: {value}", safe=False)


def delete_entry(block: Frontmatter, entry: FrontmatterEntry) -> Edit | None:
    """The entry deleted; a guess, and no edit where it is all that the block holds."""
    lines = entry.last_line - entry.head.line + 1
    if lines == len(block.lines):
        return None
    return delete_lines(entry.head.line, entry.last_line, safe=False)


def delete_lines(first: int, last: int, *, safe: bool = True) -> Edit:
    """Both lines and all between them, with their line ends; another line must follow."""
    return Edit(Span(Position(first, 1), Position(last + 1, 1)), "", safe)


def fix_fence(text: SourceText, cause: str) -> Edit | None:
    """An edit of the fences for the causes that have one right answer."""
    if cause in {"fence-space", "fence-indented"}:
        return Edit(text.line_span(1), FENCE)
    if cause == "blank-first":
        blank = next(n for n, line in enumerate(text.lines) if line.rstrip() == FENCE)
        return delete_lines(1, blank)
    at = misread_fence(text) if cause in {"close-indented", "close-dots"} else None
    if at is None or at == 2:  # on line 2 nothing can be closed
        return None
    return Edit(text.line_span(at), FENCE, safe=not continues(text.lines[at - 2]))
