"""What the host passes over: keys and lines that say nothing to it, characters nobody sees."""

from __future__ import annotations

import unicodedata
from typing import Any

from herdr_lint.model import Layer, Span
from herdr_lint.role.description import unseen_line
from herdr_lint.role.fields import CAPABILITIES, split_list
from herdr_lint.role.fixes import fix_key
from herdr_lint.role.keys import deceiving, foreign, skeleton
from herdr_lint.role.lines import resemblance
from herdr_lint.role.reading import Reading, entry_offsets

_EXACT_FIELDS = ("name", "tools", "deny-tools", "model")


def unread_keys(reading: Reading) -> list[dict[str, Any]]:
    """Key lines that the host passes over, each with what it was probably meant for.

    In a pack, a description that went unseen is told of as missing already.
    """
    lines = sorted(reading.lines.unread)
    told = unseen_line(reading) if lines and reading.layer is Layer.PACKAGE else None
    keys: list[dict[str, Any]] = []
    for line in lines:
        found = resemblance(line)
        if told is not None and found is not None and found.key == "description":
            continue
        pointer = f"/keys/{len(keys)}"
        reading.places.put(pointer, line.key_span)
        if found is None:
            keys.append({"key": line.key, **foreign(line.key)})
            continue
        beside = found.key in reading.lines.canonical
        if not beside:
            safe = reading.lines.is_plainly(line)
            reading.places.edits[pointer] = fix_key(line, found.key, safe=safe)
        keys.append({"key": line.key, **_misspelled(found.key, found.by, beside=beside)})
    return keys


def _misspelled(reads: str, by: str, *, beside: bool) -> dict[str, Any]:
    if beside:
        return {"kind": "setting", "reads": reads, "by": "beside"}
    if reads not in CAPABILITIES:
        return {"kind": "setting", "reads": reads, "by": by}
    if by == "typo":
        return {"kind": "setting", "reads": reads, "by": "capability"}
    return {"kind": "capability", "reads": reads, "by": by}


def lines_without_meaning(reading: Reading) -> list[dict[str, str]]:
    """Lines that are neither key, value, comment nor empty."""
    lines: list[dict[str, str]] = []
    for number, content in reading.lines.without_meaning():
        reading.places.put(f"/lines/{len(lines)}", reading.text.line_span(number))
        lines.append({"kind": "other", "text": content.strip()})
    return lines


def characters(reading: Reading) -> list[dict[str, str]]:
    """Characters in exact values that a reader cannot see or takes for another."""
    found: list[dict[str, str]] = []
    for key in _EXACT_FIELDS:
        value = reading.lines.value(key)
        if (value.isascii() and value.isprintable()) or (key == "name" and _deceives(reading)):
            continue
        head = reading.head(key)
        entries = [value] if key == "name" else split_list(value)
        for start, entry in entry_offsets(value, entries):
            for at, char in deceiving(entry):
                column = head.value_span.start.column + start + at
                pointer = f"/characters/{len(found)}"
                reading.places.put(pointer, Span.at(head.line, column, column + 1))
                name = unicodedata.name(char, "unnamed character")
                found.append({"field": key, "code": f"U+{ord(char):04X}", "name": name})
    return found


def _deceives(reading: Reading) -> bool:
    """Whether the name differs from the stem by such a character, which is a finding itself."""
    declared = reading.lines.value("name")
    return declared != reading.stem and skeleton(declared) == reading.stem
