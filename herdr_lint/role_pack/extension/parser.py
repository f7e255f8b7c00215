"""The module behind an extension: what it imports, exports, names, says and calls.

Facts of syntax alone, each with its place: what a name stands for is told as the expression that
it was given, and never worked out here.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import NamedTuple

from herdr_lint.late import late_pattern
from herdr_lint.role_pack.extension.script import Dialect, Node, Script, parse
from herdr_lint.syntax.text import SourceText

FUNCTIONS = frozenset(
    {
        "arrow_function",
        "function_declaration",
        "function_expression",
        "generator_function",
        "generator_function_declaration",
        "method_definition",
    }
)
_DECLARATIONS = frozenset({"function_declaration", "generator_function_declaration"})
_CLASSES = frozenset({"abstract_class_declaration", "class_declaration", "enum_declaration"})
_BLOCKS = frozenset(
    {
        "catch_clause",
        "for_in_statement",
        "for_statement",
        "statement_block",
        "switch_body",
    }
)
_TYPES = frozenset(
    {"ambient_declaration", "type_alias_declaration", "type_annotation", "type_arguments"}
    | {"type_query", "interface_declaration"}
)
_IDENTIFIERS = frozenset({"identifier", "shorthand_property_identifier_pattern"})
_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "0": "\0", "\n": ""}
_ESCAPE = late_pattern(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL
)


LONGEST_REMEMBERED = 8_192
"""Characters of a script that is remembered; its tree takes some hundred times as much memory."""


class Scope:
    """A stretch of the module in which names are declared."""

    __slots__ = ("names", "node", "outer")

    def __init__(self, node: Node, outer: "Scope | None" = None) -> None:
        self.node = node
        self.outer = outer
        self.names: dict[str, Binding | None] = {}

    def find(self, name: str) -> "Binding | None":
        """What a name stands for here; None for a name that is not declared, or twice."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None

    def declares(self, name: str) -> bool:
        """Whether a name is declared here or around."""
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.outer
        return scope is not None

    def declare(self, name: str, binding: "Binding") -> None:
        self.names[name] = None if name in self.names else binding

    @property
    def function(self) -> "Scope":
        """The scope of the function around, or of the module."""
        scope = self
        while scope.outer is not None and scope.node.kind not in FUNCTIONS:
            scope = scope.outer
        return scope


class Binding(NamedTuple):
    """What a name was given: an expression, a function, a parameter's value, or an import.

    ``path`` are the members that a pattern takes out of it: ``("register",)`` for the name in
    ``const { register } = request``. With ``parameter`` it is the value of that parameter of the
    function ``value``; with ``source`` it comes from another module, where no ``path`` is the
    module as a whole.
    """

    scope: Scope
    value: Node | None = None
    path: tuple[str, ...] = ()
    parameter: int | None = None
    source: str | None = None


class Call(NamedTuple):
    """A call, and where names in it are to be looked up."""

    node: Node
    scope: Scope

    @property
    def callee(self) -> Node:
        return self.node.part("function")

    @property
    def arguments(self) -> Sequence[Node]:
        found = self.node.part("arguments")
        return found.children if found.kind == "arguments" else ()


class Import(NamedTuple):
    """The name of another module, as an import, a re-export or a call has it.

    ``names`` are the names that it declares, None where it stays even if nothing makes use of it.
    A ``late`` one is only done when a function is called, and a ``guarded`` one may fail.
    """

    source: str
    node: Node
    types_only: bool
    names: tuple[str, ...] | None = None
    late: bool = False
    guarded: bool = False


class Module:
    """The facts of one module. ``path`` is its name in the pack.

    ``exports`` are its exports by name and ``stars`` the modules of which it exports everything;
    ``assigned`` are names that get another value after their declaration.
    """

    def __init__(self, path: str, script: Script, scope: Scope) -> None:
        self.path = path
        self.script = script
        self.scope = scope
        self.imports: list[Import] = []
        self.exports: dict[str, Binding] = {}
        self.stars: list[str] = []
        self.strings: list[tuple[str, Node]] = []
        self.calls: list[Call] = []
        self.waits: list[Call] = []
        """``await`` expressions and ``for await`` loops."""
        self.scopes: dict[Node, Scope] = {}
        """The scope inside each function and block."""
        self.assigned: set[str] = set()
        self.words: set[str] = set()
        """Names and members that its expressions speak of, but for those in types and patterns."""


