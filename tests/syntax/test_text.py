"""Bytes to text, and text to lines and columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.model import Position, Span
from herdr_lint.syntax.text import ECMA_SPACE, SourceText, ecma_trim

texts = st.text(st.characters(exclude_categories=["Cs"]))
awkward = st.text("a\n\r\ufeff\u2028\x85\x0c\u00e9e\u0301\u4e2d\U0001f600\ufffd")


@given(st.binary())
def test_bytes_decode_like_every_decoder_that_replaces(data: bytes) -> None:
    text = SourceText.decode(data)
    plain = data.decode("utf-8", "replace")
    assert text.bom is plain.startswith("\ufeff")
    assert text.text == plain.removeprefix("\ufeff").replace("\r\n", "\n")
    assert all(text.text[offset] == "\ufffd" for offset in text.replaced)
    assert bool(text.replaced) is not _is_utf_8(data)


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


@given(st.lists(st.sampled_from(["a", "\ufffd", b"\xff", b"\xe2\x82", "\r\n"])))
def test_replacements_are_told_from_what_the_author_wrote(parts: list[str | bytes]) -> None:
    data = b"".join(part.encode() if isinstance(part, str) else part + b"." for part in parts)
    text = SourceText.decode(data)
    wrong = sum(isinstance(part, bytes) for part in parts)
    assert len(text.replaced) == wrong
    assert text.text.count("\ufffd") == wrong + parts.count("\ufffd")


@given(texts | awkward, st.data())
def test_offsets_and_positions_are_the_same_places(written: str, data: st.DataObject) -> None:
    text = SourceText.decode(written.encode())
    start = data.draw(st.integers(0, len(text.text)))
    end = data.draw(st.integers(start, len(text.text)))
    span = text.span(start, end)
    assert text.offset(span.start) == start
    assert text.slice(span) == text.text[start:end]
    assert span.start.line == text.text[:start].count("\n") + 1
    assert span.start.column == len(text.text[:start].rpartition("\n")[2]) + 1


@given(awkward)
def test_lines_end_at_line_feeds_alone(written: str) -> None:
    text = SourceText.decode(written.encode())
    assert "\n".join(text.lines) == text.text
    for number, line in enumerate(text.lines, 1):
        assert text.slice(text.line_span(number)) == line


def test_a_mark_and_the_cr_of_crlf_take_no_column() -> None:
    text = SourceText.decode("\ufeffab\r\ncd\re".encode())
    assert text.lines == ["ab", "cd\re"]
    assert text.position(0) == Position(1, 1)
    assert text.position(3) == Position(2, 1)
    assert text.line_span(2) == Span.at(2, 1, 5)


def test_wide_and_combined_characters_are_code_points() -> None:
    text = SourceText.decode("e\u0301\U0001f600\u4e2d!".encode())
    assert text.position(4) == Position(1, 5)


@pytest.mark.parametrize("space", ECMA_SPACE)
def test_what_ecmascript_trims(space: str) -> None:
    assert ecma_trim(f"{space}a{space}b{space}") == f"a{space}b"


@pytest.mark.parametrize("other", "\x1c\x1d\x1e\x1f\x85\u200b\u180e")
def test_what_it_does_not(other: str) -> None:
    assert ecma_trim(f"{other}a") == f"{other}a"


def test_texts_are_equal_by_what_they_hold() -> None:
    assert SourceText("a") == SourceText("a")
    assert hash(SourceText("a")) == hash(SourceText("a", bom=True))
    assert SourceText("a") != SourceText("a", bom=True)
    assert SourceText("a") != "a"
    assert (SourceText("a") == "a") is False
    assert SourceText("a", replaced=(0,)) != SourceText("a")
