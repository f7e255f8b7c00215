"""The canonical document: JSON data, and where in the file each part of it stands."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from herdr_lint.model import FILE_START, Edit, Related, Span
from herdr_lint.syntax.parse import ParseIssue
from herdr_lint.syntax.spans import NodeSpans, Part, ancestors, from_pointer, to_pointer
from herdr_lint.syntax.text import SourceText

__all__ = [
    "Document",
    "NodeSpans",
    "Part",
    "ancestors",
    "from_pointer",
    "is_yaml",
    "to_pointer",
]


class Document(NamedTuple):
    """One file as canonical JSON.

    ``data`` is an object for a role; a manifest may hold any JSON value. ``spans`` maps a JSON
    Pointer to the spans of its key and value; ``edits`` maps one to the edit that would make the
    reader read there what the author meant, and ``related`` to other places that explain it.
    ``problems`` are what the reader met on its way.
    """

    kind: str
    path: str
    data: Any
    text: SourceText
    spans: Mapping[str, NodeSpans] = {}
    edits: Mapping[str, Edit] = {}
    related: Mapping[str, tuple[Related, ...]] = {}
    problems: tuple[ParseIssue, ...] = ()

    @property
    def readable(self) -> bool:
        """Whether ``data`` is there to be judged, or the file could not be read to its end."""
        return not any(problem.fatal for problem in self.problems)

    def locate(self, pointer: str, part: Part = "value") -> Span:
        """The span of a member's key or value, or of its closest ancestor that has one."""
        for ancestor in ancestors(pointer):
            place = self.spans.get(ancestor)
            if place is not None:
                wanted, other = (place.value, place.key)
                if part == "key" and ancestor == pointer:
                    wanted, other = other, wanted
                found = wanted or other
                if found is not None:
                    return found
        return FILE_START


def is_yaml(path: str) -> bool:
    """Whether a manifest of that name is written in YAML; any other is JSON."""
    return path.lower().endswith((".yaml", ".yml"))
