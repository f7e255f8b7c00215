"""The values of a report and a verdict: what they say in JSON, and what they are unless told."""

from __future__ import annotations

from herdr_lint.judge import shipped
from herdr_lint.model import (
    FILE_START,
    Edit,
    Finding,
    Layer,
    Limits,
    Need,
    Outcome,
    Position,
    Related,
    Report,
    Severity,
    Span,
    Suppressed,
    Unchecked,
    UsageError,
    Verdict,
)
from herdr_lint.version import __version__

PLAIN = Finding("a-rule", Severity.WARNING, "m", "h", "a.md")
FULL = Finding(
    "b-rule",
    Severity.ERROR,
    "m",
    "h",
    "b.md",
    Span(Position(2, 3), Position(4, 5)),
    "cause",
    "consequence",
    "/pointer",
    "host-code",
    True,
    "source",
    (Related("c.md", Span.at(1, 2, 3), "here"),),
    (Edit(Span.at(6, 7), "text", safe=False), Edit(Span.at(8, 9), "")),
)
AT_START = {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 1}}
PLAIN_SAID = {
    "rule": "a-rule",
    "severity": "warning",
    "message": "m",
    "help": "h",
    "path": "a.md",
    **AT_START,
}


def test_a_finding_says_what_it_has() -> None:
    assert PLAIN.to_dict() == PLAIN_SAID
    assert PLAIN.span == FILE_START == Span(Position(1, 1), Position(1, 1))
    assert FULL.to_dict() == {
        "rule": "b-rule",
        "severity": "error",
        "message": "m",
        "help": "h",
        "path": "b.md",
        "start": {"line": 2, "column": 3},
        "end": {"line": 4, "column": 5},
        "cause": "cause",
        "consequence": "consequence",
        "pointer": "/pointer",
        "host_code": "host-code",
        "host_reports": True,
        "source": "source",
        "related": [
            {
                "path": "c.md",
                "start": {"line": 1, "column": 2},
                "end": {"line": 1, "column": 3},
                "message": "here",
            }
        ],
        "edits": [
            {
                "safe": False,
                "start": {"line": 6, "column": 7},
                "end": {"line": 6, "column": 7},
                "text": "text",
            },
            {
                "safe": True,
                "start": {"line": 8, "column": 9},
                "end": {"line": 8, "column": 9},
                "text": "",
            },
        ],
    }


def test_a_span_within_a_line() -> None:
    assert Span.at(2, 3) == Span(Position(2, 3), Position(2, 3))
    assert Span.at(2, 3, 5) == Span(Position(2, 3), Position(2, 5))


def test_findings_come_by_place_rule_pointer_and_message() -> None:
    assert PLAIN.sort_key == ("a.md", FILE_START, "a-rule", "", "m")
    assert FULL.sort_key == ("b.md", FULL.span, "b-rule", "/pointer", "m")


def test_a_report_says_what_was_found_and_what_was_not_looked_at() -> None:
    left = Unchecked("c.md", "why")
    report = Report.of([FULL, PLAIN, FULL], [left, left], ["b.md", "a.md", "b.md"])
    assert [*report.findings] == [PLAIN, FULL]
    assert report.to_dict() == {
        "version": 1,
        "tool": {"name": "herdr-lint", "version": __version__},
        "summary": {"files": 2, "errors": 1, "warnings": 1, "notes": 0, "unchecked": 1},
        "findings": [PLAIN_SAID, FULL.to_dict()],
        "unchecked": [{"path": "c.md", "reason": "why", "decides": False}],
    }
    assert (report.worst, Report().worst) == (Severity.ERROR, None)
    assert Report.of() == Report() == Report((), (), (), ())


def test_what_is_unchecked_decides_if_it_does_so_anywhere() -> None:
    left = [Unchecked("b", "why"), Unchecked("b", "why", decides=True), Unchecked("b", "why")]
    other = [Unchecked("a", "why"), Unchecked("b", "because")]
    assert Report.of(unchecked=[*left, *other]).unchecked == (
        Unchecked("a", "why"),
        Unchecked("b", "because"),
        Unchecked("b", "why", decides=True),
    )


def test_a_part_of_a_report() -> None:
    note = PLAIN._replace(severity=Severity.NOTE)
    suppressed = [Suppressed(FULL, "inSource", "r"), Suppressed(note, "external")]
    report = Report.of(
        [FULL, note], [Unchecked("a.md", "r"), Unchecked("b.md", "r")], ["a.md", "b.md"], suppressed
    )
    assert report.suppressed == (suppressed[1], suppressed[0])
    part = report.about(["a.md"])
    assert [*part.findings] == [note]
    assert (part.unchecked, part.files) == ((Unchecked("a.md", "r"),), ("a.md",))
    assert part.suppressed == (suppressed[1],)
    grave = report.at_least(Severity.WARNING)
    assert [*grave.findings] == [FULL]
    assert (grave.unchecked, grave.files) == (report.unchecked, report.files)
    assert grave.suppressed == (suppressed[0],)
    assert report.at_least(Severity.ERROR).count(Severity.ERROR) == 1
    assert report.at_least(Severity.ERROR).suppressed == (suppressed[0],)
    assert report.at_least(Severity.NOTE) is report
    assert part.merge(report.about(["b.md"])) == report
    assert report.tally == {("b-rule", Severity.ERROR): 1, ("a-rule", Severity.NOTE): 1}


def test_a_verdict_says_all_of_its_members() -> None:
    verdict = Verdict(Outcome.REJECTED, "openwop/v1", "code", "name", "1.0.0", (PLAIN,))
    need = Need("tool", "read", "1", optional=True, by=("b", "a"))
    verdict = verdict._replace(
        unchecked=(Unchecked("a", "why", decides=True),),
        needs=(need, Need("memory", "m")),
        integrity="sha256-x",
        schemas={"b": "2", "a": "1"},
    )
    said = verdict.to_dict()
    assert said == {
        "version": 1,
        "tool": {"name": "herdr-lint", "version": __version__},
        "outcome": "rejected",
        "accepted": False,
        "primary": "code",
        "profile": "openwop/v1",
        "pack": {"name": "name", "version": "1.0.0", "integrity": "sha256-x"},
        "republished": False,
        "findings": [PLAIN_SAID],
        "unchecked": [{"path": "a", "reason": "why", "decides": True}],
        "needs": [
            {"kind": "tool", "name": "read", "optional": True, "value": "1", "by": ["b", "a"]},
            {"kind": "memory", "name": "m", "optional": False},
        ],
        "schemas": {"a": "1", "b": "2"},
    }
    assert [*said["schemas"]] == ["a", "b"]
    assert [one for one in Outcome if Verdict(one, "p").accepted] == [Outcome.ACCEPTED]


def test_words_are_those_of_the_schemas() -> None:
    verdict, report = shipped.load("verdict.schema.json"), shipped.load("report.schema.json")
    assert set(Outcome) == set(verdict["properties"]["outcome"]["enum"])
    finding = report["$defs"]["finding"]["properties"]
    assert set(Severity) == set(finding["severity"]["enum"])
    config = shipped.load("config.schema.json")
    assert {"auto", *Layer} == set(config["$defs"]["layer"]["enum"])


def test_registries_allow_so_much() -> None:
    """In bytes: 10, 50 and 5 MiB, and 256 KiB of a manifest."""
    assert Limits() == (10_485_760, 52_428_800, 5_242_880, 262_144, 100, 5_000, 100)


def test_complaints_are_told_one_a_line() -> None:
    error = UsageError("a", "b")
    assert (str(error), error.problems) == ("a\nb", ("a", "b"))
