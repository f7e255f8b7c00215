"""Where JSON ends to be JSON: what a person did there, told from the characters around it.

Nothing here is on the way of a sound file, so that the reader itself can stay small and fast.
"""

from __future__ import annotations

import re

from herdr_lint.late import late_pattern

_COMMENT = late_pattern(r"//[^\n]*|/\*(?:.*?\*/|.*)|#[^\n]*", re.DOTALL)
_WORD = late_pattern(r"(?:[^\W\d]|\$)[\w$-]*")
_NUMBER = late_pattern(r"[-+.]*[0-9][0-9A-Za-z_.]*(?:(?<=[eE])[-+][0-9A-Za-z_.]*)?")
_SINGLE_QUOTED = late_pattern(r"'(?:[^'\\\n]|\\.)*'?")
_STRING_PART = late_pattern(r'(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+')
_BAD_ESCAPE = late_pattern(r"\\(?:u[0-9a-fA-F]{0,3}|.?)", re.DOTALL)
_SPACES = late_pattern(r"[ \t\n\r]*+")
_OPENERS = {"}": "{", "]": "["}


class JsonError(Exception):
    """The first error of syntax: offsets in the text, and what it is about."""

    def __init__(
        self,
        kind: str,
        start: int,
        end: int,
        *,
        related: tuple[int, int] | None = None,
        **params: str | int,
    ) -> None:
        super().__init__(kind)
        self.kind = kind
        self.start = start
        self.end = end
        self.related = related
        self.params = params


def at_value(text: str, at: int, opening: int) -> JsonError:
    """Why no value starts at an offset; ``opening`` is that of the innermost bracket, or -1."""
    if at == len(text):
        return _cut_off(text, at, opening)
    return (
        _after_comma(text, at)
        or _foreign(text, at)
        or _number(text, at)
        or _word(text, at, "unknown-word")
        or _unexpected(text, at, "a value")
    )


def at_key(text: str, at: int, opening: int) -> JsonError:
    """Why no member name starts at an offset inside an object."""
    if at == len(text):
        return _cut_off(text, at, opening)
    return (
        _after_comma(text, at)
        or _foreign(text, at)
        or _word(text, at, "unquoted-key")
        or _unexpected(text, at, "a key in double quotes")
    )


def at_colon(text: str, at: int, opening: int) -> JsonError:
    """Why no colon follows a member name."""
    at = skip_space(text, at)
    if at == len(text):
        return _cut_off(text, at, opening)
    return _comment(text, at) or _unexpected(text, at, "`:`")


def at_separator(text: str, at: int, opening: int, closer: str) -> JsonError:
    """Why neither a comma nor the closing bracket follows a value."""
    at = skip_space(text, at)
    if at == len(text):
        return _cut_off(text, at, opening)
    found = text[at]
    if found in _OPENERS:
        return JsonError(
            "mismatched-bracket",
            at,
            at + 1,
            related=(opening, opening + 1),
            found=found,
            expected=closer,
        )
    if found in "\"'{[-" or found.isalnum():
        return JsonError("missing-comma", at, at + 1)
    return _comment(text, at) or _unexpected(text, at, f"`,` or `{closer}`")


def after_value(text: str, at: int) -> JsonError:
    """What stands after the one value that a JSON text is."""
    return _comment(text, at) or JsonError("text-after-end", at, len(text.rstrip(" \t\n\r")))


def at_string(text: str, at: int) -> JsonError:
    """Why the string that opens at an offset does not end."""
    stop = _end(_STRING_PART, text, at + 1)
    if stop == len(text) or text[stop] == "\n":
        return JsonError("unterminated-string", at, stop)
    if text[stop] == "\\":
        end = _end(_BAD_ESCAPE, text, stop)
        return JsonError("bad-escape", stop, end, found=text[stop:end])
    return JsonError("control-character", stop, stop + 1, code=f"U+{ord(text[stop]):04X}")


def _cut_off(text: str, at: int, opening: int) -> JsonError:
    if opening < 0:
        return JsonError("empty", 0, 0)
    related = (opening, opening + 1)
    return JsonError("unclosed", at, at, related=related, found=text[opening])


def _after_comma(text: str, at: int) -> JsonError | None:
    if text[at] not in _OPENERS:
        return None
    comma = text[:at].rstrip()
    if not comma.endswith(","):
        return None
    return JsonError("trailing-comma", len(comma) - 1, len(comma))


def _foreign(text: str, at: int) -> JsonError | None:
    """What other notations have and JSON has not."""
    if text[at] == "'":
        end = _end(_SINGLE_QUOTED, text, at)
        return JsonError("single-quotes", at, end, found=text[at:end])
    return _comment(text, at)


def _comment(text: str, at: int) -> JsonError | None:
    found = _COMMENT.match(text, at)
    return JsonError("comment", at, found.end()) if found else None


def _number(text: str, at: int) -> JsonError | None:
    found = _NUMBER.match(text, at)
    return JsonError("bad-number", at, found.end(), found=found[0]) if found else None


def _word(text: str, at: int, kind: str) -> JsonError | None:
    found = _WORD.match(text, at)
    return JsonError(kind, at, found.end(), found=found[0]) if found else None


def _unexpected(text: str, at: int, expected: str) -> JsonError:
    return JsonError("unexpected-character", at, at + 1, found=text[at], expected=expected)


def skip_space(text: str, at: int) -> int:
    return _end(_SPACES, text, at)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    assert found is not None  # noqa: S101 - each of them begins with what stands there, or nothing
    return found.end()
