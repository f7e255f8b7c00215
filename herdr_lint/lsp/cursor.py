"""Where in a half-written file a cursor stands: the way to it, and what is being written there.

A parser wants a whole file, and the file of somebody who is typing is not one. These readers take
what stands before the cursor, and never fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from herdr_lint.late import late_pattern
from herdr_lint.syntax.spans import Step

_JSON = late_pattern(r'"(?:\\.|[^"\\])*"?|[{}\[\]:,]|[^\s{}\[\]:,"]+')
_YAML_KEY = late_pattern(r"""("[^"]*"|'[^']*'|[\w.$-]+):(?=\s|$)""")
_TOML_TABLE = late_pattern(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_TOML_KEY = late_pattern(r"""^\s*((?:[\w-]+|"[^"]*")(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")


class Cursor(NamedTuple):
    """``path`` leads to the object whose key is being written, or to the value that is.

    ``typed`` is what of it stands before the cursor, quotes included.
    """

    path: tuple[Step, ...]
    is_key: bool
    typed: str


@dataclass
class _OpenNode:
    """A container that has begun; ``step`` is where in it the reader is."""

    step: Step | None
    is_list: bool
    value: bool = False


def in_json(before: str) -> Cursor:
    """The place after a text that is the beginning of JSON."""
    stack: list[_OpenNode] = []
    typed = ""
    for found in _JSON.finditer(before):
        part = found[0]
        typed = part if found.end() == len(before) and part not in "{}[]:," else ""
        _read(stack, part)
    path = tuple(one.step for one in stack if one.step is not None)
    if not stack:
        return Cursor((), is_key=False, typed=typed)
    inner = stack[-1]
    is_key = not inner.is_list and not inner.value
    return Cursor(path[: len(stack) - 1] if is_key else path, is_key, typed)


def _read(stack: list[_OpenNode], part: str) -> None:
    inner = stack[-1] if stack else None
    if part in "{[":
        stack.append(_OpenNode(0 if part == "[" else None, part == "["))
    elif part in "}]":
        if stack:
            stack.pop()
    elif inner is None:
        return
    elif part == ":":
        inner.value = True
    elif part == ",":
        inner.value = False
        if isinstance(inner.step, int):
            inner.step += 1
    elif not inner.is_list and not inner.value:
        inner.step = part.strip('"')


def in_yaml(before: str) -> Cursor:
    """The place after a text that is the beginning of block YAML; every item of a list is 0."""
    *above, line = before.split("\n")
    found = _line(line)
    is_key = found.key is None
    typed = line[found.start :] if is_key else line[found.end :].lstrip(" ")
    path = [*_outwards(found, above)]
    if found.key is not None:
        path.insert(0, found.key)
    return Cursor(tuple(reversed(path)), is_key, typed)


class _Line(NamedTuple):
    """The columns at which a line begins items, and at which its content starts; its key."""

    dashes: tuple[int, ...]
    start: int
    key: str | None
    end: int


def _line(line: str) -> _Line:
    column = len(line) - len(line.lstrip(" "))
    dashes = []
    while line.startswith("- ", column):
        dashes.append(column)
        rest = line[column + 1 :]
        column += len(rest) - len(rest.lstrip(" ")) + 1
    found = _YAML_KEY.match(line, column)
    if found is None:
        return _Line(tuple(dashes), column, None, column)
    return _Line(tuple(dashes), column, found[1].strip("\"'"), found.end())


def _outwards(line: _Line, above: list[str]) -> Iterator[Step]:
    """The steps to a line from the inside out: the items and keys that it lies in.

    The items of a list may stand as far left as its key.
    """
    keys = items = line.start
    for dash in reversed(line.dashes):
        yield 0
        keys, items = dash + 1, dash
    for content in reversed(above):
        outer = _line(content)
        if outer.key is not None and outer.start < keys:
            yield outer.key
            keys = items = outer.start
        for dash in reversed(outer.dashes):
            if dash < items:
                yield 0
                keys, items = dash + 1, dash


def in_toml(before: str) -> Cursor:
    """The place after a text that is the beginning of TOML."""
    table: tuple[Step, ...] = ()
    key: tuple[Step, ...] | None = None
    value = before
    for line in before.split("\n"):
        header, written = _TOML_TABLE.match(line), _TOML_KEY.match(line)
        if key is not None and _opened(value):
            value += f"\n{line}"
        elif header is not None:
            table = _parts(header[1]) + ((0,) if line.lstrip().startswith("[[") else ())
            key, value = None, ""
        elif written is not None:
            key, value = _parts(written[1]), line[written.end() :]
        else:
            key, value = None, line
    if key is None:
        return Cursor(table, is_key=True, typed=value.lstrip())
    typed = re.split(r"[\s,\[=]", value)[-1]
    return Cursor((*table, *key, *[0] * _opened(value)), is_key=False, typed=typed)


def _opened(value: str) -> int:
    """How many lists are still open at the end of a value."""
    return max(value.count("[") - value.count("]"), 0)


def _parts(key: str) -> tuple[Step, ...]:
    return tuple(part.strip().strip('"') for part in key.split("."))
