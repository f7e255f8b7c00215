"""Schemas that a user lays over ours: read once, and checked before anything is judged by them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from herdr_lint.config.reading import display_path
from herdr_lint.files import disk
from herdr_lint.judge import foreign_patterns, validator
from herdr_lint.judge.document import to_pointer
from herdr_lint.judge.judge import show
from herdr_lint.judge.keywords import ANNOTATION, REPORT
from herdr_lint.judge.subschemas import (
    DIALECT,
    REFERENCES,
    Addresses,
    Subschema,
    Way,
    levels,
    parted,
)
from herdr_lint.judge.validator import Validator, schema_errors
from herdr_lint.model import UsageError
from herdr_lint.syntax.json_reader import depth_of

DEEPEST = 100
"""Levels of nesting of a policy; judging by it goes as deep."""

MOST_FILES = 100
"""Files that a policy may refer to, beside itself."""

_DATA = frozenset({"const", "default", "enum", "examples"})
"""Keywords whose value is not a schema and may hold anything."""


@dataclass(frozen=True)
class Policy:
    """A JSON Schema (draft 2020-12) whose ``x-herdr`` annotations name rules of the user's own.

    ``beside`` are the schemas of other files that it refers to, by the addresses under which it
    does. Nothing is fetched: a reference leads into the policy, or to a file in its folder or below
    or beside it.
    """

    path: Path
    schema: Mapping[str, Any]
    beside: Mapping[str, Mapping[str, Any]]

    @classmethod
    def load(cls, path: Path) -> Policy:
        """Read a policy, and the files that it refers to.

        Raises:
            UsageError: it cannot be read, is not JSON or no schema of draft 2020-12, an annotation
                or a pattern is malformed, or a reference leads to nothing or round in a circle.

        """
        files = _Files(path)
        policy = cls(path, files.schema, files.beside)
        if files.problems:
            raise UsageError(*files.problems)
        return policy

    @cached_property
    def rules(self) -> frozenset[str]:
        """The ids of the rules that it names."""
        return frozenset(annotation["rule"] for _, annotation in self.annotations)

    @cached_property
    def annotations(self) -> tuple[tuple[str, Mapping[str, Any]], ...]:
        """Its annotations, each with the pointer of the subschema that it stands in."""
        return tuple(
            (to_pointer(way), level[keyword])
            for schema in (self.schema, *self.beside.values())
            for way, level in levels(schema)
            for keyword in (ANNOTATION, REPORT)
            if keyword in level
        )

    @cached_property
    def validator(self) -> Validator:
        """Judges documents by the policy; see ``judge.judge.judge``."""
        address = _address(self.path)
        own = {"$id": address, **self.schema}
        resources = [
            (name, DRAFT202012.create_resource(schema))
            for name, schema in {address: own, **self.beside}.items()
        ]
        return validator.build(own, Registry[Any]().with_resources(resources).crawl())

    def __getstate__(self) -> dict[str, Any]:
        """For a pool of processes: without the validator, which each of them builds for itself."""
        return {"path": self.path, "schema": self.schema, "beside": self.beside}


class _Files:
    """A policy and the files that it refers to, read and checked; ``problems`` is what is wrong."""

    def __init__(self, path: Path) -> None:
        self.schema = _schema(path)
        self.beside: dict[str, Mapping[str, Any]] = {}
        self.problems: list[str] = []
        self._addresses = Addresses()
        self._paths: dict[int, Path] = {}
        self._add(path, self.schema, _address(path))
        if not self.problems:
            self.problems += self._references()

    def _add(self, path: Path, schema: Mapping[str, Any], address: str) -> None:
        """Make a file known, and those that it refers to."""
        waiting = [(path, schema, address)]
        while waiting:
            path, schema, address = waiting.pop()
            before = len(self._addresses.levels)
            self._addresses.add(schema, address)
            added = self._addresses.levels[before:]
            self._paths |= {id(level.schema): path for level in added}
            self.problems += _problems(path, schema, added)
            for target, other in self._files_beside(path, added):
                if len(self.beside) == MOST_FILES:
                    self.problems.append(
                        f"{display_path(path)}: refers to more than {MOST_FILES} files"
                    )
                    return
                self.beside[other] = _schema(target)
                waiting.append((target, self.beside[other], other))

    def _files_beside(self, path: Path, added: list[Subschema]) -> Iterator[tuple[Path, str]]:
        """The files that new references lead to, each with the address that stands for it."""
        found = set()
        for level in added:
            for keyword in REFERENCES:
                reference = level.schema.get(keyword)
                if not isinstance(reference, str):
                    continue
                address, _ = parted(level.base, reference)
                target = Path(os.path.normpath(path.parent / unquote(reference.partition("#")[0])))
                if address not in self._addresses and address not in found and disk.is_file(target):
                    found.add(address)
                    yield target, address

    def _references(self) -> Iterator[str]:
        """What is wrong with where the references of all files lead."""
        for bad in self._addresses.bad:
            told = f"{show(bad.address)} is not a URI"
            yield _told(self._paths[id(bad.schema)], told, (*bad.way, "$id"))
        for level, keyword, reference in self._addresses.missing():
            path = self._paths[id(level.schema)]
            told = (
                f"the reference {show(reference)} leads to nothing in this file or beside it;"
                " correct it"
            )
            yield _told(path, told, (*level.way, keyword))
        circle = self._addresses.circle()
        if circle is not None:
            told = "the references lead round in a circle, so judging would never end; cut it"
            yield _told(self._paths[id(circle.schema)], told, circle.way)


def _address(path: Path) -> str:
    """What stands for a file that says no address of its own."""
    return Path(os.path.abspath(path)).as_uri()


def _told(path: Path, told: str, way: Way) -> str:
    return f"{display_path(path)}: {told} (at {show(to_pointer(way) or '/')})"


def _problems(path: Path, schema: Mapping[str, Any], found: list[Subschema]) -> Iterator[str]:
    """What is wrong with the keywords of one file."""
    for level in found:
        for way, told in _level_problems(level.schema):
            yield _told(path, told, (*level.way, *way))
    places = {(*level.way, ANNOTATION) for level in found}
    for way in _annotations(schema):
        if way not in places:
            told = f"`{ANNOTATION}` does nothing here; move it into the schema of a value"
            yield _told(path, told, way)


def _level_problems(level: Mapping[str, Any]) -> Iterator[tuple[Way, str]]:
    dialect = level.get("$schema", DIALECT)
    if str(dialect).removesuffix("#") != DIALECT:
        yield ("$schema",), f"it is written for {show(dialect)}; policies use draft 2020-12"
    for keyword in (ANNOTATION, REPORT):
        if keyword in level and (told := _annotation_problem(keyword, level[keyword])):
            yield (keyword,), told
    if isinstance(level.get("pattern"), str) and (told := _pattern_problem(level["pattern"])):
        yield ("pattern",), told
    for pattern in level.get("patternProperties", ()):
        if told := _pattern_problem(pattern):
            yield ("patternProperties", pattern), told


def _annotations(schema: Mapping[str, Any]) -> Iterator[Way]:
    """The way to each member that is called like an annotation, but for what is only data."""
    waiting: list[tuple[Way, Any]] = [((), schema)]
    while waiting:
        way, value = waiting.pop()
        pairs = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, member in pairs:
            if key == ANNOTATION and way[-1:] != ("properties",):
                yield (*way, key)
            elif isinstance(member, Mapping | list) and key not in _DATA:
                waiting.append(((*way, key), member))


def _schema(path: Path) -> Mapping[str, Any]:
    try:
        schema = json.loads(disk.read(path))
    except OSError as error:
        raise UsageError(f"{display_path(path)}: cannot be read: {error.strerror}") from error
    except json.JSONDecodeError as error:
        place = f"{display_path(path)}:{error.lineno}:{error.colno}"
        raise UsageError(f"{place}: not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(
            f"{display_path(path)}: not JSON that can be read: not UTF-8, or nested too deeply"
        ) from error
    if not isinstance(schema, dict):
        raise UsageError(f"{display_path(path)}: a policy has to be a JSON object")
    if depth_of(schema) > DEEPEST:
        raise UsageError(f"{display_path(path)}: a policy has at most {DEEPEST} levels of nesting")
    # Formats are left out: Python's regular expressions are not those of JSON Schema.
    mismatch = best_match(
        Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(schema)
    )
    if mismatch:
        told = (
            f"not a JSON Schema: {mismatch.message} (at {show(to_pointer(mismatch.absolute_path))})"
        )
        raise UsageError(f"{display_path(path)}: {told}")
    return schema


def _annotation_problem(keyword: str, annotation: Any) -> str | None:
    for error in schema_errors(validator.shipped("annotation.schema.json"), annotation):
        where = f" in {show(error.path[0])}" if error.path else ""
        return f"`{keyword}` is malformed{where}; `herdr-lint schema annotation` prints its form"
    return None


def _pattern_problem(pattern: str) -> str | None:
    if foreign_patterns.is_too_long(pattern):
        return "the pattern is too long, or has too many groups and choices; split it up"
    if told := foreign_patterns.problem(pattern):
        return f"the pattern {show(pattern)} cannot be read: {told}"
    if not foreign_patterns.is_bounded(pattern):
        return f"the pattern {show(pattern)} may take too long to match; write a simpler one"
    return None
