"""Schemas that a user lays over ours: read once, and checked before anything is judged by them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012
from regress import RegressError

from herdr_lint.config.reading import shown
from herdr_lint.judge import validator
from herdr_lint.judge.document import to_pointer
from herdr_lint.judge.judge import show
from herdr_lint.judge.schema_errors import compile_pattern
from herdr_lint.judge.validator import ANNOTATION, Validator, schema_errors
from herdr_lint.model import UsageError

_ADDRESS = "urn:herdr-lint:policy"


@dataclass(frozen=True)
class Policy:
    """A JSON Schema (draft 2020-12) whose ``x-herdr`` annotations name rules of the user's own."""

    path: Path
    schema: Mapping[str, Any]

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Read a policy.

        Raises:
            UsageError: it cannot be read, is not JSON or no schema, an annotation or a pattern is
                malformed, or a reference leads out of it. Nothing is ever retrieved.

        """
        policy = cls(path, _schema(path))
        problems = [*policy._problems()]
        if problems:
            raise UsageError(*problems)
        return policy

    @cached_property
    def rules(self) -> frozenset[str]:
        """The ids of the rules that it names."""
        return frozenset(
            value["rule"]
            for _, key, value in _members(self.schema)
            if key == ANNOTATION and isinstance(value, Mapping)
        )

    @cached_property
    def resources(self) -> Registry[Any]:
        """The registry in which its references resolve: that of itself alone."""
        resource = DRAFT202012.create_resource(self.schema)
        return Registry[Any]().with_resources([(self._address, resource)]).crawl()

    @cached_property
    def validator(self) -> Validator:
        """Judges documents by the policy; see ``schema.judge.judge``."""
        return validator.build(self.schema, self.resources)

    def __getstate__(self) -> dict[str, Any]:
        """For a pool of processes: without the validator, which each of them builds for itself."""
        return {"path": self.path, "schema": self.schema}

    @property
    def _address(self) -> str:
        return str(self.schema.get("$id", _ADDRESS))

    def _problems(self) -> Iterator[str]:
        for pointer, key, value in _members(self.schema):
            told = self._member_problem(key, value)
            if told:
                yield f"{shown(self.path)}: {told} (at {show(pointer)})"

    def _member_problem(self, key: str, value: Any) -> str | None:
        if key == ANNOTATION:
            return _annotation_problem(value)
        if key == "pattern" and isinstance(value, str):
            return _pattern_problem(value)
        if key == "$ref" and isinstance(value, str):
            try:
                self.resources.resolver(self._address).lookup(value)
            except (Unresolvable, ValueError):
                return f"the reference {show(value)} leads to nothing in this file"
        return None


def _schema(path: Path) -> Mapping[str, Any]:
    try:
        schema = json.loads(path.read_bytes())
    except OSError as error:
        raise UsageError(f"{shown(path)}: cannot be read: {error.strerror}") from error
    except json.JSONDecodeError as error:
        place = f"{shown(path)}:{error.lineno}:{error.colno}"
        raise UsageError(f"{place}: not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{shown(path)}: not JSON that can be read") from error
    if not isinstance(schema, dict):
        raise UsageError(f"{shown(path)}: a policy has to be a JSON object")
    # Formats are left out: Python's regular expressions are not those of JSON Schema.
    mismatch = best_match(
        Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(schema)
    )
    if mismatch:
        told = f"no JSON Schema: {mismatch.message} (at {show(to_pointer(mismatch.absolute_path))})"
        raise UsageError(f"{shown(path)}: {told}")
    return schema


def _members(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """Each member of each object, with its pointer; without recursion, depth is no matter."""
    waiting: list[tuple[str, Any]] = [("", schema)]
    while waiting:
        pointer, value = waiting.pop()
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, member in pairs:
            inner = pointer + to_pointer([key])
            if isinstance(key, str):
                yield inner, key, member
            if isinstance(member, Mapping | list):
                waiting.append((inner, member))


def _annotation_problem(annotation: Any) -> str | None:
    for error in schema_errors(validator.shipped("annotation.schema.json"), annotation):
        member = ".".join(map(str, error.path))
        return f"`{ANNOTATION}` is malformed{f' in {show(member)}' if member else ''}"
    return None


def _pattern_problem(pattern: str) -> str | None:
    try:
        compile_pattern(pattern)
    except RegressError as error:
        return f"the pattern {show(pattern)} cannot be read: {error}"
    return None
