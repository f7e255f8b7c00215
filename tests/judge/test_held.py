"""What each schema holds against a small change of a sound document, as pages that people read.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest -n0 tests/judge/test_held.py``; then read the
difference. A line says what is changed at which place, and the rules that tell of it; a change of
which no rule tells has none.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.files.tree import MappingTree
from herdr_lint.judge import validator
from herdr_lint.model import Layer
from herdr_lint.role.document import read_role
from herdr_lint.role_pack.manifest import manifest_document
from herdr_lint.role_pack.reading import read_role_pack
from herdr_lint.role_pack.scripts import extension_documents
from herdr_lint.role_pack.skill import read_skill
from tests.judge.shapes import SHAPES
from tests.role_pack.packs import ROLE, changed, pack

GOLDEN = Path(__file__).parents[1] / "golden" / "held"
TABLES = Path(__file__).parents[1] / "openwop" / "tables"
GONE = object()

RICH = """\
---
name: scout
description: Maps the code
tools: read, bash
deny-tools: subagent
spawning: true
self-spawn: false
thinking: high
model: a/b, c/d
cwd: /work
skills: map, read-code
session-mode: fork
system-prompt: append
auto-exit: true
interactive: false
# herdr-lint: ignore[empty-body] it is short
---

Map the code.
"""
ODD = """\
---
nme: scout
Tools: [Read]
tools: read,, Bash, Edit
tools: bash
deny-tools: subagnt, read
spawning: flase
model: gpt
thinking: High
skills: A_b
cli: claude
allowed-tools: x
  stray: y
description: >
  d
---
"""


def roles() -> Iterator[tuple[str, Any]]:
    for name, text in (("rich", RICH), ("odd", ODD), ("plain", "Map the code.\n")):
        for layer in (Layer.PACKAGE, Layer.PROJECT):
            document = read_role("scout.md", text.encode(), stem="scout", layer=layer)
            yield f"{name}, {layer}", document.data


def role_packs() -> Iterator[tuple[str, Any]]:
    sound = pack({"roles/scout.md": ROLE})
    odd = pack(
        {"roles/scout.md": ROLE, "extra.txt": "x"},
        keywords=[],
        type=None,
        private=True,
        files=["x"],
    )
    for name, files in (("sound", sound), ("odd", odd)):
        yield name, manifest_document(read_role_pack(MappingTree(files))).data


def extensions() -> Iterator[tuple[str, Any]]:
    late = changed(("(request) => {", "async (request) => {\n await x;"), ("roles)", '"./roles")'))
    texts = {"sound": changed(), "late": late + 'import "./gone.js";\nimport "left-pad";\n'}
    for name, text in texts.items():
        files = pack({"extension.ts": text, "roles/scout.md": ROLE})
        for document in extension_documents(read_role_pack(MappingTree(files))):
            yield name, document.data


def skills() -> Iterator[tuple[str, Any]]:
    for name, text in (
        ("sound", "---\nname: map\ndescription: Maps\n---\n\nB\n"),
        ("odd", "---\nname: Map\n---\nB\n"),
        ("none", "B\n"),
        ("large", f"---\nname: map\ndescription: d\n---\n{'x' * 65_500}"),
    ):
        document = read_skill(
            "skills/map/SKILL.md",
            text.encode(),
            name="skills/map/SKILL.md",
            declared=frozenset({"map"}),
        )
        assert document is not None
        yield name, document.data


def openwop(version: str, schema: str) -> Iterator[tuple[str, Any]]:
    bases = json.loads((TABLES / f"{version}.json").read_text("utf-8"))["bases"]
    for name, base in bases.items():
        if base["schema"] == schema:
            yield name, base["data"]


SERVER = {
    "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    "name": "com.acme/search",
    "title": "Search",
    "description": "Searches",
    "version": "1.2.0-rc.1+7",
    "websiteUrl": "https://acme.example",
    "repository": {
        "url": "https://acme.example/mcp",
        "source": "github",
        "id": "1",
        "subfolder": "search",
    },
    "remotes": [{"type": "streamable-http", "url": "https://acme.example/mcp"}],
}


def servers() -> Iterator[tuple[str, Any]]:
    yield "whole", SERVER
    needed = ("name", "description", "version", "remotes")
    yield "bare", {key: SERVER[key] for key in needed}


PAGES: Mapping[str, Any] = {
    "role/role": roles,
    "role/role-pack": role_packs,
    "role/extension": extensions,
    "role/skill": skills,
    **{
        f"openwop/{version}/{schema}": lambda version=version, schema=schema: openwop(
            version, schema
        )
        for version in ("v1", "v2")
        for schema in ("agent-manifest", "node-pack", "pack")
    },
    "openwop/v2/mcp-server": servers,
    **SHAPES,
}


def changes(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, str, Any]]:
    """The way to each place of a document, what is changed there, and the new value."""
    if way:
        yield way, "gone", GONE
    yield way, "null", None
    match value:
        case dict():
            yield way, "another member", {**value, "zz": 1}
            for key, inner in value.items():
                yield from changes(inner, (*way, key))
        case list():
            yield way, "empty", []
            yield way, "twice", value * 2
            for index, inner in enumerate(value[:2]):
                yield from changes(inner, (*way, index))
        case bool():
            yield way, "the other", not value
        case int():
            yield way, "one more", value + 1
            yield way, "one less", value - 1
        case str():
            yield way, "empty", ""
            yield way, "longer", f"{value}~"
            yield way, "longer in front", f"~{value}"
            yield way, "letters for words", re.sub(r"[a-z]+", "a", value)
            yield way, "in capitals", value.upper()
        case None:
            yield way, "a number", 7
        case _:
            pass


def put(document: Any, way: tuple[str | int, ...], value: Any) -> Any:
    if not way:
        return value
    whole = copy.deepcopy(document)
    inner = whole
    for step in way[:-1]:
        inner = inner[step]
    if value is GONE:
        del inner[way[-1]]
    else:
        inner[way[-1]] = value
    return whole


def told(judge: validator.Validator, document: Any) -> frozenset[str]:
    """The rules and causes that tell of a document."""
    return frozenset(
        "/".join(
            str(error.annotation[key]).replace("{keyword}", error.keyword)
            for key in ("rule", "cause")
            if key in error.annotation
        )
        or error.annotation.get("expects", "refused")
        for error in judge.errors(document)
    )


def page(name: str) -> Iterator[str]:
    """The changes that a schema tells of, and what there is to tell more (+) or no more (-)."""
    judge = validator.shipped(f"{name}.schema.json")
    for title, document in PAGES[name]():
        before = told(judge, document)
        yield f"# {title}: {', '.join(sorted(before)) or 'nothing to tell'}"
        last = None
        for way, what, value in changes(document):
            after = told(judge, put(document, way, value))
            if after == before:
                continue
            place = "/" + "/".join(map(str, way))
            if place != last:
                yield place
                last = place
            more = [f"+{rule}" for rule in sorted(after - before)]
            less = [f"-{rule}" for rule in sorted(before - after)]
            yield f"  {what}: {', '.join([*more, *less])}"


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_schema_holds_what_it_held(name: str) -> None:
    golden = GOLDEN / f"{name.replace('/', '-')}.txt"
    actual = "\n".join(page(name)) + "\n"
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(actual, "utf-8", newline="\n")
    assert actual == golden.read_text("utf-8")
