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
_CONDITIONAL = frozenset({"catch_clause", "switch_case", "switch_default"})


class Timing:
    """Tells of the calls in one module whether they come late."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._ends: dict[tuple[Node, Node | None], int] = {}
        """Where the first wait ends, by its function and the part around it that may be skipped."""
        self._waiting: set[Node] = set()
        """Nodes that have a wait in them on every way."""
        for wait in module.waits:
            self._add(wait.node, wait.scope.function.node)

    def _add(self, wait: Node, function: Node) -> None:
        region = _region(wait)
        end = wait.part("right").end  # of a loop what it goes over; an ``await`` has no such part
        key = (function, region)
        self._ends[key] = min(self._ends.get(key, end), end)
        inner = wait
        for outer in wait.above():
            if inner is region or outer in self._waiting or outer.kind in FUNCTIONS:
                return
            self._waiting.add(outer)
            inner = outer

    def lateness(self, call: Call) -> Late | None:
        """Why a call is certain to come late, or None where it is not."""
        function = call.scope.function.node
        if function.kind in FUNCTIONS and _runs_later(function, self._module):
            return "callback"
        if call.node in self._waiting:
            return "await"
        start = call.node.start
        ends = (self._ends.get((function, part)) for part in (None, call.node, *call.node.above()))
        return "await" if any(end is not None and end <= start for end in ends) else None


def _runs_later(function: Node, module: Module) -> bool:
    """Whether a function is an argument of something that calls it after all else."""
    arguments, call, *_ = [*function.above(), function, function]
    if arguments.kind != "arguments":
        return False
    callee = call.part("function")
    return module.script.slice(callee.child("property") or callee) in _LATER


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
