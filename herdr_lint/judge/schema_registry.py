"""The registry of shipped schemas: references resolve inside it, nothing is ever retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from referencing import Registry
from referencing.jsonschema import DRAFT202012

from herdr_lint.judge import shipped as files


@cache
def family(folder: str) -> Registry[Any]:
    """All schemas of one folder under ``schemas/``, by their ``$id``."""
    names = sorted(path.name for path in (files.root() / folder).glob("*.schema.json"))
    return register([files.load(f"{folder}/{name}") for name in names])


def register(schemas: list[Mapping[str, Any]]) -> Registry[Any]:
    """A closed registry of schemas that carry an ``$id``."""
    resources = [DRAFT202012.create_resource(undeclared(schema)) for schema in schemas]
    return (
        Registry[Any]()
        .with_resources((str(resource.id()), resource) for resource in resources)
        .crawl()
    )


def shipped(name: str) -> tuple[Mapping[str, Any], Registry[Any]]:
    """A shipped schema and the registry of its folder."""
    return files.load(name), family(str(PurePosixPath(name).parent))


def undeclared(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema without its ``$schema``.

    At each reference to a schema that declares a dialect, jsonschema leaves the validator at hand
    for the one that it has on file for the dialect, and with it all that ours knows beyond that.
    """
    return {key: value for key, value in schema.items() if key != "$schema"}
