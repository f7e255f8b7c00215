"""What a YAML 1.2 reader would make of one frontmatter entry: the author's intent.

Most entries are plain: one line, nothing that YAML treats specially. For those both readings
are the same text and ruamel.yaml is not even imported. The others are parsed one entry at a
time, from the event stream, so that one unreadable value does not hide its neighbours and
nothing is ever expanded, constructed or run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from herdr_lint.source.frontmatter import Entry

NULLS = frozenset({"", "~", "null", "Null", "NULL"})

_SPECIAL = re.compile(r"""^[-?:,\[\]{}#&*!|>'"%@`]|:(\s|$)|\s#""")
_STYLES = {"'": "single-quoted", '"': "double-quoted", "|": "literal", ">": "folded"}


@dataclass(frozen=True, slots=True)
class Intent:
    """YAML's reading of an entry.

    ``form`` names what sets the entry apart from a plain line (``plain`` if nothing does, and
    ``unreadable`` if YAML refuses it). ``meant`` is the value as one line that the host can read:
    text with its line breaks folded, a flat list joined by commas, ``""`` for null, and None where
    there is no such line. ``comment`` is a trailing comment, with its ``#``.
    """

    form: str
    meant: str | None
    comment: str = ""


def read_intent(entry: Entry) -> Intent:
    """YAML's reading of one entry, which is parsed only where a plain look does not suffice."""
    value = entry.head.value
    if not entry.tail and not _SPECIAL.search(value):
        return Intent("null", "") if value in NULLS and value else Intent("plain", value)
    return _parse(entry)


def _parse(entry: Entry) -> Intent:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    source = "\n".join(["key: " + entry.head.value, *(line for _, line in entry.tail)]) + "\n"
    try:
        events = list(YAML(typ="safe", pure=True).parse(source))
    except (YAMLError, ValueError, RecursionError):
        return Intent("unreadable", None)
    # stream, document, mapping and key open the document; what follows the key is the value
    return _intent(events[4:-3], entry)


def _intent(events: list[Any], entry: Entry) -> Intent:
    from ruamel.yaml import events as kinds

    value = events[0]
    if isinstance(value, kinds.AliasEvent):
        return Intent("alias", None)
    meant = _meant(events)
    comment = _comment(entry, value) if len(events) == 1 else ""
    return Intent(_form(value, len(events), entry, comment), meant, comment)


def _form(value: Any, size: int, entry: Entry, comment: str) -> str:
    from ruamel.yaml import events as kinds

    if value.anchor:
        return "anchor"
    if getattr(value, "ctag", None) is not None and str(value.ctag.handle or ""):
        return "tag"
    if isinstance(value, kinds.SequenceStartEvent):
        return "flow-list" if value.flow_style else "block-list"
    if isinstance(value, kinds.MappingStartEvent):
        return "flow-mapping" if value.flow_style else "mapping"
    if value.style in _STYLES:
        return _STYLES[value.style]
    if comment:
        return "commented"
    if entry.tail and value.end_mark.line:
        return "continued"
    return "null" if value.value in NULLS and entry.head.value else "plain"


def _meant(events: list[Any]) -> str | None:
    """The value as one line, if it is a scalar or a flat list of scalars."""
    from ruamel.yaml import events as kinds

    match events:
        case [kinds.ScalarEvent() as scalar]:
            return _line(scalar)
        case [kinds.SequenceStartEvent(), *items, kinds.SequenceEndEvent()]:
            if all(isinstance(item, kinds.ScalarEvent) for item in items):
                return ", ".join(_line(item) for item in items)
    return None


def _line(scalar: Any) -> str:
    if scalar.style is None and scalar.value in NULLS:
        return ""
    return " ".join(str(scalar.value).split())


def _comment(entry: Entry, value: Any) -> str:
    """The comment that follows a one-line scalar."""
    mark = value.end_mark
    if mark.line or value.style in {"|", ">"}:
        return ""
    rest = entry.head.value[max(0, mark.column - len("key: ")) :].strip()
    return rest if rest.startswith("#") else ""
