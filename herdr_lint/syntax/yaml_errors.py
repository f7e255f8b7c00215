"""What ruamel.yaml says of a broken text, said for people who have never seen its insides."""

from __future__ import annotations

TAB = "a tab where only spaces may indent"
HEADER = "text on the line of a `|` or `>`"

_REASONS = (
    ("mapping values are not allowed", "a `: ` inside an unquoted value, or a wrong indentation"),
    ("cannot start any token", "a character that cannot start an unquoted value"),
    ("unexpected end of stream", "a quote is not closed"),
    ("but got '<stream end>'", "a bracket is not closed"),
    ("but got", "a comma or bracket is missing"),
    ("expected <block end>", "a wrong indentation, or text after a value that has ended"),
    ("expected '<document start>'", "text after the value that the file holds"),
    ("expected the node content", "a value is missing"),
    ("could not find expected ':'", "a key without a colon"),
    ("unknown escape character", "a `\\` in double quotes before a character that needs none"),
    ("special characters are not allowed", "a control character"),
    ("undefined tag handle", "a tag (`!…`) that the file does not declare"),
)


def reason_of(error: Exception) -> str:
    """One phrase for a message; the library's own words where nothing better is known."""
    own = getattr(error, "problem", None) or getattr(error, "reason", None) or "not readable"
    for words, reason in _REASONS:
        if words in own:
            return reason
    return " ".join(str(own).split())


def stands_at(error: Exception) -> int:
    """The offset at which the library gave up; 0 if it does not say."""
    for name in ("problem_mark", "context_mark"):
        mark = getattr(error, name, None)
        if mark is not None:
            return int(mark.index)
    return int(getattr(error, "position", 0) or 0)
