"""Where each rule is judged, read off the schemas and the code themselves.

A rule is judged by the subschemas that carry its id, and by the functions that name it. Nothing
keeps a list of either, so nothing can be out of date.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from herdr_lint.judge import shipped
from herdr_lint.judge.document import to_pointer
from herdr_lint.judge.keywords import ANNOTATION, REPORT
from herdr_lint.judge.rule_registry import RuleRegistry

_PACKAGE = Path(__file__).parent.parent
_KNOW_NO_RULE = frozenset({"files", "syntax"})
"""Rooms that establish facts: what is spelled like a rule there is the kind of one."""


@cache
def judged_at() -> Mapping[str, tuple[str, ...]]:
    """By rule id, places such as ``role/role.schema.json#/properties/…`` and ``herdr_lint.a:b``."""
    known = frozenset(RuleRegistry.shipped().ids)
    found: dict[str, dict[str, None]] = {rule: {} for rule in RuleRegistry.shipped().ids}
    for rule, place in (*_in_schemas(), *_in_code(known)):
        found[rule][place] = None
    return {rule: tuple(places) for rule, places in found.items()}


def _in_schemas() -> Iterator[tuple[str, str]]:
    root = shipped.root()
    for path in sorted(root.rglob("*.schema.json")):
        name = path.relative_to(root).as_posix()
        for rule, pointer in _annotated(shipped.load(name), ""):
            yield rule, f"{name}#{pointer}"


def _annotated(schema: Any, pointer: str) -> Iterator[tuple[str, str]]:
    members = schema.items() if isinstance(schema, dict) else enumerate(schema)
    for key, member in members:
        if key in {ANNOTATION, REPORT} and "rule" in member:
            yield member["rule"], pointer
        elif isinstance(member, dict | list):
            yield from _annotated(member, pointer + to_pointer([key]))


def _in_code(known: frozenset[str]) -> Iterator[tuple[str, str]]:
    for path in sorted(_PACKAGE.rglob("*.py")):
        parts = path.relative_to(_PACKAGE).with_suffix("").parts
        if parts[0] not in _KNOW_NO_RULE:
            module = ".".join((_PACKAGE.name, *parts))
            for rule, scope in _named(ast.parse(path.read_bytes()), known, ()):
                yield rule, f"{module}:{'.'.join(scope)}" if scope else module


def _named(
    node: ast.AST, known: frozenset[str], scope: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The ids that code hands on; those that it compares with, or keeps in sets, are not."""
    if isinstance(node, ast.Compare | ast.Set):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        scope = (*scope, node.name)
    if isinstance(node, ast.Constant) and node.value in known:
        yield str(node.value), scope
    for child in ast.iter_child_nodes(node):
        yield from _named(child, known, scope)
