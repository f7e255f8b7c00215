"""``gitlab``: a Code Quality report, which GitLab shows in merge requests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from herdr_lint.model import Finding, Severity, Unchecked
from herdr_lint.report.fingerprint import fingerprints, unchecked_fingerprint
from herdr_lint.report.json_text import json_text
from herdr_lint.report.view import View, prose, unchecked_prose
from herdr_lint.report.visible import visible

_SEVERITIES = {Severity.ERROR: "critical", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(view: View) -> Iterator[str]:
    """One issue for each finding; what was not checked is an ``info`` issue."""
    named = zip(view.report.findings, fingerprints(view), strict=True)
    issues = [_issue(view, finding, name) for finding, name in named]
    issues += [_unchecked(view, item) for item in view.report.unchecked]
    yield json_text(issues)


def _issue(view: View, finding: Finding, fingerprint: str) -> dict[str, Any]:
    file, member = view.file(finding.path)
    span = finding.span
    inside = f"{member}:{span.start.line}:{span.start.column}: " if member else ""
    lines = {"begin": 1} if member else {"begin": span.start.line, "end": span.end.line}
    return {
        "description": visible(inside + prose(finding)),
        "check_name": finding.rule,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {"path": file, "lines": lines},
    }


def _unchecked(view: View, item: Unchecked) -> dict[str, Any]:
    file, member = view.file(item.path)
    inside = f"{member}: " if member else ""
    return {
        "description": visible(inside + unchecked_prose(item)),
        "check_name": "not-checked",
        "fingerprint": unchecked_fingerprint(view, item),
        "severity": "info",
        "location": {"path": file, "lines": {"begin": 1}},
    }
