"""The shipped schema files, wherever the package is run from."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

_PACKAGE = Path(__file__).parent.parent


@cache
def root() -> Path:
    """The folder of schemas: inside the installed package, or beside it in a source tree."""
    shipped = _PACKAGE / "schemas"
    return shipped if shipped.is_dir() else _PACKAGE.parent / "schemas"


@cache
def load(name: str) -> Any:
    """The parsed JSON of a shipped file, by its path under ``schemas/``; not to be changed."""
    return json.loads((root() / name).read_bytes())


def resolve(name: str, reference: str) -> tuple[str, str]:
    """The file that a reference in a shipped schema leads to, and the JSON Pointer into it."""
    file, _, pointer = reference.partition("#")
    return normpath(join(dirname(name), file)) if file else name, pointer


@cache
def referred(name: str) -> tuple[str, ...]:
    """The shipped schemas that one refers to, directly or not, by their paths."""
    seen = {name: None}
    waiting = [name]
    while waiting:
        file = waiting.pop()
        found = (resolve(file, one)[0] for one in _references(load(file)) if "://" not in one)
        for other in found:
            if other not in seen:
                seen[other] = None
                waiting.append(other)
    return tuple(seen)[1:]


def _references(schema: Any) -> Iterator[str]:
    waiting = [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
