"""A description that the host does not see, and how that came about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from herdr_lint.late import late
from herdr_lint.model import Layer
from herdr_lint.role.closing import is_no_frontmatter
from herdr_lint.role.frontmatter import KeyLine
from herdr_lint.role.reading import RoleReading

if TYPE_CHECKING:
    from herdr_lint.role import fixes, renames
    from herdr_lint.role.keys import Resemblance
else:
    fixes = late("herdr_lint.role.fixes")
    renames = late("herdr_lint.role.renames")

POINTER = "/description/seen"
_TOLD_EVERYWHERE = frozenset({"missing", "empty"})


def unseen_description(reading: RoleReading) -> dict[str, Any] | None:
    """Why the host sees no description, although there may be a line for one.

    A pack must have one. Elsewhere, one that is lost is told of as what it is written as.
    """
    if reading.lines.value("description"):
        return None
    facts = _cause(reading)
    if reading.layer is Layer.PACKAGE or facts["cause"] in _TOLD_EVERYWHERE:
        return {"seen": False, **facts}
    return None


def unseen_line(reading: RoleReading) -> tuple[KeyLine, Resemblance] | None:
    """The line that was meant to be the description, where the host sees no such key; and how."""
    if "description" in reading.lines.canonical:
        return None
    for line in reading.lines.unread:
        found = reading.lines.resemblance(line)
        if found and found.key == "description":
            return line, found
    return None


def _cause(reading: RoleReading) -> dict[str, Any]:
    places = reading.places
    if "description" in reading.lines.canonical:
        return {"cause": _lost(reading)}
    unseen = unseen_line(reading)
    if unseen is None:
        places.put(POINTER, reading.text.line_span(1))
        ruler = reading.layer is Layer.PACKAGE and is_no_frontmatter(reading)
        return {"cause": "ruler" if ruler else "missing"}
    line, found = unseen
    places.put(POINTER, line.key_span)
    safe = renames.is_safe_rename(reading, line, found)
    places.edits[POINTER] = fixes.fix_key(line, "description", safe=safe)
    colon = found.by in {"colon", "no-colon"}
    return {"cause": "colon" if colon else "unread", "written": line.head}


def _lost(reading: RoleReading) -> str:
    """How a description was lost whose key the host does see."""
    places = reading.places
    first, *more = reading.lines.canonical["description"]
    places.put(POINTER, None, first.head.key_span)
    if first.goes_on:
        edit = places.edits.get("/declared/description/same")
        if edit:
            places.edits[POINTER] = edit
        return "continued"
    if any(entry.head.value for entry in more):
        places.edits[POINTER] = fixes.delete_lines(first.head.line, first.last_line, safe=False)
        return "second"
    return "empty"
