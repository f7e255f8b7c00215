"""Where and why jsonschema-rs refuses a document, in terms of the schema as we wrote it.

It names the keywords that it went through. Following them through schema and document at once
finds what it does not tell: the innermost ``x-herdr``, what that one judged, and the place of each
key or item by itself. What cannot be followed is left to jsonschema (``schema_errors``), which says
the same and takes longer to load than a hundred files to judge;
``tests/judge/test_refusals.py`` holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import getitem
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from herdr_lint.judge.keywords import ANNOTATION, REPORT, SEVERAL
from herdr_lint.judge.quick_check import ITEMS, NAMES, ecmascript
from herdr_lint.judge.repeats import repeats
from herdr_lint.judge.schema_error import SchemaError, choices, description
from herdr_lint.judge.subschemas import parted

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

    from herdr_lint.judge.portions import Portions

Path: TypeAlias = "tuple[str | int, ...]"
Rank: TypeAlias = tuple[int, ...]
"""Where a demand stands: the number of each keyword among its neighbours, from the root on."""

_SAME_VALUE = frozenset({"else", "if", "then"})


class _Place(NamedTuple):
    """How far a refusal has been followed: the schema, what it judges, and what is known so far."""

    schema: Any
    base: str
    value: Any
    path: Path
    rank: Rank
    annotation: Mapping[str, Any]
    subject: Any

    def at(self, schema: Any, *ranks: int, base: str | None = None) -> _Place:
        """Another schema for the same value."""
        known = isinstance(schema, Mapping) and ANNOTATION in schema
        return _Place(
            schema,
            self.base if base is None else base,
            self.value,
            self.path,
            self.rank + ranks,
            schema[ANNOTATION] if known else self.annotation,
            self.value if known else self.subject,
        )

    def inner(self, schema: Any, step: str | int, *ranks: int) -> _Place:
        """A schema for a member of the value."""
        below = self._replace(value=self.value[step], path=(*self.path, step))
        return below.at(schema, *ranks)

    def error(
        self, keyword: str, detail: str, *steps: str | int, value: Any, about: Any = None
    ) -> SchemaError:
        """An error of a keyword of the schema, at the value or at a member of it.

        ``about`` is the schema whose description tells of it, if that is another one.
        """
        expected = self.schema[keyword] if isinstance(self.schema, Mapping) else None
        return SchemaError(
            (*self.path, *steps),
            keyword,
            expected,
            value,
            detail,
            choices(keyword, expected, self.schema),
            description(self.schema if about is None else about),
            self.annotation,
            self.subject,
        )


class Refusals:
    """Explains by one schema; ``others`` are those that it refers to.

    ``portions`` is asked about items of lists, where the refusals are of its making.
    """

    def __init__(
        self,
        schema: Mapping[str, Any],
        others: Iterable[Mapping[str, Any]],
        portions: Portions | None = None,
    ) -> None:
        self._root = schema
        self._portions = portions
        self._address = schema.get("$id", "")
        self._known = {self._address: schema} | {other["$id"]: other for other in others}

    def explain(self, errors: Iterable[ValidationError], instance: Any) -> list[SchemaError]:
        """The errors of a document in the order in which the schema states its demands.

        Raises `LookupError` where a refusal cannot be followed.
        """
        start = _Place(None, self._address, instance, (), (), {}, None).at(self._root)
        orders = _Orders()
        found: dict[tuple[Rank, Path, str], SchemaError] = {}
        for error in errors:
            way = iter(error.evaluation_path), iter(error.instance_path)
            for rank, told in self._explained(error, *way, start, orders):
                found.setdefault((rank, told.path, told.detail), told)
        return [told for _, told in sorted(found.items(), key=lambda one: one[0][0])]

    def _explained(
        self,
        error: ValidationError,
        steps: Iterator[str | int],
        below: Iterator[str | int],
        place: _Place,
        orders: _Orders,
    ) -> Iterator[tuple[Rank, SchemaError]]:
        """What there is to say of an error; the steps lead from the place to it."""
        for step in steps:
            schema = place.schema
            if step == "$ref":
                place = self._referred(place, orders)
            elif step in SEVERAL and isinstance(index := next(steps, None), int):
                number = index - len(schema.get(step, ()))
                if number >= 0:
                    yield from self._added(number, place, orders)
                    return
                rank = orders.of(schema, step)
                if step == "prefixItems":
                    next(below)
                    place = place.inner(schema[step][index], index, rank, index)
                else:
                    place = place.at(schema[step][index], rank, index)
            else:
                following = self._within(place, str(step), steps, below, orders)
                if following is None:
                    yield from self._refused(place, str(step), error, orders)
                    return
                place = following
        if place.schema is not False:
            raise LookupError(error.evaluation_path)
        yield place.rank, place.error("false", error.message, value=place.value)

    def _added(
        self, number: int, place: _Place, orders: _Orders
    ) -> Iterator[tuple[Rank, SchemaError]]:
        """What a demand refuses that was added to those of ``allOf``, in the order of adding."""
        added = [keyword for keyword in (REPORT, NAMES) if keyword in place.schema]
        if number == len(added):
            assert self._portions is not None  # noqa: S101 - nobody else adds more
            yield from self._of_items(self._portions, place, orders)
        elif added[number] == REPORT:
            yield (*place.rank, orders.of(place.schema, REPORT)), _reported(place)
        else:
            raise LookupError(NAMES)

    def _of_items(
        self, portions: Portions, place: _Place, orders: _Orders
    ) -> Iterator[tuple[Rank, SchemaError]]:
        """What is wrong with the items of a list, each by itself."""
        schema, rank = place.schema[ITEMS], orders.of(place.schema, ITEMS)
        for index, error in portions.of_items(schema, place.base, place.value):
            steps, below = iter(error.evaluation_path[2:]), iter(error.instance_path[1:])
            inner = place.inner(schema, index, rank, index)
            yield from self._explained(error, steps, below, inner, orders)

    def _within(
        self,
        place: _Place,
        keyword: str,
        steps: Iterator[str | int],
        below: Iterator[str | int],
        orders: _Orders,
    ) -> _Place | None:
        """The schema that a keyword leads to, or None where the refusal is the keyword's own."""
        schema, rank = place.schema[keyword], orders.of(place.schema, keyword)
        if keyword in _SAME_VALUE:
            return place.at(schema, rank)
        if keyword == "dependentSchemas":
            name = next(steps)
            return place.at(schema[name], rank, orders.of(schema, name))
        if keyword == "properties":
            name = next(below)
            next(steps)
            return place.inner(schema[name], name, rank, orders.of(schema, name))
        if keyword == "patternProperties":
            meant, name = next(steps), next(below)
            pattern = next(one for one in schema if ecmascript(one) == meant)
            ranks = rank, orders.of(schema, pattern), orders.of(place.value, name)
            return place.inner(schema[pattern], name, *ranks)
        step = next(below, None)  # into an item, or into a member that has no name in the schema
        if step is None:
            return None
        return place.inner(schema, step, rank, orders.of(place.value, step))

    def _refused(
        self, place: _Place, keyword: str, error: ValidationError, orders: _Orders
    ) -> Iterator[tuple[Rank, SchemaError]]:
        """What a keyword itself refuses: some refuse each of several members."""
        rank = (*place.rank, orders.of(place.schema, keyword))
        kind: Any = error.kind
        if keyword == "additionalProperties":
            for key in getattr(kind, "unexpected", place.value):  # where none is allowed, all
                told = place.error(keyword, key, key, value=place.value)
                yield (*rank, orders.of(place.value, key)), told
        elif keyword == "uniqueItems":
            for index, item in repeats(place.value):
                yield (*rank, index), place.error(keyword, "", index, value=item)
        elif keyword == "required":
            name = kind.property
            order = place.schema[keyword].index(name)
            about = self._member(place, name)
            yield (*rank, order), place.error(keyword, name, value=place.value, about=about)
        else:
            yield rank, place.error(keyword, error.message, value=place.value)

    def _member(self, place: _Place, name: str) -> Any:
        """The schema that describes a member of an object."""
        member = place.schema.get("properties", {}).get(name, {})
        if isinstance(member, Mapping) and "$ref" in member and "description" not in member:
            return self._target(place.base, member["$ref"])[0]
        return member

    def _referred(self, place: _Place, orders: _Orders) -> _Place:
        target, base = self._target(place.base, place.schema["$ref"])
        return place.at(target, orders.of(place.schema, "$ref"), base=base)

    def _target(self, base: str, reference: str) -> tuple[Any, str]:
        """What a reference leads to, and the address of the schema that this is a part of."""
        address, pointer = parted(base, reference)
        steps = pointer.split("/")[1:]  # no name in our schemas holds what a pointer escapes
        return reduce(getitem, steps, self._known[address]), address


class _Orders:
    """Numbers the keys of objects, each object once."""

    def __init__(self) -> None:
        self._numbers: dict[int, dict[Any, int]] = {}

    def of(self, container: Any, key: Any) -> int:
        """The number of a key in an object, or the index of an item itself."""
        if isinstance(key, int):
            return key
        numbers = self._numbers.get(id(container))
        if numbers is None:
            numbers = {key: number for number, key in enumerate(container)}
            self._numbers[id(container)] = numbers
        return numbers[key]


def _reported(place: _Place) -> SchemaError:
    report = place.schema[REPORT]
    steps = report.get("of", ())
    value = reduce(getitem, steps, place.value)
    told = place._replace(annotation=report, subject=value)
    return told.error(REPORT, "", *steps, value=value)
