"""JSON as RFC 8259 has it: the data at once, the places when somebody asks for them.

The data is what ECMAScript's ``JSON.parse`` gives: of equal keys the last wins, integers beyond
2^53-1 become doubles and numbers beyond a double's range infinite.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from herdr_lint.late import late
from herdr_lint.syntax.parse import Reading
from herdr_lint.syntax.spans import Nodes, SpanTable
from herdr_lint.syntax.text import SourceText

if TYPE_CHECKING:
    from herdr_lint.syntax import json_scanner, numbers
else:
    json_scanner = late("herdr_lint.syntax.json_scanner")
    numbers = late("herdr_lint.syntax.numbers")


def read_json(source: SourceText) -> Reading:
    """The data, places and problems of a JSON text; never raises. Linear in its length.

    Nearly every file is sound and nearly no place is ever asked for, so the standard library
    reads first, ten times as fast, and refuses whatever might be a problem. Only then, or when a
    finding needs a place, does the project's own scanner read the text.
    """
    try:
        data = _sound(source)
    except (ValueError, RecursionError):
        return json_scanner.scan(source)
    return Reading(data, SpanTable(source, partial(_nodes, source)), (), depth_of(data))


def why_no_json(error: ValueError | RecursionError) -> str:
    """Why the standard library could not read a text as JSON."""
    return "it is nested too deeply" if isinstance(error, RecursionError) else str(error)


def depth_of(data: Any) -> int:
    """How many levels of arrays and objects there are: 0 for a scalar, 1 for ``[1]``."""
    depth = 0
    level = [data] if isinstance(data, list | dict) else []
    while level:
        depth += 1
        level = [
            value
            for container in level
            for value in (container.values() if type(container) is dict else container)
            if type(value) is dict or type(value) is list
        ]
    return depth


def _nodes(source: SourceText) -> Nodes:
    return json_scanner.scan(source).spans.nodes


def _sound(source: SourceText) -> Any:
    """The data of a text in which there is nothing to report; ValueError for any other."""
    if source.bom or source.replaced or "\\ud" in source.text or "\\uD" in source.text:
        raise ValueError  # it may hold a lone surrogate, or is not plain UTF-8
    return _DECODER.decode(source.text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError  # a key is repeated
    return found


def _integer(literal: str) -> float:
    return _checked(*numbers.whole(literal))


def _double(literal: str) -> float:
    return _checked(*numbers.double(literal))


def _checked(value: float, problem: str | None) -> float:
    if problem:
        raise ValueError(problem)
    return value


def _constant(literal: str) -> float:
    raise ValueError(literal)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_double,
    parse_constant=_constant,
)
