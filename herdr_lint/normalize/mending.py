"""Edits that make the host read what the author meant; facts of form, never of taste.

An edit is ``safe`` when the new text means the same to a YAML reader as the old one did. Every
edit is checked by reading it back: one that would not be read as intended is not offered.
"""

from __future__ import annotations

from herdr_lint.model import Edit, Position, Span
from herdr_lint.normalize.fields import BUILT_IN_TOOLS, FIELDS, Field, split_list
from herdr_lint.normalize.meaning import means_same
from herdr_lint.source.frontmatter import (
    FENCE,
    Entry,
    KeyLine,
    continues,
    key_line,
    read_frontmatter,
)
from herdr_lint.source.intent import Intent
from herdr_lint.source.text import SourceText


def mend_value(text: SourceText, entry: Entry, intent: Intent, field: Field) -> Edit | None:
    """The entry as one line that the host takes, or None where the meaning is not clear."""
    if intent.meant is None and entry.tail:
        return None
    target = _target(field, intent.meant if intent.meant is not None else entry.head.value)
    if not target or (target == entry.head.value and not entry.tail):
        return None
    wanted = field.read(target)
    if isinstance(wanted, str) and field.words and wanted not in field.words:
        return None
    comment = f"{intent.comment}\n" if intent.comment else ""
    span = Span(
        Position(entry.head.line, 1),
        Position(entry.last_line, len(text.lines[entry.last_line - 1]) + 1),
    )
    line = f"{field.name}: {target}"
    return Edit(span, comment + line, _is_safe(field, entry, line, comment))


def _target(field: Field, meant: str) -> str | None:
    """The value that the host would take, or None if there is no telling."""
    if field.entries:
        entries = [entry for entry in split_list(meant) if entry]
        target = ", ".join(entries)
        return target if entries and field.read(target) == entries else None
    if field.words:
        return next((w for w in (meant, _plain_word(meant)) if w in field.words), None)
    return meant


def _plain_word(meant: str) -> str:
    word = meant.casefold().replace("_", "-")
    return {"yes": "true", "on": "true", "no": "false"}.get(word, word)


def _is_safe(field: Field, entry: Entry, line: str, comment: str) -> bool:
    """Whether the new line says to YAML all that the entry did, and no comment gets lost."""
    written = key_line(1, line)
    old = "\n".join((entry.head.value, *(line for _, line in entry.tail)))
    return (
        written is not None
        and means_same(field, entry, Entry(written))
        and old.count("#") == (comment + line).count("#")
    )


def mend_key(line: KeyLine, key: str, *, safe: bool) -> Edit:
    """The key written as the host looks for it: bare, at the start, colon at once."""
    return Edit(Span.at(line.line, 1, len(line.head) + 1), key, safe)


def mend_colon(line: KeyLine, key: str) -> Edit:
    """The key with a colon instead of the character that passes for one."""
    return Edit(Span.at(line.line, 1, len(line.head) + 2), f"{key}:", safe=False)


def delete_lines(first: int, last: int) -> Edit:
    """Both lines and all between them, with their line ends."""
    return Edit(Span(Position(first, 1), Position(last + 1, 1)), "")


def mend_fence(text: SourceText, cause: str) -> Edit | None:
    """An edit of the fences for the causes that have one right answer.

    There is none where the host would still find no key after it.
    """
    edit = _fence_edit(text, cause)
    if edit is None:
        return None
    start, end = text.offset(edit.span.start), text.offset(edit.span.end)
    block = read_frontmatter(SourceText(text.text[:start] + edit.text + text.text[end:]))
    known = block and any(line.canonical and line.key in FIELDS for line in block.key_lines)
    return edit if known else None


def _fence_edit(text: SourceText, cause: str) -> Edit | None:
    lines = text.lines
    match cause:
        case "fence-space":
            return Edit(text.line_span(1), FENCE)
        case "blank-first":
            at = next(n for n, line in enumerate(lines, 1) if line.strip())
            return Edit(Span(Position(1, 1), text.line_span(at).end), FENCE)
        case "close-indented":
            at = next(n for n, line in enumerate(lines, 1) if n > 1 and line.strip() == FENCE)
            return Edit(text.line_span(at), FENCE, _closes(text, at))
        case "close-dots":
            at = next(n for n, line in enumerate(lines, 1) if line.rstrip() == "...")
            return Edit(text.line_span(at), FENCE, _closes(text, at))
    return None


def _closes(text: SourceText, number: int) -> bool:
    """Whether all above a line is frontmatter, and the line itself no part of a value there."""
    above = [line for line in text.lines[1 : number - 1] if line.strip()]
    shaped = all(continues(line) or key_line(1, line) or line.startswith("#") for line in above)
    apart = not text.lines[number - 1][:1].isspace() or not continues((above or [""])[-1])
    return shaped and apart


def mend_tool(entry: str, span: Span) -> Edit | None:
    """A tool name in the wrong case, or several of them without commas."""
    words = [word.lower() for word in entry.split()]
    if entry.startswith(("+", "-")) or not all(word in BUILT_IN_TOOLS for word in words):
        return None
    return Edit(span, ", ".join(words), safe=False) if ", ".join(words) != entry else None
