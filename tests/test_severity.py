from itertools import permutations, product

import pytest

from herdr_lint.model import FILE_START, Finding, Need, Report, Severity, Span, Unchecked

ORDER = [Severity.NOTE, Severity.WARNING, Severity.ERROR]


@pytest.mark.parametrize(("left", "right"), [*product(range(3), repeat=2)])
def test_severities_compare_by_weight_and_not_by_spelling(left: int, right: int) -> None:
    one, other = ORDER[left], ORDER[right]
    assert (one < other, one <= other) == (left < right, left <= right)
    assert (one > other, one >= other) == (left > right, left >= right)
    assert (one.rank, other.rank) == (left, right)


def test_a_severity_does_not_compare_with_a_plain_string_of_no_rank() -> None:
    for compare in (Severity.__lt__, Severity.__le__, Severity.__gt__, Severity.__ge__):
        assert compare(Severity.NOTE, 1) is NotImplemented


def test_a_report_knows_its_gravest_finding_and_drops_what_weighs_less() -> None:
    findings = [Finding("r", severity, "m", "h", "p", FILE_START) for severity in ORDER]
    report = Report.of(findings)
    assert report.worst is Severity.ERROR
    kept = report.at_least(Severity.WARNING).findings
    assert {finding.severity for finding in kept} == {Severity.WARNING, Severity.ERROR}


def test_findings_come_by_place_and_rule_and_then_by_what_tells_them_apart() -> None:
    findings = [
        Finding("r", ORDER[0], message, "h", path, Span.at(line, 1), pointer=pointer)
        for path, line, pointer, message in (
            ("a", 1, None, "z"),
            ("a", 1, "/a", "m"),
            ("a", 1, "/a", "n"),
            ("a", 1, "/b", "l"),
            ("a", 2, None, "a"),
            ("b", 1, None, "a"),
        )
    ]
    for luck in permutations(findings):
        assert Report.of(luck).findings == tuple(findings)


def test_what_a_pack_needs_as_json() -> None:
    assert Need("tool", "n").to_dict() == {"kind": "tool", "name": "n", "optional": False}
    assert Need("tool", "n", "v", optional=True, by=("a", "b")).to_dict() == {
        "kind": "tool",
        "name": "n",
        "optional": True,
        "value": "v",
        "by": ["a", "b"],
    }


def test_what_was_not_checked_is_told_once_and_decides_if_it_does_anywhere() -> None:
    told = Report.of(unchecked=[Unchecked("a", "r"), Unchecked("a", "r", decides=True)])
    assert told.unchecked == (Unchecked("a", "r", decides=True),)
