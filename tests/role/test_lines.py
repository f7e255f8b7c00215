"""Which line of a block is what: seen by the host, written wrongly, or passed over."""

from __future__ import annotations

from collections import Counter

import pytest

from herdr_lint.model import Layer
from herdr_lint.role.document import read_role
from herdr_lint.role.frontmatter import read_frontmatter
from herdr_lint.role.keys import Resemblance, resembles
from herdr_lint.role.lines import Lines, sort_lines
from herdr_lint.syntax.text import SourceText


def sorted_lines(block: str) -> Lines:
    found = read_frontmatter(SourceText(f"---\n{block}---\n\nB\n"))
    assert found is not None
    return sort_lines(found)


def said(lines: Lines) -> dict[str, object]:
    """By what they are, the numbers of the lines; the block begins on the second one."""
    return {
        "canonical": {key: lines.numbers(key) for key in lines.canonical},
        "strays": {key: [line.line for line in found] for key, found in lines.strays.items()},
        "unread": [line.line for line in lines.unread],
        "disguised": sorted(lines.disguised),
        "owners": {number: entry.head.line for number, entry in lines.owners.items()},
        "without": list(lines.without_meaning()),
    }


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("name: x\ncolor: red\n", {"canonical": {"name": [2]}, "unread": [3]}),
        ("name: x\nname: y\n", {"canonical": {"name": [2, 3]}}),
        (
            "name: x\n tools: read\n",
            {"canonical": {"name": [2]}, "strays": {"tools": [3]}},
        ),
        (
            "description:\n  maps\n  the code\n",
            {"canonical": {"description": [2]}, "owners": {3: 2, 4: 2}},
        ),
        (
            "color:\n  tools: read\n",
            {"strays": {"tools": [3]}, "unread": [2], "owners": {3: 2}},
        ),
        (
            "color:\n  model: a/b\n",
            {"unread": [2], "owners": {3: 2}},
        ),
        ("color: x\n  model: a/b\n", {"unread": [2, 3]}),
        (
            "color:\n  model: a/b\nname: x\nfoo: y\n",
            {"canonical": {"name": [4]}, "unread": [2, 5], "owners": {3: 2}},
        ),
        (
            '"name": x\n tools: a\n"tools": b\nfoo : y\n',
            {"strays": {"tools": [3, 4]}, "unread": [2, 5]},
        ),
        ("tools\uff1a a:b\n", {"unread": [2], "disguised": [2]}),
        ("tools = a: b\n", {"unread": [2]}),
        ("# tools = read\n", {}),
        (
            "name: x\ncolour\ntools = read\n",
            {
                "canonical": {"name": [2]},
                "unread": [4],
                "disguised": [4],
                "without": [(3, "colour")],
            },
        ),
        ("k: 'x\n  foo: y\n  model: z\n", {"unread": [2, 4], "owners": {3: 2}}),
        ("tools\uff1a read\n", {"unread": [2], "disguised": [2]}),
        ("tools = read\n", {"unread": [2], "disguised": [2]}),
        ("tools => read\nmodel \u2014 a/b\n", {"unread": [2, 3], "disguised": [2, 3]}),
        ("colour = red\n", {"without": [(2, "colour = red")]}),
        (" tools = read\n", {"without": [(2, " tools = read")]}),
        (
            "name: x\n\n# note\nMap the code.\n",
            {"canonical": {"name": [2]}, "without": [(5, "Map the code.")]},
        ),
        ("- a: b\nname: x\n", {"canonical": {"name": [3]}}),
    ],
)
def test_each_line_is_something(block: str, expected: dict[str, object]) -> None:
    nothing: dict[str, object] = {
        "canonical": {},
        "strays": {},
        "unread": [],
        "disguised": [],
        "owners": {},
    }
    found = said(sorted_lines(block))
    without = expected.pop("without", found["without"] if "- a" in block else [])
    assert found == {**nothing, **expected, "without": without}


def test_what_the_host_reads_for_a_key() -> None:
    lines = sorted_lines("name: x\nname: y\n tools: read\nmodel:\n")
    assert [lines.value(key) for key in ("name", "tools", "model", "cwd")] == ["x", "", "", ""]
    assert [lines.has(key) for key in ("name", "tools", "model", "cwd")] == [
        True,
        True,
        True,
        False,
    ]
    assert lines.top_level == {"name": 2, "tools": 1, "model": 1}
    assert sorted_lines("color:\n  tools: read\nname: x\n").top_level == {"color": 1, "name": 1}


