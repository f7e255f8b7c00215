"""``json-lines``: each finding of the ``json`` report in a line, then what was not checked.

For programs that read as it comes. A line with a ``rule`` is a finding, one with a ``reason`` a
path that was not checked; both have the shape that ``schemas/report.schema.json`` gives them.
"""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.report.json_text import json_text
from herdr_lint.report.view import View


def render(view: View) -> Iterator[str]:
    for finding in view.report.findings:
        yield json_text(finding.to_dict(), indent=None)
    for item in view.report.unchecked:
        yield json_text(item.to_dict(), indent=None)
