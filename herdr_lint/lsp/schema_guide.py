"""What a shipped schema says of a place in a document: its members, their meaning, their values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from herdr_lint.judge import shipped as files
from herdr_lint.judge.document import from_pointer
from herdr_lint.syntax.spans import Step


class Member(NamedTuple):
    """One member that a schema knows at a place."""

    name: str
    title: str
    required: bool


class _At(NamedTuple):
    """A subschema and the file that it stands in."""

    schema: Mapping[str, Any]
    file: str


class Guide:
    """One schema, by its path under ``schemas/``."""

    def __init__(self, name: str) -> None:
        self._root = _At(files.load(name), name)

    def members(self, path: Sequence[Step]) -> list[Member]:
        """The members that an object at a place can have, in the order of the schema."""
        found: dict[str, Member] = {}
        for at in self._schemas(path):
            required = at.schema.get("required", ())
            for name, schema in at.schema.get("properties", {}).items():
                title = _first_said(_expanded(_At(schema, at.file)))
                found.setdefault(name, Member(name, title, name in required))
        return [*found.values()]

    def values(self, path: Sequence[Step]) -> list[Any]:
        """The values that a place can have, if the schema lists them."""
        for at in self._schemas(path):
            if "enum" in at.schema:
                return list(at.schema["enum"])
            if "const" in at.schema:
                return [at.schema["const"]]
            if at.schema.get("type") == "boolean":
                return [True, False]
        return []

    def meaning(self, path: Sequence[Step]) -> str:
        """What a place is for, in the schema's words; nothing where it has none."""
        return _first_said(self._schemas(path))

    def _schemas(self, path: Sequence[Step]) -> list[_At]:
        """The subschemas that hold at a place whatever else the document says."""
        found = [*_expanded(self._root)]
        for step in path:
            found = [deeper for at in found for deeper in _stepped(at, step)]
        return found


def _first_said(schemas: Iterable[_At]) -> str:
    return next(filter(None, map(_said, schemas)), "")


def _said(at: _At) -> str:
    return " ".join(filter(None, (_sentence(at.schema.get("title")), at.schema.get("description"))))


def _sentence(title: str | None) -> str:
    return f"{title}." if title else ""


def _stepped(at: _At, step: Step) -> Iterator[_At]:
    schema = at.schema
    if isinstance(step, int):
        inner = schema.get("items")
    else:
        inner = schema.get("properties", {}).get(step, schema.get("additionalProperties"))
    if isinstance(inner, Mapping):
        yield from _expanded(_At(inner, at.file))


def _expanded(at: _At) -> Iterator[_At]:
    """A subschema, and all that it refers to or combines without a condition.

    No schema of ours comes back to itself by such steps alone.
    """
    pending = [at]
    while pending:
        one = pending.pop(0)
        yield one
        reference = one.schema.get("$ref")
        if reference is not None:
            pending.append(_referred(reference, one.file))
        pending += (_At(part, one.file) for part in one.schema.get("allOf", ()))


def _referred(reference: str, file: str) -> _At:
    file, pointer = files.resolve(file, reference)
    schema: Any = files.load(file)
    for step in from_pointer(pointer):
        schema = schema[step]
    return _At(schema, file)
