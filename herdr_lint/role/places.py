"""Where the facts of a role document stand, and the edits and places that go with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from herdr_lint.judge.document import NodeSpans
from herdr_lint.model import Edit, Related, Span


class FactPlaces:
    """What one reading notes beside its facts, by JSON Pointer, where something may be found."""

    def __init__(self) -> None:
        self.spans: dict[str, NodeSpans] = {}
        self.edits: dict[str, Edit] = {}
        self.related: dict[str, tuple[Related, ...]] = {}

    def put(self, pointer: str, value: Span | None, key: Span | None = None) -> None:
        self.spans[pointer] = NodeSpans(key, value)


class LateSpans(Mapping[str, NodeSpans]):
    """Spans noted while reading, and those of lines that nothing was found on until now.

    The latter are worked out when the first pointer is asked for that nobody noted: a clean file
    never needs them.
    """

    def __init__(
        self, noted: Mapping[str, NodeSpans], later: Callable[[], Mapping[str, NodeSpans]]
    ) -> None:
        self._noted = noted
        self._later: Callable[[], Mapping[str, NodeSpans]] | None = later

    def _all(self) -> Mapping[str, NodeSpans]:
        if self._later is not None:
            self._noted = {**self._later(), **self._noted}
            self._later = None
        return self._noted

    def __getitem__(self, pointer: str) -> NodeSpans:
        return self._noted[pointer] if pointer in self._noted else self._all()[pointer]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
