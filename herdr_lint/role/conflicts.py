"""Conflict markers that a merge left behind, in the frontmatter or in the body."""

from __future__ import annotations

from typing import Any

from herdr_lint.late import late_pattern
from herdr_lint.role.frontmatter import Frontmatter
from herdr_lint.syntax.text import SourceText

_MARKER = late_pattern(r"(<{7}|>{7}|\|{7}|={7})(?: .*)?")
_CODE = late_pattern(r" {0,3}(```|~~~)")
_BEGIN, _MIDDLE, _END = "<" * 7, "=" * 7, ">" * 7


def is_marker(line: str) -> bool:
    """Whether a line of the frontmatter is what git writes around a conflict."""
    return _MARKER.fullmatch(line) is not None


def conflicts(text: SourceText, block: Frontmatter | None) -> list[dict[str, Any]]:
    """Each conflict, or each marker that stands alone: how many markers, and in which part.

    A row of equals signs underlines a heading in a body, and is a marker only beside others.
    """
    if not any(sign in text.text for sign in (_BEGIN, _END, f"\n{_MIDDLE}\n")):
        return []
    found: list[dict[str, Any]] = []
    for number, sign, part in _markers(text, block.close_line if block else 0):
        if found and sign != _BEGIN and found[-1]["part"] == part and not found[-1]["ended"]:
            found[-1]["markers"] += 1
        elif sign != _MIDDLE or part == "frontmatter":
            found.append({"part": part, "markers": 1, "line": number})
        else:
            continue
        found[-1]["ended"] = sign == _END
        found[-1]["last"] = number
    return [{key: fact for key, fact in one.items() if key != "ended"} for one in found]


def _markers(text: SourceText, close: int) -> list[tuple[int, str, str]]:
    markers, code = [], False
    for number, line in enumerate(text.lines, 1):
        part = "frontmatter" if number < close else "body" if close else "file"
        if part != "frontmatter" and _CODE.match(line):
            code = not code
        found = None if code else _MARKER.fullmatch(line)
        if found:
            markers.append((number, found[1], part))
    return markers
