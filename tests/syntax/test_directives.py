"""Comments that speak to this program."""

from __future__ import annotations

import pytest

from herdr_lint.syntax.directives import Directive, read_directive, written


@pytest.mark.parametrize(
    ("comment", "says"),
    [
        ("# herdr-lint: ignore[a]", Directive(("a",), "", False)),
        ("#herdr-lint:ignore[a]because", Directive(("a",), "because", False)),
        (
            "#\therdr-lint: ignore[a, b-c ,] because of it ",
            Directive(("a", "b-c"), "because of it", False),
        ),
        ("# herdr-lint: ignore-next-line[a/b] why", Directive(("a/b",), "why", True)),
        ("# herdr-lint: ignore[]", Directive((), "", False)),
        ("# herdr-lint: ignore", Directive((), "ignore", False)),
        ("# herdr-lint: skip[a]", Directive((), "skip[a]", False)),
        ("# herdr-lint:", Directive((), "", False)),
        ("# herdr-lint ignore[a]", None),
        ("# Herdr-lint: ignore[a]", None),
        ("## herdr-lint: ignore[a]", None),
        ("herdr-lint: ignore[a]", None),
        ("# see herdr-lint: ignore[a]", None),
        ("#", None),
    ],
)
def test_what_a_comment_says(comment: str, says: Directive | None) -> None:
    assert read_directive(comment) == says


@pytest.mark.parametrize(
    ("next_line", "comment"),
    [
        (False, "# herdr-lint: ignore[a, b]"),
        (True, "# herdr-lint: ignore-next-line[a, b]"),
    ],
)
def test_what_is_written_is_read(next_line: bool, comment: str) -> None:
    assert written(["a", "b"], next_line=next_line) == comment
    assert read_directive(comment) == Directive(("a", "b"), "", next_line)
