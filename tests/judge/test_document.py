from __future__ import annotations

from herdr_lint.judge.document import Document, NodeSpans, from_pointer, to_pointer
from herdr_lint.model import FILE_START, Span
from herdr_lint.syntax.text import SourceText

KEY, VALUE = Span.at(1, 1, 2), Span.at(1, 4, 9)


def test_locate() -> None:
    spans = {"/a": NodeSpans(KEY, VALUE), "/b": NodeSpans(KEY, None), "/c": NodeSpans(None, None)}
    document = Document("role", "scout.md", {}, SourceText(""), spans)
    assert document.locate("/a") == VALUE
    assert document.locate("/a", "key") == KEY
    assert document.locate("/a/deeper", "key") == VALUE
    assert document.locate("/b") == KEY
    assert document.locate("/c") == FILE_START
    assert document.locate("/d") == FILE_START


def test_pointers() -> None:
    assert to_pointer(("a/b", 0, "~", "")) == "/a~1b/0/~0/"
    assert from_pointer("/a~1b/0/~0/") == ["a/b", "0", "~", ""]
    assert from_pointer(to_pointer(())) == []
