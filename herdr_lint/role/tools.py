"""The names in `tools` and `deny-tools`, by how each is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import accumulate
from typing import Any, Final

from herdr_lint.model import Edit, Span
from herdr_lint.role.fields import BUILT_IN_TOOLS, SPAWNING_TOOLS, split_list
from herdr_lint.role.intent import NULLS
from herdr_lint.role.reading import Reading

LONGEST = 40
"""A name of more characters is cut in messages."""

ROOM = 50
"""Characters that a message has for a list of names; as many as fit are shown, or one."""

_NAME = re.compile(r"[a-z*][^ \tA-Z()]*")
_WORDS = frozenset({"none", "None", "all", "All", "true", "false"})
_TOLD_BY_YAML: Final = ("&", "!", "~")
"""Anchors, tags and null are told by the difference of the readings."""


def is_ordinary(name: str) -> bool:
    """Whether there is nothing to say of the name of a tool; the host knows only its own."""
    return name in BUILT_IN_TOOLS or _allowed_form(name) is None


def tool_names(reading: Reading) -> dict[str, Any]:
    """The names of `tools` that cannot be those of tools, by form."""
    return _by_form(reading, "tools", _allowed_form, _instead)


def denied_names(reading: Reading) -> dict[str, Any]:
    """The names of `deny-tools` that are not those of spawning tools, by form."""
    return _by_form(reading, "deny-tools", _denied_form, lambda _: None)


def _allowed_form(name: str) -> str | None:
    """By what the name of a tool cannot be one, or None if it may be."""
    if (_NAME.fullmatch(name) and name not in _WORDS) or name.startswith(_TOLD_BY_YAML):
        return None
    if re.match(r"-\s", name):
        return "dash"
    if name.startswith(("+", "-")):
        return "sign"
    if "(" in name or ")" in name:
        return "parentheses"
    if " " in name or "\t" in name:
        return "blank"
    if name in _WORDS:
        return "word"
    return "case" if name.lower() in BUILT_IN_TOOLS else None


def _denied_form(name: str) -> str | None:
    if name in SPAWNING_TOOLS or name in NULLS or name.startswith(("*", *_TOLD_BY_YAML)):
        return None
    return "denied" if name.lower().startswith("subagent") else "other"


def _instead(name: str) -> str | None:
    """What to write for a name, or for several of them without commas; None without a guess."""
    words = [word.lower() for word in name.split()]
    if name.startswith(("+", "-")) or not all(word in BUILT_IN_TOOLS for word in words):
        return None
    return ", ".join(words)


def _by_form(
    reading: Reading,
    key: str,
    form_of: Callable[[str], str | None],
    instead: Callable[[str], str | None],
) -> dict[str, Any]:
    """The odd names of a list in groups of one form: one line, one finding of each kind."""
    entries = split_list(reading.head(key).value)
    groups: dict[str, list[int]] = {}
    for index, name in enumerate(entries):
        form = form_of(name)
        if form:
            groups.setdefault(form, []).append(index)
    if not groups:
        return {}
    spans = [*reading.entry_spans(key, entries)]
    facts: dict[str, Any] = {}
    for form, indexes in groups.items():
        names = [*dict.fromkeys(entries[index] for index in indexes)]
        pointer = f"/declared/{key}/names/{form}"
        reading.places.put(pointer, spans[indexes[0]])
        for at, name in enumerate(names):
            reading.places.put(f"{pointer}/names/{at}", spans[entries.index(name)])
        facts[form] = group(names)
        edit = _replacing(entries, spans, {index: instead(entries[index]) for index in indexes})
        if edit:
            reading.places.edits[f"{pointer}/names"] = edit
    return {"names": facts}


def group(names: list[str]) -> dict[str, Any]:
    """Names of one form, and how a message shows them."""
    return {"names": names, "shown": listed(names)}


def listed(names: list[str]) -> str:
    """Names for a message, each in backticks: the first ones of many, and no long one whole."""
    shown = [f"`{name if len(name) <= LONGEST else name[: LONGEST - 1] + '…'}`" for name in names]
    few = sum(width <= ROOM for width in accumulate(len(name) + 2 for name in shown)) or 1
    more = f" and {len(names) - few} more" if len(names) > few else ""
    return ", ".join(shown[:few]) + more


def _replacing(
    entries: list[str], spans: list[Span], instead: dict[int, str | None]
) -> Edit | None:
    """One edit of the line for the names that have a better spelling; a guess."""
    changed = {index: text for index, text in instead.items() if text and text != entries[index]}
    if not changed:
        return None
    first, last = min(changed), max(changed)
    names = [changed.get(index) or entries[index] for index in range(first, last + 1)]
    return Edit(Span(spans[first].start, spans[last].end), ", ".join(names), safe=False)
