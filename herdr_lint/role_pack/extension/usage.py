"""Which imported names a module makes use of when it runs.

TypeScript erases an import of which only types make use, or nothing at all, as Pi's loader does.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from herdr_lint.role_pack.extension.parser import Module, Scope
from herdr_lint.role_pack.extension.script import Node

_TYPES = frozenset(
    {
        "abstract_method_signature",
        "ambient_declaration",
        "call_signature",
        "construct_signature",
        "function_signature",
        "index_signature",
        "interface_declaration",
        "method_signature",
        "nested_type_identifier",
        "type_annotation",
        "type_arguments",
        "type_parameters",
        "type_query",
    }
)
"""Kinds of nodes that are erased, with all that is in them."""

_NAMES = frozenset({"identifier", "shorthand_property_identifier"})


def used_names(module: Module, names: AbstractSet[str]) -> frozenset[str]:
    """Those of the names that mean an import where an expression speaks of them."""
    found: set[str] = set()
    pending: list[tuple[Node, Scope]] = [(module.script.root, module.scope)]
    while pending and len(found) < len(names):
        node, scope = pending.pop()
        if node.kind in _TYPES or _is_erased_export(node):
            continue
        if node.kind in _NAMES:
            name = module.script.slice(node)
            if name in names and _is_import(name, scope):
                found.add(name)
        inner = module.scopes.get(node, scope)
        pending.extend((child, inner) for child in node.children)
    return frozenset(found)


def _is_import(name: str, scope: Scope) -> bool:
    """Whether a name is an import here; one that is declared twice may be."""
    binding = scope.find(name)
    return binding is None or binding.source is not None


def _is_erased_export(node: Node) -> bool:
    """Whether a node exports types alone, or hands on what another module has."""
    return node.has("type") or node.child("source") is not None
