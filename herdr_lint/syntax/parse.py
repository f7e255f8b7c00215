"""What a reader of JSON or YAML hands on: data, places, and what it met that JSON forbids."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from herdr_lint.model import FILE_START, Span
from herdr_lint.syntax.spans import SpanTable

DUPLICATE = "duplicate-key"
"""The kind of a key that stands in one object twice, by a name that is also that of a rule."""


class ParseIssue(NamedTuple):
    """Something in a file that JSON, I-JSON or this project's bounds do not admit.

    A fact, worded nowhere here: ``kind`` names it, ``params`` holds what it is about (``found``,
    ``expected``, ``key``, …) and ``related`` the other place that belongs to it, such as the first
    of two equal keys. After a ``fatal`` problem the data is missing or not to be relied on.
    """

    kind: str
    span: Span = FILE_START
    params: Mapping[str, Any] = {}
    related: Span | None = None
    fatal: bool = False


class Reading(NamedTuple):
    """One file as read. ``depth`` counts its levels: 0 for a scalar, 1 for ``[1]``."""

    data: Any
    spans: SpanTable
    problems: tuple[ParseIssue, ...]
    depth: int

    @property
    def readable(self) -> bool:
        """Whether ``data`` holds the whole of what the file says."""
        return not any(problem.fatal for problem in self.problems)


def in_order(problems: Iterable[ParseIssue]) -> tuple[ParseIssue, ...]:
    """Problems as they stand in the file; two at one place in the order given."""
    return tuple(sorted(problems, key=_place))


def _place(problem: ParseIssue) -> tuple[int, int]:
    # Spans compare as well, but only slowly, and there may be as many as there are keys.
    return (problem.span.start.line, problem.span.start.column)
