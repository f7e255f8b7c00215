"""The outline of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from lsprotocol import types

from herdr_lint.lsp.symbols import symbols
from tests.lsp.subjects import PACK, ROLE, opened

Shown = tuple[str, str, str | None, Sequence[int], Sequence[int], Sequence[object]]


def _shown(symbol: types.DocumentSymbol) -> Shown:
    whole, own = (
        (place.start.line, place.start.character, place.end.line, place.end.character)
        for place in (symbol.range, symbol.selection_range)
    )
    inner = [_shown(one) for one in symbol.children or ()]
    return symbol.name, symbol.kind.name, symbol.detail, whole, own, inner


def test_the_outline_of_a_role(tree: Path) -> None:
    found = [_shown(one) for one in symbols(opened(tree, "roles/scout.md", ROLE))]
    assert found == [
        ("name", "Property", "scout", (1, 0, 1, 11), (1, 0, 1, 4), []),
        ("thinking", "Property", "High", (2, 0, 2, 14), (2, 0, 2, 8), []),
        ("tools", "Property", "read, Bash", (3, 0, 4, 6), (3, 0, 3, 5), []),
        ("color", "Property", "blue", (5, 0, 5, 11), (5, 0, 5, 5), []),
        ("name", "Property", "other", (6, 0, 6, 11), (6, 0, 6, 4), []),
        ("model", "Property", None, (7, 0, 7, 6), (7, 0, 7, 5), []),
        ("Map", "String", None, (10, 0, 10, 7), (10, 0, 10, 7), []),
        ("Deep", "String", None, (14, 0, 14, 8), (14, 0, 14, 8), []),
    ]


def test_no_comment_of_the_frontmatter_is_a_heading(tree: Path) -> None:
    text = "---\n# a comment\nname: scout\n---\n# Map\n# \n## #\n"
    found = symbols(opened(tree, "roles/scout.md", text))
    assert [one.name for one in found] == ["name", "Map"]


def test_the_outline_of_a_manifest_goes_three_steps_deep(tree: Path) -> None:
    found = [_shown(one) for one in symbols(opened(tree, "crew/pack.json", PACK))]
    agent_id: Shown = ("agentId", "Field", None, (2, 14, 2, 28), (2, 14, 2, 23), [])
    empty: Shown = ("(empty)", "Field", None, (2, 30, 2, 49), (2, 30, 2, 32), [])
    first = ("0", "Field", None, (2, 13, 2, 50), (2, 13, 2, 50), [agent_id, empty])
    assert found == [
        ("name", "Field", None, (1, 2, 1, 28), (1, 2, 1, 8), []),
        ("agents", "Field", None, (2, 2, 2, 51), (2, 2, 2, 10), [first]),
        ("license", "Field", None, (3, 2, 3, 18), (3, 2, 3, 11), []),
    ]


def test_no_end_of_members_is_outlined(tree: Path) -> None:
    members = ", ".join(f'"k{number}": 1' for number in range(2_001))
    found = symbols(opened(tree, "crew/pack.json", f"{{{members}}}"))
    assert [one.name for one in found] == [f"k{number}" for number in range(2_000)]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".pi/agents/scout.md", "# Map\n"),
        ("herdr-lint.toml", "show = 1\n"),
        ("pack.json", "{"),
        ("pack.json", "1"),
        ("pack.yaml", "name: [\n"),
        ("pack.tgz", "x"),
        ("data.json", '{"a": 1}'),
        ("notes.txt", "x"),
    ],
)
def test_what_has_no_outline(tree: Path, name: str, text: str) -> None:
    assert symbols(opened(tree, name, text)) == []


def test_the_outline_of_a_package(tree: Path) -> None:
    found = symbols(opened(tree, "package.json", '{"name": "x"}'))
    assert [(one.name, one.detail, one.children) for one in found] == [("name", None, None)]
