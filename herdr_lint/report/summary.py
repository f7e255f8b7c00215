"""The end of the ``text`` format: what was not checked, how much was found, what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from herdr_lint.model import Report, Severity
from herdr_lint.report.layout import marked_up, paragraph, prose_width
from herdr_lint.report.view import SAFE_FIX, UNSAFE_FIX, View, count, remedy
from herdr_lint.report.visible import visible

SEVERITY_STYLES = {
    Severity.ERROR: "bold red",
    Severity.WARNING: "bold yellow",
    Severity.NOTE: "bold cyan",
}
CODE_STYLE = "cyan"


def summary(view: View) -> Iterator[Text]:
    yield from _unchecked(view)
    if view.brief:
        return
    for sentence in (_counts(view), _hidden(view), _fixable(view), _explain(view)):
        if sentence:
            yield from paragraph(Text(), sentence, prose_width(view.terminal.width))


def _unchecked(view: View) -> Iterator[Text]:
    items = view.report.unchecked
    if not items:
        return
    width = prose_width(view.terminal.width)
    yield Text(f"{len(items)} not checked:", style=SEVERITY_STYLES[Severity.WARNING])
    for item in items:
        lead = Text(f"  {visible(item.path)}: ")
        if cell_len(lead.plain) > width // 2:
            yield lead
            lead = Text("    ")
        yield from paragraph(lead, marked_up(item.reason, CODE_STYLE), width, hang=4)
    yield Text()


def counts(report: Report) -> Text:
    """``2 errors, 1 note``, the gravest first."""
    found = [
        Text(count(report.count(severity), severity), style=SEVERITY_STYLES[severity])
        for severity in reversed(Severity)
        if report.count(severity)
    ]
    return Text(", ").join(found)


def _counts(view: View) -> Text:
    report = view.report
    checked = f"{count(len(report.files), 'file')} checked"
    if not report.findings:
        where = " in what was checked" if report.unchecked and report.files else ""
        said = f"{count(len(report.files), 'file')}: " if where else f"{checked}, "
        return Text.assemble(said, ("nothing to report", "bold green"), f"{where}.")
    return Text.assemble(f"{checked}: ", counts(report), ".")


def _hidden(view: View) -> Text | None:
    hidden = [
        severity
        for severity in Severity
        if view.whole.count(severity) > view.report.count(severity)
    ]
    if not hidden:
        return None
    counts = [count(view.whole.count(severity), severity) for severity in reversed(hidden)]
    verb, them = ("is", "it") if counts == [f"1 {hidden[0]}"] else ("are", "them")
    sentence = f"{' and '.join(counts)} {verb} not shown; `--show {hidden[0]}` shows {them}."
    return marked_up(sentence, CODE_STYLE)


def _fixable(view: View) -> Text | None:
    """How many findings which command fixes: ``5 can be fixed with `--fix`, 2 more with …``."""
    options = Counter(map(remedy, view.report.findings))
    told = [
        f"{options[option]} {words} with `{option}`"
        for option, words in ((SAFE_FIX, "can be fixed"), (UNSAFE_FIX, "more"))
        if options[option]
    ]
    if not told:
        return None
    sentence = ", ".join(told) if options[SAFE_FIX] else told[0].replace("more", "can be fixed")
    return marked_up(f"{sentence}.", CODE_STYLE)


def _explain(view: View) -> Text | None:
    """A hint with the gravest rule that has something to explain."""
    known = (finding for finding in view.report.findings if view.rule(finding.rule))
    gravest = max(known, key=lambda finding: finding.severity, default=None)
    if gravest is None:
        return None
    return marked_up(f"To learn more about a rule: `herdr-lint explain {gravest.rule}`", CODE_STYLE)