def read_module(path: str, text: SourceText, dialect: Dialect) -> Module:
    """The facts of a module; never raises.

    The last short ones are remembered: packs of one workshop have the same extension, and a pack
    is asked first where its roles are and then what is wrong with it.
    """
    if len(text.text) > LONGEST_REMEMBERED:
        return _read(path, text, dialect)
    module = copy(_remembered(text, dialect))
    module.path = path
    return module


@lru_cache(maxsize=64)
def _remembered(text: SourceText, dialect: Dialect) -> Module:
    return _read("", text, dialect)


def _read(path: str, text: SourceText, dialect: Dialect) -> Module:
    script = parse(text, dialect)
    module = Module(path, script, Scope(script.root))
    pending = [(script.root, module.scope)]
    while pending:
        node, scope = pending.pop()
        inner = _enter(module, node, scope)
        handler = _HANDLERS.get(node.kind)
        if handler is not None:
            handler(module, node, inner)
        pending.extend((child, inner) for child in reversed(node.children))
    return module


def _enter(module: Module, node: Node, scope: Scope) -> Scope:
    """The scope inside a node; functions get their parameters."""
    if node.kind in FUNCTIONS:
        name = node.child("name")
        if name is not None and node.kind in _DECLARATIONS:
            scope.declare(module.script.slice(name), Binding(scope, node))
        inner = module.scopes[node] = Scope(node, scope)
        if name is not None and node.kind == "function_expression":
            inner.declare(module.script.slice(name), Binding(inner, node))
        _parameters(module, node, inner)
        return inner
    if node.kind not in _BLOCKS:
        return scope
    module.scopes[node] = Scope(node, scope)
    return module.scopes[node]


def _parameters(module: Module, function: Node, scope: Scope) -> None:
    single = function.child("parameter")
    found = [single] if single is not None else function.part("parameters").children
    patterns = [node.child("pattern") or node for node in found]
    patterns = [pattern for pattern in patterns if pattern.kind != "this"]
    for index, pattern in enumerate(patterns):
        binding = Binding(scope, function, parameter=index)
        _declare_all(module, pattern, binding, scope)


def _declare_all(module: Module, pattern: Node, binding: Binding, scope: Scope) -> None:
    """Declare every name of a pattern; below arrays and rests nothing is known of a name."""
    pending: list[tuple[Node, tuple[str, ...] | None]] = [(pattern, binding.path)]
    while pending:
        node, path = pending.pop()
        if node.kind in _IDENTIFIERS:
            name = module.script.slice(node)
            if node.kind != "identifier" and path is not None:
                path = (*path, name)
            scope.declare(name, Binding(scope) if path is None else binding._replace(path=path))
        else:
            pending.extend(_parts(module, node, path))


def _parts(
    module: Module, node: Node, path: tuple[str, ...] | None
) -> Iterator[tuple[Node, tuple[str, ...] | None]]:
    """The patterns within a pattern, with the way to each."""
    match node.kind:
        case "object_pattern":
            yield from ((child, path) for child in node.children)
        case "pair_pattern":
            name = key_name(module, node.part("key"))
            yield node.part("value"), None if path is None or name is None else (*path, name)
        case "assignment_pattern" | "object_assignment_pattern":
            yield node.part("left"), path
        case "array_pattern" | "rest_pattern":
            yield from ((child, None) for child in node.children)


def key_name(module: Module, key: Node) -> str | None:
    """The name of a member as a key has it, or None for one that is computed."""
    if key.kind in {"property_identifier", "shorthand_property_identifier"}:
        return module.script.slice(key)
    return string(module.script, key)


