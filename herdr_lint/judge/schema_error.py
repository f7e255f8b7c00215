"""What is known of a demand of a schema that is not met."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class SchemaError(NamedTuple):
    """One schema error, ready to be worded.

    ``path`` leads to the value at fault, ``annotation`` is the innermost ``x-herdr`` above it and
    ``subject`` the instance which that annotated subschema judged. ``detail`` is what the keyword
    knows beyond the instance: the missing member of ``required``, say. ``choices`` are the words
    that would have been right, for a "did you mean". ``about`` is what the schema says of the
    member that is missing or at fault: its ``description``, or nothing.
    """

    path: tuple[str | int, ...]
    keyword: str
    expected: Any
    value: Any
    detail: str
    choices: tuple[str, ...]
    about: str
    annotation: Mapping[str, Any]
    subject: Any


def choices(keyword: str, expected: Any, schema: Any) -> tuple[str, ...]:
    """The words that a keyword would have taken."""
    words: Any = ()
    match keyword:
        case "enum":
            words = expected
        case "const":
            words = [expected]
        case "additionalProperties" if isinstance(schema, Mapping):
            words = schema.get("properties", ())
    return tuple(word for word in words if isinstance(word, str))


def description(schema: Any) -> str:
    """What a schema says of itself, or nothing."""
    return str(schema.get("description", "")) if isinstance(schema, Mapping) else ""
