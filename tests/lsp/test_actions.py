"""What is offered about findings: each edit, ignores, and all that is safe at once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from lsprotocol import types

from herdr_lint.judge.document import Document
from herdr_lint.lsp.actions import FIX_ALL, actions
from herdr_lint.lsp.buffer import BufferText
from herdr_lint.lsp.diagnostics import SOURCE
from herdr_lint.model import Edit, Finding, Layer, Position, Severity, Span
from herdr_lint.role.document import read_role

TEXT = "---\r\nname: a\r\nodd: b\r\n---\r\nx\r\n"
URI = "file:///a.md"


def finding(rule: str, line: int, *edits: Edit) -> Finding:
    return Finding(rule, Severity.ERROR, "m", "h", "a.md", Span.at(line, 2, 4), edits=edits)


def diagnostic(rule: str, source: str = SOURCE) -> types.Diagnostic:
    place = types.Range(types.Position(0, 0), types.Position(0, 1))
    return types.Diagnostic(place, "m", code=rule, source=source)


def offered(
    *findings: Finding,
    wanted: Span | None = None,
    shown: Sequence[types.Diagnostic] = (),
    held: str | None = TEXT,
) -> list[types.CodeAction]:
    document: Document | None = None
    if held is not None:
        document = read_role("a.md", held.encode(), stem="a", layer=Layer.PACKAGE)
    place = wanted or Span.at(3, 1, 9)
    return [*actions(findings, place, shown, BufferText(TEXT), URI, document)]


def texts(action: types.CodeAction) -> list[types.TextEdit]:
    assert action.edit is not None
    assert action.edit.changes is not None
    assert [*action.edit.changes] == [URI]
    return [*action.edit.changes[URI]]


def test_the_edits_of_a_finding_and_its_ignores() -> None:
    gone = Edit(Span(Position(3, 1), Position(4, 1)), "", safe=False)
    lines = Edit(Span.at(3, 1, 4), "\n~new: c\nmore", safe=True)
    odd = finding("key-unknown", 3, gone, lines)
    known = [diagnostic("key-unknown"), diagnostic("key-unknown", "other"), diagnostic("else")]
    first, second, line, file, every = offered(odd, finding("x", 2), shown=known)
    assert [one.title for one in (first, second, line, file, every)] == [
        "Delete it (key-unknown): a guess, look at it",
        "Write `~new: c` (key-unknown)",
        "Ignore key-unknown in this line",
        "Ignore key-unknown in this file",
        "Fix all that is safe (herdr-lint)",
    ]
    assert [one.is_preferred for one in (first, second, line)] == [False, True, None]
    for one in (first, second, line, file):
        assert (one.kind, one.diagnostics) == (types.CodeActionKind.QuickFix, known[:1])
    place = types.Range(types.Position(2, 0), types.Position(2, 3))
    assert texts(second) == texts(every) == [types.TextEdit(place, "\r\n~new: c\r\nmore")]
    assert (every.kind, every.diagnostics) == (FIX_ALL, None)
    assert FIX_ALL == "source.fixAll.herdr-lint"
    assert texts(first)[0].new_text == ""
    start = types.Range(types.Position(2, 0), types.Position(2, 0))
    comment = "# herdr-lint: ignore-next-line[key-unknown]\r\n"
    assert texts(line) == [types.TextEdit(start, comment)]
    assert texts(file)[0].new_text == "# herdr-lint: ignore[key-unknown]\r\n"


def test_a_rule_is_ignored_once_and_a_fault_of_ours_never() -> None:
    found = [finding("key-unknown", 3), finding("key-unknown", 3), finding("internal-error", 3)]
    assert [one.title for one in offered(*found)] == [
        "Ignore key-unknown in this line",
        "Ignore key-unknown in this file",
    ]
    assert offered(*found)[0].diagnostics is None
    assert offered(*found, held=None) == []
    assert offered(*found, held="no frontmatter\n") == []


def test_a_guess_is_nothing_that_is_safe() -> None:
    guess = finding("key-unknown", 3, Edit(Span.at(3, 1, 4), "key", safe=False))
    assert [one.title for one in offered(guess, held=None)] == [
        "Write `key` (key-unknown): a guess, look at it"
    ]


@pytest.mark.parametrize(
    ("wanted", "touched"),
    [
        (Span.at(3, 1, 2), True),
        (Span.at(3, 4, 9), True),
        (Span.at(3, 3, 3), True),
        (Span.at(3, 1, 1), False),
        (Span.at(3, 5, 9), False),
        (Span.at(2, 1, 9), False),
    ],
)
def test_what_a_place_touches(wanted: Span, touched: bool) -> None:
    assert bool(offered(finding("key-unknown", 3), wanted=wanted)) is touched
