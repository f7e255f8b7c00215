"""jsonschema, widened where its errors say too little to point at the fault.

Each error remembers the innermost ``x-herdr`` on its way up, with the instance that the annotated
subschema saw. Patterns have ECMA-262 semantics, ``uri`` is asserted, and each unexpected key or
repeated item is an error of its own, at that key or item.

Loading this takes longer than judging a hundred files; ``validator`` does so for schemas that
others write, and for what cannot be asked of jsonschema-rs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial, reduce
from operator import getitem
from typing import Any, TypeAlias

import regress
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry

from herdr_lint.judge import foreign_patterns
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge.formats import is_uri
from herdr_lint.judge.keywords import ANNOTATION, REPORT
from herdr_lint.judge.repeats import repeats
from herdr_lint.judge.schema_error import SchemaError, choices, description
from herdr_lint.late import late_pattern

Keyword: TypeAlias = Callable[[Any, Any, Any, Any], Iterable[ValidationError]]

_SURROGATE = late_pattern("[\ud800-\udfff]")


@cache
def compile_pattern(pattern: str) -> regress.Regex:
    """A pattern with ECMA-262 semantics: ``$`` is the end of input, a digit is ASCII."""
    return regress.Regex(pattern, "u")


def matches(pattern: str, text: str) -> bool:
    """Whether a pattern occurs in a text; lone surrogates count as U+FFFD."""
    return compile_pattern(pattern).find(_SURROGATE.sub("\ufffd", text)) is not None


_FORMATS = FormatChecker(())
_FORMATS.checks("uri")(is_uri)


Matcher: TypeAlias = Callable[[str, str], bool]
"""Whether a pattern occurs in a text."""


def _pattern(
    matches: Matcher, _: Any, pattern: str, instance: Any, __: Any
) -> Iterator[ValidationError]:
    if isinstance(instance, str) and not matches(pattern, instance):
        yield ValidationError(pattern)


def _pattern_properties(
    matches: Matcher, validator: Any, patterns: Mapping[str, Any], instance: Any, _: Any
) -> Iterator[ValidationError]:
    if isinstance(instance, Mapping):
        for pattern, subschema in patterns.items():
            for key, value in instance.items():
                if matches(pattern, key):
                    yield from _member(validator, key, value, subschema)


def _properties(
    validator: Any, named: Mapping[str, Any], instance: Any, _: Any
) -> Iterator[ValidationError]:
    if isinstance(instance, Mapping):
        for key, subschema in named.items():
            if key in instance:
                yield from _member(validator, key, instance[key], subschema)


def _member(validator: Any, key: str, value: Any, subschema: Any) -> Iterator[ValidationError]:
    """The errors of a member; of one that must not be there, the library does not say which."""
    if subschema is False:
        nothing: Any = None
        yield ValidationError(
            key, nothing, (key,), validator_value=nothing, instance=value, schema=subschema
        )
    else:
        yield from validator.descend(value, subschema, path=key)


def _additional_properties(
    matches: Matcher, validator: Any, allowed: Any, instance: Any, schema: Mapping[str, Any]
) -> Iterator[ValidationError]:
    if not isinstance(instance, Mapping):
        return
    named = schema.get("properties", {})
    patterns = schema.get("patternProperties", {})
    for key, value in instance.items():
        if key in named or any(matches(pattern, key) for pattern in patterns):
            continue
        if allowed is False:
            yield ValidationError(key, path=(key,))
        else:
            yield from validator.descend(value, allowed, path=key)


def _required(_: Any, names: list[str], instance: Any, __: Any) -> Iterator[ValidationError]:
    if isinstance(instance, Mapping):
        for name in names:
            if name not in instance:
                yield ValidationError(name)


def _unique_items(_: Any, wanted: bool, instance: Any, __: Any) -> Iterator[ValidationError]:
    if wanted and isinstance(instance, list):
        for index, item in repeats(instance):
            yield ValidationError("", path=(index,), instance=item)


def _property_names(  # as in our schemas: each key by itself, and the finding at that key
    validator: Any, names: Any, instance: Any, _: Any
) -> Iterator[ValidationError]:
    if isinstance(instance, Mapping):
        asked = validator.evolve(schema=names)
        for key, value in instance.items():
            if not asked.is_valid(key):
                yield ValidationError(key, path=(key,), instance=value)


def _report(
    validator: Any, annotation: Mapping[str, Any], instance: Any, _: Any
) -> Iterator[ValidationError]:
    if validator.evolve(schema=annotation.get("unless", False)).is_valid(instance):
        return
    path = annotation.get("of", ())
    value = reduce(getitem, path, instance)
    error = ValidationError("", path=path, instance=value)
    vars(error)[ANNOTATION] = (annotation, value)
    yield error


def _annotating(keyword: Keyword) -> Keyword:
    """The keyword, its errors tagged with the annotation of the subschema it stands in."""

    def annotated(
        validator: Any, value: Any, instance: Any, schema: Mapping[str, Any]
    ) -> Iterable[ValidationError]:
        return _tagged(keyword(validator, value, instance, schema), schema, instance)

    return annotated


def _tagged(
    errors: Iterable[ValidationError], schema: Mapping[str, Any], subject: Any
) -> Iterator[ValidationError]:
    """The errors with the schema's annotation, those that have none yet.

    A keyword of the library puts the instance into the message of its error. Where that cannot be
    printed, too deep or an integer of thousands of digits, an error without a message will do.
    """
    annotation = schema.get(ANNOTATION)
    try:
        for error in errors:
            if annotation is not None:
                vars(error).setdefault(ANNOTATION, (annotation, subject))
            yield error
    except (RecursionError, ValueError):
        yield ValidationError("")


def _widened(matches: Matcher, **more: Keyword) -> type[Validator]:
    keywords = {
        **Draft202012Validator.VALIDATORS,
        "additionalProperties": partial(_additional_properties, matches),
        "pattern": partial(_pattern, matches),
        "patternProperties": partial(_pattern_properties, matches),
        "properties": _properties,
        "required": _required,
        "uniqueItems": _unique_items,
        REPORT: _report,
        **more,
    }
    widened: type[Validator] = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator,
        validators={name: _annotating(keyword) for name, keyword in keywords.items()},
    )
    return widened


SchemaValidator = _widened(matches, propertyNames=_property_names)
ForeignValidator = _widened(foreign_patterns.matches)
"""For schemas that others write, whose patterns must not take longer than what they look at."""


def build(
    schema: Mapping[str, Any], resources: Registry[Any], kind: type[Validator] = SchemaValidator
) -> Validator:
    """A validator for a schema whose references resolve in ``resources`` and nowhere else."""
    return kind(registry.undeclared(schema), registry=resources, format_checker=_FORMATS)


def shipped(name: str) -> Validator:
    """The validator of a shipped schema, by its path under ``schemas/``."""
    return build(*registry.shipped(name))


def explain(validator: Validator, instance: Any) -> Iterator[SchemaError]:
    """Each error of a document, in the order in which the schema states its demands."""
    for error in validator.iter_errors(instance):
        annotation, subject = vars(error).get(ANNOTATION, ({}, None))
        keyword = str(error.validator or "false")
        yield SchemaError(
            tuple(error.absolute_path),
            keyword,
            error.validator_value,
            error.instance,
            error.message,
            choices(keyword, error.validator_value, error.schema),
            _about(error),
            annotation,
            subject,
        )


def _about(error: ValidationError) -> str:
    schema: Any = error.schema
    if error.validator == "required":
        schema = schema.get("properties", {}).get(error.message)
    return description(schema)
