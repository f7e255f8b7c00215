from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.fix.plan import chosen, plan
from herdr_lint.model import Edit, Position, Span
from herdr_lint.syntax.text import SourceText


def edit(start: tuple[int, int], end: tuple[int, int], text: str, *, safe: bool = True) -> Edit:
    return Edit(Span(Position(*start), Position(*end)), text, safe)


@pytest.mark.parametrize(
    ("source", "edits", "expected"),
    [
        pytest.param(b"ab\ncd\n", [edit((1, 2), (1, 3), "x")], b"ax\ncd\n", id="within a line"),
        pytest.param(
            b"ab\r\ncd\r\n", [edit((1, 3), (1, 3), "x\ny")], b"abx\r\ny\r\ncd\r\n", id="crlf"
        ),
        pytest.param(
            b"a\nb\r\nc",
            [edit((1, 1), (1, 2), "1\n2"), edit((2, 1), (2, 2), "3\n4")],
            b"1\n2\n3\r\n4\r\nc",
            id="mixed line ends: that of the line",
        ),
        pytest.param(b"a\r\nb", [edit((2, 2), (2, 2), "\nc")], b"a\r\nb\r\nc", id="last line"),
        pytest.param(b"a", [edit((1, 2), (1, 2), "\nb")], b"a\nb", id="only line"),
        pytest.param(
            b"\xef\xbb\xbfab\n",
            [edit((1, 1), (1, 2), "x")],
            b"\xef\xbb\xbfxb\n",
            id="byte order mark",
        ),
        pytest.param(
            b"a \nb\t \n", [edit((1, 1), (1, 2), "x")], b"x \nb\t \n", id="trailing spaces"
        ),
        pytest.param(
            b"a\r\nb\r\nc\r\n", [edit((2, 1), (3, 1), "")], b"a\r\nc\r\n", id="a whole line"
        ),
        pytest.param(b"a\r\nb\r\n", [edit((1, 1), (2, 2), "x")], b"x\r\n", id="over a line end"),
        pytest.param(
            b"a\rb\n", [edit((1, 3), (1, 4), "x")], b"a\rx\n", id="a lone CR has a column"
        ),
        pytest.param(b"a\r\r\nb", [edit((1, 2), (1, 3), "")], b"a\r\nb", id="a CR before a CRLF"),
        pytest.param(b"a\r", [edit((1, 2), (1, 3), "\n")], b"a\n", id="a CR at the end"),
        pytest.param(
            "é☃𝒳z".encode(),
            [edit((1, 3), (1, 4), "x")],
            "é☃xz".encode(),
            id="code points",
        ),
        pytest.param(
            b"abc",
            [edit((1, 1), (1, 2), "x"), edit((1, 2), (1, 3), "y")],
            b"xyc",
            id="side by side",
        ),
        pytest.param(
            b"abc",
            [edit((1, 1), (1, 3), "x"), edit((1, 2), (1, 4), "y")],
            b"xc",
            id="overlap: the first",
        ),
        pytest.param(
            b"abcd",
            [edit((1, 1), (1, 3), "x"), edit((1, 2), (1, 4), "y"), edit((1, 4), (1, 5), "z")],
            b"xcz",
            id="one behind those that overlap",
        ),
        pytest.param(
            b"ab",
            [edit((1, 2), (1, 2), "y"), edit((1, 2), (1, 2), "x")],
            b"axb",
            id="two insertions at one place: the first",
        ),
        pytest.param(
            b"ab",
            [edit((1, 1), (1, 2), "x"), edit((1, 1), (1, 2), "x")],
            b"xb",
            id="the same twice",
        ),
        pytest.param(
            b"ab\ncd",
            [edit((1, 4), (1, 4), "x"), edit((2, 1), (2, 2), "y")],
            b"ab\nyd",
            id="one without a place is left out",
        ),
        pytest.param(
            b"ab",
            [edit((1, 1), (1, 2), "\ud7ff\ue000")],
            "\ud7ff\ue000b".encode(),
            id="beside surrogates",
        ),
        pytest.param(
            b"ab",
            [edit((1, 1), (1, 2), "x", safe=False), edit((1, 2), (1, 3), "y")],
            b"ay",
            id="a guess is left out",
        ),
    ],
)
def test_only_the_edits_change(source: bytes, edits: list[Edit], expected: bytes) -> None:
    assert plan(source, edits) == expected


@pytest.mark.parametrize(
    ("source", "edits"),
    [
        pytest.param(b"ab", [], id="no edit"),
        pytest.param(b"ab", [edit((1, 1), (1, 2), "a")], id="the text that is there"),
        pytest.param(b"ab", [edit((1, 1), (1, 2), "x", safe=False)], id="only a guess"),
        pytest.param(b"a\xe9b", [edit((1, 1), (1, 2), "x")], id="not UTF-8"),
        pytest.param(b"ab", [edit((2, 1), (2, 1), "x")], id="no such line"),
        pytest.param(b"ab", [edit((0, 1), (1, 1), "x")], id="no line at all"),
        pytest.param(b"ab", [edit((1, 4), (1, 4), "x")], id="no such column"),
        pytest.param(b"ab", [edit((1, 1), (1, 4), "x")], id="no such end"),
        pytest.param(b"ab\r\n", [edit((1, 4), (1, 4), "x")], id="the CR of a CRLF"),
        pytest.param(b"ab", [edit((1, 2), (1, 1), "x")], id="end before start"),
        pytest.param(b"ab", [edit((1, 1), (1, 2), "\ud800")], id="half a surrogate pair"),
        pytest.param(b"ab", [edit((1, 1), (1, 2), "\udfff")], id="the other half of one"),
    ],
)
def test_nothing_to_do_is_none(source: bytes, edits: list[Edit]) -> None:
    assert plan(source, edits) is None


def test_guesses_are_made_on_request() -> None:
    assert plan(b"ab", [edit((1, 1), (1, 2), "x", safe=False)], safe_only=False) == b"xb"


def test_chosen_edits_stand_in_file_order() -> None:
    first, second = edit((1, 1), (1, 2), "x"), edit((2, 1), (2, 2), "y")
    assert chosen([second, first, second], safe_only=True) == [first, second]


texts = st.builds(
    str.__add__,
    st.sampled_from(["", "\ufeff"]),
    st.text(st.sampled_from("ab é\u2028\r\n"), max_size=30),
)


@given(texts, st.data())
def test_the_edited_text_is_what_the_reader_sees(text: str, data: st.DataObject) -> None:
    """Slicing the seen text and replacing in the bytes come to the same."""
    source = text.encode()
    seen = SourceText.decode(source)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(seen.text))] * 2)))
    new = data.draw(st.text("xy\n", max_size=4))
    made = plan(source, [Edit(seen.span(start, end), new)])
    expected = seen.text[:start] + new + seen.text[end:]
    after = SourceText.decode(source if made is None else made)
    assert after.bom == seen.bom
    assert after.text.replace("\r", "") == expected.replace("\r", "")


@given(texts, st.data())
def test_bytes_outside_of_the_edit_stay(text: str, data: st.DataObject) -> None:
    source = text.encode()
    seen = SourceText.decode(source)
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(seen.text))] * 2)))
    made = plan(source, [Edit(seen.span(start, end), "<>")])
    assert made is not None
    before, _, after = made.partition(b"<>")
    assert source.startswith(before)
    assert source.endswith(after)
