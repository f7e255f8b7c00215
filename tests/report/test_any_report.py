"""What holds for every report, however odd its texts, places and sources are."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from rich.cells import cell_len

from herdr_lint.judge import shipped as files
from herdr_lint.model import Report, Severity
from herdr_lint.report import FORMATS, render
from herdr_lint.report.terminal import Terminal
from herdr_lint.report.view import Sources
from herdr_lint.report.visible import visible
from tests.effort import examples
from tests.report.github_sarif import GITHUB_SARIF
from tests.strategies.report import plain_paths, reports, sources

pytestmark = pytest.mark.usefixtures("sample_rules")

REPORT_SCHEMA = Draft202012Validator(files.load("report.schema.json"))
SARIF_SCHEMA = Draft202012Validator(GITHUB_SARIF)
ANSI = re.compile(r"\x1b\[[0-9;]*m")
UNESCAPED = {"%0A": "\n", "%0D": "\r", "%3A": ":", "%2C": ",", "%25": "%"}


def unescape(value: str) -> str:
    return re.sub("%(0A|0D|3A|2C|25)", lambda found: UNESCAPED[found[0]], value)


def encodable(text: str) -> str:
    return re.sub("[\ud800-\udfff]", "\ufffd", text)


@examples(15)
@given(
    st.sampled_from([*FORMATS]),
    reports(),
    sources,
    st.sampled_from(Severity),
    st.builds(Terminal, st.integers(0, 140), st.booleans(), st.booleans()),
)
def test_every_format_gives_text_that_can_be_written(
    format_name: str, report: Report, source: Sources, show: Severity, terminal: Terminal
) -> None:
    text = render(format_name, report, sources=source, show=show, terminal=terminal)
    text.encode("utf-8")
    assert text == "" or text.endswith("\n")


@examples(15)
@given(reports())
def test_json_validates_and_says_what_the_report_says(report: Report) -> None:
    data = json.loads(render("json", report))
    assert list(REPORT_SCHEMA.iter_errors(data)) == []
    assert data == json.loads(encodable(json.dumps(report.to_dict(), ensure_ascii=False)))


@examples(15)
@given(reports(), sources)
def test_sarif_has_all_that_github_asks_for(report: Report, source: Sources) -> None:
    data = json.loads(render("sarif", report, sources=source))
    assert list(SARIF_SCHEMA.iter_errors(data)) == []
    run = data["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    findings = (*report.findings, *(one.finding for one in report.suppressed))
    for result, finding in zip(run["results"], findings, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == encodable(finding.rule)
    prints = {result["partialFingerprints"]["herdrLintFinding/v1"] for result in run["results"]}
    assert len(prints) == len(findings)


@examples(15)
@given(reports(), sources)
def test_gitlab_issues_have_fingerprints_of_their_own(report: Report, source: Sources) -> None:
    issues = json.loads(render("gitlab", report, sources=source))
    fingerprints = {issue["fingerprint"] for issue in issues}
    assert len(issues) == len(fingerprints) == len(report.findings) + len(report.unchecked)


@examples(15)
@given(reports(), sources)
def test_junit_parses_and_its_counts_add_up(report: Report, source: Sources) -> None:
    root = ET.fromstring(render("junit", report, sources=source))  # noqa: S314
    cases = root.findall("testsuite/testcase")
    for attribute, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        found = [case for case in cases if case.find(tag) is not None]
        assert root.get(attribute) == str(len(found))
        suites = root.findall("testsuite")
        assert sum(int(suite.get(attribute, "")) for suite in suites) == len(found)
    assert root.get("tests") == str(len(cases))


@examples(15)
@given(reports(), sources)
def test_github_and_concise_give_one_line_for_each_finding(report: Report, source: Sources) -> None:
    expected = len(report.findings) + len(report.unchecked)
    concise = render("concise", report, sources=source)
    assert len(concise.splitlines()) == expected
    commands = re.split("\r\n|\r|\n", render("github", report, sources=source))
    assert len(commands) == expected + 2
    for line, finding in zip(commands, report.findings, strict=False):
        found = re.match(r"::(error|warning|notice) file=([^,:]*),", line)
        assert found
        shown = "".join(char if char in "\r\n" else visible(char) for char in finding.path)
        assert encodable(shown).startswith(unescape(found[2]))


@examples(15)
@given(reports(), sources)
def test_a_markdown_row_has_its_cells_and_no_markup_of_the_input(
    report: Report, source: Sources
) -> None:
    text = render("markdown", report, sources=source)
    for line in text.split("\n"):
        if line.startswith(("| <code>", "| ❌", "| ⚠️", "| ℹ️")):
            assert line.count("|") in (3, 5)
        assert not re.search(r"<(?!/?code>|br>|!-- -->)", line)


@examples(20)
@given(reports(plain_paths), sources, st.integers(20, 140))
def test_text_fits_the_width_and_is_the_same_without_colour(
    report: Report, source: Sources, width: int
) -> None:
    plain = render("text", report, sources=source, terminal=Terminal(width))
    lines = plain.split("\n")
    assert [line for line in lines if cell_len(line) > max(width, 40)] == []
    assert all(line == line.rstrip() for line in lines)
    assert all(char.isprintable() for line in lines for char in line)
    coloured = render("text", report, sources=source, terminal=Terminal(width, color=True))
    assert ANSI.sub("", coloured) == plain


@given(st.binary(max_size=12))
def test_a_uri_keeps_every_byte_of_a_file_name(name: bytes) -> None:
    from herdr_lint.report.paths import as_uri

    path = "name" + name.decode("utf-8", "surrogateescape")  # one letter may be a drive
    assert unquote(as_uri(path), errors="surrogateescape") == path
    assert re.fullmatch(r"[A-Za-z0-9_.~/%-]*", as_uri(path))
