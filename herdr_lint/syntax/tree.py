"""Data under construction: containers that fill up, and the place of each value in them."""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

from herdr_lint.model import Span
from herdr_lint.syntax.parse import DUPLICATE, ParseIssue
from herdr_lint.syntax.spans import Node, Nodes, SpanTable, Step
from herdr_lint.syntax.text import SourceText

Container: TypeAlias = "list[Any] | dict[Any, Any]"


class Tree:
    """What a reader has read so far.

    ``container`` is the innermost open array or object and ``node`` its index; ``frames`` holds
    those around it, so that no depth of nesting is a depth of calls.
    """

    def __init__(self) -> None:
        self.top: list[Any] = []
        self.container: Container = self.top
        self.node = -1
        self.frames: list[tuple[Container, int]] = []
        self.nodes: list[Node] = []
        self.ends: list[int] = []
        self.repeats: list[int] = []
        self.depth = 0

    @property
    def data(self) -> Any:
        """The root value, or None when nothing was read."""
        return self.top[0] if self.top else None

    @property
    def opening(self) -> int:
        """Where the innermost open container starts, or -1."""
        return self.nodes[self.node][-1] if self.frames else -1

    def spans(self, source: SourceText) -> SpanTable:
        """Where everything stands: offsets alone, since data may be too deep to be pickled."""
        return SpanTable(source, partial(Nodes, self.nodes, self.ends))

    def add(
        self, step: Step, key: tuple[int, int] | None, start: int, value: Any, end: int
    ) -> None:
        """Put a value into the innermost container; of equal keys the last one stays."""
        container = self.container
        if isinstance(container, dict):
            if step in container:
                self.repeats.append(len(self.nodes))
            container[step] = value
        else:
            container.append(value)
        self.nodes.append((self.node, step, key, start))
        self.ends.append(end)

    def open(
        self, step: Step, key: tuple[int, int] | None, start: int, container: Container
    ) -> None:
        """Put a container into the innermost one and make it the innermost."""
        self.add(step, key, start, container, start)
        self.frames.append((self.container, self.node))
        self.container, self.node = container, len(self.nodes) - 1
        self.depth = max(self.depth, len(self.frames))

    def close(self, end: int) -> None:
        self.ends[self.node] = end
        self.container, self.node = self.frames.pop()

    def duplicates(self, source: SourceText) -> list[ParseIssue]:
        """Each repeated key beside the first of its kind, found in one pass over the nodes."""
        first: dict[tuple[int, Step], int] = {}
        for index, (parent, step, _, _) in enumerate(self.nodes):
            first.setdefault((parent, step), index)
        return [
            ParseIssue(
                DUPLICATE,
                self._key_span(source, index),
                {"key": self.nodes[index][1]},
                self._key_span(source, first[self.nodes[index][:2]]),
            )
            for index in self.repeats
        ]

    def _key_span(self, source: SourceText, index: int) -> Span:
        key = self.nodes[index][2]
        assert key is not None  # noqa: S101 - only a member of an object is repeated
        return source.span(*key)


def undecodable(source: SourceText, end: int) -> list[ParseIssue]:
    """Each run of bytes before an offset that are not UTF-8."""
    runs: list[tuple[int, int]] = []
    for offset in source.replaced:
        if runs and runs[-1][1] == offset:
            runs[-1] = (runs[-1][0], offset + 1)
        elif offset < end:
            runs.append((offset, offset + 1))
    return [ParseIssue("invalid-utf8", source.span(*run)) for run in runs]
