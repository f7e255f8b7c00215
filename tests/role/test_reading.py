"""What one role file has: text that a description should go on with, and what is typed."""

from __future__ import annotations

import pytest

from herdr_lint.model import Layer
from herdr_lint.role.frontmatter import read_frontmatter
from herdr_lint.role.lines import sort_lines
from herdr_lint.role.reading import RoleReading, entry_offsets
from herdr_lint.syntax.text import SourceText


def reading(block: str, layer: Layer = Layer.PACKAGE) -> RoleReading:
    text = SourceText(f"---\n{block}---\n\nB\n")
    found = read_frontmatter(text)
    assert found is not None
    return RoleReading("x.md", text, "x", layer, found, sort_lines(found))


@pytest.mark.parametrize(
    ("block", "loose"),
    [
        ("description: it maps\ncode\nand more\n", ["code", "and more"]),
        ("description: it maps\n  all\ncode \nand more\n", ["code", "and more"]),
        ("description: it maps\na b\nand more\n", ["a b", "and more"]),
        ("description: it maps\ncode\n", []),
        ('description: "it maps\ncode\n', ["code"]),
        ("description: 'it maps\ncode\n", ["code"]),
        ("description: i'll map\ncode\n", []),
        ("description: '' maps\ncode\n", []),
        ("description: 'it' maps\ncode\n", []),
        ("description: 'it maps'\ncode\n", []),
        ("description: \"it's\ncode\n", ["code"]),
        ('description: a"b\ncode\n', []),
        ("description:\ncode\nand more\n", []),
        ("description: it maps\n\ncode\nand more\n", []),
        ("description: it maps\n* code\nand more\n", []),
        ("description: it maps\ncode\n* and more\n", []),
        ("description: it maps\ncode\nand\ntools = read\nmore\n", ["code", "and"]),
        ("description: it maps\nname: x\ncode\nand more\n", []),
        ("description: it maps\ndescription: it maps\ncode\nand more\n", []),
        ("name: x\ncode\nand more\n", []),
    ],
)
def test_text_that_a_description_should_go_on_with(block: str, loose: list[str]) -> None:
    assert reading(block).loose_text == loose


@pytest.mark.parametrize(
    ("block", "layer", "lacks"),
    [
        ("name: x\n", Layer.PACKAGE, True),
        ("description:\n", Layer.PACKAGE, True),
        ("description: d\n", Layer.PACKAGE, False),
        ("name: x\n", Layer.PROJECT, False),
        ("name: x\n", Layer.GLOBAL, False),
    ],
)
def test_only_a_pack_lacks_a_description(block: str, layer: Layer, lacks: bool) -> None:
    assert reading(block, layer).lacks_description is lacks


def test_what_the_host_reads_is_typed_where_it_takes_it() -> None:
    block = "tools: read, bash\nspawning: false\nmodel:\nself-spawn:\nthinking: High\n"
    assert reading(block).typed() == {
        "tools": ["read", "bash"],
        "spawning": False,
        "self-spawn": "",
        "thinking": "High",
    }


def test_where_the_entries_of_a_list_stand() -> None:
    assert [*entry_offsets("a, a,ab", ["a", "a", "ab"])] == [(0, "a"), (3, "a"), (5, "ab")]
    assert [*entry_offsets("a, b,a ,ab", ["a", "b", "a", "ab"])] == [
        (0, "a"),
        (3, "b"),
        (5, "a"),
        (8, "ab"),
    ]
