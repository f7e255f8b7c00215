"""The names in `tools` and `deny-tools`: which cannot be tools, and what was meant by each."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final, NamedTuple

from herdr_lint.late import late_pattern
from herdr_lint.model import Edit, Span
from herdr_lint.role.fields import (
    ALWAYS_THERE,
    BUILT_IN_TOOLS,
    OWN_TOOLS,
    SPAWNING_TOOLS,
    split_list,
)
from herdr_lint.role.foreign import (
    counterparts,
    foreign_tools,
    is_foreign,
    is_other_tool,
)
from herdr_lint.role.intent import NULLS
from herdr_lint.role.keys import deceiving
from herdr_lint.role.punctuation import names_in
from herdr_lint.role.reading import RoleReading
from herdr_lint.role.spelling import nearest

LONGEST = 40
"""A name of more characters is cut in messages."""

ROOM = 50
"""Characters that a message has for a list of names; as many as fit are shown, or one."""

_NAME = late_pattern(r"[a-z][a-z0-9_-]*")
_WORDS = frozenset({"none", "None", "all", "All", "true", "false"})
_NEVER_THERE: Final = frozenset({"worktree_list", "worktree_remove", "subagents_write_task_models"})
"""Tools of the host that no child has (role reading 1.6)."""

_TOLD_BY_YAML: Final = ("&", "!", "~")
"""Anchors, tags and null are told by the difference of the readings."""

_SHORTEST_TYPO = 4


class Odd(NamedTuple):
    """A name that cannot be that of a tool: by what, and what to write; () if there is no guess."""

    form: str
    instead: tuple[str, ...] = ()


def are_ordinary(names: Sequence[str]) -> bool:
    """Whether there is nothing to say of the names of tools; the host knows only its own."""
    return all(odd_name(name) is None for name in names) and not foreign_tools(names)


@lru_cache(maxsize=1024)
def odd_name(name: str) -> Odd | None:
    """By what a name in `tools` cannot be that of a tool, whatever stands beside it."""
    if name in OWN_TOOLS or name.startswith(_TOLD_BY_YAML):
        return None
    if re.match(r"-\s", name):
        return Odd("dash", _plain(name.removeprefix("-")))
    if name.startswith(("+", "-")):
        return Odd("sign")
    if meant := names_in(name, _is_known):
        return Odd("punctuation", tuple(_own(each) for each in meant))
    if "(" in name or ")" in name:
        return Odd("parentheses", _plain(name.partition("(")[0]))
    if " " in name or "\t" in name:
        return Odd("blank", _plain(name))
    if name in _WORDS:
        return Odd("word")
    if name.lower() in BUILT_IN_TOOLS:
        return Odd("case", (name.lower(),))
    return _typo(name)


def _typo(name: str) -> Odd | None:
    """A built-in that is misspelled by one letter, unless the name is a word of its own."""
    if not _NAME.fullmatch(name) or is_other_tool(name):
        return None
    known = [tool for tool in BUILT_IN_TOOLS if len(tool) >= _SHORTEST_TYPO]
    near = nearest(name, known)
    return Odd("typo", tuple(near)) if len(near) == 1 else None


def _is_known(name: str) -> bool:
    return name.lower() in BUILT_IN_TOOLS or name in SPAWNING_TOOLS or is_foreign(name)


def _own(name: str) -> str:
    """Pi's name for a tool that is a built-in in another case or another program's."""
    lower = name.lower()
    return lower if lower in BUILT_IN_TOOLS else counterparts().get(name) or name


def _plain(text: str) -> tuple[str, ...]:
    """Names separated by spaces, if every one of them is known."""
    names = text.split()
    return tuple(map(_own, names)) if all(map(_is_known, names)) else ()


def _allowed(names: Sequence[str]) -> dict[str, Odd]:
    found = {name: odd for name in names if (odd := odd_name(name))}
    for name in foreign_tools([name for name in names if name not in found]) - OWN_TOOLS:
        own = counterparts()[name]
        found[name] = Odd("foreign", (own,)) if own else Odd("no-counterpart")
    return found


def _denied(names: Sequence[str]) -> dict[str, Odd]:
    return {name: odd for name in names if (odd := _odd_denied(name))}


def _without_effect(name: str, allowed: Sequence[str] | None) -> str:
    """Why a name in `deny-tools` takes nothing away: by the tool, or by the list in `tools`."""
    if name in ALWAYS_THERE:
        return "always"
    listed = allowed is None or name in allowed or any("*" in entry for entry in allowed)
    return "other" if listed and name not in _NEVER_THERE else "absent"


def _odd_denied(name: str) -> Odd | None:
    meant = names_in(name, _is_known)
    if name in SPAWNING_TOOLS or name in NULLS or name.startswith(_TOLD_BY_YAML):
        return None
    if meant and any(each.lower() in SPAWNING_TOOLS for each in meant):
        return Odd("denied-punctuation", tuple(map(str.lower, meant)))
    if name.startswith("*"):
        return None
    if name in ALWAYS_THERE | _NEVER_THERE:
        return Odd("other")
    near = nearest(name.lower(), SPAWNING_TOOLS) if name.isascii() else []
    if near or name.lower().startswith("subagent"):  # no word is near two of them
        return Odd("denied", tuple(near))
    return Odd("denied", ("subagent",)) if counterparts().get(name) == "subagent" else Odd("other")


def tool_names(reading: RoleReading) -> dict[str, Any]:
    """The names of `tools` that cannot be those of tools, by form."""
    return _by_form(reading, "tools", _allowed)


def denied_names(reading: RoleReading) -> dict[str, Any]:
    """The names of `deny-tools` that are not those of spawning tools, by form."""
    tools = reading.typed().get("tools")
    allowed = tools if isinstance(tools, list) else None

    def denied(names: Sequence[str]) -> dict[str, Odd]:
        found = {name: odd for name, odd in _denied(names).items() if not _is_told(name, odd)}
        return {
            name: Odd(_without_effect(name, allowed)) if odd.form == "other" else odd
            for name, odd in found.items()
        }

    return _by_form(reading, "deny-tools", denied)


def _is_told(name: str, odd: Odd) -> bool:
    """Whether a character in the name is told of, which only looks like the right one."""
    return odd.form == "other" and next(deceiving(name), None) is not None


def plain_names(names: Sequence[str], *, deny: bool) -> list[str] | None:
    """The names as the host knows them, or None if one of them cannot be told."""
    odd = _denied(names) if deny else _allowed(names)
    if any(not each.instead for each in odd.values()):
        return None
    return [*dict.fromkeys(own for name in names for own in _instead(odd, name))]


def _instead(odd: Mapping[str, Odd], name: str) -> tuple[str, ...]:
    return odd[name].instead if name in odd else (name,)


def _by_form(
    reading: RoleReading, key: str, judge: Callable[[Sequence[str]], dict[str, Odd]]
) -> dict[str, Any]:
    """The odd names of a list in groups of one form: one line, one finding of each kind."""
    entries = split_list(reading.head(key).value)
    found = judge(entries)
    if not found:
        return {}
    spans = [*reading.entry_spans(key, entries)]
    first = {name: at for at, name in reversed([*enumerate(entries)])}
    groups: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in entries:
        if name in found:
            groups.setdefault(found[name].form, {})[name] = found[name].instead
    facts: dict[str, Any] = {}
    for form, meant in groups.items():
        pointer = f"/declared/{key}/names/{form}"
        reading.places.put(pointer, spans[first[next(iter(meant))]])
        for at, name in enumerate(meant):
            reading.places.put(f"{pointer}/names/{at}", spans[first[name]])
        facts[form] = group({name: ", ".join(instead) for name, instead in meant.items()})
        edit = _replacing(entries, spans, meant, safe=form == "case")
        if edit:
            reading.places.edits[f"{pointer}/names"] = edit
    return {"names": facts}


def group(meant: Mapping[str, str]) -> dict[str, Any]:
    """Names of one form with what was meant by each (nothing: unknown), and how both are shown."""
    told = [f"`{own}` for `{name}`" for name, own in meant.items() if own]
    few = sum(width <= ROOM for width in accumulate(len(one) + 2 for one in told)) or 1
    more = f" and {len(told) - few} more" if len(told) > few else ""
    return {
        "names": [*meant],
        "means": {name: own for name, own in meant.items() if own},
        "shown": listed([*meant]),
        "instead": ", ".join(told[:few]) + more if told else "the name of a tool",
    }


def listed(names: Sequence[str]) -> str:
    """Names for a message, each in backticks: the first ones of many, and no long one whole."""
    shown = [f"`{name if len(name) <= LONGEST else name[: LONGEST - 1] + '…'}`" for name in names]
    few = sum(width <= ROOM for width in accumulate(len(name) + 2 for name in shown))
    more = f" and {len(names) - few} more" if len(names) > few else ""
    return ", ".join(shown[:few]) + more


def _replacing(
    entries: list[str],
    spans: list[Span],
    meant: Mapping[str, tuple[str, ...]],
    *,
    safe: bool,
) -> Edit | None:
    """One edit of the list: each name that has a better spelling is written so, once."""
    names: list[str] = []
    written: set[str] = set()
    for entry in entries:
        instead = meant.get(entry, ())
        more = [name for name in instead if name not in written] if instead else [entry]
        names += more
        written.update(more)
    if names == entries:
        return None
    first = next(at for at, entry in enumerate(entries) if meant.get(entry))
    last = max(at for at, entry in enumerate(entries) if meant.get(entry))
    behind = len(entries) - 1 - last
    text = ", ".join(names[first : len(names) - behind])
    return Edit(Span(spans[first].start, spans[last].end), text, safe) if text else None
