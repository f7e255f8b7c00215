"""JSON Pointers, and where in a file the value that each of them names is written."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from herdr_lint.model import Span
from herdr_lint.syntax.text import SourceText

Part = Literal["key", "value"]
Step: TypeAlias = "str | int"


class NodeSpans(NamedTuple):
    """Where one member stands: the span of its key (if it has one) and of its value."""

    key: Span | None
    value: Span | None


Node: TypeAlias = "tuple[int, Step, tuple[int, int] | None, int]"
"""A value as a reader met it: parent, step, key, start.

``parent`` is the index of the containing node, -1 for the root; ``step`` the name or the index
under which that holds it; ``key`` the offsets of a member's name, quotes included; ``start`` the
offset of the value.
"""


class Nodes(NamedTuple):
    """The values of a file in its order, each after its parent, and the offset after each."""

    nodes: Sequence[Node]
    ends: Sequence[int]


class SpanTable(Mapping[str, NodeSpans]):
    """JSON Pointer to `NodeSpans`, worked out only for the pointers that are asked for.

    ``locate`` reads the nodes when the first one is. Of members with the same name the last
    counts, as in the data. No pointers are kept, so memory stays linear however deep the nesting.
    """

    def __init__(self, text: SourceText, locate: Callable[[], Nodes]) -> None:
        self._text = text
        self._locate = locate

    @cached_property
    def nodes(self) -> Nodes:
        return self._locate()

    @cached_property
    def _children(self) -> dict[tuple[int | None, str], int]:
        return {
            (parent, str(step)): index
            for index, (parent, step, _, _) in enumerate(self.nodes.nodes)
        }

    def _index(self, pointer: str) -> int | None:
        index: int | None = 0 if self.nodes.nodes else None
        for step in from_pointer(pointer):
            index = self._children.get((index, step))
        return index

    def __getitem__(self, pointer: str) -> NodeSpans:
        index = self._index(pointer)
        if index is None:
            raise KeyError(pointer)
        return NodeSpans(*self._spans(index))

    def _spans(self, index: int) -> tuple[Span | None, Span]:
        _, _, key, start = self.nodes.nodes[index]
        return key and self._text.span(*key), self._text.span(start, self.nodes.ends[index])

    def written(self) -> Iterator[tuple[Span | None, Span, bool]]:
        """Each value in file order with its key, if it has one, and whether it holds others.

        Pointers would cost more than the file is long: each repeats the names above it.
        """
        holders = {parent for parent, *_ in self.nodes.nodes}
        for index in range(len(self.nodes.nodes)):
            key, value = self._spans(index)
            yield key, value, index in holders

    def __iter__(self) -> Iterator[str]:
        """Each pointer once, parents first: for small documents, since pointers grow with depth."""
        if not self.nodes.nodes:
            return
        pointers = {0: ""}
        yield ""
        for (parent, step), index in self._children.items():
            if parent in pointers:
                pointers[index] = pointers[parent] + to_pointer((step,))
                yield pointers[index]

    def __len__(self) -> int:
        return sum(1 for _ in self)


def ancestors(pointer: str) -> Iterable[str]:
    """The pointer itself, then each pointer above it, the root (``""``) last."""
    yield pointer
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer


def to_pointer(path: Iterable[Step]) -> str:
    """A JSON Pointer (RFC 6901) from path segments."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def from_pointer(pointer: str) -> Sequence[str]:
    """The segments of a JSON Pointer."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
