"""JSON as text that shows all that is in it."""

from __future__ import annotations

import json
import re
from typing import Any

from herdr_lint.late import late_pattern

_BEYOND_ASCII = late_pattern("[^\x00-\x7e\ud800-\udfff]")


def json_text(value: Any, indent: int | None = 2) -> str:
    """The value as JSON and a line end; what does not show is escaped.

    The letters of all languages stay readable. Control and bidirectional characters, which could
    drive a terminal or deceive a reader of the raw text, can only stand in strings, and an escape
    means the same there.
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if not text.isascii() or "\x7f" in text:
        text = _BEYOND_ASCII.sub(_escaped, text)
    return f"{text}\n"


def ascii_json(value: Any) -> str:
    """The value as JSON and a line end, in ASCII: what takes the output need not know UTF-8."""
    return json.dumps(value, indent=2) + "\n"


def _escaped(found: re.Match[str]) -> str:
    char = found[0]
    return char if char.isprintable() else json.dumps(char)[1:-1]