def string(script: Script, node: Node) -> str | None:
    """The text of a string, or of a template without substitutions; else None."""
    if node.kind not in {"string", "template_string"} or node.has("template_substitution"):
        return None
    return "".join(fragment(script, part) for part in node.children)


def fragment(script: Script, part: Node) -> str:
    """The text of one part of a string or a template: of an escape, what that stands for."""
    text = script.slice(part)
    found = _ESCAPE.fullmatch(text)
    if found is None:
        return text
    code = found[1] or found[2] or found[3]
    if code is None:
        return _ESCAPES.get(found[4], found[4])
    value = int(code, 16)
    return chr(value) if value <= 0x10FFFF else "\ufffd"


# What each kind of node tells


def _declaration(module: Module, node: Node, scope: Scope) -> None:
    where = scope.function if node.kind == "variable_declaration" else scope
    for declarator in node.children:
        value = Binding(scope, declarator.child("value"))
        _declare_all(module, declarator.part("name"), value, where)


def _class(module: Module, node: Node, scope: Scope) -> None:
    scope.declare(module.script.slice(node.part("name")), Binding(scope))


def _loop(module: Module, node: Node, scope: Scope) -> None:
    _declare_all(module, node.part("left"), Binding(scope), scope)
    if node.has("await"):
        module.waits.append(Call(node, scope))


def _catch(module: Module, node: Node, scope: Scope) -> None:
    _declare_all(module, node.part("parameter"), Binding(scope), scope)


def _call(module: Module, node: Node, scope: Scope) -> None:
    call = Call(node, scope)
    module.calls.append(call)
    if call.callee.kind == "import" or module.script.slice(call.callee) == "require":
        for argument in call.arguments[:1]:
            source = string(module.script, argument)
            if source is not None:
                module.imports.append(called_for(module, node, scope, argument, source))


def called_for(module: Module, call: Node, scope: Scope, where: Node, source: str) -> Import:
    """What a call such as ``import(…)`` needs when it is done, and whether it may fail."""
    inner, guarded, in_type = call, False, False
    for outer in call.above():
        guarded = guarded or module.script.slice(outer.part("property")) == "catch"
        in_type = in_type or outer.kind in _TYPES
        if outer.kind in FUNCTIONS:
            break
        guarded = guarded or (outer.kind == "try_statement" and inner.role == "body")
        inner = outer
    late = scope.function.node.kind in FUNCTIONS
    return Import(source, where, types_only=in_type, late=late, guarded=guarded)


def _wait(module: Module, node: Node, scope: Scope) -> None:
    module.waits.append(Call(node, scope))


def _string(module: Module, node: Node, _: Scope) -> None:
    text = string(module.script, node)
    if text is not None:
        module.strings.append((text, node))


def _word(module: Module, node: Node, _: Scope) -> None:
    if node.parent is None or node.parent.kind not in {"pair_pattern", "property_signature"}:
        module.words.add(module.script.slice(node))


def _assignment(module: Module, node: Node, scope: Scope) -> None:
    left, right = node.part("left"), node.part("right")
    target = module.script.slice(left)
    if left.kind == "identifier":
        module.assigned.add(target)
    elif target == "module.exports":
        module.exports["default"] = Binding(scope, right)
    elif target.startswith(("exports.", "module.exports.")):
        module.exports[target.rpartition(".")[2]] = Binding(scope, right)


def _import(module: Module, node: Node, scope: Scope) -> None:
    where = (node.first("import_require_clause") or node).part("source")
    source = string(module.script, where) or ""
    erased = node.has("type") or any(one.kind in _TYPES for one in node.above())
    names = _value_names(module, node)
    if names == () and not erased:
        erased, names = _names_types(node), None
    module.imports.append(Import(source, where, erased, names))
    for name, path in _imported(module, node):
        scope.declare(name, Binding(scope, path=path, source=source))


