"""JSON Schemas that a pack ships: whether a host could judge anything by them.

Draft 2020-12, level by level: what the meta-schema demands, then regular expressions, then
references. Nothing is fetched, and no depth of nesting is a depth of calls.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice, starmap
from typing import Any, NamedTuple

from herdr_lint.judge import foreign_patterns, validator
from herdr_lint.judge import shipped as files
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import show
from herdr_lint.judge.keywords import NAMED, SINGLE
from herdr_lint.judge.schema_error import SchemaError
from herdr_lint.judge.subschemas import DIALECT, Addresses, Way, levels

LEVEL = "openwop/json-schema.schema.json"

MOST_PROBLEMS = 10
"""Problems reported of one schema."""

UNCHECKED = "unchecked"

_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})


class SchemaProblem(NamedTuple):
    """What is wrong at one place of a schema; ``params`` are for the texts of the rule."""

    way: Way
    cause: str | None
    params: Mapping[str, str]


def problems(document: Document) -> Iterator[SchemaProblem]:
    """The first problems of a schema that could be read as JSON.

    The cause `UNCHECKED` stands for what was not looked at, and ``problem`` then says why.
    """
    if any(problem.kind == "deeply-nested" for problem in document.problems):
        reason = {"problem": "nested more deeply than is judged"}
        yield SchemaProblem((), UNCHECKED, reason)
    yield from islice(_problems(document.data), MOST_PROBLEMS)


def _problems(schema: Any) -> Iterator[SchemaProblem]:
    if not isinstance(schema, Mapping | bool):
        yield SchemaProblem((), "not-a-schema", {})
        return
    dialect = schema.get("$schema", DIALECT) if isinstance(schema, Mapping) else DIALECT
    if isinstance(dialect, str) and dialect.removesuffix("#") != DIALECT:
        yield SchemaProblem(("$schema",), "dialect", {"dialect": show(dialect)})
        return
    malformed = refers = False
    for way, level in levels(schema):
        refers = refers or (isinstance(level, Mapping) and not _ADDRESSING.isdisjoint(level))
        if not _is_plain(level):
            for error in validator.schema_errors(validator.shipped(LEVEL), level):
                malformed = True
                yield SchemaProblem((*way, *error.path), None, {"problem": _words(error)})
        yield from _patterns(way, level)
    if refers and not malformed:
        yield from _addressed(schema)


_ADDRESSING = frozenset({"$dynamicRef", "$id", "$ref"})
"""Keywords that have to do with addresses; where there are none, there is nothing to look up."""


def _is_plain(level: Any) -> bool:
    """Whether a level is right at first sight, as nearly all are; the schema judges the others."""
    return isinstance(level, bool) or all(starmap(_is_plain_keyword, level.items()))


def _is_plain_keyword(key: str, value: Any) -> bool:
    ask = _PLAIN.get(key)
    return ask(value) if ask else key not in _keywords()


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_schema(value: Any) -> bool:
    return isinstance(value, dict | bool)


def _are_schemas(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_schema, value.values()))


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value)) and len({*value}) == len(value)


_PLAIN: Mapping[str, Callable[[Any], bool]] = {
    **dict.fromkeys(SINGLE, _is_schema),
    **dict.fromkeys(NAMED, _are_schemas),
    **dict.fromkeys(("$comment", "$ref", "$schema", "description"), _is_text),
    **dict.fromkeys(("format", "pattern", "title"), _is_text),
    **dict.fromkeys(
        ("minItems", "minLength", "maxItems", "maxLength"),
        lambda value: type(value) is int and value >= 0,
    ),
    "$id": lambda value: _is_text(value) and "#" not in value,
    "enum": lambda value: isinstance(value, list),
    "required": _are_names,
    "type": lambda value: _is_text(value) and value in _TYPES,
}
"""What most keywords look like when they are right."""


@cache
def _keywords() -> frozenset[str]:
    return frozenset(files.load(LEVEL)["properties"])


def _words(error: SchemaError) -> str:
    """What the meta-schema has against a value, in a clause."""
    value, key = show(error.value), show(str(error.path[-1]) if error.path else "")
    match error.keyword:
        case "type":
            kinds = error.expected if isinstance(error.expected, list) else [error.expected]
            return f"{key} is {value}, not of type {' or '.join(kinds)}"
        case "enum" | "anyOf":
            return f"{value} is not a type of JSON"
        case "minItems":
            return f"{key} is empty"
        case "uniqueItems":
            return f"{value} stands twice"
        case "minimum" | "exclusiveMinimum":
            return f"{key} is {value}, which is too low"
        case _:
            return f"{key} is {value}"


def _patterns(way: Way, level: Any) -> Iterator[SchemaProblem]:
    """Regular expressions of a level that ECMAScript does not take, whatever its flags."""
    if not isinstance(level, Mapping):
        return
    named = level.get("patternProperties")
    found: list[tuple[Way, Any]] = [(("pattern",), level.get("pattern"))]
    if isinstance(named, Mapping):
        found += [(("patternProperties", key), key) for key in named]
    for steps, pattern in found:
        if not isinstance(pattern, str):
            continue
        if foreign_patterns.is_too_long(pattern):
            reason = {"problem": "a regular expression in it is too long to be compiled safely"}
            yield SchemaProblem((*way, *steps), UNCHECKED, reason)
        elif problem := foreign_patterns.problem(pattern):
            yield SchemaProblem((*way, *steps), "pattern", {"problem": problem})


def _addressed(schema: Any) -> Iterator[SchemaProblem]:
    """Addresses that are none, and references to what is not in the schema."""
    addresses = Addresses()
    addresses.add(schema)
    for bad in addresses.bad:
        problem = f"`$id` is {show(bad.address)}, which is not an address"
        yield SchemaProblem((*bad.way, "$id"), None, {"problem": problem})
    for level, keyword, reference in addresses.missing():
        yield SchemaProblem((*level.way, keyword), "reference", {"reference": show(reference)})
