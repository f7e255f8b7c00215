"""``text``: for people in a terminal, in the manner of a compiler that wants to help.

The findings of a file stand below its name. One takes as few rows as it can: what rule, where, the
line with what is wrong there, what the host does, what to do instead. The text is the same with
and without colour.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from herdr_lint.judge.rule_registry import Rule
from herdr_lint.late import late_pattern
from herdr_lint.links import rule_page
from herdr_lint.model import Finding, Related, Report
from herdr_lint.report.diff import Hunk, diff, hunks
from herdr_lint.report.diff import line_numbers as numbers_of_diff
from herdr_lint.report.frame import Margin, Mark, frame
from herdr_lint.report.frame import line_numbers as numbers_of_frame
from herdr_lint.report.layout import (
    console,
    cut_off,
    frame_width,
    marked_up,
    paragraph,
    prose_width,
    strip,
)
from herdr_lint.report.summary import CODE_STYLE, SEVERITY_STYLES, counts, summary
from herdr_lint.report.view import View, count, place, remedy
from herdr_lint.report.visible import visible

_RELATED_STYLE = "blue"
_LABEL_STYLE = "bold"
_FILE_STYLE = "bold underline"
_STOPS_HERE = "the host stops at this one"
_AGAIN = "fix: the edit above"
_NARROWEST_TITLE = 12
_HANG = 2
"""Cells by which the later rows of a remark are indented."""
_MOST_PLACES = 3
_CODE_AT_END = late_pattern(r"(?P<text>.+)(?:: |\. Did you mean )`(?P<code>[^`]+)`\??", re.DOTALL)
_VALUE_FIRST = late_pattern(
    r"`[^`]+` is `(?P<value>[^`]+)`, (?:and |but |which )?(?P<told>.+)", re.DOTALL
)
_WRITE = late_pattern(r"write `(?P<code>[^`]+)`")
_SUBJECT = late_pattern(
    r"(?:(?:A|The) )?(?P<reader>registry|host|npm|Pi) (?!that |with|of |and |or )"
)
_READERS = {"openwop": "effect", "archive": "effect", "role-pack": "effect", "run": "run"}
"""By the group of a rule, what stands before a consequence that begins with nobody."""


MOST_ROWS = 9
"""Rows of a finding in a terminal that is `_WIDE` or more."""
_WIDE = 80


def render(view: View) -> Iterator[str]:
    writer = _FindingWriter(view)
    for path, found in groupby(view.report.findings, lambda finding: finding.path):
        findings = tuple(found)
        yield _printed([_heading(path, findings, view.terminal.width), Text()], view)
        for finding in findings:
            yield _printed([*writer.write(finding), Text()], view)
    yield _printed([*summary(view)], view)


def _heading(path: str, findings: Sequence[Finding], width: int) -> Text:
    """The name of a file, with the number of its findings where there is room for it."""
    name = Text.assemble((visible(path), _FILE_STYLE))
    tallied = Text.assemble(name, ": ", counts(Report(tuple(findings))))
    return tallied if cell_len(tallied.plain) <= width else name


def _printed(lines: Sequence[Text], view: View) -> str:
    if not view.terminal.color:
        return "".join(f"{line.plain.rstrip()}\n" for line in lines)
    parts = []
    for line in lines:
        whole = Text.assemble(line)  # by which the style of the line itself counts as well
        whole.rstrip()
        for text, style, _ in whole.render(console(), end="\n"):
            parts.append(_styled(text, style) if style else text)
    return "".join(parts)


def _styled(text: str, style: Style) -> str:
    """The text with its codes; a link as a terminal takes it (OSC 8), without a random id."""
    shown = style.update_link(None).render(text)
    return f"\x1b]8;;{style.link}\x1b\\{shown}\x1b]8;;\x1b\\" if style.link else shown


class _Fit(NamedTuple):
    """How much of a finding is shown: all of it, or as much as its rows allow.

    ``apart`` gives each other place a row of its own, ``fix_beside_help`` says there which option
    fixes it, ``old`` shows the lines that an edit replaces, ``whole_edit`` all that it writes, and
    ``others`` the other places in the frame. A ``short`` message leaves out the value that is
    underlined. ``see`` shows places in other files. The numbers are rows of the prose.
    """

    apart: bool = True
    fix_beside_help: bool = True
    old: bool = True
    whole_edit: bool = True
    short: bool = False
    see: bool = True
    others: bool = True
    message: int | None = None
    help: int | None = None
    consequence: int | None = None


_ALL = _Fit()
_DENSE = _Fit(apart=False, fix_beside_help=False, old=False, whole_edit=False, short=True)
_FITS = (
    _ALL,
    _Fit(apart=False),
    _Fit(apart=False, fix_beside_help=False),
    _Fit(apart=False, fix_beside_help=False, short=True),
    _Fit(apart=False, fix_beside_help=False, short=True, old=False),
    _DENSE,
    _DENSE._replace(others=False),
    _DENSE._replace(others=False, message=3),
    _DENSE._replace(others=False, message=3, see=False),
    _DENSE._replace(others=False, message=3, see=False, help=2),
    _DENSE._replace(others=False, message=2, see=False, help=2),
    _DENSE._replace(others=False, message=2, see=False, help=2, consequence=1),
)
"""What is given up for the sake of room, step by step: first what stands elsewhere as well."""


class _FindingWriter:
    """Writes findings one after the other and remembers which edits it has shown."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._width = frame_width(view.terminal.width)
        self._prose = prose_width(view.terminal.width)
        self._shown_edits: set[tuple[object, ...]] = set()

    def write(self, finding: Finding) -> list[Text]:
        """The rows of a finding; where the terminal is wide enough, no more than `MOST_ROWS`."""
        edit = (finding.path, finding.edits)
        again = edit in self._shown_edits
        self._shown_edits.add(edit)
        for fit in _FITS[:-1]:
            rows = [*self._written(finding, fit, again=again)]
            if len(rows) <= MOST_ROWS or self._width < _WIDE:
                return rows
        return [*self._written(finding, _FITS[-1], again=again)]

    def _written(self, finding: Finding, fit: _Fit, *, again: bool) -> Iterator[Text]:
        rule = self._view.rule(finding.rule)
        title = rule.title if rule else ""
        here, elsewhere = _split_related(finding)
        marks = [
            Mark(
                finding.span,
                self._label(finding, fit) if title else "",
                SEVERITY_STYLES[finding.severity],
                primary=True,
            ),
            *(map(_related_mark, here) if fit.others else ()),
        ]
        changes = self._hunks(finding)
        margin = self._margin(finding.path, marks, changes)
        rows = self._frame(finding.path, marks, margin, fit)
        fix = _fix(finding, again=again)

        yield from self._title(finding, title if rows else "", fit)
        where = Text.assemble(margin.arrow(), visible(place(finding)))
        beside = "" if fit.fix_beside_help else fix
        mark = ", ".join(filter(None, (_mark(finding), beside)))
        marked = Text.assemble(where, (f"  ({mark})", "bold")) if mark else where
        fits = cell_len(marked.plain) <= self._width
        yield marked if fits else where
        yield from rows
        if not rows:
            elsewhere = [*here, *elsewhere]
        yield from self._see(_unsaid(elsewhere, finding), margin, fit)
        yield from self._consequence(finding, rule, "" if fits else mark, margin, fit)
        yield from self._help(finding, changes, "" if beside else fix, margin, fit)
        if not again:
            yield from diff(changes, margin, self._width, old=fit.old, whole=fit.whole_edit)

    def _label(self, finding: Finding, fit: _Fit) -> str:
        """The message, short where the line above it shows already which value it is about."""
        found = _VALUE_FIRST.fullmatch(finding.message) if fit.short else None
        source = self._view.sources(finding.path)
        if found is None or source is None or finding.span.end.line > len(source.lines):
            return finding.message
        return found["told"] if found["value"] in source.slice(finding.span) else finding.message

    def _title(self, finding: Finding, title: str, fit: _Fit) -> Iterator[Text]:
        """The rule and its title, cut to one row; without a title, all of the message."""
        style = SEVERITY_STYLES[finding.severity]
        lead = Text.assemble((f"{finding.severity}[{visible(finding.rule)}]", style))
        if self._view.terminal.hyperlinks and self._view.rule(finding.rule):
            lead.stylize(f"link {rule_page(finding.rule)}", len(finding.severity) + 1, -1)
        room = self._prose - cell_len(lead.plain) - 2
        if not title:
            lead.append(": ", style)
            told = paragraph(lead, marked_up(finding.message, style="bold"), self._prose, 2)
            yield from cut_off(told, fit.message, self._prose)
        elif room >= _NARROWEST_TITLE:
            yield lead.append(": ", style).append(strip(title, 0, 0, room).text, "bold")
        else:
            yield lead

    def _margin(self, path: str, marks: Sequence[Mark], changes: Sequence[Hunk]) -> Margin:
        source = self._view.sources(path)
        numbers = [*numbers_of_diff(changes)]
        if source is not None:
            numbers += numbers_of_frame(source, marks)
        return Margin(max((len(str(number)) for number in numbers), default=1))

    def _frame(self, path: str, marks: Sequence[Mark], margin: Margin, fit: _Fit) -> list[Text]:
        source = self._view.sources(path)
        if source is None or not source.text:
            return []
        return frame(source, marks, margin, self._width, fit.message)

    def _see(self, elsewhere: Sequence[Related], margin: Margin, fit: _Fit) -> Iterator[Text]:
        """Places that the frame does not show, a row each, or all in one."""
        shown = elsewhere[:_MOST_PLACES]
        left = len(elsewhere) - len(shown)
        if not fit.see:
            return
        if not fit.apart and elsewhere:
            more = f" and {count(len(elsewhere) - 1, 'more place')}" if len(elsewhere) > 1 else ""
            told, room = f"{_where(elsewhere[0])}{more}", self._prose - len(margin.empty("= see:"))
            # The end of a long path tells more than its beginning.
            yield from self._remark("see", strip(told, len(told), len(told), room).text, margin)
            return
        for related in shown:
            told = f"{_where(related)}: {related.message}" if related.message else _where(related)
            rows = list(self._remark("see", told, margin))
            yield from rows if len(rows) == 1 else self._remark("see", _where(related), margin)
        if left:
            yield from self._remark("see", count(left, "more place"), margin)

    def _consequence(
        self, finding: Finding, rule: Rule | None, mark: str, margin: Margin, fit: _Fit
    ) -> Iterator[Text]:
        reader, told = _reader(finding.consequence or "", rule)
        both = f"{told} ({mark})" if told and mark else told or mark
        yield from self._remark(reader, both, margin, fit.consequence)

    def _help(
        self, finding: Finding, changes: Sequence[Hunk], fix: str, margin: Margin, fit: _Fit
    ) -> Iterator[Text]:
        """What to do, and which command does it."""
        if not finding.help:
            yield from self._remark("fix", fix.removeprefix("fix:").strip(), margin)
            return
        told = finding.help if fix == _AGAIN else _beside_the_diff(finding.help, changes)
        yield from self._remark("help", f"{told} ({fix})" if fix else told, margin, fit.help)

    def _hunks(self, finding: Finding) -> list[Hunk]:
        source = self._view.sources(finding.path)
        if source is None or not finding.edits:
            return []
        return hunks(source, finding.edits)

    def _remark(
        self, label: str, text: str, margin: Margin, most: int | None = None
    ) -> Iterator[Text]:
        if text:
            lead = Text.assemble(margin.empty("="), (f"{label}: ", _LABEL_STYLE))
            hang = margin.room + _HANG
            rows = paragraph(lead, marked_up(text, CODE_STYLE), self._prose, hang)
            yield from cut_off(rows, most, self._prose)


