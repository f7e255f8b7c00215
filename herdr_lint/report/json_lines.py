"""``json-lines``: each finding of the ``json`` report in a line, then what was not checked.

For programs that read as it comes. A line with a ``rule`` is a finding, one with a ``reason`` a
path that was not checked; both have the shape that ``schemas/report.schema.json`` gives them.
"""

from __future__ import annotations

from herdr_lint.report.json_text import json_text
from herdr_lint.report.view import View


def render(view: View) -> str:
    found = [finding.to_dict() for finding in view.report.findings]
    unchecked = [item.to_dict() for item in view.report.unchecked]
    return "".join(json_text(item, indent=None) for item in found + unchecked)
