"""``markdown``: a summary of a job, to be appended to ``$GITHUB_STEP_SUMMARY``.

Text is escaped with character references, which never act as Markdown or HTML; what stands
between backticks in a message stays code. GitHub refuses a summary of more than 1 MiB, so a
long list ends early and says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from herdr_lint.late import late_pattern
from herdr_lint.model import Finding, Severity
from herdr_lint.report.view import View, count, place
from herdr_lint.report.visible import visible

LARGEST = 900_000
"""Bytes of findings that are listed; the rest of the summary is small."""

_CODE = late_pattern("`([^`]+)`")
_SPECIAL = late_pattern(r"[#$&*<>@\[\\\]^_`{|}~]")
_WEB = late_pattern(r"://|\bwww\.", re.IGNORECASE)
_SIGNS = {Severity.ERROR: "❌", Severity.WARNING: "⚠️", Severity.NOTE: "ℹ️"}


def render(view: View) -> Iterator[str]:
    return (f"{section}\n" for section in _sections(view))


def _sections(view: View) -> Iterator[str]:
    yield "## herdr-lint\n"
    yield f"{_verdict(view)}\n"
    if view.report.findings:
        yield from _files(view)
        yield from _findings(view)
    if view.report.unchecked:
        yield from _unchecked(view)


def _verdict(view: View) -> str:
    report = view.report
    counts = [
        f"{_SIGNS[severity]} {count(report.count(severity), severity)}"
        for severity in reversed(Severity)
        if report.count(severity)
    ]
    found = ", ".join(counts) or "✅ nothing to report"
    unchecked = f", {len(report.unchecked)} not checked" if report.unchecked else ""
    return f"{count(len(report.files), 'file')} checked: {found}{unchecked}"


def _files(view: View) -> Iterator[str]:
    tally: dict[str, dict[Severity, int]] = {}
    for finding in view.report.findings:
        row = tally.setdefault(finding.path, dict.fromkeys(Severity, 0))
        row[finding.severity] += 1
    rows = [
        f"| {_code(path)} | " + " | ".join(str(row[severity]) for severity in _SIGNS) + " |"
        for path, row in tally.items()
    ]
    yield "| File | Errors | Warnings | Notes |\n| --- | --: | --: | --: |"
    yield from _bounded(rows)


def _findings(view: View) -> Iterator[str]:
    yield "\n| | Place | Rule | Finding |\n| --- | --- | --- | --- |"
    yield from _bounded([_row(finding) for finding in view.report.findings])


def _row(finding: Finding) -> str:
    told = f"<br>{_text(finding.consequence)}" if finding.consequence else ""
    helped = f"<br>Help: {_text(finding.help)}" if finding.help else ""
    sign = _SIGNS[finding.severity]
    return (
        f"| {sign} | {_code(place(finding))} | {_code(finding.rule)} "
        f"| {_text(finding.message)}{told}{helped} |"
    )


def _unchecked(view: View) -> Iterator[str]:
    yield "\n| Not checked | Reason |\n| --- | --- |"
    rows = [f"| {_code(item.path)} | {_text(item.reason)} |" for item in view.report.unchecked]
    yield from _bounded(rows)


def _bounded(rows: list[str]) -> Iterator[str]:
    size = 0
    for number, row in enumerate(rows):
        size += len(row.encode("utf-8", "replace")) + 1
        if size > LARGEST // 3:
            yield f"\n… and {len(rows) - number} more, which the log of the job lists."
            return
        yield row


def _text(text: str) -> str:
    """Inline Markdown that reads as the text, its code spans kept."""
    parts = _CODE.split(visible(text))
    return "".join(_code(part) if index % 2 else _escaped(part) for index, part in enumerate(parts))


def _code(text: str) -> str:
    return f"<code>{_escaped(visible(text))}</code>"


def _escaped(text: str) -> str:
    """Text without markup, and without what GitHub would make a link of by itself.

    An address of mail or a person is looked for when all references are resolved, so an empty
    comment stands behind each ``@``.
    """
    shown = _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", text)
    shown = _WEB.sub(lambda found: found[0].replace(":", "&#58;").replace(".", "&#46;"), shown)
    return shown.replace("&#64;", "&#64;<!-- -->")