def _reader(consequence: str, rule: Rule | None) -> tuple[str, str]:
    """Who does what a consequence says, and the rest of it; else of what it is the effect."""
    found = _SUBJECT.match(consequence)
    if found:
        return found["reader"], consequence[found.end() :]
    return _READERS.get(rule.group, "host") if rule else "host", consequence


def _fix(finding: Finding, *, again: bool) -> str:
    """Which option makes the edit, or that it is the one that was shown before."""
    option = remedy(finding)
    if option is None:
        return ""
    return _AGAIN if again else f"fix: `{option}`"


def _where(related: Related) -> str:
    start = related.span.start
    return f"{related.path}:{start.line}:{start.column}"


def _unsaid(elsewhere: Sequence[Related], finding: Finding) -> list[Related]:
    """The places in files that the message does not name already."""
    return [one for one in elsewhere if f"`{one.path}`" not in finding.message]


def _split_related(finding: Finding) -> tuple[list[Related], list[Related]]:
    """The related places in the file of the finding, and those in other files."""
    here = [related for related in finding.related if related.path == finding.path]
    return here, [related for related in finding.related if related.path != finding.path]


def _related_mark(related: Related) -> Mark:
    return Mark(related.span, related.message, _RELATED_STYLE)


def _mark(finding: Finding) -> str:
    """What stands beside the place: a code that is not the rule's own name, and the first fault."""
    remarks = []
    if finding.host_code and finding.host_code != finding.rule:
        remarks.append(f"code {finding.host_code}")
    if finding.host_reports:
        remarks.append(_STOPS_HERE)
    return visible(", ".join(remarks))


def _beside_the_diff(text: str, changes: Sequence[Hunk]) -> str:
    """The help without the code at its end, where the diff below it shows the same."""
    new = [line for hunk in changes for line in hunk.new]

    def is_below(code: str) -> bool:
        return any(code.rstrip("…") in line for line in new)

    written = _WRITE.fullmatch(text)
    if written and is_below(written["code"]):
        return "write this"
    found = _CODE_AT_END.fullmatch(text)
    return found["text"] if found and is_below(found["code"]) else text
