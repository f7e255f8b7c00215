"""What is said of YAML that cannot be read, and where."""

from __future__ import annotations

import pytest

from herdr_lint.syntax.text import SourceText
from herdr_lint.syntax.yaml_errors import reason_of, stands_at
from herdr_lint.syntax.yaml_reader import read_yaml

COLON = "a `: ` inside an unquoted value, or a wrong indentation"
TAB = "a tab where only spaces may indent"
START = "a character that cannot start an unquoted value"
QUOTE = "a quote is not closed"
BRACKET = "a bracket is not closed"
COMMA = "a comma or bracket is missing"
BLOCK = "a wrong indentation, or text after a value that has ended"
AFTER = "text after the value that the file holds"
MISSING = "a value is missing"
HEADER = "text on the line of a `|` or `>`"
KEY = "a key without a colon"
ESCAPE = "a `\\` in double quotes before a character that needs none"
CONTROL = "a control character"
TAG = "a tag (`!…`) that the file does not declare"


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("a: b: c", 1, 5, COLON),
        ("a: 1\n  b: 2", 2, 4, COLON),
        ("a:\n\t- b", 2, 1, TAB),
        ("a: @x", 1, 4, START),
        ("a: `x`", 1, 4, START),
        ('a: "x', 1, 6, QUOTE),
        ("a: 'x", 1, 6, QUOTE),
        ("a: [1", 1, 6, BRACKET),
        ("a: {b", 1, 6, BRACKET),
        ("a: [1}", 1, 6, COMMA),
        ("- a\nb: c", 2, 1, BLOCK),
        ('a: "x" y\nb: 1', 1, 8, BLOCK),
        ("[a] b", 1, 5, AFTER),
        ("a: ]", 1, 4, MISSING),
        ("a: ,", 1, 4, MISSING),
        ("a: |x\n y", 1, 5, HEADER),
        ("a: |0\n y", 1, 5, HEADER),
        ("a: b\nc\n", 3, 1, KEY),
        ('a: "\\q"', 1, 6, ESCAPE),
        ("a: \x01", 1, 4, CONTROL),
        ("a: !k!x 1", 1, 4, TAG),
        ("a: - b", 1, 4, "sequence entries are not allowed here"),
        ("!<x", 1, 4, "expected '>' but found '\\x00'"),
    ],
)
def test_what_cannot_be_read(text: str, line: int, column: int, reason: str) -> None:
    (problem,) = read_yaml(SourceText(text)).problems
    start = problem.span.start
    assert (problem.kind, problem.params["reason"]) == ("yaml-syntax", reason)
    assert (start.line, start.column) == (line, column)


class _Mark:
    index = 7


class _ToldError(Exception):
    def __init__(self, **told: object) -> None:
        vars(self).update(told)


@pytest.mark.parametrize(
    ("error", "at"),
    [
        (_ToldError(), 0),
        (_ToldError(position=3), 3),
        (_ToldError(position=None), 0),
        (_ToldError(context_mark=_Mark, position=3), 7),
        (_ToldError(problem_mark=_Mark, context_mark=None), 7),
    ],
)
def test_where_the_library_gave_up(error: Exception, at: int) -> None:
    assert stands_at(error) == at


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (_ToldError(), "not readable"),
        (_ToldError(problem=None, reason="special characters are not allowed"), CONTROL),
        (_ToldError(problem="one\n  two", reason="three"), "one two"),
    ],
)
def test_what_the_library_says(error: Exception, reason: str) -> None:
    assert reason_of(error) == reason
