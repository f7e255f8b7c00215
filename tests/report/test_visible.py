"""What does not show is escaped in prose, and named in the line of a source."""

from __future__ import annotations

import pytest

from herdr_lint.report.visible import visible, visible_in_source


@pytest.mark.parametrize(
    ("text", "shown", "named"),
    [
        ("a b é 日", "a b é 日", "a b é 日"),
        ("\u3164", "\\u3164", "<U+3164>"),
        ("a\ufe0f", "a\\ufe0f", "a<U+FE0F>"),
        ("\t\n\x7f", "\\t\\n\\x7f", "<U+0009><U+000A><U+007F>"),
        ("\u202ea", "\\u202ea", "<U+202E>a"),
        ("\U000e0100", "\\U000e0100", "<U+E0100>"),
        ("\udc80", "\\udc80", "<U+DC80>"),
    ],
)
def test_what_does_not_show(text: str, shown: str, named: str) -> None:
    assert visible(text) == shown
    assert "".join(map(visible_in_source, text)) == named
