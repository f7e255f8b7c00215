"""Edits that make the host read what the author meant; facts of form, never of taste.

An edit is ``safe`` when the new text means the same to a YAML reader as the old one did. Every
edit is checked by reading it back: one that would not be read as intended is not offered.
"""

from __future__ import annotations

from herdr_lint.model import Edit, Position, Span
from herdr_lint.normalize.fields import BUILT_IN_TOOLS, Field, split_list
from herdr_lint.source.frontmatter import Entry, KeyLine, key_line
from herdr_lint.source.intent import Intent, read_intent
from herdr_lint.source.text import SourceText


def mend_value(text: SourceText, entry: Entry, intent: Intent, field: Field) -> Edit | None:
    """The entry as one line that the host takes, or None where the meaning is not clear."""
    target = _target(field, intent.meant if intent.meant is not None else entry.head.value)
    if not target or (target == entry.head.value and not entry.tail):
        return None
    wanted = field.read(target)
    if isinstance(wanted, str) and field.words and wanted not in field.words:
        return None
    safe = _same_meaning(field, target, intent) and not _loses_comments(entry)
    comment = f"{intent.comment}\n" if intent.comment else ""
    span = Span(
        Position(entry.head.line, 1),
        Position(entry.last_line, len(text.lines[entry.last_line - 1]) + 1),
    )
    return Edit(span, f"{comment}{field.name}: {target}", safe)


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


def _same_meaning(field: Field, target: str, intent: Intent) -> bool:
    if intent.meant is None:
        return False
    if field.entries:
        return [entry for entry in split_list(intent.meant) if entry] == split_list(target)
    if field.words == ("true", "false"):
        return intent.meant in {target, target.title(), target.upper()}
    written = key_line(1, f"{field.name}: {target}")
    return (
        intent.meant == target
        and written is not None
        and read_intent(Entry(written)).form == "plain"
    )


def _loses_comments(entry: Entry) -> bool:
    return any("#" in line for _, line in entry.tail)


def mend_key(line: KeyLine, key: str, *, safe: bool) -> Edit:
    """The key written as the host looks for it: bare, at the start, colon at once."""
    return Edit(Span.at(line.line, 1, len(line.head) + 1), key, safe)


def delete_lines(first: int, last: int) -> Edit:
    """Both lines and all between them, with their line ends."""
    return Edit(Span(Position(first, 1), Position(last + 1, 1)), "")


def mend_fence(text: SourceText, cause: str) -> Edit | None:
    """An edit of the fences for the causes that have one right answer."""
    lines = text.lines
    match cause:
        case "fence-space":
            return Edit(text.line_span(1), "---")
        case "blank-first":
            return delete_lines(1, next(n for n, line in enumerate(lines) if line.strip()))
        case "close-indented":
            at = next(n for n, line in enumerate(lines, 1) if n > 1 and line.strip() == "---")
            return Edit(text.line_span(at), "---")
        case "close-dots":
            at = next(n for n, line in enumerate(lines, 1) if line.rstrip() == "...")
            return Edit(text.line_span(at), "---")
    return None


def mend_tool(entry: str, span: Span) -> Edit | None:
    """A tool name in the wrong case, or several of them without commas."""
    words = [word.lower() for word in entry.split()]
    if entry.startswith(("+", "-")) or not all(word in BUILT_IN_TOOLS for word in words):
        return None
    return Edit(span, ", ".join(words), safe=False) if ", ".join(words) != entry else None
