"""The canonical document: JSON data, and where in the file each part of it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from herdr_lint.model import FILE_START, Edit, Related, Span
from herdr_lint.source.text import SourceText

Part = Literal["key", "value"]


class Place(NamedTuple):
    """Where one member stands: the span of its key (if it has one) and of its value."""

    key: Span | None
    value: Span | None


@dataclass(frozen=True, slots=True)
class Document:
    """One file as canonical JSON.

    ``places`` maps a JSON Pointer to the spans of its key and value; ``edits`` maps one to the
    edit that would make the reader read there what the author meant, and ``related`` to other
    places that explain it.
    """

    kind: str
    path: str
    data: Mapping[str, Any]
    text: SourceText
    places: Mapping[str, Place] = field(default_factory=dict)
    edits: Mapping[str, Edit] = field(default_factory=dict)
    related: Mapping[str, tuple[Related, ...]] = field(default_factory=dict)

    def locate(self, pointer: str, part: Part = "value") -> Span:
        """The span of a member's key or value, or of its closest ancestor that has one."""
        for ancestor in ancestors(pointer):
            place = self.places.get(ancestor)
            if place is not None:
                wanted, other = (place.value, place.key)
                if part == "key" and ancestor == pointer:
                    wanted, other = other, wanted
                found = wanted or other
                if found is not None:
                    return found
        return FILE_START


def ancestors(pointer: str) -> Iterable[str]:
    """The pointer itself, then each pointer above it, the root (``""``) last."""
    yield pointer
    while pointer:
        pointer = pointer.rpartition("/")[0]
        yield pointer


def to_pointer(path: Iterable[str | int]) -> str:
    """A JSON Pointer (RFC 6901) from path segments."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def from_pointer(pointer: str) -> Sequence[str]:
    """The segments of a JSON Pointer."""
    return [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
