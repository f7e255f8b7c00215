"""Findings as an editor shows them, and its places turned back into ours."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from lsprotocol import types

from herdr_lint.links import rule_page
from herdr_lint.lsp.buffer import BufferText
from herdr_lint.lsp.project import Answer
from herdr_lint.model import Finding, Position, Related, Severity, Span

SOURCE = "herdr-lint"
MOST = 1_000
"""Findings in a file that an editor is told of; nobody reads more, and it has to draw each."""

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_START = types.Range(types.Position(0, 0), types.Position(0, 0))

Texts = Callable[[str], tuple[Path, BufferText | None]]
"""For the path of a finding: the file, and its text if there is one."""


def diagnostics(
    answer: Answer, text: BufferText, texts: Texts, known: Callable[[str], bool]
) -> list[types.Diagnostic]:
    """What an editor shows in a file with this text; ``known`` tells which rules have a page."""
    shown, more = answer.findings, len(answer.findings) - MOST
    if more > 0:
        shown = tuple(sorted(shown, key=lambda finding: finding.severity, reverse=True)[:MOST])
    found = [_diagnostic(finding, text, texts, known) for finding in shown]
    if more > 0:
        found.append(_about_file(f"{more} more findings are not shown; `herdr-lint` lists them"))
    return [*found, *(_about_file(f"not checked: {item.reason}") for item in answer.unchecked)]


def _diagnostic(
    finding: Finding, text: BufferText, texts: Texts, known: Callable[[str], bool]
) -> types.Diagnostic:
    return types.Diagnostic(
        range=text.range_of(_first_line(finding.span)),
        severity=_SEVERITIES[finding.severity],
        code=finding.rule,
        code_description=(
            types.CodeDescription(rule_page(finding.rule)) if known(finding.rule) else None
        ),
        source=SOURCE,
        message=told(finding),
        related_information=[*_related(finding.related, texts)] or None,
    )


def _first_line(span: Span) -> Span:
    """What is marked: of a whole manifest or another large thing, no more than its first line."""
    if span.end.line == span.start.line:
        return span
    return Span(span.start, Position(span.start.line, sys.maxsize))  # no line is that long


def told(finding: Finding) -> str:
    """A finding in words, complete by itself: what is wrong, what comes of it, what to do."""
    parts = (finding.message, finding.consequence, f"help: {finding.help}")
    return "\n".join(filter(None, parts))


def _related(
    related: Iterable[Related], texts: Texts
) -> Iterator[types.DiagnosticRelatedInformation]:
    for one in related:
        yield types.DiagnosticRelatedInformation(location(one, texts), one.message)


def location(related: Related, texts: Texts) -> types.Location:
    """Where another place is that a finding speaks of."""
    path, text = texts(related.path)
    return types.Location(path.as_uri(), text.range_of(related.span) if text else _START)


def _about_file(message: str) -> types.Diagnostic:
    """What there is to know of a file: an editor that shows nothing would say that all is well."""
    severity = types.DiagnosticSeverity.Information
    return types.Diagnostic(range=_START, severity=severity, source=SOURCE, message=message)
