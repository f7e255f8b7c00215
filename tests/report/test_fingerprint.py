from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.model import Finding, Report, Severity, Span
from herdr_lint.report.fingerprint import fingerprints
from herdr_lint.report.terminal import PLAIN
from herdr_lint.report.view import View
from herdr_lint.syntax.text import SourceText


def names(text: str | None, *findings: Finding, base: str = "") -> list[str]:
    source = None if text is None else SourceText.decode(text.encode())
    report = Report.of(findings)
    return fingerprints(View(report, report, lambda _: source, PLAIN, base))


def finding(line: int, column: int = 1, **more: Any) -> Finding:
    known = {"rule": "r", "message": "m", "path": "a.md", **more}
    return Finding(severity=Severity.ERROR, help="h", span=Span.at(line, column), **known)


def test_a_finding_keeps_its_name_when_its_line_moves_and_is_indented() -> None:
    before = names("a: 1\nb: 2\n", finding(2))
    after = names("new: 0\n\na: 1\n  b: 2\n", finding(4, 3))
    assert before == after


@pytest.mark.parametrize(
    "other",
    [
        finding(1),
        finding(2, rule="s"),
        finding(2, cause="list"),
        finding(2, path="b.md"),
        finding(2, path="a.tgz!a.md"),
    ],
)
def test_what_makes_another_finding_gives_another_name(other: Finding) -> None:
    assert names("a: 1\nb: 2\n", finding(2)) != names("a: 1\nb: 2\n", other)


def test_findings_of_one_line_are_numbered() -> None:
    both = names("a: 1, 2", finding(1, 4), finding(1, 7))
    assert len(set(both)) == 2
    assert names("\na: 1, 2", finding(2, 4), finding(2, 7)) == both


@pytest.mark.parametrize("text", [None, "one line"])
def test_without_its_line_a_finding_is_known_by_pointer_and_message(text: str | None) -> None:
    assert names(text, finding(5)) == names(text, finding(6))
    assert names(text, finding(5)) != names(text, finding(5, message="n"))
    assert names(text, finding(5)) != names(text, finding(5, pointer="/a"))


def test_in_a_very_long_line_findings_are_told_apart_by_what_they_say() -> None:
    one, other = finding(1, pointer="/a"), finding(1, 9, pointer="/b")
    assert names("x" * 2000, one) == names("y" * 2000, one)
    assert names("x" * 2000, one) != names("x" * 2000, other)


def test_the_name_does_not_depend_on_the_working_directory() -> None:
    inside = names("a", finding(1, path="a.md"), base="packs/x")
    assert inside == names("a", finding(1, path="packs/x/a.md"))


# Answers of GitHub's own upload action.