@pytest.mark.parametrize(
    ("block", "plainly"),
    [
        ("thinking : high\n", True),
        ('"thinking": high\n', True),
        (" thinking: high\n", True),
        ("\tthinking: high\n", True),
        ("th\u200binking: high\n", False),
        ("\u00a0thinking: high\n", False),
        ("name: x\nthinking : high\n", True),
        ("name: x\n\nthinking : high\n name : y\n", True),
        ("thinking : high\nthinking: low\n", False),
        ("name : x\n", False),
        ("skills : x\n", False),
        ("skill : x\n", False),
        ("cli : x\n", False),
        ("model : x\n", True),
        ("colour : x\n", False),
        ("name: x\n thinking: high\n", False),
        (" thinking: high\n model: a/b\n", False),
    ],
)
def test_whether_yaml_reads_the_very_key(block: str, plainly: bool) -> None:
    lines = sorted_lines(block)
    line = next(one for one in lines.block.key_lines if "inking" in one.key or len(block) < 14)
    assert lines.is_plainly(line) is plainly


@pytest.mark.parametrize(
    ("block", "key", "by"),
    [
        ("tools\uff1a read\n", "tools", "colon"),
        ("tools = read\n", "tools", "no-colon"),
        ("tools -> read\n", "tools", "no-colon"),
        ("Tools\uff1a read\n", "tools", "colon"),
        (" model: a\n", "model", "indented"),
        ('"model": a\n', "model", "quoted"),
        ("model : a\n", "model", "spaced"),
        ("\u00a0model: a\n", "model", "invisible"),
        ("Model: a\n", "model", "case"),
    ],
)
def test_the_key_that_a_line_was_meant_for(block: str, key: str, by: str) -> None:
    lines = sorted_lines(block)
    (line,) = lines.unread
    found = lines.resemblance(line)
    assert found is not None
    assert (found.key, found.by) == (key, by)


@pytest.mark.parametrize(
    ("block", "head", "sign", "value"),
    [
        ("tools\uff1a read\n", "tools", 1, "read"),
        ("tools = read\n", "tools ", 1, "read"),
        ("tools => read, a=b\n", "tools ", 2, "read, a=b"),
        ("tools -> read\n", "tools ", 2, "read"),
        ("tools - read\n", "tools ", 1, "read"),
    ],
)
def test_the_parts_of_a_line_whose_colon_is_another_sign(
    block: str, head: str, sign: int, value: str
) -> None:
    (line,) = sorted_lines(block).unread
    assert (line.head, line.sign, line.value) == (head, sign, value)


def test_no_more_than_some_entries_are_looked_into() -> None:
    entry = "k{}: 'x\n  model: y\n"
    block = "".join(entry.format(number) for number in range(51))
    lines = sorted_lines(block)
    last = 103
    assert list(lines.owners) == [last]


def test_what_has_no_known_key_below_is_not_looked_into() -> None:
    """Or it would use up what the entries of a block may cost that are parsed."""
    lines = "".join(f"k{at}: '{'a' * 5_000}\n  b'\n" for at in range(25))
    text = f"---\n{lines}description: >-\n  Maps\n---\n\nB\n"
    document = read_role("x.md", text.encode(), stem="x", layer=Layer.PACKAGE)
    assert document.data["declared"]["description"]["form"] == "folded"


def test_each_key_is_compared_with_the_known_ones_so_many_times(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: Counter[str] = Counter()

    def counted(key: str) -> Resemblance | None:
        compared[key] += 1
        return resembles(key)

    monkeypatch.setattr("herdr_lint.role.keys.resembles", counted)
    block = "".join(f"k{at}: v\nTools: read\nnmae{at}: x\n" for at in range(50))
    text = f"---\nname: scout\ndescription: d\n{block}---\n\nB\n"
    read_role("scout.md", text.encode(), stem="scout", layer=Layer.PACKAGE)
    assert {key: number for key, number in compared.items() if number > 2} == {"Tools": 2 * 50}


def test_what_a_line_was_meant_for_is_clear_where_no_other_is_meant_for_it() -> None:
    lines = sorted_lines("Tools: read\nk: v\ntols: bash\nMdel: m\n")
    assert lines.meant == Counter({"tools": 2, "model": 1})
