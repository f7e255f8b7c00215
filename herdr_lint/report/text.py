"""``text``: for people in a terminal, in the manner of a compiler that wants to help.

The text is the same with and without colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO

from rich.color import ColorSystem
from rich.console import Console
from rich.text import Text

from herdr_lint.model import Finding, Related
from herdr_lint.report.diff import Hunk, diff, hunks
from herdr_lint.report.diff import last_line as last_line_of_diff
from herdr_lint.report.frame import Margin, Mark, frame
from herdr_lint.report.frame import last_line as last_line_of_frame
from herdr_lint.report.layout import frame_width, marked_up, paragraph, prose_width
from herdr_lint.report.summary import CODE_STYLE, SEVERITY_STYLES, summary
from herdr_lint.report.view import View, is_fixable, place
from herdr_lint.report.visible import visible

_RELATED_STYLE = "blue"
_LABEL_STYLE = "bold"
_READERS = {"openwop": "registry", "archive": "registry", "run": "run"}


def render(view: View) -> str:
    lines: list[Text] = []
    writer = _FindingWriter(view)
    for finding in view.report.findings:
        lines += [*writer.write(finding), Text()]
    lines += summary(view)
    return _printed(lines, view.color)


def _printed(lines: Sequence[Text], color: bool) -> str:
    if not color:
        return "".join(f"{line.plain.rstrip()}\n" for line in lines)
    console = Console(file=StringIO())
    parts = []
    for line in lines:
        line.rstrip()
        for text, style, _ in line.render(console, end="\n"):
            parts.append(style.render(text, color_system=ColorSystem.STANDARD) if style else text)
    return "".join(parts)


class _FindingWriter:
    """Writes findings one after the other and remembers what has been said once."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._width = frame_width(view.width)
        self._prose = prose_width(view.width)
        self._said: set[tuple[object, ...]] = set()

    def write(self, finding: Finding) -> Iterator[Text]:
        style = SEVERITY_STYLES[finding.severity]
        here, elsewhere = _split_related(finding)
        marks = [Mark(finding.span, "", style, primary=True), *map(_related_mark, here)]
        changes = self._hunks(finding)
        margin = self._margin(finding, marks, elsewhere, changes)

        lead = Text(f"{finding.severity}[{visible(finding.rule)}]: ", style=style)
        yield from paragraph(lead, marked_up(finding.message, style="bold"), self._prose, hang=2)
        yield Text.assemble(margin.arrow(), visible(place(finding)))
        rows = self._frame(finding.path, marks, margin)
        yield from rows
        if not rows:
            elsewhere = [*here, *elsewhere]
        for related in elsewhere:
            yield from self._elsewhere(related, margin)
        yield from self._told_about(finding, margin)
        yield from self._fix(finding, changes, margin)

    def _margin(
        self,
        finding: Finding,
        marks: Sequence[Mark],
        elsewhere: Sequence[Related],
        changes: Sequence[Hunk],
    ) -> Margin:
        numbers = [last_line_of_diff(changes)]
        places = [
            (finding.path, marks),
            *((other.path, [_related_mark(other)]) for other in elsewhere),
        ]
        for path, found in places:
            source = self._view.sources(path)
            if source is not None:
                numbers.append(last_line_of_frame(source, found))
        return Margin(len(str(max(numbers))))

    def _frame(self, path: str, marks: Sequence[Mark], margin: Margin) -> list[Text]:
        source = self._view.sources(path)
        if source is None or not source.text:
            return []
        rows = frame(source, marks, margin, self._width)
        return [*rows, margin.blank()] if rows else []

    def _elsewhere(self, related: Related, margin: Margin) -> Iterator[Text]:
        start = related.span.start
        where = visible(f"{related.path}:{start.line}:{start.column}")
        rows = self._frame(related.path, [_related_mark(related)], margin)
        if rows:
            yield Text.assemble(margin.arrow(":::"), where)
            yield from rows
        else:
            yield from self._remark("see", f"{where}: {related.message}", margin)

    def _told_about(self, finding: Finding, margin: Margin) -> Iterator[Text]:
        rule = self._view.rule(finding.rule)
        reader = _READERS.get(rule.group if rule else "", "host")
        yield from self._remark(reader, " ".join(self._consequence(finding)), margin)
        yield from self._remark("help", finding.help, margin)

    def _consequence(self, finding: Finding) -> Iterator[str]:
        """What the host or the registry does; told for the first finding of a kind only."""
        if finding.consequence and self._first_time(finding.rule):
            yield finding.consequence
        if finding.host_code and self._first_time(finding.rule, finding.host_code):
            yield f"Code: `{finding.host_code}`."
        if finding.host_reports:
            yield "This is the one that the host reports."

    def _fix(self, finding: Finding, changes: Sequence[Hunk], margin: Margin) -> Iterator[Text]:
        if not finding.edits:
            return
        if not self._first_time(finding.path, finding.edits):
            yield from self._remark("fix", "the same edit as above", margin)
            return
        yield from self._remark("fix", _fix_remark(finding), margin)
        yield from diff(changes, margin, self._width)

    def _first_time(self, *what: object) -> bool:
        """Whether this has not been said in this run; from now on it has."""
        if what in self._said:
            return False
        self._said.add(what)
        return True

    def _hunks(self, finding: Finding) -> list[Hunk]:
        source = self._view.sources(finding.path)
        if source is None or not finding.edits:
            return []
        return hunks(source, finding.edits)

    def _remark(self, label: str, text: str, margin: Margin) -> Iterator[Text]:
        if text:
            lead = Text.assemble(margin.blank("="), (f"{label}: ", _LABEL_STYLE))
            yield from paragraph(lead, marked_up(text, CODE_STYLE), self._prose)


def _split_related(finding: Finding) -> tuple[list[Related], list[Related]]:
    """The related places in the file of the finding, and those in other files."""
    here = [related for related in finding.related if related.path == finding.path]
    return here, [related for related in finding.related if related.path != finding.path]


def _related_mark(related: Related) -> Mark:
    return Mark(related.span, related.message, _RELATED_STYLE)


def _fix_remark(finding: Finding) -> str:
    if is_fixable(finding):
        return "fixable with `--fix`"
    return "a guess, which `--fix` leaves to you"
