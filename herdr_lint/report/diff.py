"""The edits of a finding as a small diff."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.text import Text

from herdr_lint.model import Edit, Position
from herdr_lint.report.frame import MARGIN, Margin
from herdr_lint.report.layout import strip
from herdr_lint.report.view import count
from herdr_lint.syntax.text import SourceText

MOST_HUNKS = 2
"""Places of an edit that are shown; the others are counted."""
LARGEST_EDIT = 20_000
"""Characters of the lines that an edit touches; a larger one, in minified JSON say, is not shown,
so that the cost of a report does not grow with the product of lines and findings."""


class _Side(NamedTuple):
    """How the lines before or after an edit are marked, and how many of them are shown.

    The frame above a diff has the old lines, so one of them will do.
    """

    sign: str
    style: str
    most: int


_OLD = _Side("-", "red", 1)
_NEW = _Side("+", "green", 2)


class Hunk(NamedTuple):
    """Lines from ``line`` on, before and after; either side may be empty."""

    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]


def hunks(source: SourceText, edits: Sequence[Edit]) -> list[Hunk]:
    """What the edits change, line by line.

    Empty if they overlap, leave the source, or touch more than can be shown.
    """
    ordered = sorted(edits)
    if not all(_showable(source, edit) for edit in ordered):
        return []
    if any(right.span.start < left.span.end for left, right in pairwise(ordered)):
        return []
    found = (_hunk(source, group) for group in _groups(ordered))
    return [hunk for hunk in found if hunk.old or hunk.new]


def line_numbers(found: Sequence[Hunk]) -> Iterator[int]:
    """The numbers of the last lines that a diff shows of each place; none for an empty one."""
    for hunk in found[:MOST_HUNKS]:
        for side, lines in ((_OLD, hunk.old), (_NEW, hunk.new)):
            yield hunk.line + min(side.most, len(lines)) - 1


def diff(
    found: Sequence[Hunk], margin: Margin, width: int, *, old: bool = True, whole: bool = True
) -> Iterator[Text]:
    """The rows: old lines with ``-``, new lines with ``+``, each with its number.

    Without ``old`` only what stands there afterwards, where there is any; of what is not ``whole``
    only one line.
    """
    for hunk in found[:MOST_HUNKS] if whole else found[:1]:
        common = _common("\n".join(hunk.old), "\n".join(hunk.new))
        if old or not hunk.new:
            yield from _rows(_OLD, hunk.line, hunk.old, common, margin, width)
        new = _NEW if whole else _NEW._replace(most=1)
        yield from _rows(new, hunk.line, hunk.new, common, margin, width)
    if whole and len(found) > MOST_HUNKS:
        yield margin.gap().append(f" {count(len(found) - MOST_HUNKS, 'more place')}")


def _rows(
    side: _Side, first: int, lines: Sequence[str], common: int, margin: Margin, width: int
) -> Iterator[Text]:
    """The first lines of one side, and at their end how many are left out."""
    shown = lines[: side.most]
    left_out = len(lines) - len(shown)
    for number, line in enumerate(shown):
        focus = 0 if number else common
        remark = f"  … {left_out} more" if left_out and number == len(shown) - 1 else ""
        part = strip(line, focus, focus, width - margin.room - len(remark))
        yield Text.assemble(
            (f"{first + number:>{margin.digits}} ", MARGIN),
            (f"{side.sign} {part.text}", side.style),
            (remark, MARGIN),
        )


def _showable(source: SourceText, edit: Edit) -> bool:
    start, end = edit.span.start, edit.span.end
    if start > end or not all(_exists(source, position) for position in (start, end)):
        return False
    last = source.line_starts[end.line - 1] + len(source.lines[end.line - 1])
    return last - source.line_starts[start.line - 1] <= LARGEST_EDIT


def _exists(source: SourceText, position: Position) -> bool:
    if not 1 <= position.line <= len(source.lines):
        return False
    return 1 <= position.column <= len(source.lines[position.line - 1]) + 1


def _groups(edits: Sequence[Edit]) -> Iterator[list[Edit]]:
    """Edits that touch the same line belong to one hunk."""
    group: list[Edit] = []
    for edit in edits:
        if group and edit.span.start.line > group[-1].span.end.line:
            yield group
            group = []
        group.append(edit)
    yield group


def _hunk(source: SourceText, edits: Sequence[Edit]) -> Hunk:
    first, last = edits[0].span.start.line, edits[-1].span.end.line
    start = source.line_starts[first - 1]
    end = source.line_starts[last - 1] + len(source.lines[last - 1])
    parts, at = [], start
    for edit in edits:
        parts += [source.text[at : source.offset(edit.span.start)], edit.text]
        at = source.offset(edit.span.end)
    parts.append(source.text[at:end])
    return _trimmed(first, source.lines[first - 1 : last], "".join(parts).split("\n"))


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    """The length of the longest common start."""
    pairs = enumerate(zip(left, right, strict=False))
    return next((at for at, (one, other) in pairs if one != other), min(len(left), len(right)))


def _trimmed(line: int, old: list[str], new: list[str]) -> Hunk:
    """The hunk without the lines that are the same on both sides."""
    same = _common(old, new)
    old, new = old[same:], new[same:]
    tail = _common(old[::-1], new[::-1])
    return Hunk(line + same, tuple(old[: len(old) - tail]), tuple(new[: len(new) - tail]))
