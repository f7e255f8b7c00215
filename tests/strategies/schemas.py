"""Instances that come near to what a schema asks for, made by reading it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import strategies as st

from herdr_lint.judge import shipped as files
from tests.strategies import openwop

CHARACTERS = (
    "a1_.-/:,# \n\r\t\u2028\u2029\u0085\ufeff\u00a0\u0661\u00e9\u017f\u212a\u200b\U0001f600"
)
"""Those that readers of patterns are known to disagree about."""

odd_numbers = st.sampled_from(
    [0, 0.0, -0.0, 1, 1.0, True, False, 2, 65536, 2**53, 2.0**53, 2**53 + 1, 1e308, -1e308]
)
odd_texts = st.text(CHARACTERS, max_size=6)


def members(schema: Any) -> Iterator[tuple[str, Any]]:
    """Each member of each object in a schema."""
    if isinstance(schema, Mapping):
        yield from schema.items()
        for value in schema.values():
            yield from members(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from members(value)


def patterns(schema: Any) -> Iterator[str]:
    """Each pattern in a schema, those that members' names are held against among them."""
    for key, value in members(schema):
        if key == "pattern" and isinstance(value, str):
            yield value
        elif key == "patternProperties" and isinstance(value, Mapping):
            yield from value


def matching(pattern: str) -> st.SearchStrategy[str]:
    """Texts that match a pattern, or that a character or two keep from matching."""
    found = st.from_regex(re.compile(pattern))
    return found | st.builds(_insert, found, odd_texts, st.integers(0, 80))


def _insert(text: str, more: str, at: int) -> str:
    at = min(at, len(text))
    return text[:at] + more + text[at:]


def _alternatives(schema: Mapping[str, Any]) -> Iterator[Any]:
    for key in ("allOf", "anyOf", "oneOf"):
        yield from schema.get(key, ())
    for key in ("if", "then", "else", "not"):
        if key in schema:
            yield schema[key]


class Instances:
    """Makes instances for a shipped schema, by its path under ``schemas/``."""

    def __init__(self, name: str) -> None:
        self.name = name

    def strategy(self) -> st.SearchStrategy[Any]:
        return self._of(files.load(self.name), self.name, 7)

    def _of(self, schema: Any, root: str, depth: int) -> st.SearchStrategy[Any]:
        if not isinstance(schema, Mapping) or depth == 0:
            return openwop.values
        chosen = [*self._parts(schema, root, depth)]
        return st.deferred(lambda: st.one_of(*chosen) if chosen else openwop.values)

    def _parts(
        self, schema: Mapping[str, Any], root: str, depth: int
    ) -> Iterator[st.SearchStrategy[Any]]:
        if "const" in schema:
            yield st.just(schema["const"])
        if schema.get("enum"):  # nothing is of an enum without values
            yield st.sampled_from(schema["enum"])
        if "pattern" in schema:
            yield matching(schema["pattern"])
        if "$ref" in schema and not schema["$ref"].startswith("https:"):
            yield self._of(*self._target(schema["$ref"], root), depth - 1)
        if "properties" in schema:
            yield self._object(schema, root, depth)
        if "items" in schema:
            yield st.lists(self._of(schema["items"], root, depth - 1), max_size=3)
        for part in _alternatives(schema):
            yield self._of(part, root, depth - 1)
        yield odd_numbers | odd_texts | openwop.scalars

    def _object(self, schema: Mapping[str, Any], root: str, depth: int) -> st.SearchStrategy[Any]:
        known = {
            name: self._of(part, root, depth - 1) for name, part in schema["properties"].items()
        }
        required = {name: known[name] for name in schema.get("required", ()) if name in known}
        optional = {name: part for name, part in known.items() if name not in required}
        sound = st.fixed_dictionaries(required, optional=optional)
        spoilt = st.dictionaries(st.sampled_from(openwop.KEYS) | odd_texts, openwop.values)
        return sound | st.builds(dict.__or__, sound, spoilt)

    def _target(self, reference: str, root: str) -> tuple[Any, str]:
        name, pointer = files.resolve(root, reference)
        target: Any = files.load(name)
        for step in pointer.split("/")[1:]:
            target = target[step]
        return target, name
