"""The registry of shipped schemas: references resolve inside it, nothing is ever retrieved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referencing import Registry
from referencing.jsonschema import DRAFT202012

from herdr_lint.judge import shipped as files


def register(schemas: list[Mapping[str, Any]]) -> Registry[Any]:
    """A closed registry of schemas that carry an ``$id``."""
    resources = [DRAFT202012.create_resource(undeclared(schema)) for schema in schemas]
    return (
        Registry[Any]()
        .with_resources((str(resource.id()), resource) for resource in resources)
        .crawl()
    )


def shipped(name: str) -> tuple[Mapping[str, Any], Registry[Any]]:
    """A shipped schema, and a registry of it and all that it refers to."""
    known = (name, *files.referred(name))
    return files.load(name), register([files.load(file) for file in known])


def undeclared(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema without its ``$schema``.

    At each reference to a schema that declares a dialect, jsonschema leaves the validator at hand
    for the one that it has on file for the dialect, and with it all that ours knows beyond that.
    """
    return {key: value for key, value in schema.items() if key != "$schema"}
