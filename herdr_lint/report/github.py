"""``github``: workflow commands, which GitHub Actions turns into annotations.

All findings are printed, in the order of the report. GitHub shows the first ten annotations of
each severity of a step and keeps the rest in the log, so errors never crowd each other out by
being sorted in front of warnings. The log shows the message alone: it begins with the place.
Lines are inclusive; the end column is the one after the last character, as other linters send
it. Columns are left out of a finding of several lines, since GitHub refuses them there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from herdr_lint.model import Finding, Severity, Unchecked
from herdr_lint.report.view import View, count, place
from herdr_lint.report.visible import visible

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = _DATA | str.maketrans({":": "%3A", ",": "%2C"})


def render(view: View) -> Iterator[str]:
    """One line for each finding and each unchecked thing, then one that sums up."""
    return (f"{line}\n" for line in _lines(view))


def _lines(view: View) -> Iterator[str]:
    for finding in view.report.findings:
        yield _annotation(view, finding)
    for item in view.report.unchecked:
        yield _unchecked(view, item)
    yield _summary(view)


def _annotation(view: View, finding: Finding) -> str:
    file, member = view.file(finding.path)
    properties = {"file": file, **({} if member else _region(finding))}
    lines = [f"{place(finding)}: {finding.message}"]
    if finding.consequence:
        lines.append(finding.consequence)
    if finding.help:
        lines.append(f"help: {finding.help}")
    return _command(_COMMANDS[finding.severity], properties, finding.rule, lines)


def _region(finding: Finding) -> Mapping[str, int]:
    start, end = finding.span.start, finding.span.end
    region = {"line": start.line, "endLine": end.line}
    if start.line == end.line:
        region |= {"col": start.column, "endColumn": end.column}
    return region


def _unchecked(view: View, item: Unchecked) -> str:
    properties = {"file": view.file(item.path)[0]}
    return _command("notice", properties, "not checked", [f"{item.path}: {item.reason}"])


def _command(name: str, properties: Mapping[str, object], title: str, lines: list[str]) -> str:
    properties = {**properties, "title": f"herdr-lint ({visible(title)})"}
    stated = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    data = "\n".join(map(visible, lines)).translate(_DATA)
    return f"::{name} {stated}::{data}"


def _property(value: str) -> str:
    """A value that GitHub decodes, with nothing in it that could drive the terminal of a log."""
    shown = "".join(char if char in "\r\n" else visible(char) for char in value)
    return shown.translate(_PROPERTY)


def _summary(view: View) -> str:
    report = view.report
    counts = [
        count(report.count(severity), severity)
        for severity in (Severity.ERROR, Severity.WARNING, Severity.NOTE)
    ]
    checked = f"{count(len(report.files), 'file')} checked"
    unchecked = f", {len(report.unchecked)} not checked" if report.unchecked else ""
    return f"herdr-lint: {checked}{unchecked}: {', '.join(counts)}"