def _value_names(module: Module, node: Node) -> tuple[str, ...] | None:
    """The names that an import declares and that are not said to be types."""
    if node.first("import_clause", "import_require_clause") is None:
        return None
    declared = _declared(module, node)
    return tuple(name for one, name, _ in declared if one is None or not one.has("type"))


def _names_types(node: Node) -> bool:
    """Whether an import lists anything, which then can only be types."""
    return any(one.kind == "import_specifier" for one in node.walk())


def _imported(module: Module, node: Node) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The names that an import declares, each with the way to it from the other module."""
    yield from ((name, path) for _, name, path in _declared(module, node))


def _declared(module: Module, node: Node) -> Iterator[tuple[Node | None, str, tuple[str, ...]]]:
    """The same, each with the specifier that it stands in, if it stands in one."""
    script = module.script
    for part in node.walk():
        match part.kind:
            case "import_clause" | "import_require_clause":
                yield from ((None, name, ("default",)) for name in _identifiers(script, part))
            case "namespace_import":
                yield from ((None, name, ()) for name in _identifiers(script, part))
            case "import_specifier":
                name = part.part("name")
                yield part, script.slice(part.child("alias") or name), (_text_of(script, name),)


def _identifiers(script: Script, node: Node) -> list[str]:
    return [script.slice(child) for child in node.children if child.kind == "identifier"]


def _text_of(script: Script, name: Node) -> str:
    """The name in a specifier, which may be a string."""
    return string(script, name) or script.slice(name)


def _export(module: Module, node: Node, scope: Scope) -> None:
    if node.has("type"):
        return
    where = node.part("source")
    source = string(module.script, where)
    if source is not None:
        specifiers = [one for one, _ in _specifiers(module, node)]
        erased = bool(specifiers) and all(one.has("type") for one in specifiers)
        module.imports.append(Import(source, where, types_only=erased))
        _export_from(module, node, scope, source)
        return
    declaration = node.child("declaration")
    value = node.child("value") or declaration or node.first("identifier")
    if value is not None and (node.has("default") or node.first("identifier") is value):
        module.exports["default"] = Binding(scope, value)
    elif declaration is not None:
        _export_declared(module, declaration, scope)
    for specifier, name in _specifiers(module, node):
        module.exports[name] = Binding(scope, specifier.part("name"))


def _export_from(module: Module, node: Node, scope: Scope, source: str) -> None:
    whole = node.first("namespace_export")
    if whole is not None:
        name = whole.children[-1]
        module.exports[_text_of(module.script, name)] = Binding(scope, source=source)
    elif node.first("export_clause") is None:
        module.stars.append(source)
    for specifier, exported in _specifiers(module, node):
        path = (_text_of(module.script, specifier.part("name")),)
        module.exports[exported] = Binding(scope, path=path, source=source)


def _specifiers(module: Module, node: Node) -> Iterator[tuple[Node, str]]:
    clause = node.first("export_clause")
    for specifier in clause.children if clause is not None else ():
        if specifier.kind == "export_specifier":
            name = specifier.child("alias") or specifier.part("name")
            yield specifier, _text_of(module.script, name)


def _export_declared(module: Module, declaration: Node, scope: Scope) -> None:
    declared = [declaration] if declaration.kind in FUNCTIONS else declaration.children
    for name in (one.part("name") for one in declared):
        if name.kind == "identifier":
            module.exports[module.script.slice(name)] = Binding(scope, name)


_HANDLERS: Mapping[str, Callable[[Module, Node, Scope], None]] = {
    "assignment_expression": _assignment,
    "augmented_assignment_expression": _assignment,
    "await_expression": _wait,
    "call_expression": _call,
    "catch_clause": _catch,
    "export_statement": _export,
    "for_in_statement": _loop,
    "identifier": _word,
    "import_statement": _import,
    "lexical_declaration": _declaration,
    "property_identifier": _word,
    "shorthand_property_identifier": _word,
    "string": _string,
    "template_string": _string,
    "variable_declaration": _declaration,
    **dict.fromkeys(_CLASSES, _class),
}
