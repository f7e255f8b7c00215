"""Which line of a frontmatter is what: seen by the host, written wrongly, or passed over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from herdr_lint.late import late, late_pattern
from herdr_lint.role.fields import CAPABILITIES, FIELDS
from herdr_lint.role.frontmatter import (
    FIRST_LINE,
    Frontmatter,
    FrontmatterEntry,
    KeyLine,
    continues,
    key_line,
)
from herdr_lint.role.intent import Intents

if TYPE_CHECKING:
    from herdr_lint.role import keys as likeness
else:
    likeness = late("herdr_lint.role.keys")

_COLONS = "\uff1a\ufe55\u2236\ua789\u02d0\u0589\u05c3\u0703"
"""Characters that pass for a colon on a screen."""

MOST_LOOKS = 50
"""Entries of a file that are parsed to tell whether the keys below them are keys of their own."""

# A character that passes for a colon, and what people write where one should be.
_COLON = late_pattern(f"[{_COLONS}]")
_SIGN = late_pattern(
    rf"[=\uff1d]>|->|[{_COLONS}=\uff1d;\uff1b\u2192\u21d2]|(?<=\S )[\u2013\u2014-](?= )"
)
_REFUSING = frozenset({"name", "cli", "skills", "skill"})
_BLANKS = frozenset({" ", "\t"})


class Lines:
    """The lines of one block, sorted.

    ``canonical`` are the entries that the host sees, by key; ``strays`` the lines of a capability
    key that miss its form; ``unread`` other key lines that the host passes over. ``owners`` maps a
    line to the entry whose value it belongs to for YAML, and ``intents`` say what YAML reads there.
    """

    def __init__(
        self, block: Frontmatter, owners: Mapping[int, FrontmatterEntry], intents: Intents
    ) -> None:
        self.block = block
        self.owners = owners
        self.intents = intents
        self.canonical: dict[str, list[FrontmatterEntry]] = {}
        self.strays: dict[str, list[KeyLine]] = {}
        self.unread: list[KeyLine] = []
        self.disguised: dict[int, KeyLine] = {}

    def resemblance(self, line: KeyLine) -> likeness.Resemblance | None:
        """The known key that a line was meant to set, seen or not."""
        if line.line in self.disguised:
            sign = self.block.lines[line.line - FIRST_LINE][len(line.head)]
            return likeness.Resemblance(likeness.skeleton(line.key).strip().lower(), _by_sign(sign))
        if line.key in FIELDS:
            return likeness.Resemblance(line.key, line.form)
        return likeness.resembles(line.key)

    def has(self, key: str) -> bool:
        """Whether a key is declared, well or badly."""
        return key in self.canonical or key in self.strays

    def numbers(self, key: str) -> list[int]:
        """The lines on which the host sees a key."""
        return [entry.head.line for entry in self.canonical.get(key, ())]

    def value(self, key: str) -> str:
        """The text that the host reads for a key, empty where it reads none."""
        return self.canonical[key][0].head.value if key in self.canonical else ""

    @cached_property
    def top_level(self) -> Counter[str]:
        """How often YAML meets each key that is not part of another's value."""
        lines = self.block.key_lines
        return Counter(line.key for line in lines if line.line not in self.owners)

    @cached_property
    def meant(self) -> Counter[str]:
        """How many of the lines that go unread may be meant for each key that the host knows."""
        found = map(self.resemblance, self.unread)
        return Counter(one.key for one in found if one is not None)

    def is_plainly(self, line: KeyLine) -> bool:
        """Whether YAML reads the very key there, and still does when it stands at the left.

        A line that moves to the left takes leave of its neighbours that stay where they are. A key
        for which the host may refuse the role is another matter once it is seen.
        """
        visible = line.form != "invisible"
        alone = self.top_level[line.key] == 1
        known = line.key in FIELDS and line.key not in _REFUSING
        return known and visible and alone and not (line.head[0] in _BLANKS and self._moves(line))

    def _moves(self, line: KeyLine) -> bool:
        first = min((entry.head.line for entry in self.block.entries), default=line.line)
        indented = sum(content[:1] in _BLANKS for content in self.block.lines)
        return indented > 1 or line.line > first

    def without_meaning(self) -> Iterator[tuple[int, str]]:
        """Lines of the block that are neither key, value, comment nor blank, with their numbers."""
        known = {line.line for line in self.unread}
        for number, content in self.block.others:
            if number not in known and number not in self.owners:
                yield number, content


def sort_lines(block: Frontmatter) -> Lines:
    """Tell the lines of a block apart (role reading 1.3, 1.4)."""
    if block.is_flat:
        return _sort_keys(block)
    intents, entries = Intents(block), block.entries
    if any(entry.tail for entry in entries):
        entries = _without_keys(block, intents)
    heads = {entry.head.line: entry for entry in entries}
    owners = {number: entry for entry in entries for number, _ in entry.tail}
    lines = Lines(block, owners, intents)
    lines.disguised.update(_disguised_keys(block))
    lines.unread.extend(lines.disguised.values())
    for line in block.key_lines:
        if line.canonical and line.key in FIELDS:
            lines.canonical.setdefault(line.key, []).append(heads[line.line])
        elif line.key in CAPABILITIES:
            lines.strays.setdefault(line.key, []).append(line)
        elif line.line in lines.disguised or line.line in lines.owners:
            continue
        elif line.key in FIELDS or not continues(line.head):
            lines.unread.append(line)
    return lines


def _sort_keys(block: Frontmatter) -> Lines:
    """The same for a block of keys and nothing else, as most are."""
    lines = Lines(block, {}, Intents(block))
    for entry in block.entries:
        if entry.head.key in FIELDS:
            lines.canonical.setdefault(entry.head.key, []).append(entry)
        else:
            lines.unread.append(entry.head)
    return lines


def _by_sign(sign: str) -> str:
    return "colon" if sign in _COLONS else "no-colon"


def _without_keys(block: Frontmatter, intents: Intents) -> tuple[FrontmatterEntry, ...]:
    """The entries, each as far as the first known key below it, if YAML cannot read it with that.

    Such a key is not a part of the value above it; it has only been indented. Few files have even
    one, and no more than some are looked into.
    """
    looks = MOST_LOOKS
    entries: list[FrontmatterEntry] = []
    for entry in block.entries:
        cut = _first_key(entry) if looks else None
        looks -= cut is not None
        unreadable = cut is not None and intents.of(entry).form == "unreadable"
        entries.append(FrontmatterEntry(entry.head, entry.tail[:cut]) if unreadable else entry)
    return tuple(entries)


def _first_key(entry: FrontmatterEntry) -> int | None:
    """Which of the lines below an entry is the first with a known key."""
    for index, (number, content) in enumerate(entry.tail):
        below = key_line(number, content)
        if below and below.key in FIELDS:
            return index
    return None


def _disguised_keys(block: Frontmatter) -> Iterator[tuple[int, KeyLine]]:
    """Lines whose colon is another character, if a known key stands before it."""
    for number, content in block.numbered():
        before, colon, _ = content.partition(":")
        sign = (_COLON if colon else _SIGN).search(before)
        if sign is None or content[:1].isspace():
            continue
        line = key_line(number, f"{content[: sign.start()]}:{content[sign.end() :]}")
        if line and likeness.skeleton(line.key).lower() in FIELDS:
            yield number, line._replace(sign=len(sign[0]))
