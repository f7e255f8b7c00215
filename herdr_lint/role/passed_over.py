"""What the host passes over: keys and lines that say nothing to it, characters nobody sees."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from herdr_lint.late import late
from herdr_lint.model import Layer, Span
from herdr_lint.role.closing import text_begins
from herdr_lint.role.conflicts import is_marker
from herdr_lint.role.description import unseen_line
from herdr_lint.role.fields import CAPABILITIES, UNSUPPORTED, split_list
from herdr_lint.role.frontmatter import KeyLine
from herdr_lint.role.reading import RoleReading, entry_offsets

if TYPE_CHECKING:
    from herdr_lint.role import fixes, foreign, punctuation, renames, tools
    from herdr_lint.role import keys as likeness
else:
    fixes = late("herdr_lint.role.fixes")
    foreign = late("herdr_lint.role.foreign")
    likeness = late("herdr_lint.role.keys")
    punctuation = late("herdr_lint.role.punctuation")
    renames = late("herdr_lint.role.renames")
    tools = late("herdr_lint.role.tools")

_OURS = {"allow": "tools", "deny": "deny-tools"}
MOST_CHARACTERS = 5_000
"""Characters of one file that are told one by one; nobody looks at more, and each is a finding."""

_EXACT_FIELDS = ("name", "tools", "deny-tools", "model")


def unread_keys(reading: RoleReading) -> list[dict[str, Any]]:
    """Key lines that the host passes over, each with what it was probably meant for.

    In a pack, a description that went unseen is told of as missing already.
    """
    lines = sorted(reading.lines.unread)
    told = unseen_line(reading) if reading.layer is Layer.PACKAGE else None
    keys: list[dict[str, Any]] = []
    for line in lines:
        found = reading.lines.resemblance(line)
        if told is not None and found is not None and found.key == "description":
            continue
        pointer = f"/keys/{len(keys)}"
        reading.places.put(pointer, line.key_span)
        if found is None:
            wish = foreign.wish_of(line.key)
            if wish in _OURS:
                _note_translation(reading, pointer, line, _OURS[wish])
                if "tools" in reading.lines.canonical and pointer not in reading.places.edits:
                    wish = "beside"
            kind = {"kind": "foreign", "wish": wish} if wish else {"kind": "unknown"}
            keys.append({"key": line.key, **kind})
            continue
        beside = found.key in reading.lines.canonical
        if not beside and found.key not in UNSUPPORTED:
            safe = renames.is_safe_rename(reading, line, found)
            reading.places.edits[pointer] = fixes.fix_key(line, found.key, safe=safe)
        keys.append({"key": line.key, **_misspelled(found.key, found.by, beside=beside)})
    return keys


def _note_translation(reading: RoleReading, pointer: str, line: KeyLine, key: str) -> None:
    """The fix of another program's list of tools: our key with Pi's names, if it is not there."""
    entry = reading.block.entry_at.get(line.line)
    if entry is None or reading.lines.has(key):
        return
    meant = reading.lines.intents.of(entry).meant or ""
    names = [name for name in split_list(meant) if name]
    own = tools.plain_names(names, deny=key == "deny-tools")
    if own and not any("#" in content for _, content in entry.tail):
        reading.places.edits[pointer] = fixes.fix_entry(reading.text, entry, key, ", ".join(own))


def _misspelled(reads: str, by: str, *, beside: bool) -> dict[str, Any]:
    if beside:
        return {"kind": "setting", "reads": reads, "by": "beside"}
    if reads in UNSUPPORTED:
        return {"kind": "setting", "reads": reads, "by": "unsupported"}
    if reads not in CAPABILITIES:
        return {"kind": "setting", "reads": reads, "by": by}
    return {"kind": "capability", "reads": reads, "by": by}


def lines_without_meaning(reading: RoleReading) -> list[dict[str, str]]:
    """Lines that are neither key, value, comment nor empty.

    Of markers of a merge, and of text that was taken for frontmatter, more is said elsewhere.
    """
    lines: list[dict[str, str]] = []
    told = set(reading.loose_text)
    begins = text_begins(reading)
    for number, content in reading.lines.without_meaning():
        if number >= begins or content.strip() in told or is_marker(content):
            continue
        reading.places.put(f"/lines/{len(lines)}", reading.text.line_span(number))
        lines.append({"kind": "other", "text": content.strip()})
    return lines


def characters(reading: RoleReading) -> list[dict[str, str]]:
    """Characters in exact values that a reader cannot see or takes for another."""
    found: list[dict[str, str]] = []
    for key in _EXACT_FIELDS:
        value = reading.lines.value(key)
        if (value.isascii() and value.isprintable()) or (key == "name" and _deceives(reading)):
            continue
        head = reading.head(key)
        first = head.value_span.start.column
        entries = [value] if key == "name" else split_list(value)
        for start, entry in entry_offsets(value, entries):
            for at, char in likeness.deceiving(entry):
                if punctuation.is_punctuation(char):
                    continue  # told of with the name that it stands in
                column = first + start + at
                if len(found) == MOST_CHARACTERS:
                    return found
                pointer = f"/characters/{len(found)}"
                reading.places.put(pointer, Span.at(head.line, column, column + 1))
                name = unicodedata.name(char, "unnamed character")
                found.append({"field": key, "code": f"U+{ord(char):04X}", "name": name})
    return found


def _deceives(reading: RoleReading) -> bool:
    """Whether the name differs from the stem by such a character, which is a finding itself."""
    declared = reading.lines.value("name")
    return declared != reading.stem and likeness.skeleton(declared) == reading.stem
