"""The registry of shipped schemas: references resolve inside it, nothing is ever retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import PurePosixPath
from typing import Any

from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from herdr_lint.schema import files


@cache
def family(folder: str) -> Registry[Any]:
    """All schemas of one folder under ``schemas/``, by their ``$id``."""
    names = sorted(path.name for path in (files.root() / folder).glob("*.schema.json"))
    return register([files.load(f"{folder}/{name}") for name in names])


def register(schemas: list[Mapping[str, Any]]) -> Registry[Any]:
    """A closed registry of schemas that carry an ``$id``."""
    resources = [Resource.from_contents(schema, DRAFT202012) for schema in schemas]
    return (
        Registry[Any]()
        .with_resources((str(resource.id()), resource) for resource in resources)
        .crawl()
    )


def shipped(name: str) -> tuple[Mapping[str, Any], Registry[Any]]:
    """A shipped schema and the registry of its folder."""
    return files.load(name), family(str(PurePosixPath(name).parent))
