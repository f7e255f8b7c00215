"""Positions of an editor and of a finding, and texts under changes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from herdr_lint.lsp.buffer import Buffer, BufferText
from herdr_lint.model import Position, Span
from herdr_lint.syntax.text import SourceText

ENCODINGS = ("utf-8", "utf-16", "utf-32")
_UNITS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}

texts = st.text(st.sampled_from("ab\n\r\t é𝒯\u2028\ufeff\x0c"), max_size=40)


def client_lines(text: str) -> list[tuple[str, str]]:
    """The lines of a client, each with its line end, by the letter of the protocol."""
    parts = re.split(r"(\r\n|\r|\n)", text)
    return [*zip(parts[::2], [*parts[1::2], ""], strict=True)]


def units(text: str, encoding: str) -> int:
    codec, size = _UNITS[encoding]
    return len(text.encode(codec)) // size


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=texts)
def test_each_place_has_the_line_and_column_of_the_protocol(encoding: str, text: str) -> None:
    known, offset = BufferText(text, encoding), 0
    for number, (inner, end) in enumerate(client_lines(text)):
        for at in range(len(inner) + 1):
            place = types.Position(number, units(inner[:at], encoding))
            assert known.client_position(offset + at) == place
            assert known.offset_of(place) == offset + at
        past = types.Position(number, units(inner, encoding) + 9)
        assert known.offset_of(past) == offset + len(inner)
        offset += len(inner + end)
    for line in (number + 1, 999):
        assert known.offset_of(types.Position(line, 0)) == len(text)


@given(texts)
def test_a_finding_stands_where_its_text_stands(text: str) -> None:
    known, source = BufferText(text), SourceText.decode(text.encode())
    for at, char in enumerate(source.text):
        position = source.position(at)
        offset = known.own_offset(position)
        if char != "\n":
            assert text[offset] == char
            assert known.own_position(offset) == position
        assert known.line(position.line) == source.lines[position.line - 1]
    assert known.line(len(source.lines) + 1) == ""


def test_places_that_a_text_no_longer_has() -> None:
    text = BufferText("\ufeffa\r\nb")
    assert text.range_of(Span(Position(1, 1), Position(1, 9))) == types.Range(
        types.Position(0, 1), types.Position(0, 2)
    )
    end = types.Position(1, 1)
    assert text.range_of(Span.at(7, 3)) == types.Range(end, end)
    assert text.own_position(0) == Position(1, 1)


def test_past_the_end_of_a_line_is_its_end() -> None:
    assert BufferText("a~\nb").offset_of(types.Position(0, 9)) == 2


def test_a_change_leaves_the_lines_around_it() -> None:
    place = types.Range(types.Position(1, 0), types.Position(2, 1))
    change = types.TextDocumentContentChangePartial(place, "x\ny")
    assert BufferText("a\nb\nc\nd\ne").changed([change]).text == "a\nx\ny\nd\ne"


def test_a_place_within_a_character_is_the_place_before_it() -> None:
    assert BufferText("𝒯").offset_of(types.Position(0, 1)) == 0


@given(texts, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60), texts), max_size=4))
def test_changes_leave_the_text_that_an_editor_has(
    text: str, changes: list[tuple[int, int, str]]
) -> None:
    known, before = BufferText(text), text
    made: list[types.TextDocumentContentChangeEvent] = []
    for one, other, new in changes:
        start, end = sorted((min(one, len(text)), min(other, len(text))))
        place = types.Range(known.client_position(start), known.client_position(end))
        start, end = known.offset_of(place.start), known.offset_of(place.end)
        made.append(types.TextDocumentContentChangePartial(place, new))
        known = known.changed(made[-1:])
        text = text[:start] + new + text[end:]
        assert known.text == text
    assert BufferText(before).changed(made).text == text
    made.insert(0, types.TextDocumentContentChangeWholeDocument(before))
    assert BufferText("x").changed(made).text == text


@pytest.mark.parametrize("text", ["x\r\ny", "x\ny", ""])
def test_line_ends(text: str) -> None:
    assert BufferText(text).line_end == ("\r\n" if "\r\n" in text else "\n")


def test_half_a_surrogate_pair_is_no_character() -> None:
    assert BufferText("a\ud835b").text == "a\ufffdb"
    assert BufferText("a\ud835\udcafb").text == "a𝒯b"
    place = types.Range(types.Position(0, 1), types.Position(0, 1))
    half = types.TextDocumentContentChangePartial(place, "\ud835")
    assert BufferText("ab").changed([half]).text == "a\ufffdb"


def test_an_untouched_buffer_is_what_the_file_holds() -> None:
    disk = b"\xef\xbb\xbf---\nname: \xff\n"
    buffer = Buffer(BufferText("---\nname: \ufffd\n"), 0, disk)
    assert buffer.data == disk
    start, end = types.Position(1, 6), types.Position(1, 7)
    change = types.TextDocumentContentChangePartial(types.Range(start, end), "x")
    buffer.apply([change])
    assert buffer.data == b"\xef\xbb\xbf---\nname: x\n"


def test_a_buffer_that_differs_from_the_file_or_has_none() -> None:
    assert Buffer(BufferText("a"), 0, b"b").data == b"a"
    assert Buffer(BufferText("\ufeffa"), 0, b"\xef\xbb\xbfb").data == b"\xef\xbb\xbfa"
    assert Buffer(BufferText("a"), 0, None).data == b"a"
    assert Buffer(BufferText(""), 0, None).data == b""


def test_a_change_that_comes_after_one_of_the_last_line_but_one() -> None:
    """Both count lines as the text has them then."""
    changes = [
        types.TextDocumentContentChangePartial(
            types.Range(types.Position(1, 0), types.Position(1, 1)), "B\nC"
        ),
        types.TextDocumentContentChangePartial(
            types.Range(types.Position(3, 0), types.Position(3, 1)), "D"
        ),
    ]
    assert BufferText("a\nb\nd").changed(changes).text == "a\nB\nC\nD"
