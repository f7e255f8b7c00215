"""JSON Schemas that a pack ships: whether a host could judge anything by them.

Draft 2020-12, level by level: what the meta-schema demands, then regular expressions, then
references. Nothing is fetched, and no depth of nesting is a depth of calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice, starmap
from typing import Any, NamedTuple, TypeAlias

from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from herdr_lint.judge import shipped as files
from herdr_lint.judge import validator
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import show
from herdr_lint.judge.validator import SchemaError
from herdr_lint.openwop.subject import Way

LEVEL = "openwop/json-schema.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

MOST_PROBLEMS = 10
"""Problems reported of one schema."""

LONGEST_PATTERN = 4096
"""Characters of a regular expression that is compiled."""

MOST_BRANCHES = 200
"""Groups and choices in it: the compiler calls itself for each, and many end the process."""

UNCHECKED = "unchecked"

_SINGLE = frozenset(
    {
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
_SEVERAL = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_NAMED = frozenset({"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"})
_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})

Resolver: TypeAlias = Any
"""``referencing``'s resolver, which has no public name."""


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
    malformed = False
    for way, level in _levels(schema):
        if not _is_plain(level):
            for error in validator.schema_errors(validator.shipped(LEVEL), level):
                malformed = True
                yield SchemaProblem((*way, *error.path), None, {"problem": _words(error)})
        yield from _patterns(way, level)
    if not malformed:
        yield from _references(schema)


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
    **dict.fromkeys(_SINGLE, _is_schema),
    **dict.fromkeys(_NAMED, _are_schemas),
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


def _levels(schema: Any) -> Iterator[tuple[Way, Any]]:
    """Each schema in a schema with the way to it, itself first."""
    waiting: list[tuple[Way, Any]] = [((), schema)]
    while waiting:
        way, level = waiting.pop()
        yield way, level
        if isinstance(level, Mapping):
            below = [
                ((*way, *steps), child)
                for steps, child in _children(level)
                if isinstance(child, Mapping)
            ]
            waiting += reversed(below)


def _children(level: Mapping[str, Any]) -> Iterator[tuple[Way, Any]]:
    for key, value in level.items():
        if key in _SINGLE:
            yield (key,), value
        elif key in _SEVERAL and isinstance(value, list):
            yield from (((key, index), child) for index, child in enumerate(value))
        elif key in _NAMED and isinstance(value, Mapping):
            yield from (((key, name), child) for name, child in value.items())


def _words(error: SchemaError) -> str:
    """What the meta-schema has against a value, in a clause."""
    value, key = show(error.value), show(str(error.path[-1]) if error.path else "")
    match error.keyword:
        case "type":
            kinds = error.expected if isinstance(error.expected, list) else [error.expected]
            return f"{key} is {value}, not of type {' or '.join(kinds)}"
        case "enum":
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
        if len(pattern) > LONGEST_PATTERN or sum(map(pattern.count, "(|")) > MOST_BRANCHES:
            reason = {"problem": "a regular expression in it is too long to be compiled safely"}
            yield SchemaProblem((*way, *steps), UNCHECKED, reason)
        elif problem := _pattern_problem(pattern):
            yield SchemaProblem((*way, *steps), "pattern", {"problem": problem})


def _pattern_problem(pattern: str) -> str | None:
    import regress

    problem = None
    for flags in ("u", ""):
        try:
            regress.Regex(pattern, flags)
        except regress.RegressError as error:
            problem = problem or str(error).rstrip(".")
        else:
            return None
    return problem


def _references(schema: Any) -> Iterator[SchemaProblem]:
    if isinstance(schema, Mapping):
        for way, reference in unresolved(schema, _dialect()):
            yield SchemaProblem(way, "reference", {"reference": show(reference)})


def unresolved(schema: Mapping[str, Any], known: Registry[Any]) -> Iterator[tuple[Way, str]]:
    """References to what is neither in a schema nor among the known ones.

    Asked only of schemas in which every keyword has its type: the resolver relies on it.
    """
    resource = DRAFT202012.create_resource(schema)
    base = resource.id() or ""
    resolvers: dict[Way, Resolver] = {(): known.with_resource(base, resource).resolver(base)}
    for way, level in _levels(schema):
        resolver = _within(way, level, resolvers)
        for keyword in ("$ref", "$dynamicRef"):
            reference = level.get(keyword)
            if isinstance(reference, str) and not _resolves(reference, resolver):
                yield (*way, keyword), reference


def _within(way: Way, level: Any, resolvers: dict[Way, Resolver]) -> Resolver:
    """The resolver at a level: its own if it has an ``$id``, else that of the level above."""
    above = way
    while above not in resolvers:
        above = above[:-1]
    resolver = resolvers[above]
    if way and "$id" in level:
        resolver = resolver.in_subresource(DRAFT202012.create_resource(level))
        resolvers[way] = resolver
    return resolver


def _resolves(reference: str, resolver: Resolver) -> bool:
    try:
        resolver.lookup(reference)
    except (Unresolvable, ValueError, LookupError, TypeError, AttributeError):
        return False
    return True


@cache
def _dialect() -> Registry[Any]:
    """The meta-schema, which is all that a schema may refer to beside itself."""
    from jsonschema import Draft202012Validator

    resource = DRAFT202012.create_resource(Draft202012Validator.META_SCHEMA)
    dialect: Registry[Any] = Registry().with_resource(DIALECT, resource)
    return dialect
