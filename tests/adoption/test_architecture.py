"""The page about the architecture names the rooms that there are, in their order."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.adoption.conftest import ROOT

PAGE = ROOT / "docs" / "architecture.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the docs are not shipped")


def parsed() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((ROOT / "herdr_lint").rglob("*.py")):
        yield path.relative_to(ROOT / "herdr_lint").as_posix(), ast.parse(path.read_bytes())


def test_the_table_is_the_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    [contract] = settings["tool"]["importlinter"]["contracts"]
    layers = [layer.split(" | ") for layer in contract["layers"] if layer != "__main__"]
    rows = re.findall(r"^\| (`[^|]+`) \|", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [re.findall(r"`(\w+)`", row) for row in rows] == layers


def test_the_modules_that_it_names_are_there() -> None:
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)*\.py)`", PAGE.read_text("utf-8"))
    there = {
        path.relative_to(ROOT / "herdr_lint").as_posix()
        for path in (ROOT / "herdr_lint").rglob("*.py")
    }
    missing = [name for name in named if not any(f"/{one}".endswith(f"/{name}") for one in there)]
    assert missing == []


def test_no_two_classes_have_one_name() -> None:
    names = Counter(
        node.name
        for _, module in parsed()
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in names.items() if times > 1] == []


SEAM = {"cli/app.py", "cli/main.py"}
"""Where imports stand inside functions: the commands."""


def test_imports_stand_inside_functions_at_one_seam() -> None:
    found = {
        name
        for name, module in parsed()
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert found == SEAM


def test_what_is_loaded_late_is_on_the_page() -> None:
    late = {
        ast.literal_eval(node.args[0])
        for name, module in parsed()
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "late"
    }
    part = PAGE.read_text("utf-8").partition("## What is loaded late")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| [^`|]+ \| ([^|]+) \|", part, re.MULTILINE)
    assert sorted(re.findall(r"`([\w.]+)`", " ".join(rows))) == sorted(late)


def test_no_pattern_is_compiled_while_a_module_is_loaded() -> None:
    compiled = [
        f"{name}:{statement.lineno}"
        for name, tree in parsed()
        for statement in tree.body
        if isinstance(statement, ast.Assign | ast.AnnAssign)
        and isinstance(statement.value, ast.Call)
        and ast.unparse(statement.value.func) == "re.compile"
    ]
    assert compiled == []
