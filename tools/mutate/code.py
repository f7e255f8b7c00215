"""Changes of a module, each as small as can be: an operator, a constant, a statement."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.mutate.model import Mutant

Make = Callable[[], ast.AST | None]
Change = tuple[str, Make]
"""What is changed into what, and the node that takes the place; None takes the statement away."""

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COMBINED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.LShift: ast.RShift,
}
_NEVER = frozenset({"TYPE_CHECKING", "__all__", "TypeVar", "ParamSpec", "TypeAlias", "Literal"})
"""Names whose statements only speak to readers and checkers of types."""


_ENCODINGS = frozenset({"ascii", "latin-1", "utf-16-le", "utf-8"})
"""Texts that are left alone: Python takes the name of an encoding without its punctuation."""


@dataclass(frozen=True)
class _Place:
    """A node by the way to it: the parent, the field and, in a list, the index."""

    parent: ast.AST
    field: str
    index: int | None

    def put(self, node: ast.AST | None) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


def code_mutants(module: str, path: Path) -> list[Mutant]:
    """Every change of a module. Each names the line that it stands on."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    found = []
    for number, (node, what, _) in enumerate(_changes(ast.parse(text))):
        line = getattr(node.target if isinstance(node, ast.comprehension) else node, "lineno", 1)
        found.append(Mutant(module, number, line, lines[line - 1].strip(), what))
    return found


def mutated(path: Path, number: int) -> ast.Module:
    """The tree of a module with one of its changes made."""
    tree = ast.parse(path.read_text("utf-8"))
    for here, (_, _, apply) in enumerate(_changes(tree)):
        if here == number:
            apply()
            return ast.fix_missing_locations(tree)
    raise IndexError(number)


def _changes(tree: ast.Module) -> Iterator[tuple[ast.AST, str, Callable[[], None]]]:
    for place, node in _nodes(tree):
        for what, make in _of(node):

            def apply(place: _Place = place, node: ast.AST = node, make: Make = make) -> None:
                place.put(ast.copy_location(make() or ast.Pass(), node))

            yield node, what, apply


def _nodes(node: ast.AST) -> Iterator[tuple[_Place, ast.AST]]:
    """What may be changed: no annotation, no docstring, no import, nothing that only types read."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns", "type_params", "decorator_list"}:
            continue
        members = value if isinstance(value, list) else [value]
        for index, member in enumerate(members):
            if isinstance(member, ast.AST) and not _silent(node, field, index, member):
                yield _Place(node, field, index if isinstance(value, list) else None), member
                yield from _nodes(member)


def _silent(parent: ast.AST, field: str, index: int, node: ast.AST) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Nonlocal | ast.Global):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.If | ast.Assign | ast.AnnAssign):
        head = node.test if isinstance(node, ast.If) else node
        names = {one.id for one in ast.walk(head) if isinstance(one, ast.Name)}
        return bool(names & _NEVER)
    if not isinstance(parent, ast.Call):
        return False
    return _is_guard(parent, node) or (_calls(parent, "cast") and (field, index) == ("args", 0))


def _is_guard(call: ast.Call, node: ast.AST) -> bool:
    """Whether a keyword only says what holds anyway: ``zip(…, strict=True)``."""
    return isinstance(node, ast.keyword) and node.arg == "strict" and _calls(call, "zip")


def _calls(call: ast.Call, name: str) -> bool:
    return isinstance(call.func, ast.Name) and call.func.id == name


def _of(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare():
            yield from _compare(node)
        case ast.BoolOp():
            yield from _bool(node)
        case ast.Constant():
            yield from _constant(node)
        case ast.If() | ast.While() | ast.IfExp():
            yield from _condition(node)
        case ast.Call():
            yield from _keywords(node)
        case ast.stmt():
            yield from _statement(node)
        case _:
            yield from _expression(node)


def _statement(node: ast.stmt) -> Iterator[Change]:
    match node:
        case ast.Return(value=ast.expr() as value) if not _is_nothing(value):
            yield "return None", lambda: ast.Return(ast.Constant(None))
        case ast.Break():
            yield "break -> continue", ast.Continue
        case ast.Continue():
            yield "continue -> break", ast.Break
        case ast.Expr() | ast.AugAssign() | ast.Raise():
            yield f"no {type(node).__name__}", lambda: None
        case _:
            pass


def _expression(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.UnaryOp(op=ast.Not()):
            yield "not", lambda: node.operand
        case ast.BinOp() if type(node.op) in _COMBINED:
            other = _COMBINED[type(node.op)]
            what = f"{type(node.op).__name__} -> {other.__name__}"
            yield what, lambda: ast.BinOp(node.left, other(), node.right)
        case ast.comprehension() if node.ifs:
            yield "no condition", lambda: ast.comprehension(node.target, node.iter, [], 0)
        case _:
            pass


def _compare(node: ast.Compare) -> Iterator[Change]:
    for index, operator in enumerate(node.ops):
        other = _COMPARED[type(operator)]

        def make(index: int = index, other: type[ast.cmpop] = other) -> ast.AST:
            ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
            return ast.Compare(node.left, ops, node.comparators)

        yield f"{type(operator).__name__} -> {other.__name__}", make


def _bool(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or if isinstance(node.op, ast.And) else ast.And
    yield (
        f"{type(node.op).__name__} -> {other.__name__}",
        lambda: ast.BoolOp(other(), node.values),
    )
    for index in range(len(node.values)):

        def without(index: int = index) -> ast.AST:
            left = [*node.values[:index], *node.values[index + 1 :]]
            return left[0] if len(left) == 1 else ast.BoolOp(node.op, left)

        yield f"without operand {index + 1}", without


def _constant(node: ast.Constant) -> Iterator[Change]:
    match node.value:
        case bool():
            yield f"{node.value} -> {not node.value}", lambda: ast.Constant(not node.value)
        case int(number):
            yield f"{number} -> {number + 1}", lambda: ast.Constant(number + 1)
        case str(text) if text.startswith("utf-"):
            # The name of an encoding, which Python takes with any punctuation.
            yield f"{text!r} -> 'ascii'", lambda: ast.Constant("ascii")
        case str(text) if text not in _ENCODINGS:
            yield f"{text[:20]!r} -> {text[:20] + '~'!r}", lambda: ast.Constant(text + "~")
        case bytes(data):
            yield f"{data[:20]!r} -> …~", lambda: ast.Constant(data + b"~")
        case _:
            pass


def _condition(node: ast.If | ast.While | ast.IfExp) -> Iterator[Change]:
    def make(value: bool) -> ast.AST:
        test = ast.Constant(value)
        if isinstance(node, ast.IfExp):
            return ast.IfExp(test, node.body, node.orelse)
        return type(node)(test, node.body, node.orelse)

    if not isinstance(node, ast.While):
        yield "condition -> True", lambda: make(True)
    yield "condition -> False", lambda: make(False)


def _keywords(node: ast.Call) -> Iterator[Change]:
    for index, keyword in enumerate(node.keywords):
        if keyword.arg is not None and not _is_guard(node, keyword):

            def make(index: int = index) -> ast.AST:
                left = [*node.keywords[:index], *node.keywords[index + 1 :]]
                return ast.Call(node.func, node.args, left)

            yield f"without {keyword.arg}=", make


def _is_nothing(node: ast.expr) -> bool:
    """Whether a value is None, or False, which callers do not tell from it."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)
