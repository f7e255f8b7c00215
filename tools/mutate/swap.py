"""A change in the running process: new code in living functions, another folder of schemas."""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import inspect
import pkgutil
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tools.mutate.code import mutated
from tools.mutate.model import Mutant
from tools.mutate.reach import ROOT
from tools.mutate.schemas import changed

PACKAGE = "herdr_lint"
AT_IMPORT = tuple(
    f"role/role.schema.json#/$defs/{name}/"
    for name in ("thinking", "built-in-tool", "spawning-tool", "skill-name")
)
"""Places in schemas of which something is made when a module is imported."""

_CACHE = type(functools.cache(lambda: None))


def path_of(module: str) -> Path:
    """The file of a module."""
    path = ROOT / (module.replace(".", "/") + ".py")
    return path if path.exists() else path.with_suffix("") / "__init__.py"


class Living:
    """The functions and caches of a process that has everything imported."""

    def __init__(self) -> None:
        package = importlib.import_module(PACKAGE)
        for module in pkgutil.walk_packages(package.__path__, f"{PACKAGE}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
        objects = gc.get_objects()
        self._functions = [
            one
            for one in objects
            if isinstance(one, FunctionType) and f"/{PACKAGE}/" in one.__code__.co_filename
        ]
        self._caches = [one for one in objects if isinstance(one, _CACHE) and _ours(one)]

    def put_code(self, mutant: Mutant) -> bool:
        """Give functions their changed code; False where only an import would do."""
        path = path_of(mutant.where)
        old = compile(path.read_text("utf-8"), str(path), "exec", dont_inherit=True)
        new = compile(mutated(path, mutant.number), str(path), "exec", dont_inherit=True)
        pairs = dict(_pairs(old, new))
        if not pairs or not all(map(_of_a_function, pairs)):
            return False
        name = str(path)
        found = [
            (one, pairs[one.__code__])
            for one in self._functions
            if one.__code__.co_filename == name and one.__code__ in pairs
        ]
        if any(len(one.__code__.co_freevars) != len(code.co_freevars) for one, code in found):
            return False
        for function, code in found:
            function.__code__ = code
        self.forget()
        return bool(found)

    def put_schema(self, mutant: Mutant, folder: Path) -> None:
        """Let the shipped schemas be those of a folder in which one file is changed."""
        from herdr_lint.judge import shipped

        _copy_schemas(mutant, folder)
        shipped.__dict__["_PACKAGE"] = folder
        loaded = None if mutant.where.endswith(".toml") else shipped.load(mutant.where)
        self.forget()
        if loaded is not None:
            # Who took a part of it at import has to see the change too.
            _overwrite(loaded, shipped.load(mutant.where))

    def forget(self) -> None:
        """Empty every cache: nothing that was worked out before the change may answer."""
        for cache in self._caches:
            cache.cache_clear()


def _copy_schemas(mutant: Mutant, folder: Path) -> None:
    source = ROOT / "schemas"
    shutil.copytree(source, folder / "schemas", dirs_exist_ok=True)
    text = changed(source / mutant.where, mutant.number)
    (folder / "schemas" / mutant.where).write_text(text, "utf-8")


def import_changed(mutant: Mutant, folder: Path) -> None:
    """Have a module that is not imported yet made from its changed source.

    A change of a schema becomes one of the module that says where the schemas are.
    """
    if mutant.where.startswith(PACKAGE):
        name, path = mutant.where, path_of(mutant.where)
        tree = mutated(path, mutant.number)
    else:
        _copy_schemas(mutant, folder)
        name = f"{PACKAGE}.judge.shipped"
        path = path_of(name)
        text = path.read_text("utf-8")
        tree = ast.parse(text.replace("Path(__file__).parent.parent", f"Path({str(folder)!r})"))
    _compiled_from(name, compile(tree, str(path), "exec", dont_inherit=True))


def _compiled_from(module: str, code: CodeType) -> None:
    get_code: Callable[[SourceFileLoader, str], CodeType | None] = SourceFileLoader.get_code

    def instead(loader: SourceFileLoader, name: str) -> CodeType | None:
        return code if name == module else get_code(loader, name)

    if module in sys.modules:
        raise RuntimeError(f"{module} is imported")
    setattr(SourceFileLoader, "get_code", instead)  # noqa: B010 (a method, for mypy)


def at_import(mutant: Mutant) -> bool:
    """Whether the change is in what an import of its module runs: there, or in what that calls."""
    tree = ast.parse(path_of(mutant.where).read_text("utf-8"))
    functions = [one for one in ast.walk(tree) if isinstance(one, _FUNCTIONS)]
    around = [
        one for one in functions if one.body[0].lineno <= mutant.line <= (one.end_lineno or 0)
    ]
    if not around:
        return True
    innermost = max(around, key=lambda one: one.body[0].lineno)
    return innermost.name in _called_at_import(tree, functions)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _called_at_import(tree: ast.Module, functions: Sequence[ast.AST]) -> set[str]:
    """The names that the code of a module calls while it is imported."""
    bodies = {one.name: one for one in functions if isinstance(one, _FUNCTIONS)}
    called: set[str] = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        for node in _run(waiting.pop()):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                name = node.func.id
                if name in bodies and name not in called:
                    called.add(name)
                    waiting.append(bodies[name])
    return called


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """What lies in a node, except in functions that it only defines."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (*_FUNCTIONS, ast.Lambda)):
            yield child
            yield from _run(child)


def _ours(cache: Any) -> bool:
    module = getattr(cache, "__module__", None) or ""
    name = getattr(cache, "__name__", "")
    return module.startswith((PACKAGE, "tests")) and (module, name) != (
        "tests.scenarios",
        "scenarios",
    )


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Each code whose function is changed, with the new one; what only holds it is left out."""
    known: dict[tuple[str, int], list[CodeType]] = {}
    for code in _codes(new):
        known.setdefault((code.co_qualname, code.co_firstlineno), []).append(code)
    for code in _codes(old):
        others = known.get((code.co_qualname, code.co_firstlineno))
        if others:
            other = others.pop(0)
            if code != other and (_own(code) != _own(other) or _of_a_function(code)):
                yield code, other


def _own(code: CodeType) -> tuple[Any, ...]:
    consts = tuple(
        one.co_qualname if isinstance(one, CodeType) else (type(one), one) for one in code.co_consts
    )
    return code.co_code, consts, code.co_names, code.co_varnames


def _of_a_function(code: CodeType) -> bool:
    return bool(code.co_flags & inspect.CO_OPTIMIZED)


def _overwrite(old: Any, new: Any) -> None:
    """Make a structure equal to another in place, as deep as the two have the same shape."""
    if isinstance(old, dict):
        for key in [key for key in old if key not in new]:
            del old[key]
        for key, value in new.items():
            if isinstance(value, dict | list) and type(old.get(key)) is type(value):
                _overwrite(old[key], value)
            else:
                old[key] = value
    else:
        old[:] = new
