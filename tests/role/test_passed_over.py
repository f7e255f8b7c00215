"""Keys that the host passes over, and characters that nobody sees."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge.document import Document
from herdr_lint.model import Edit, Layer, Position, Span
from herdr_lint.role.document import read_role


def read(block: str, layer: Layer = Layer.PACKAGE, stem: str = "x") -> Document:
    return read_role("x.md", f"---\n{block}---\n\nB\n".encode(), stem=stem, layer=layer)


ALLOW = {"kind": "foreign", "wish": "allow"}
BESIDE = {"kind": "foreign", "wish": "beside"}
DENY = {"kind": "foreign", "wish": "deny"}


@pytest.mark.parametrize(
    ("block", "key", "edit"),
    [
        ("allowed-tools: Read, Bash\n", ALLOW, "tools: read, bash"),
        ("allowed-tools: [Read,, mine]\n", ALLOW, None),
        ("allowed-tools: Read,, Bash\n", ALLOW, "tools: read, bash"),
        ("allowed-tools:\n- Read\n- Glob\n", ALLOW, "tools: read, find"),
        ("allowed-tools:\n- Read # c\n", ALLOW, None),
        ("allowed-tools: Read, WebFetch\n", ALLOW, None),
        ("allowed-tools:\n", ALLOW, None),
        ("\u00a0allowed-tools: Read\n", ALLOW, None),
        ("tools: read\nallowed-tools: Read\n", BESIDE, None),
        ("tools: read\ndisallowedTools: Task\n", DENY, "deny-tools: subagent"),
        ("disallowedTools: Bash\n", DENY, None),
        ("tools: read\ndisallowedTools: Bash\n", BESIDE, None),
        ("deny-tools: subagent\ndisallowedTools: Task\n", DENY, None),
        ("tools: read\nsandbox: true\n", {"kind": "foreign", "wish": "default"}, None),
        ("colour: red\n", {"kind": "unknown"}, None),
        ("Tools: read\n", {"kind": "capability", "reads": "tools", "by": "case"}, "tools:"),
        ("Model: a/b\n", {"kind": "setting", "reads": "model", "by": "case"}, "model:"),
        ("model: a/b\nModel: a/b\n", {"kind": "setting", "reads": "model", "by": "beside"}, None),
        ("CLI: pi\n", {"kind": "setting", "reads": "cli", "by": "unsupported"}, None),
    ],
)
def test_what_a_key_is(block: str, key: dict[str, Any], edit: str | None) -> None:
    document = read(block)
    (found,) = document.data["keys"]
    assert {name: value for name, value in found.items() if name != "key"} == key
    made = document.edits.get("/keys/0")
    assert (made and made.text) == edit


def test_keys_are_told_of_in_the_order_of_the_file() -> None:
    document = read("colour: red\ntools = read\nfoo: x\nallowed-tools: Read\nModel: a/b\nbar: y\n")
    told = [(one["key"], one["kind"]) for one in document.data["keys"]]
    assert told == [
        ("colour", "unknown"),
        ("tools", "capability"),
        ("foo", "unknown"),
        ("allowed-tools", "foreign"),
        ("Model", "setting"),
        ("bar", "unknown"),
    ]
    places = [document.locate(f"/keys/{index}") for index in range(6)]
    assert places == [Span.at(2 + at, 1, 1 + len(key)) for at, (key, _) in enumerate(told)]


def test_what_is_said_of_a_foreign_list_depends_on_ours() -> None:
    """Its names are translated where our key is not there, seen or not."""
    for block, edits in (
        ("allowed-tools: Read\n", ["/keys/0"]),
        ("Tools: read\nallowed-tools: Read\n", ["/keys/0", "/keys/1"]),
        (" tools: read\nallowed-tools: Read\n", []),
        ("allowed-tools: Read\ndisallowedTools: Task\n", ["/keys/0", "/keys/1"]),
    ):
        assert [one for one in read(block).edits if one.startswith("/keys/")] == edits
    edit = read("allowed-tools:\n- Read\n- LS\n").edits["/keys/0"]
    assert edit == Edit(Span(Position(2, 1), Position(4, 5)), "tools: read, ls", safe=False)


@pytest.mark.parametrize(
    ("block", "lines"),
    [
        ("name: x\nMap.\n\n  it \n", [(3, "Map."), (5, "it")]),
        ("name: x\nMap.\n<<<<<<< a\nfoo\n", [(3, "Map."), (5, "foo")]),
        ("name: x\n# c\n", []),
        ("description: d\nMaps\nthe code\n\nword\nMaps\n", [(6, "word")]),
    ],
)
def test_lines_that_say_nothing(block: str, lines: list[tuple[int, str]]) -> None:
    document = read(block)
    assert document.data.get("lines", []) == [{"kind": "other", "text": text} for _, text in lines]
    whole = [document.text.line_span(number) for number, _ in lines]
    assert [document.locate(f"/lines/{index}") for index in range(len(lines))] == whole


@pytest.mark.parametrize("layer", Layer)
def test_a_description_that_a_pack_lacks_is_told_of_once(layer: Layer) -> None:
    keys = read("colour: red\nDescription: d\nTools: read\n", layer).data["keys"]
    told = [] if layer is Layer.PACKAGE else ["Description"]
    assert [one["key"] for one in keys] == ["colour", *told, "Tools"]


@pytest.mark.parametrize("more", [0, 1])
def test_so_many_characters_are_told_one_by_one(more: int) -> None:
    document = read("model: a/" + "\u200b" * (5_000 + more) + "\n")
    told = {"field": "model", "code": "U+200B", "name": "ZERO WIDTH SPACE"}
    assert document.data["characters"] == [told] * 5_000
    assert document.locate("/characters/1") == Span.at(2, 11, 12)


@pytest.mark.parametrize(
    ("block", "codes"),
    [
        ("name: x\n", []),
        ("name: \u0445\n", []),
        ("name: \u0445y\n", ["U+0445"]),
        ("tools: re\u200bad, b\u0430sh\n", ["U+200B", "U+0430"]),
        ("deny-tools: \u0441\u0430\n", []),
        ("model: a/b\x07\n", ["U+0007"]),
        ("tools: read, \u0430\n", []),  # each entry by itself
        ("name: read, \u0430\n", ["U+0430"]),
        ("cwd: /a\u200b\n", []),
        ("tools: a\uff0c\u200bb\n", ["U+200B"]),
        ("name: z\u0430, \u0430z\n", ["U+0430", "U+0430"]),
    ],
)
def test_characters_in_exact_values(block: str, codes: list[str]) -> None:
    document = read(block)
    found = document.data.get("characters", [])
    assert [one["code"] for one in found] == codes
    shown = [document.text.slice(document.locate(f"/characters/{at}")) for at in range(len(codes))]
    assert [f"U+{ord(char):04X}" for char in shown] == codes


def test_characters_are_told_of_with_their_names_and_fields() -> None:
    document = read("deny-tools: a\u200b\ntools: b\x07, a\u0430\nname: y\u00a0y\n")
    assert document.data["characters"] == [
        {"field": "name", "code": "U+00A0", "name": "NO-BREAK SPACE"},
        {"field": "tools", "code": "U+0007", "name": "unnamed character"},
        {"field": "tools", "code": "U+0430", "name": "CYRILLIC SMALL LETTER A"},
        {"field": "deny-tools", "code": "U+200B", "name": "ZERO WIDTH SPACE"},
    ]
    assert document.locate("/characters/2") == Span.at(3, 13, 14)


@pytest.mark.parametrize(
    ("stem", "told"), [("ay", []), ("by", ["U+0430"]), ("\u0430y", ["U+0430"])]
)
def test_a_name_that_differs_from_the_stem_by_such_a_character_is_told_of_once(
    stem: str, told: list[str]
) -> None:
    """That is a finding of its own."""
    found = read("name: \u0430y\n", stem=stem).data.get("characters", [])
    assert [one["code"] for one in found] == told


def test_a_name_that_is_the_stem_is_told_of_for_what_nobody_sees_in_it() -> None:
    found = read("name: a\u2028y\n", stem="a\u2028y").data["characters"]
    assert [one["code"] for one in found] == ["U+2028"]
