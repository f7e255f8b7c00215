"""The schemas inside a schema of draft 2020-12, and where its references lead; in linear time.

For schemas that others write. Nothing is fetched, no depth of nesting is a depth of calls, and each
level is looked at once, however many references there are.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from herdr_lint.judge.keywords import NAMED, SEVERAL, SINGLE
from herdr_lint.late import late, late_pattern
from herdr_lint.syntax.spans import from_pointer

if TYPE_CHECKING:
    import jsonschema
else:
    jsonschema = late("jsonschema")

DIALECT = "https://json-schema.org/draft/2020-12/schema"

IN_PLACE = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "if", "not", "oneOf", "then"})
"""Keywords whose schemas judge the same value as the one that they stand in."""

REFERENCES = ("$ref", "$dynamicRef")

_INDEX = late_pattern(r"0|[1-9][0-9]{0,8}")
"""An index as RFC 6901 writes it, as long as any list could need."""

Way: TypeAlias = "tuple[str | int, ...]"


class Subschema(NamedTuple):
    """One schema in a schema: the way to it, its keywords, and what its references start from."""

    way: Way
    schema: Mapping[str, Any]
    base: str


class BadAddress(NamedTuple):
    """An ``$id`` that is not an address, and the schema that has it."""

    way: Way
    schema: Mapping[str, Any]
    address: str


def levels(schema: Any) -> Iterator[tuple[Way, Any]]:
    """Each schema in a schema with the way to it, itself first."""
    waiting: list[tuple[Way, Any]] = [((), schema)]
    while waiting:
        way, level = waiting.pop()
        yield way, level
        if isinstance(level, Mapping):
            below = [
                ((*way, *steps), child)
                for steps, child in children(level)
                if isinstance(child, Mapping)
            ]
            waiting += reversed(below)


def children(level: Mapping[str, Any]) -> Iterator[tuple[Way, Any]]:
    """The schemas that stand directly in one, whatever the keyword."""
    for key, value in level.items():
        if key in SINGLE:
            yield (key,), value
        elif key in SEVERAL and isinstance(value, list):
            yield from (((key, index), child) for index, child in enumerate(value))
        elif key in NAMED and isinstance(value, Mapping):
            yield from (((key, name), child) for name, child in value.items())


class Addresses:
    """What references can lead to: schemas by their addresses, and anchors in them."""

    def __init__(self) -> None:
        self._resources: dict[str, Mapping[str, Any]] = {}
        self._anchors: dict[tuple[str, str], Mapping[str, Any]] = {}
        self.levels: list[Subschema] = []
        self.bad: list[BadAddress] = []

    def add(self, schema: Mapping[str, Any], address: str = "") -> None:
        """Make a schema known, with all that is in it, by an address and by its own ``$id``."""
        self._resources.setdefault(address, schema)
        bases: dict[Way, str] = {}
        for way, level in levels(schema):
            above = way
            while above and above not in bases:
                above = above[:-1]
            base = bases.get(above, address)
            own = level.get("$id")
            if isinstance(own, str):
                base = bases[way] = self._named(way, level, base, own)
            for keyword in ("$anchor", "$dynamicAnchor"):
                anchor = level.get(keyword)
                if isinstance(anchor, str):
                    self._anchors.setdefault((base, anchor), level)
            self.levels.append(Subschema(way, level, base))

    def _named(self, way: Way, level: Mapping[str, Any], base: str, own: str) -> str:
        try:
            urlsplit(own)  # what follows looks at less of it
            address = urldefrag(urljoin(base, own)).url
        except ValueError:
            self.bad.append(BadAddress(way, level, own))
            return base
        self._resources[address] = level
        return address

    def missing(self) -> Iterator[tuple[Subschema, str, str]]:
        """The references that lead to nothing that is known: level, keyword, reference."""
        for level in self.levels:
            for keyword in REFERENCES:
                reference = level.schema.get(keyword)
                if isinstance(reference, str) and self.resolve(level.base, reference) is None:
                    yield level, keyword, reference

    def __contains__(self, address: str) -> bool:
        return address in self._resources

    def resolve(self, base: str, reference: str) -> Any:
        """What a reference leads to, a schema or anything else in one; None if that is nothing."""
        address, fragment = parted(base, reference)
        resource = self._resources.get(address)
        if resource is None and address == DIALECT:
            resource = _meta_schema()
        if not fragment:
            return resource
        if fragment.startswith("/"):
            return _at(resource, unquote(fragment))
        return self._anchors.get((address, unquote(fragment)))

    def circle(self) -> Subschema | None:
        """A schema that would judge the same value for ever; None if there is none."""
        known = {id(level.schema): level for level in self.levels}
        edges = {id(level.schema): list(self._same_value(level)) for level in self.levels}
        done: set[int] = set()
        for start, onward in edges.items():
            path = {start: iter(onward)}
            while path:
                current = next(reversed(path))
                following = next((one for one in path[current] if one not in done), None)
                if following is None:
                    done.add(current)
                    del path[current]
                elif following in path:
                    return known[following]
                else:
                    path[following] = iter(edges.get(following, ()))
        return None

    def _same_value(self, level: Subschema) -> Iterator[int]:
        """The schemas that judge the value which a schema judges, and what else is said to."""
        for steps, child in children(level.schema):
            if steps[0] in IN_PLACE:
                yield id(child)
        for keyword in REFERENCES:
            reference = level.schema.get(keyword)
            if isinstance(reference, str):
                yield id(self.resolve(level.base, reference))


def parted(base: str, reference: str) -> tuple[str, str]:
    """The address that a reference leads to, and the place in it; what is none stays so."""
    try:
        address, fragment = urldefrag(urljoin(base, reference))
    except ValueError:
        return reference, ""
    return address, fragment


def _at(value: Any, pointer: str) -> Any:
    """What a JSON Pointer leads to; None for nothing."""
    for step in from_pointer(pointer):
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and _INDEX.fullmatch(step) and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _meta_schema() -> Mapping[str, Any]:
    return jsonschema.Draft202012Validator.META_SCHEMA
