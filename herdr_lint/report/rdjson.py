"""``rdjson``: the diagnostic format of reviewdog, which comments on changes in many services.

Columns count bytes of UTF-8 there. An edit is a suggestion that a reviewer can take; what was not
checked is an ``INFO`` diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from herdr_lint.links import HOME, rule_page
from herdr_lint.model import FILE_START, Finding, Position, Severity, Span, Unchecked
from herdr_lint.report.json_text import json_text
from herdr_lint.report.view import View, prose, unchecked_prose
from herdr_lint.report.visible import visible

Json = dict[str, Any]

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def render(view: View) -> Iterator[str]:
    diagnostics = [_diagnostic(view, finding) for finding in view.report.findings]
    diagnostics += [_unchecked(view, item) for item in view.report.unchecked]
    shape = {"source": {"name": "herdr-lint", "url": HOME}, "diagnostics": diagnostics}
    yield json_text(shape)


def _diagnostic(view: View, finding: Finding) -> Json:
    file, member = view.file(finding.path)
    span = FILE_START if member else finding.span
    inside = f"{member}:{finding.span.start.line}:{finding.span.start.column}: " if member else ""
    code: Json = {"value": finding.rule}
    if view.rule(finding.rule):
        code["url"] = rule_page(finding.rule)
    shape: Json = {
        "message": visible(inside + prose(finding)),
        "location": {"path": file, "range": _range(view, finding.path, span)},
        "severity": _SEVERITIES[finding.severity],
        "code": code,
    }
    if finding.edits and not member:
        shape["suggestions"] = [
            {"range": _range(view, finding.path, edit.span), "text": edit.text}
            for edit in finding.edits
        ]
    return shape


def _unchecked(view: View, item: Unchecked) -> Json:
    file, member = view.file(item.path)
    inside = f"{member}: " if member else ""
    return {
        "message": visible(inside + unchecked_prose(item)),
        "location": {"path": file},
        "severity": "INFO",
        "code": {"value": "not-checked"},
    }


def _range(view: View, path: str, span: Span) -> Json:
    return {
        "start": _position(view, path, span.start),
        "end": _position(view, path, span.end),
    }


def _position(view: View, path: str, place: Position) -> Json:
    """A place with its column in bytes, as far as the line is known."""
    source = view.sources(path)
    column = place.column
    if source is not None and place.line <= len(source.lines):
        line = source.lines[place.line - 1]
        inside = line[: column - 1]
        column += len(inside.encode("utf-8", "replace")) - len(inside)
    return {"line": place.line, "column": column}
