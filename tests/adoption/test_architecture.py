"""The page about the architecture names the rooms that there are, in their order."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter

import pytest

from tests.adoption.conftest import ROOT

PAGE = ROOT / "docs" / "architecture.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the docs are not shipped")


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
        for path in (ROOT / "herdr_lint").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in names.items() if times > 1] == []
