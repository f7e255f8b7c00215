"""The host's cut of a role file: fences, lines and keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.model import Span
from herdr_lint.role.frontmatter import (
    Frontmatter,
    continues,
    key_line,
    misread_fence,
    missing_cause,
    read_frontmatter,
)
from herdr_lint.syntax.text import SourceText
from tests import host
from tests.strategies import roles


def block_of(text: str) -> Frontmatter:
    block = read_frontmatter(SourceText(text))
    assert block is not None
    return block


@given(roles.role_texts())
def test_the_block_is_what_the_host_cuts_out(written: str) -> None:
    text = SourceText.decode(written.encode())
    block = read_frontmatter(text)
    reading = host.read(written.encode(), "x", "project")
    assert (block is None) is (reading.code == "invalid-role-definition")
    if block is None:
        assert missing_cause(text)
        return
    assert block.body == (reading.body or "")
    lines = [line for _, line in block.numbered()]
    assert text.text.startswith("\n".join(["---", *lines, "---"]))
    for number, line in block.numbered():
        assert text.lines[number - 1] == line
    assert text.lines[block.close_line - 1] == f"---{block.close_rest}"


@given(roles.lines)
def test_a_key_line_slices_back_to_its_parts(line: str) -> None:
    found = key_line(1, line)
    if found is None:
        return
    text = SourceText(line)
    assert text.slice(found.value_span) == found.value == host.trim(line.partition(":")[2])
    assert text.slice(found.key_span) == host.trim(found.head)
    assert text.slice(found.key_span).strip("\"'") == found.key.strip("\"'")
    assert found.canonical is line.startswith(f"{found.key}:")


@given(roles.role_texts())
def test_every_line_belongs_to_one_entry_at_most(written: str) -> None:
    block = read_frontmatter(SourceText(written))
    if block is None:
        return
    numbers = [
        number
        for entry in block.entries
        for number in (entry.head.line, *(number for number, _ in entry.tail))
    ]
    assert numbers == sorted(set(numbers))
    for entry in block.entries:
        assert entry.last_line == (entry.tail[-1][0] if entry.tail else entry.head.line)


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("tools: x", "plain"),
        ("tools:x", "plain"),
        (" tools: x", "indented"),
        ("\ttools : x", "indented"),
        ("tools : x", "spaced"),
        ('"tools": x', "quoted"),
        (" 'tools' : x", "quoted"),
        ("\u00a0tools: x", "invisible"),
        ("tools\ufeff: x", "invisible"),
        ('\u00a0"tools": x', "invisible"),
        ("\u200btools: x", "plain"),
    ],
)
def test_forms_of_keys(line: str, form: str) -> None:
    found = key_line(3, line)
    assert found is not None
    assert found.form == form


@pytest.mark.parametrize("line", ["", "words", "# tools: x", " # a: b", ": x", " : x", "\u00a0: x"])
def test_lines_without_a_key(line: str) -> None:
    assert key_line(1, line) is None


def test_spans_of_a_key_line() -> None:
    found = key_line(3, ' "name" :\t \u00a0x y\u00a0 ')
    assert found is not None
    assert (found.key, found.value) == ("name", "x y")
    assert (found.key_span, found.value_span) == (Span.at(3, 2, 8), Span.at(3, 13, 16))
    short = key_line(3, "'a': x")
    assert short is not None
    assert short.key == "a"
    for head in ("~a~", "'a\"", "'a", "a'", "''"):
        odd = key_line(3, f"{head}: x")
        assert odd is not None
        assert odd.key == head
    empty = key_line(3, "name:  ")
    assert empty is not None
    assert empty.value_span == Span.at(3, 8)


@pytest.mark.parametrize("line", [" x", "\tx", "- x", "-", "]", "} # c"])
def test_lines_that_yaml_counts_with_those_above(line: str) -> None:
    assert continues(line)


@pytest.mark.parametrize("line", ["", "  ", "x", "-x", "# c"])
def test_lines_that_it_does_not(line: str) -> None:
    assert not continues(line)


def test_entries_own_their_lines_and_the_comments_between() -> None:
    block = block_of("---\na: 1\n  x\n\n# c\n  y\n# d\n\nlost\n  z\nb:\n- q\n---\n")
    owned = [(entry.head.key, [line for _, line in entry.tail]) for entry in block.entries]
    assert owned == [("a", ["  x", "", "# c", "  y"]), ("b", ["- q"])]
    assert [entry.goes_on for entry in block.entries] == [True, True]
    (entry,) = block_of("---\na:\n  \t\n  ~\n---\n").entries
    assert entry.goes_on


def test_what_the_host_cuts_out() -> None:
    block = block_of("---\na: b\n---x y\n\nBody.\n")
    assert (block.lines, block.close_line) == (("a: b",), 3)
    assert (block.close_rest, block.body) == ("x y", "x y\n\nBody.")
    assert block_of("---\n\n---\n").lines == ("",)
    assert read_frontmatter(SourceText("---\n---\n")) is None
    assert read_frontmatter(SourceText("--- \na: b\n---\n")) is None


def test_which_key_lines_begin_an_entry() -> None:
    """Those at the start of a line; not what YAML counts with the value above."""
    block = block_of("---\na:\n- b: c\n  d: e\n}f: g\n\u00a0h: i\nj: k\n # l: m\n---\n")
    owned = [(entry.head.key, [number for number, _ in entry.tail]) for entry in block.entries]
    assert owned == [("a", [3, 4, 5]), ("j", [8])]
    assert [line.key for line in block.key_lines] == ["a", "- b", "d", "}f", "h", "j"]
    assert block.others == ()
    assert [*block.entry_at] == [2, 7]


def test_only_a_block_of_text_owns_what_looks_like_a_fence() -> None:
    block = block_of("---\na: 1\n  ---\n  x\nb: |\n  ---\n  x\nc: >-\n  ---\n---\n")
    owned = [(entry.head.key, [line for _, line in entry.tail]) for entry in block.entries]
    assert owned == [("a", []), ("b", ["  ---", "  x"]), ("c", ["  ---"])]
    owned_ = [
        [line for _, line in block_of(f"---\na: 1\n{line}\n  x\n---\n").entries[0].tail]
        for line in ("  ---~", "\t- - - ", "  ----", "  - -")
    ]
    assert owned_ == [["  ---~", "  x"], [], ["  ----", "  x"], ["  - -", "  x"]]


def test_comments_alone_say_nothing() -> None:
    (entry,) = block_of("---\na: 1\n  # c\n\n  # d\n---\n").entries
    assert entry.tail
    assert not entry.goes_on


def test_lines_before_the_first_entry_belong_to_none() -> None:
    assert block_of("---\n  x\n- y\n---\n").entries == ()


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("a: &x b", {"x"}),
        ("a: [&x b, &y c]", {"x", "y"}),
        ("  - &z", {"z"}),
        ("a: b&c", set()),
        ("&k a: b", {"k"}),
        ("a: b & c", set()),
    ],
)
def test_anchors(line: str, names: set[str]) -> None:
    assert block_of(f"---\n{line}\n---\n").anchors == names


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("", "empty"),
        (" \n\u00a0\n", "empty"),
        ("\ufffd\ufffd-\0-\0", "utf-16"),
        ("-\0-\0-\0", "utf-16"),
        ("abc\0", "utf-16"),
        ("abcd\0", "default"),
        ("\ufffd\ufffd words", "default"),
        ("\ufeff---\n---\n", "second-bom"),
        ("---\ra: b\r---\r", "lone-cr"),
        ("---", "unterminated"),
        ("---\n", "unterminated"),
        ("---\na: b\n\n--\n", "unterminated"),
        ("---\n---", "empty-block"),
        ("---\n--- \nx", "empty-block"),
        ("---\n----\nx", "empty-block"),
        ("---\na: b\n ---\n...\n", "close-indented"),
        ("---\na: b\n... \n ---\n", "close-dots"),
        ("--- \na: b\n---\n", "fence-space"),
        (" ---\na: b\n---\n", "fence-indented"),
        ("\u3000---\n", "fence-indented"),
        ("----\na: b\n---\n", "fence-longer"),
        ("--- # c\na: b\n---\n", "fence-longer"),
        ("\n\n---\na: b\n---\n", "blank-first"),
        ("# c\n---\na: b\n---\n", "text-first"),
        ("words\n---\n# c\nname : b\n---\n", "text-first"),
        ("# Title\n\n---\n\nwords: here\n", "default"),
        ("words\n---", "default"),
        ("words\n---\n# c\n", "default"),
        ("words\n---\n\na: b\n", "default"),
        ("words", "default"),
    ],
)
def test_why_there_is_no_block(text: str, cause: str) -> None:
    source = SourceText(text)
    assert read_frontmatter(source) is None
    assert missing_cause(source) == cause


@pytest.mark.parametrize(
    ("text", "line"),
    [("---\na\n ---", 3), ("---\n...", 2), ("---\na", None), ("---", None), ("---\na\n ...", None)],
)
def test_what_may_be_taken_for_a_closing_fence(text: str, line: int | None) -> None:
    assert misread_fence(SourceText(text)) == line


@given(st.text("-\n a#:."))
def test_any_text_without_a_block_has_a_cause(text: str) -> None:
    source = SourceText(text)
    assert (read_frontmatter(source) is None) is not bool(
        text.startswith("---\n") and "\n---" in text[4:]
    )
    assert missing_cause(source) != ""


@pytest.mark.parametrize(
    ("block", "flat"),
    [
        ("a: 1\nb-c:\nd:x\n", True),
        ("a: 1\n\nb: 2\n", False),
        ("a: 1\n# c\n", False),
        (" a: 1\n", False),
    ],
)
def test_whether_every_line_is_a_key(block: str, flat: bool) -> None:
    assert block_of(f"---\n{block}---\n").is_flat is flat
