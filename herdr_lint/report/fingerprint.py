"""Names under which the readers of a report know a finding again in the next one.

``fingerprints`` tells the findings of a report apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from herdr_lint.judge.fingerprint import digest, fingerprint
from herdr_lint.model import Finding, Unchecked
from herdr_lint.report.view import View


def fingerprints(view: View, findings: Sequence[Finding] | None = None) -> list[str]:
    """One fingerprint (64 hex digits) for each finding, in their order, all unique.

    The findings are those of the report where no others are given.

    It stays the same while the lines around the finding move; where several findings of one rule
    stand in equal lines, those after the first are numbered.
    """
    seen: Counter[str] = Counter()
    names = []
    for finding in view.report.findings if findings is None else findings:
        name = fingerprint(finding, view.location(finding.path), _line(view, finding))
        names.append(digest(name, seen[name]) if seen[name] else name)
        seen[name] += 1
    return names


def _line(view: View, finding: Finding) -> str | None:
    source = view.sources(finding.path)
    number = finding.span.start.line
    if source is None or not 1 <= number <= len(source.lines):
        return None
    return source.lines[number - 1]


def unchecked_fingerprint(view: View, item: Unchecked) -> str:
    """The fingerprint of what was not checked, in the same form."""
    return digest(view.location(item.path), item.reason)
