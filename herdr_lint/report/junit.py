"""``junit``: the XML that test dashboards read.

A file is a test suite and each finding a test case of its own, since several readers look at
one failure a case only. Errors and warnings fail, notes pass with a remark, what was not checked
is skipped, a rule that crashed is an error, and a file without findings is one case that passed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree as ET

from herdr_lint.model import Finding, Severity, Unchecked
from herdr_lint.report.view import View, place
from herdr_lint.report.visible import visible

_COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def render(view: View) -> Iterator[str]:
    root = ET.Element("testsuites", name="herdr-lint")
    for file, (findings, unchecked) in sorted(_by_file(view).items()):
        shown = visible(file)
        suite = ET.SubElement(root, "testsuite", name=shown)
        for finding in findings:
            _case(suite, view, finding)
        for item in unchecked:
            _skipped(suite, view, item)
        _number_equal_names(suite)
        if not len(suite):
            ET.SubElement(suite, "testcase", name="herdr-lint", classname=shown)
        _sum_up(suite, [suite])
    _sum_up(root, list(root))
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    yield f'<?xml version="1.0" encoding="utf-8"?>\n{body}\n'


def _by_file(view: View) -> dict[str, tuple[list[Finding], list[Unchecked]]]:
    """What there is to say of each file; what concerns its members belongs to an archive."""
    report = view.report
    paths = list(report.files)
    paths += [finding.path for finding in report.findings]
    paths += [item.path for item in report.unchecked]
    suites: dict[str, tuple[list[Finding], list[Unchecked]]]
    suites = {view.file(path)[0]: ([], []) for path in paths}
    for finding in report.findings:
        suites[view.file(finding.path)[0]][0].append(finding)
    for item in report.unchecked:
        suites[view.file(item.path)[0]][1].append(item)
    return suites


def _case(suite: ET.Element, view: View, finding: Finding) -> None:
    start = finding.span.start
    file, member = view.file(finding.path)
    inside = f"{member}:" if member else ""
    case = ET.SubElement(
        suite,
        "testcase",
        name=visible(f"{finding.rule} {inside}{start.line}:{start.column}"),
        classname=suite.attrib["name"],
        file=visible(file),
        line="1" if member else str(start.line),
    )
    body = "\n".join(map(visible, _body(finding)))
    if finding.severity is Severity.NOTE:
        ET.SubElement(case, "system-out").text = body
        return
    tag = "error" if finding.rule == "internal-error" else "failure"
    outcome = ET.SubElement(case, tag, type=finding.severity, message=visible(finding.message))
    outcome.text = body


def _body(finding: Finding) -> Iterable[str]:
    yield f"{place(finding)}: {finding.severity}[{finding.rule}] {finding.message}"
    if finding.consequence:
        yield finding.consequence
    if finding.help:
        yield f"help: {finding.help}"
    for related in finding.related:
        start = related.span.start
        yield f"see: {related.path}:{start.line}:{start.column}: {related.message}"


def _skipped(suite: ET.Element, view: View, item: Unchecked) -> None:
    member = view.file(item.path)[1]
    name = visible(f"not-checked {member}" if member else "not-checked")
    case = ET.SubElement(suite, "testcase", name=name, classname=suite.attrib["name"])
    ET.SubElement(case, "skipped", message=visible(item.reason))


def _number_equal_names(suite: ET.Element) -> None:
    """Make the names of cases unique: most readers keep one case of a name."""
    taken = Counter(case.attrib["name"] for case in suite)
    seen: Counter[str] = Counter()
    for case in suite:
        name = case.attrib["name"]
        seen[name] += 1
        if seen[name] > 1:
            number = seen[name]
            while taken[f"{name} ({number})"]:
                number += 1
            case.set("name", f"{name} ({number})")
            taken[case.attrib["name"]] += 1


def _sum_up(element: ET.Element, suites: list[ET.Element]) -> None:
    element.set("tests", str(sum(len(suite) for suite in suites)))
    for attribute, tag in _COUNTED.items():
        number = sum(case.find(tag) is not None for suite in suites for case in suite)
        element.set(attribute, str(number))
