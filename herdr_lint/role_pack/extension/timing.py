"""Whether a call comes too late for a caller that does not wait.

The host reads what was registered as soon as its event has been emitted, so whatever happens
after an ``await``, or in a function that is called later, is lost.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Literal

from herdr_lint.role_pack.extension.parser import FUNCTIONS, Call, Module
from herdr_lint.role_pack.extension.script import Node

Late = Literal["await", "callback"]

_LATER = frozenset(
    {
        "catch",
        "finally",
        "nextTick",
        "queueMicrotask",
        "setImmediate",
        "setInterval",
        "setTimeout",
        "then",
    }
)
_SHORT_CIRCUIT = frozenset({"&&", "||", "??"})
_CONDITIONAL_PARTS = {
    "if_statement": frozenset({"consequence", "alternative"}),
    "ternary_expression": frozenset({"consequence", "alternative"}),
    "for_in_statement": frozenset({"body"}),
    "for_statement": frozenset({"body", "increment"}),
    "while_statement": frozenset({"body"}),
}
_CONDITIONAL = frozenset({"catch_clause", "else_clause", "switch_case", "switch_default"})


def lateness(call: Call, module: Module) -> Late | None:
    """Why a call is certain to come late, or None where it is not."""
    function = call.scope.function.node
    if function.kind in FUNCTIONS and _runs_later(function, module):
        return "callback"
    waits = (wait for wait in module.waits if wait.scope.function.node is function)
    return "await" if any(_precedes(wait.node, call.node) for wait in waits) else None


def _runs_later(function: Node, module: Module) -> bool:
    """Whether a function is an argument of something that calls it after all else."""
    arguments, call, *_ = [*function.above(), function, function]
    if arguments.kind != "arguments":
        return False
    callee = call.part("function")
    return module.script.slice(callee.child("property") or callee) in _LATER


def _precedes(wait: Node, call: Node) -> bool:
    """Whether a call is reached only after a wait, on every way to it."""
    if wait.kind == "for_in_statement":
        after = call.start > wait.start and not _within(call, wait.part("right"))
    else:
        after = wait.end <= call.start or (_within(wait, call) and wait is not call)
    return after and _within(call, _region(wait))


def _within(inner: Node, outer: Node | None) -> bool:
    return outer is None or (outer.start <= inner.start and inner.end <= outer.end)


def _region(wait: Node) -> Node | None:
    """The innermost part around a wait that may be skipped, or None where none may."""
    inner = wait
    for outer in takewhile(lambda node: node.kind not in FUNCTIONS, wait.above()):
        if inner.kind in _CONDITIONAL or inner.role in _CONDITIONAL_PARTS.get(outer.kind, ()):
            return inner
        if inner.role == "right" and outer.part("operator").kind in _SHORT_CIRCUIT:
            return inner
        inner = outer
    return None
