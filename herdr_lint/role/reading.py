"""One role file while its document is made: what every part of the document is told from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from herdr_lint.model import Layer, Span
from herdr_lint.role.fields import FIELDS
from herdr_lint.role.frontmatter import QUOTES, Frontmatter, KeyLine
from herdr_lint.role.intent import Intent
from herdr_lint.role.lines import Lines
from herdr_lint.role.places import FactPlaces
from herdr_lint.syntax.text import SourceText


class RoleReading:
    """The file, its sorted lines, and what was noted of it so far.

    ``intents`` are YAML's readings of those keys that needed a second look.
    """

    def __init__(
        self,
        path: str,
        text: SourceText,
        stem: str,
        layer: Layer,
        block: Frontmatter,
        lines: Lines,
    ) -> None:
        self.path = path
        self.text = text
        self.stem = stem
        self.layer = layer
        self.block = block
        self.lines = lines
        self.places = FactPlaces()
        self.intents: dict[str, Intent] = {}

    def head(self, key: str) -> KeyLine:
        """The line that the host reads for a key which it sees."""
        return self.lines.canonical[key][0].head

    @property
    def lacks_description(self) -> bool:
        """Whether the host excludes the role for want of a description."""
        return self.layer is Layer.PACKAGE and not self.lines.value("description")

    @cached_property
    def loose_text(self) -> list[str]:
        """Text right below the description, at the start of its lines.

        YAML refuses it and the host passes over it, though it was meant to go on. One line may
        be anything, unless a quote is open above it.
        """
        others = dict(self.block.others)
        if len(self.lines.canonical.get("description", ())) != 1:
            return []
        entry = self.lines.canonical["description"][0]
        number, found = entry.last_line + 1, list[str]()
        while number in others and others[number][0].isalnum():
            if number in self.lines.disguised:
                break
            found.append(others[number].strip())
            number += 1
        value = entry.head.value
        if not value:
            return []
        is_open = value[0] in QUOTES and value[0] not in value[1:]
        return found if is_open or len(found) > 1 else []

    def typed(self) -> dict[str, object]:
        """What the host reads, typed; a value that it does not take stays the raw text."""
        values: dict[str, object] = {}
        for key, entries in self.lines.canonical.items():
            field, raw = FIELDS[key], entries[0].head.value
            if raw or field.strict:
                values[key] = field.read(raw)
        return values

    def entry_spans(self, key: str, entries: list[str]) -> Iterator[Span]:
        """Where in the line of a key each of these entries of its list stands."""
        head = self.head(key)
        first = head.value_span.start.column
        for at, entry in entry_offsets(head.value, entries):
            start = first + at
            yield Span.at(head.line, start, start + len(entry))


def entry_offsets(value: str, entries: list[str]) -> Iterator[tuple[int, str]]:
    """Where in a list each of its entries stands."""
    at = 0
    for entry in entries:
        at = value.index(entry, at)
        yield at, entry
        at += len(entry)
