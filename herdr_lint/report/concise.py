"""``concise``: one line a finding, for editors, grep and eyes in a hurry."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.report.view import View, place
from herdr_lint.report.visible import visible


def render(view: View) -> Iterator[str]:
    """``path:line:column: severity[rule] message``, then ``path: not checked: reason``."""
    return (f"{visible(line)}\n" for line in _lines(view))


def _lines(view: View) -> Iterator[str]:
    for finding in view.report.findings:
        yield f"{place(finding)}: {finding.severity}[{finding.rule}] {finding.message}"
    for item in view.report.unchecked:
        yield f"{item.path}: not checked: {item.reason}"
