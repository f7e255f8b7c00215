from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.model import Finding, Report, Severity, Span
from herdr_lint.report.fingerprint import fingerprints, line_hashes
from herdr_lint.report.terminal import PLAIN
from herdr_lint.report.view import View
from herdr_lint.syntax.text import SourceText


def names(text: str | None, *findings: Finding, base: str = "") -> list[str]:
    source = None if text is None else SourceText.decode(text.encode())
    report = Report.of(findings)
    return fingerprints(View(report, report, lambda _: source, RuleRegistry({}), PLAIN, base))


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
@pytest.mark.parametrize(
    ("data", "hashes"),
    [
        (b"", ["c129715d7a2bc9a3:1"]),
        (
            b" a\nb\n  \t\tc\n d",
            ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"],
        ),
        (
            b" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n",
            [
                "e9496ae3ebfced30:1",
                "fb7c023a8b9ccb3f:1",
                "ce8ba1a563dcdaca:1",
                "e20e36e16fcb0cc8:1",
                "b3edc88f2938467e:1",
                "c8e28b0b4002a3a0:1",
                "c129715d7a2bc9a3:1",
            ],
        ),
        (
            b" hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r",
            [
                "e9496ae3ebfced30:1",
                "fb7c023a8b9ccb3f:1",
                "ce8ba1a563dcdaca:1",
                "e20e36e16fcb0cc8:1",
                "b3edc88f2938467e:1",
                "c8e28b0b4002a3a0:1",
                "c129715d7a2bc9a3:1",
            ],
        ),
        (
            b"Lorem ipsum dolor sit amet.\n" * 10,
            [
                *(f"a7f2ff13bc495cf2:{number}" for number in range(1, 7)),
                "a7f2ff1481e87703:1",
                "a9cf91f7bbf1862b:1",
                "55ec222b86bcae53:1",
                "cc97dc7b1d7d8f7b:1",
                "c129715d7a2bc9a3:1",
            ],
        ),
    ],
)
def test_line_hashes_are_those_of_github(data: bytes, hashes: list[str]) -> None:
    source = SourceText.decode(data)
    assert list(line_hashes(source, range(1, 99)).values()) == hashes
    assert line_hashes(source, {1}) == {1: hashes[0]}
    assert line_hashes(source, {99}) == {}


def test_a_byte_order_mark_and_characters_of_two_units_are_hashed_as_they_are() -> None:
    plain, marked = SourceText.decode(b"a"), SourceText.decode(b"\xef\xbb\xbfa")
    assert line_hashes(plain, {1}) != line_hashes(marked, {1})
    wide = SourceText.decode("👩\nb".encode())
    assert line_hashes(wide, {2}) == line_hashes(SourceText.decode(b"x\nb"), {2})
