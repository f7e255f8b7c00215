"""Which items of a list stand there a second time, as JSON Schema compares values."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any


def repeats(items: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Each item that equals an earlier one, with its index."""
    seen: set[Hashable] = set()
    for index, item in enumerate(items):
        identity = _identity(item)
        if identity in seen:
            yield index, item
        seen.add(identity)


def _identity(value: Any) -> Hashable:
    """The same for equal JSON values and for no others: ``1`` is ``1.0`` and is not ``true``."""
    tokens: list[Hashable] = []
    waiting = [value]
    while waiting:
        match waiting.pop():
            case bool() | None as word:
                tokens.append(("word", word))
            case Mapping() as members:
                tokens.append(("object", len(members)))
                for key in sorted(members):
                    waiting += (members[key], key)
            case list() as items:
                tokens.append(("array", len(items)))
                waiting += items
            case scalar:
                tokens.append(scalar)
    return tuple(tokens)
