"""A manifest written in YAML, read as the JSON that it stands for.

YAML 1.2 with the core schema and nothing beyond JSON: keys are strings, dates stay strings, and
no tag is run, no alias followed, no merge key expanded. Each such use is reported instead, since
the registry reads JSON and no reader of JSON would know what to make of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from herdr_lint.late import late, late_pattern
from herdr_lint.syntax.parse import ParseIssue, Reading, in_order
from herdr_lint.syntax.spans import Step
from herdr_lint.syntax.text import SourceText
from herdr_lint.syntax.tree import Container, Tree, undecodable
from herdr_lint.syntax.yaml_core import resolve
from herdr_lint.syntax.yaml_errors import reason_of, stands_at

if TYPE_CHECKING:
    from herdr_lint.syntax import yaml_scanner
else:
    yaml_scanner = late("herdr_lint.syntax.yaml_scanner")

LONGEST = 100_000
"""Code points that are read, nearly three times the largest manifest known; even the densest YAML
of this size takes the library seconds and not minutes."""

DEEPEST = 64
"""Levels of nesting that are read; what the library does for each character grows with them."""

_SURROGATE = late_pattern("[\ud800-\udfff]")
_BLANK = frozenset(" \t\r\n")
_WORD = late_pattern(r"[^\s,\[\]{}]*")


def read_yaml(source: SourceText) -> Reading:
    """The data, places and problems of a YAML text; never raises, for any text."""
    reader = _Reader(source)
    if len(source.text) > LONGEST:
        reader.problem("yaml-too-large", 0, 0, fatal=True, limit=LONGEST)
    else:
        reader.read()
    return reader.reading()


class _Stop(Exception):  # noqa: N818 - ends a reading, as StopIteration does
    """Nothing after this event can be told for certain."""


class _Reader:
    """One run over one text; ``key`` is one that waits for its value, with its place."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.text = source.text
        self.tree = Tree()
        self.key: tuple[str, tuple[int, int]] | None = None
        self.last = 0
        self.documents = 0
        self.problems: list[ParseIssue] = []

    def read(self) -> None:
        handlers = {
            "DocumentStartEvent": self._document,
            "ScalarEvent": self._scalar,
            "AliasEvent": self._alias,
            "MappingStartEvent": self._mapping,
            "SequenceStartEvent": self._sequence,
            "MappingEndEvent": self._end,
            "SequenceEndEvent": self._end,
        }

        try:
            for event in yaml_scanner.events(self.text):
                handler = handlers.get(type(event).__name__)
                if handler:
                    handler(event)
        except _Stop:
            return
        except Exception as error:  # noqa: BLE001 - not all that the parser raises is its own
            at = min(stands_at(error), len(self.text))
            self.problem("yaml-syntax", at, at + 1, fatal=True, reason=reason_of(error))
            return
        if not self.documents:
            self.problem("empty", 0, 0, fatal=True)

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self._refuse("yaml-documents", event)

    def _scalar(self, event: Any) -> None:
        start, end = self._extent(event)
        if isinstance(self.tree.container, dict) and self.key is None:
            self._key(event, start, end)
            return
        self._properties(event)
        value: Any = event.value
        if not event.style and event.ctag is None:
            value, problem = resolve(event.value)
            if problem:
                self.problem(problem, start, end, found=event.value)
        else:
            value = self._joined(value, start, end)
        self.last = end
        self.tree.add(*self._where(), start, value, end)

    def _key(self, event: Any, start: int, end: int) -> None:
        self._properties(event)
        name = event.value
        if not event.style and event.ctag is None:
            if name == "<<":
                self.problem("yaml-merge-key", start, end, fatal=True)
            elif not isinstance(resolve(name)[0], str):
                self.problem("yaml-key", start, end, found=name)
        else:
            name = self._joined(name, start, end)
        self.key = (name, (start, end))
        self.last = end

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        if isinstance(self.tree.container, dict) and self.key is None:
            self._refuse("yaml-alias", event, found=event.anchor)
        self.problem("yaml-alias", start, end, fatal=True, found=event.anchor)
        self.last = end
        self.tree.add(*self._where(), start, None, end)

    def _mapping(self, event: Any) -> None:
        self._open(event, {})

    def _sequence(self, event: Any) -> None:
        self._open(event, [])

    def _open(self, event: Any, container: Container) -> None:
        if isinstance(self.tree.container, dict) and self.key is None:
            self._refuse("yaml-key", event, found=self.text[event.start_mark.index])
        if len(self.tree.frames) == DEEPEST:
            self._refuse("too-deep", event, limit=DEEPEST)
        self._properties(event)
        self.tree.open(*self._where(), event.start_mark.index, container)

    def _end(self, event: Any) -> None:
        """The end of a flow collection has a bracket; a block ends where its last value does."""
        if event.end_mark.index > event.start_mark.index:
            self.last = event.end_mark.index
        self.tree.close(self.last)

    def _where(self) -> tuple[Step, tuple[int, int] | None]:
        """Under which name or index the next value stands; a waiting key is used up."""
        container = self.tree.container
        if isinstance(container, list):
            return len(container), None
        waiting, self.key = self.key, None
        assert waiting is not None  # noqa: S101 - every caller has asked
        return waiting

    def _extent(self, event: Any) -> tuple[int, int]:
        """The offsets of a scalar, without the space that the library counts in."""
        start, end = event.start_mark.index, event.end_mark.index
        waiting = self.key
        if start == end and waiting:
            # A value left out has the mark of the token after it: put it behind its colon.
            start = end = self.text.find(":", waiting[1][1], start) + 1 or waiting[1][1]
        elif start == end:
            start = end = self._before_space(start, self.last)
        return start, self._before_space(end, start)

    def _before_space(self, end: int, start: int) -> int:
        while end > start and self.text[end - 1] in _BLANK:
            end -= 1
        return end

    def _properties(self, event: Any) -> None:
        """Report an anchor and a tag, neither of which JSON has."""
        start = event.start_mark.index
        if event.anchor:
            at = self.text.find("&", start)
            self.problem("yaml-anchor", at, at + 1 + len(event.anchor), found=event.anchor)
        if event.ctag is not None:
            at = self.text.find("!", start)
            end = _end_of_word(self.text, at)
            self.problem("yaml-tag", at, end, found=self.text[at:end])

    def _joined(self, value: str, start: int, end: int) -> str:
        """A string with its escaped surrogate pairs made characters; a lone one is reported."""
        joined = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        if lone := _SURROGATE.search(joined):
            self.problem("lone-surrogate", start, end, found=f"\\u{ord(lone[0]):04x}")
        return joined

    def _refuse(self, kind: str, event: Any, **params: str | int) -> None:
        start = event.start_mark.index
        self.problem(kind, start, max(event.end_mark.index, start + 1), fatal=True, **params)
        raise _Stop

    def problem(
        self, kind: str, start: int, end: int, *, fatal: bool = False, **params: str | int
    ) -> None:
        span = self.source.span(start, min(end, len(self.text)))
        self.problems.append(ParseIssue(kind, span, params, fatal=fatal))

    def reading(self) -> Reading:
        self.problems += undecodable(self.source, len(self.text))
        self.problems += self.tree.duplicates(self.source)
        spans = self.tree.spans(self.source)
        return Reading(self.tree.data, spans, in_order(self.problems), self.tree.depth)


def _end_of_word(text: str, at: int) -> int:
    found = _WORD.match(text, at)
    return found.end() if found else at
