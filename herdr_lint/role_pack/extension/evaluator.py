"""Finds what an expression of an extension stands for.

An expression is followed through names, members, imports and a few functions of Node until it is
a text, a place in the pack, or something that Pi or the host hands over. Everything else has no
value here, and nothing is said about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from herdr_lint.role_pack.extension.modules import Modules
from herdr_lint.role_pack.extension.node_library import FUNCTIONS as LIBRARY
from herdr_lint.role_pack.extension.node_library import (
    concatenated,
    global_value,
    meta_value,
    text_of,
    url,
)
from herdr_lint.role_pack.extension.parser import (
    FUNCTIONS,
    Binding,
    Call,
    Module,
    Scope,
    fragment,
    key_name,
    string,
)
from herdr_lint.role_pack.extension.script import Node
from herdr_lint.role_pack.extension.values import (
    Function,
    Host,
    Library,
    Location,
    Namespace,
    Structure,
    Text,
    Value,
)

MOST_STEPS = 400_000
"""Expressions that are looked at in one pack."""

DEEPEST = 60
"""Steps that are taken to find one value."""

_Reader: TypeAlias = Callable[[Node, Module, Scope, int], "Value | None"]

_STRUCTURES = frozenset({"array", "class", "false", "null", "number", "object", "regex", "true"})
_PLAIN = frozenset({"lexical_declaration", "variable_declaration"})
_WRAPPERS = frozenset(
    {
        "as_expression",
        "non_null_expression",
        "parenthesized_expression",
        "satisfies_expression",
    }
)
_HOST_MEMBERS: Mapping[tuple[Host, str], Host] = {
    (Host.API, "events"): Host.EVENTS,
    (Host.API, "on"): Host.API_ON,
    (Host.EVENTS, "on"): Host.EVENTS_ON,
    (Host.REQUEST, "apiVersion"): Host.VERSION,
    (Host.REQUEST, "register"): Host.REGISTER,
}


class Evaluator:
    """Finds values; ``given`` are the arguments that functions are known to be called with."""

    def __init__(self, modules: Modules) -> None:
        self._modules = modules
        self._left = MOST_STEPS
        self.given: dict[Node, dict[int, Value]] = {}
        self._members: dict[Node, dict[str, Node]] = {}
        self._readers: Mapping[str, _Reader] = {
            "binary_expression": self._binary,
            "call_expression": self._call,
            "identifier": self._identifier,
            "member_expression": self._member,
            "meta_property": self._meta,
            "new_expression": self._new,
            "string": self._string,
            "subscript_expression": self._subscript,
            "template_string": self._template,
        }

    @property
    def exhausted(self) -> bool:
        """Whether there was too much to follow, so that values may have been missed."""
        return self._left < 0

    def has(self, value: Structure, name: str) -> bool:
        """Whether an object may have a member: one that is written there, or spread into it."""
        return value.node.has("spread_element") or name in self._members_of(value)

    def value(self, node: Node, module: Module, scope: Scope, depth: int = 0) -> Value | None:
        """What an expression stands for, or None."""
        if self._is_too_far(depth):
            return None
        if node.kind in FUNCTIONS:
            return Function(module, node)
        if node.kind in _STRUCTURES:
            return Structure(module, node, scope)
        if node.kind in _WRAPPERS:
            return self.value(node.inner, module, scope, depth + 1)
        reader = self._readers.get(node.kind)
        return reader(node, module, scope, depth + 1) if reader else None

    def _is_too_far(self, depth: int) -> bool:
        """Take one more step, and tell whether that is one too many."""
        self._left -= 1
        return depth > DEEPEST or self._left < 0

    def exported(self, module: Module, name: str, depth: int = 0) -> Value | None:
        """What a module exports under a name."""
        if self._is_too_far(depth):
            return None
        if name in module.exports:
            return self._bound(module.exports[name], module, depth + 1)
        if name == "default":
            return None
        others = (self._modules.imported(module, source) for source in module.stars)
        values = (self.exported(other, name, depth + 1) for other in others if other is not None)
        return next((value for value in values if value is not None), None)

    def member(self, value: Value | None, name: str, depth: int) -> Value | None:
        """What a member of a value stands for."""
        match value:
            case Host():
                return _HOST_MEMBERS.get((value, name))
            case Location(form="url"):
                forms: Mapping[str, Location] = {
                    "pathname": value._replace(form="pathname"),
                    "href": value._replace(form="href"),
                }
                return forms.get(name)
            case Library(name="" | "default"):
                return Library(value.source, name)
            case Namespace(meta=True):
                return meta_value(value.module, name)
            case Namespace():
                return self.exported(value.module, name, depth)
            case Structure(node=Node(kind="object")):
                return self._property(value, name, depth)
        return None

    def _property(self, value: Structure, name: str, depth: int) -> Value | None:
        module, scope = value.module, value.scope
        child = self._members_of(value).get(name)
        if child is None:
            return None
        if child.kind == "shorthand_property_identifier":
            return self._named(name, module, scope, depth)
        return self.value(child.child("value") or child, module, scope, depth)

    def _members_of(self, value: Structure) -> Mapping[str, Node]:
        """The members of an object by their names, the first of equal ones."""
        if value.node not in self._members:
            found = self._members[value.node] = {}
            for child in value.node.children:
                key = child.child("key") or child.child("name") or child
                found.setdefault(key_name(value.module, key) or "", child)
        return self._members[value.node]

    def _named(self, name: str, module: Module, scope: Scope, depth: int) -> Value | None:
        if name in module.assigned:
            return None
        if not scope.declares(name):
            return global_value(name, module)
        binding = scope.find(name)
        return None if binding is None else self._bound(binding, module, depth)

    def _bound(self, binding: Binding, module: Module, depth: int) -> Value | None:
        """What a name was given, once its members are taken out."""
        if binding.source is not None:
            return self._imported(binding, binding.source, module, depth)
        if binding.value is None:
            return None
        value: Value | None
        if binding.parameter is not None:
            value = self.given.get(binding.value, {}).get(binding.parameter)
        else:
            value = self.value(binding.value, module, binding.scope, depth)
        for name in binding.path:
            value = self.member(value, name, depth)
        return value

    def _imported(self, binding: Binding, source: str, module: Module, depth: int) -> Value | None:
        if not source.startswith("."):
            return Library(source.removeprefix("node:"), *binding.path)
        other = self._modules.imported(module, source)
        if other is None:
            return None
        return self.exported(other, binding.path[0], depth) if binding.path else Namespace(other)

    # Expressions

    def _identifier(self, node: Node, module: Module, scope: Scope, depth: int) -> Value | None:
        return self._named(module.script.slice(node), module, scope, depth)

    def _string(self, node: Node, module: Module, _: Scope, __: int) -> Value | None:
        text = string(module.script, node)
        return None if text is None else Text(text)

    def _template(self, node: Node, module: Module, scope: Scope, depth: int) -> Value | None:
        whole: Value | None = Text("")
        for part in node.children:
            if part.kind == "template_substitution":
                whole = concatenated(whole, self.value(part.inner, module, scope, depth))
            else:
                whole = concatenated(whole, Text(fragment(module.script, part)))
        return whole

    def _binary(self, node: Node, module: Module, scope: Scope, depth: int) -> Value | None:
        if node.part("operator").kind != "+":
            return None
        left = self.value(node.part("left"), module, scope, depth)
        return concatenated(left, self.value(node.part("right"), module, scope, depth))

    def _meta(self, _: Node, module: Module, __: Scope, ___: int) -> Value | None:
        return Namespace(module, meta=True)

    def _member(self, node: Node, module: Module, scope: Scope, depth: int) -> Value | None:
        value = self.value(node.part("object"), module, scope, depth)
        return self.member(value, module.script.slice(node.part("property")), depth)

    def _subscript(self, node: Node, module: Module, scope: Scope, depth: int) -> Value | None:
        index = self.value(node.part("index"), module, scope, depth)
        value = self.value(node.part("object"), module, scope, depth)
        return self.member(value, index.text, depth) if isinstance(index, Text) else None

    def _new(self, node: Node, module: Module, scope: Scope, depth: int) -> Value | None:
        constructor = self.value(node.part("constructor"), module, scope, depth)
        values = self._values(node, module, scope, depth)
        if constructor != Library("url", "URL") or len(values) != 2:
            return None
        return url(*values)

    def _call(self, node: Node, module: Module, scope: Scope, depth: int) -> Value | None:
        call = Call(node, scope)
        callee = self.value(call.callee, module, scope, depth)
        values = self._values(node, module, scope, depth)
        match callee:
            case Library("require"):
                return self._required(module, values)
            case Library():
                function = LIBRARY.get((callee.source, callee.name))
                return function(values) if function and values else None
            case Function():
                return self._returned(callee, depth)
        return self._as_text(call, module, depth)

    def _as_text(self, call: Call, module: Module, depth: int) -> Value | None:
        """The text of a URL, by its method for that."""
        if module.script.slice(call.callee.part("property")) not in {"toString", "toJSON"}:
            return None
        return text_of([self.value(call.callee.part("object"), module, call.scope, depth)])

    def _required(self, module: Module, values: Sequence[Value | None]) -> Value | None:
        if not values or not isinstance(values[0], Text):
            return None
        source = values[0].text
        if not source.startswith("."):
            return Library(source.removeprefix("node:"))
        other = self._modules.imported(module, source)
        return None if other is None else Namespace(other)

    def _returned(self, function: Function, depth: int) -> Value | None:
        """What a function returns that has one way to return."""
        module, scope = function.module, function.module.scopes[function.node]
        body = function.node.part("body")
        if body.kind != "statement_block":
            return self.value(body, module, scope, depth)
        *before, last = body.children or [body]
        if last.kind != "return_statement" or not all(one.kind in _PLAIN for one in before):
            return None
        return self.value(last.children[-1], module, module.scopes[body], depth)

    def _values(self, call: Node, module: Module, scope: Scope, depth: int) -> list[Value | None]:
        """The values of the arguments of a call."""
        arguments = call.part("arguments").children
        return [self.value(node, module, scope, depth) for node in arguments]
