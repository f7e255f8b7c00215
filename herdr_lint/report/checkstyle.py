"""``checkstyle``: the XML of Checkstyle, which most CI services and review bots read.

What was not checked is an ``info`` entry, so that no reader takes it for fine.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from herdr_lint.model import Finding, Severity, Unchecked
from herdr_lint.report.view import View, prose, unchecked_prose
from herdr_lint.report.visible import visible

VERSION = "4.3"
"""The version of the format; readers look for the attribute and not for its value."""

_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "info"}


def render(view: View) -> Iterator[str]:
    root = ET.Element("checkstyle", version=VERSION)
    files: dict[str, ET.Element] = {}

    def element(path: str) -> ET.Element:
        file = visible(view.file(path)[0])
        if file not in files:
            files[file] = ET.SubElement(root, "file", name=file)
        return files[file]

    for finding in view.report.findings:
        _error(element(finding.path), view, finding)
    for item in view.report.unchecked:
        _unchecked(element(item.path), view, item)
    ET.indent(root)
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, "unicode")}\n'


def _error(file: ET.Element, view: View, finding: Finding) -> None:
    member = view.file(finding.path)[1]
    start = finding.span.start
    inside = f"{member}:{start.line}:{start.column}: " if member else ""
    ET.SubElement(
        file,
        "error",
        line="1" if member else str(start.line),
        column="1" if member else str(start.column),
        severity=_SEVERITIES[finding.severity],
        message=visible(inside + prose(finding)),
        source=visible(f"herdr-lint.{finding.rule}"),
    )


def _unchecked(file: ET.Element, view: View, item: Unchecked) -> None:
    member = view.file(item.path)[1]
    inside = f"{member}: " if member else ""
    ET.SubElement(
        file,
        "error",
        line="1",
        severity="info",
        message=visible(inside + unchecked_prose(item)),
        source="herdr-lint.not-checked",
    )
