"""The reader that knows the place of every JSON value and the reason of every refusal.

It reads without recursion and reports what I-JSON (RFC 7493) forbids as it goes; the first error
of syntax ends it.
"""

from __future__ import annotations

import re
from json.decoder import JSONDecodeError, scanstring  # type: ignore[attr-defined]

from herdr_lint.syntax import json_errors as errors
from herdr_lint.syntax.json_errors import JsonError, skip_space
from herdr_lint.syntax.numbers import double, whole
from herdr_lint.syntax.parse import ParseIssue, Reading, in_order
from herdr_lint.syntax.spans import Step
from herdr_lint.syntax.text import SourceText
from herdr_lint.syntax.tree import Container, Tree, undecodable

DEEPEST = 10_000
"""Levels of nesting that are read; a text that goes deeper is refused."""

_SPACE = r"[ \t\n\r]*+"
_scalar = re.compile(
    r"(true|false|null)(?!\w)"
    r"|(-?(?:0|[1-9][0-9]*+))((?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?)(?![\w.+-])"
).match
_colon = re.compile(rf"{_SPACE}:{_SPACE}").match
_separator = re.compile(rf"{_SPACE}([,\]}}]){_SPACE}").match
_non_finite = re.compile(r"(?:NaN|-?Infinity)(?!\w)").match
_escapes = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\."
).finditer
_has_surrogate = re.compile("[\ud800-\udfff]").search
_WORDS = {"true": True, "false": False, "null": None}


def scan(source: SourceText) -> Reading:
    """The data, places and problems of a JSON text; never raises. Linear in its length."""
    scanner = _JsonScanner(source)
    try:
        scanner.read()
    except JsonError as error:
        scanner.stop(error)
    return scanner.reading()


class _JsonScanner:
    """One run over one text; ``at`` is where the next value or member name starts."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.text = source.text
        self.at = 0
        self.tree = Tree()
        self.problems: list[ParseIssue] = []

    def read(self) -> None:
        tree = self.tree
        self.at = skip_space(self.text, self.at)
        self._value(self.at, len(tree.container), None)
        while tree.frames:
            if isinstance(tree.container, dict):
                self._member()
            else:
                self._value(self.at, len(tree.container), None)
        rest = skip_space(self.text, self.at)
        if rest < len(self.text):
            raise errors.after_value(self.text, rest)

    def _member(self) -> None:
        start = self.at
        if self.text[start : start + 1] != '"':
            raise errors.at_key(self.text, start, self.tree.opening)
        name, end = self._string(start)
        colon = _colon(self.text, end)
        if not colon:
            raise errors.at_colon(self.text, end, self.tree.opening)
        self._value(colon.end(), name, (start, end))

    def _value(self, at: int, step: Step, key: tuple[int, int] | None) -> None:
        value: object
        match self.text[at : at + 1]:
            case '"':
                value, end = self._string(at)
            case "{":
                return self._open(at, step, key, {})
            case "[":
                return self._open(at, step, key, [])
            case _:
                value, end = self._scalar(at)
        self.tree.add(step, key, at, value, end)
        return self._after(end)

    def _open(self, at: int, step: Step, key: tuple[int, int] | None, container: Container) -> None:
        if len(self.tree.frames) == DEEPEST:
            raise JsonError("too-deep", at, at + 1, limit=DEEPEST)
        self.tree.open(step, key, at, container)
        self.at = at = skip_space(self.text, at + 1)
        if self.text[at : at + 1] == self._closer:
            self.tree.close(at + 1)
            self._after(at + 1)

    def _after(self, at: int) -> None:
        """Step over what follows a value: closing brackets, then a comma or the end."""
        tree = self.tree
        while tree.frames:
            found = _separator(self.text, at)
            if found and found[1] == ",":
                self.at = found.end()
                return
            if not found or found[1] != self._closer:
                raise errors.at_separator(self.text, at, tree.opening, self._closer)
            at = found.end(1)
            tree.close(at)
        self.at = at

    @property
    def _closer(self) -> str:
        return "}" if isinstance(self.tree.container, dict) else "]"

    def _string(self, at: int) -> tuple[str, int]:
        try:
            value, end = scanstring(self.text, at + 1, True)
        except JSONDecodeError:
            raise errors.at_string(self.text, at) from None
        if _has_surrogate(value):
            for escape in _escapes(self.text, at, end):
                if escape[1]:
                    self._problem("lone-surrogate", *escape.span(), escape[0])
        return value, end

    def _scalar(self, at: int) -> tuple[object, int]:
        if found := _scalar(self.text, at):
            word, integer, rest = found.groups()
            if word:
                return _WORDS[word], found.end()
            value, problem = double(integer + rest) if rest else whole(integer)
            if problem:
                self._problem(problem, at, found.end(), found[0])
            return value, found.end()
        if found := _non_finite(self.text, at):
            self._problem("non-finite-literal", at, found.end(), found[0])
            return float(found[0]), found.end()
        raise errors.at_value(self.text, at, self.tree.opening)

    def _problem(self, kind: str, start: int, end: int, found: str) -> None:
        self.problems.append(ParseIssue(kind, self.source.span(start, end), {"found": found}))

    def stop(self, error: JsonError) -> None:
        """End the reading at the first error of syntax."""
        related = error.related and self.source.span(*error.related)
        span = self.source.span(error.start, error.end)
        self.problems.append(ParseIssue(error.kind, span, error.params, related, fatal=True))
        self.at = error.end

    def reading(self) -> Reading:
        if self.source.bom:
            self.problems.append(ParseIssue("byte-order-mark"))
        self.problems += undecodable(self.source, self.at)
        self.problems += self.tree.duplicates(self.source)
        spans = self.tree.spans(self.source)
        return Reading(self.tree.data, spans, in_order(self.problems), self.tree.depth)
