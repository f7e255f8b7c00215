"""``require`` under its other names: what ``createRequire`` makes, and what only resolves a name.

A ``require`` that a module makes for another place than its own says nothing of the pack.
"""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.role_pack.extension.parser import (
    Call,
    Import,
    Module,
    Scope,
    called_for,
    string,
)
from herdr_lint.role_pack.extension.quick_look import MAKER
from herdr_lint.role_pack.extension.script import Node

_OWN = frozenset({"import.meta.url", "import.meta.filename", "__filename"})
_RESOLVE = "resolve"


def called_imports(module: Module) -> Iterator[Import]:
    """The imports of a module and what it requires, without what is required from elsewhere."""
    calls = {call.arguments[0]: call for call in module.calls if call.arguments}
    for one in module.imports:
        call = calls.get(one.node)
        if call is None or call.callee.kind == "import" or _is_require(module, call):
            yield one
    for argument, call in calls.items():
        if _is_plain(module, call) or not (_is_require(module, call) or _resolves(module, call)):
            continue
        source = string(module.script, argument)
        if source is not None:
            yield called_for(module, call.node, call.scope, argument, source)


def _is_plain(module: Module, call: Call) -> bool:
    """Whether a call is by the name ``require``, which counts among the imports already."""
    return module.script.slice(call.callee) == "require"


def _is_require(module: Module, call: Call) -> bool:
    return _requires(module, call.callee, call.scope)


def _resolves(module: Module, call: Call) -> bool:
    """Whether a call is ``require.resolve(…)`` or ``import.meta.resolve(…)``."""
    callee = call.callee
    if module.script.slice(callee.part("property")) != _RESOLVE:
        return False
    of = callee.part("object")
    return of.kind == "meta_property" or _requires(module, of, call.scope)


def _requires(module: Module, node: Node, scope: Scope) -> bool:
    """Whether an expression is a ``require`` that begins at the module."""
    if node.kind == "call_expression":
        return _is_made_here(module, node)
    name = module.script.slice(node)
    if not scope.declares(name):
        return name == "require"
    binding = scope.find(name)
    if binding is None or binding.source is not None:
        return False
    if binding.value is None:  # declared for the types alone
        return name == "require"
    return not binding.path and _is_made_here(module, binding.value)


def _is_made_here(module: Module, node: Node) -> bool:
    """Whether a call is ``createRequire`` for the place of the module itself."""
    call = Call(node, module.scope)
    if module.script.slice(call.callee).rpartition(".")[2] != MAKER or not call.arguments:
        return False
    said = module.script.slice(call.arguments[0])
    return said.removesuffix(")").rpartition("(")[2] in _OWN
