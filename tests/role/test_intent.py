"""What YAML makes of one entry, and that finding out is bounded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.late import late
from herdr_lint.model import Layer
from herdr_lint.role import intent
from herdr_lint.role.document import read_role
from herdr_lint.role.frontmatter import Frontmatter, read_frontmatter
from herdr_lint.role.intent import MOST_PARSED, Intent, Intents
from herdr_lint.role.judging import judge_role
from herdr_lint.syntax import yaml_scanner
from herdr_lint.syntax.text import SourceText
from tests.effort import examples
from tests.strategies import roles


def block_of(lines: str) -> Frontmatter:
    block = read_frontmatter(SourceText(f"---\n{lines}---\n"))
    assert block is not None
    return block


def meant(written: str, *anchors: str) -> Intent:
    others = "".join(f"{name}: &{name} x\n" for name in anchors)
    block = block_of(f"key: {written}\n{others}")
    return Intents(block).of(block.entries[0])


@pytest.mark.parametrize(
    ("written", "form", "value"),
    [
        ("a b", "plain", "a b"),
        ("a:b#c, [d]", "plain", "a:b#c, [d]"),
        ("", "plain", ""),
        ("~", "null", ""),
        ("NULL", "null", ""),
        ("Null", "null", ""),
        ("nUll", "plain", "nUll"),
        ('"~"', "double-quoted", "~"),
        ("'null'", "single-quoted", "null"),
        ("'~x~'", "single-quoted", "~x~"),
        ("' \t x '", "single-quoted", "x"),
        ("# c", "null", ""),
        ('""', "null", ""),
        ("|", "null", ""),
        ("&a", "null", ""),
        ("!!null", "null", ""),
        ("\n  # c", "plain", ""),
        ("a\n  # c", "plain", "a"),
        ('"a  b\\n c"', "double-quoted", "a b c"),
        ("'it''s'", "single-quoted", "it's"),
        ("|\n  a\n   b\n\n  c", "literal", "a b c"),
        (">-\n  a\n  b", "folded", "a b"),
        ("> # c\n  a", "folded", "a"),
        ("a\n  b", "continued", "a b"),
        ("\n  b", "continued", "b"),
        ("a # c", "commented", "a"),
        ("[a, 'b', ~]", "flow-list", "a, b, "),
        ("[a,\n  b\n]", "flow-list", "a, b"),
        ("\n  - a\n  - b", "block-list", "a, b"),
        ("\n- a", "block-list", "a"),
        ("[]", "flow-list", ""),
        ("[a, [b]]", "flow-mapping", None),
        ('["a, b", c]', "flow-mapping", None),
        ("{a: b}", "flow-mapping", None),
        ("\n  a: b", "mapping", None),
        ("\n  - a: b", "mapping", None),
        ("&x\n  a: b", "mapping", None),
        ("&x a", "anchor", "a"),
        ("&x [a]", "anchor", "a"),
        ("!!str a", "tag", "a"),
        ("!<t> a", "tag", "a"),
        ("! a", "tag", "a"),
        ("!!seq [a]", "tag", "a"),
        ("*a", "alias", None),
        ("*b", "unreadable", None),
        ("[a, *b]", "unreadable", None),
        ("[a, *a]", "flow-mapping", None),
        ("a: b", "unreadable", None),
        ("@a", "unreadable", None),
        ("- a", "unreadable", None),
        ("a\n- b", "unreadable", None),
        ("a\x07: ", "unreadable", None),
        ('"\\UFFFFFFFF"', "unreadable", None),
        ('"\\U00110000"', "unreadable", None),
        ('"\\ud800"', "unreadable", None),
        ("|\r: ", "unreadable", None),
        ("a\rb: c", "unreadable", None),
    ],
)
def test_forms_and_values(written: str, form: str, value: str | None) -> None:
    found = meant(written, "a")
    assert (found.form, found.meant) == (form, value)


@pytest.mark.parametrize(
    ("written", "comment"),
    [
        ("a # c", "# c"),
        ('"a" # c', "# c"),
        ("[a] # c", "# c"),
        ("[a, # c\n  b]", ""),
        ("|  # c\n  a", ""),
        ("a#c", ""),
        ("# c", ""),
        ("a\r# c", ""),
    ],
)
def test_comments_behind_a_value(written: str, comment: str) -> None:
    assert meant(written).comment == comment


@given(roles.plain_values)
def test_plain_values_are_what_they_are(value: str) -> None:
    assert meant(value) == Intent("plain", value)


def test_plain_values_do_not_need_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("kinds", "yaml_scanner"):
        monkeypatch.setattr(f"herdr_lint.role.intent.{name}", late("herdr_lint.not_there"))
    assert meant("read, bash").form == "plain"
    with pytest.raises(ImportError):
        meant("plain, words: not")


_tokens = st.sampled_from(
    [
        *"[]{},:-?\"'|>&*!%@`#\\a~.\t\x85\u2028\0\ufeff\r ",
        *(">-", "|2", "&a ", "*a ", "!!str ", "!<x>", "!e!", "\\x", "\\ud800", "\\U0011FFFF"),
        *("null", "<<", "...", "\n ", "\n  ", "\n- ", "\n]", ": ", " #"),
    ]
)


@given(st.lists(_tokens, max_size=24).map("".join))
@examples(200)
def test_no_value_raises(written: str) -> None:
    block = read_frontmatter(SourceText.decode(f"---\nkey: {written}\n---\n".encode()))
    assert block is not None
    intents = Intents(block)
    for entry in block.entries:
        found = intents.of(entry)
        assert found.form
        if found.meant:
            found.meant.encode("utf-8")


PATHOLOGICAL = {
    "open brackets": "[" * 100_000,
    "closed brackets": "[" * 50_000 + "]" * 50_000,
    "maps in maps": "{a: " * 30_000,
    "brackets on many lines": "[\n " * 10_000,
    "a list of many lines": "[\n" + "  a,\n" * 10_000 + "]",
    "a block list of many lines": "\n" + "- a\n" * 10_000,
    "a long line": '"' + "a" * 100_000 + '"',
    "anchors": "[" + ", ".join(f"&a{index} x" for index in range(5_000)) + "]",
    "dashes": "\n" + "- " * 50_000,
    "questions": "\n " + "? " * 50_000,
    "an open quote": '"' + "a\n " * 30_000,
}


@pytest.mark.parametrize("written", PATHOLOGICAL.values(), ids=PATHOLOGICAL.keys())
def test_what_would_take_long_is_not_parsed(written: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("it was parsed")

    monkeypatch.setattr(intent, "_parse", refuse)
    assert meant(written) == Intent("long", None)


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("'" + "a" * (8192 - len("key: ''\n")) + "'", "single-quoted"),
        ("'" + "a" * (8193 - len("key: ''\n")) + "'", "long"),
        ("'" + "[{" * 50 + "'", "single-quoted"),
        ("'" + "[{" * 50 + "[" + "'", "long"),
        ("[" * 100 + "]" * 100, "flow-mapping"),
        ("'" + "," * 999 + "'", "single-quoted"),
        ("'" + "," * 1000 + "'", "long"),
    ],
    ids=["as long", "longer", "as many brackets", "more", "as deep", "as many marks", "more marks"],
)
def test_the_bounds(written: str, form: str) -> None:
    assert meant(written).form == form


def test_no_end_of_entries_is_parsed() -> None:
    value = "'" + "a" * 951 + ",'"
    cost = len(f"key: {value}\n") + 2 * 20  # for the colon and the comma
    assert MOST_PARSED % cost == 0
    many = MOST_PARSED // cost
    block = block_of(f"k: {value}\nplain: read\n" * (many + 2))
    intents = Intents(block)
    forms = [intents.of(entry).form for entry in block.entries]
    assert forms == ["single-quoted", "plain"] * many + ["long", "plain"] * 2


def test_the_same_text_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    events = yaml_scanner.events

    def counted(text: str) -> Iterator[object]:
        parsed.append(text)
        return events(text)

    monkeypatch.setattr(yaml_scanner, "events", counted)
    lines = "".join(f"k{at}: 'once {at}\n  tools: y\n" for at in range(10))
    path, text = "scout.md", f"---\nname: scout\ndescription: d\n{lines}---\n\nB\n"
    document = read_role(path, text.encode(), stem="scout", layer=Layer.PACKAGE)
    assert len(parsed) == 10
    assert len([one for one in judge_role(document) if one.edits]) == 10
    assert sorted({*parsed}) == sorted(parsed)
