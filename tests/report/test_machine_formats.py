"""What each format for machines promises beyond its golden file."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator

from herdr_lint.judge import shipped as files
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.judge.schema_registry import shipped
from herdr_lint.model import (
    FILE_START,
    Edit,
    Finding,
    Position,
    Related,
    Report,
    Severity,
    Span,
    Suppressed,
    Unchecked,
)
from herdr_lint.report import render
from herdr_lint.report.markdown import LARGEST
from herdr_lint.syntax.text import SourceText
from tests.report.github_sarif import GITHUB_SARIF
from tests.report.sample import REPORT, RULES, sources

pytestmark = pytest.mark.usefixtures("sample_rules")


def finding(path: str = "a.md", span: Span = FILE_START, **more: Any) -> Finding:
    known = {"rule": "r", "severity": Severity.ERROR, "message": "m", "help": ""}
    return Finding(path=path, span=span, **{**known, **more})


def one_line(format_name: str, *findings: Finding, base: str = "") -> str:
    return render(format_name, Report.of(findings), base=base).split("\n")[0]


def sarif(*findings: Finding, unchecked: tuple[Unchecked, ...] = (), base: str = "") -> Any:
    text = render("sarif", Report.of(findings, unchecked), base=base)
    return json.loads(text)["runs"][0]


class TestJson:
    def test_the_schema_is_one_and_the_report_validates(self) -> None:
        schema, _ = shipped("report.schema.json")
        Draft202012Validator.check_schema(schema)
        data = json.loads(render("json", REPORT, sources=sources))
        assert list(Draft202012Validator(schema).iter_errors(data)) == []

    @pytest.mark.parametrize("key", ["rule", "severity", "message", "help", "path", "start"])
    def test_the_schema_demands_what_never_is_absent(self, key: str) -> None:
        data = json.loads(render("json", Report.of([finding()])))
        del data["findings"][0][key]
        validator = Draft202012Validator(files.load("report.schema.json"))
        assert [error.message for error in validator.iter_errors(data)] == [
            f"{key!r} is a required property"
        ]

    def test_the_schema_allows_nothing_else(self) -> None:
        data = json.loads(render("json", Report.of([finding()])))
        data["findings"][0]["extra"] = data["extra"] = 1
        validator = Draft202012Validator(files.load("report.schema.json"))
        assert len(list(validator.iter_errors(data))) == 2

    def test_what_is_not_to_be_shown_is_neither_listed_nor_counted(self) -> None:
        report = Report.of([finding(), finding(severity=Severity.NOTE)])
        data = json.loads(render("json", report, show=Severity.WARNING))
        assert [listed["severity"] for listed in data["findings"]] == ["error"]
        assert data["summary"]["notes"] == 0

    def test_lines_hold_what_the_report_holds(self) -> None:
        data = json.loads(render("json", REPORT))
        lines = render("json-lines", REPORT).splitlines()
        assert [json.loads(line) for line in lines] == data["findings"] + data["unchecked"]
        assert render("json-lines", Report()) == ""

    def test_what_does_not_show_is_escaped_and_stays_what_it_is(self) -> None:
        report = Report.of([finding("é\u202e\x7f\U000e0001.md", message="日本\x9b31m")])
        for name in ("json", "sarif", "gitlab", "rdjson"):
            text = render(name, report)
            assert text.replace("\n", "").isprintable()
            assert "é" in text or name == "sarif"
        path = json.loads(render("json", report))["findings"][0]["path"]
        assert path == "é\u202e\x7f\U000e0001.md"


class TestRdjson:
    def test_columns_count_bytes_and_edits_are_suggestions(self) -> None:
        source = SourceText.decode("näme: ä日x".encode())
        edit = Edit(Span.at(1, 7, 9), "y")
        found = finding(
            span=Span.at(1, 7, 9), rule="duplicate-key", consequence="It is lost.", edits=(edit,)
        )
        text = render("rdjson", Report.of([found]), sources=lambda _: source)
        place = {"start": {"line": 1, "column": 8}, "end": {"line": 1, "column": 13}}
        assert json.loads(text) == {
            "source": {"name": "herdr-lint", "url": "https://herdr-lint.dev"},
            "diagnostics": [
                {
                    "message": "m. It is lost.",
                    "location": {"path": "a.md", "range": place},
                    "severity": "ERROR",
                    "code": {
                        "value": "duplicate-key",
                        "url": "https://herdr-lint.dev/rules/duplicate-key/",
                    },
                    "suggestions": [{"range": place, "text": "y"}],
                }
            ],
        }

    def test_of_a_line_that_is_not_there_columns_are_as_they_are(self) -> None:
        source = SourceText.decode("ä日".encode())
        text = render("rdjson", Report.of([finding(span=Span.at(2, 5))]), sources=lambda _: source)
        place = {"line": 2, "column": 5}
        [one] = json.loads(text)["diagnostics"]
        assert one["location"]["range"] == {"start": place, "end": place}

    def test_archives_rules_of_a_policy_and_what_was_not_checked(self) -> None:
        found = finding("a.tgz!x.md", Span.at(3, 2), edits=(Edit(Span.at(1, 1), "x"),))
        unchecked = Unchecked("a.tgz!y.md", "too large")
        data = json.loads(render("rdjson", Report.of([found], [unchecked]), base="packs"))
        start = {"line": 1, "column": 1}
        assert data["diagnostics"] == [
            {
                "message": "x.md:3:2: m.",
                "location": {"path": "packs/a.tgz", "range": {"start": start, "end": start}},
                "severity": "ERROR",
                "code": {"value": "r"},
            },
            {
                "message": "y.md: Not checked: too large.",
                "location": {"path": "packs/a.tgz"},
                "severity": "INFO",
                "code": {"value": "not-checked"},
            },
        ]


class TestCheckstyle:
    def test_a_file_holds_its_findings(self) -> None:
        report = Report.of(
            [
                finding("a.md", Span.at(2, 5), consequence="It is lost.", help="fix it"),
                finding("a.tgz!x.md", Span.at(3, 2), severity=Severity.NOTE),
            ],
            [Unchecked("a.tgz!y.md", "too large")],
        )
        root = ET.fromstring(render("checkstyle", report, base="packs"))  # noqa: S314
        assert [(file.get("name"), [dict(error.items()) for error in file]) for file in root] == [
            (
                "packs/a.md",
                [
                    {
                        "line": "2",
                        "column": "5",
                        "severity": "error",
                        "message": "m. It is lost. Help: fix it.",
                        "source": "herdr-lint.r",
                    }
                ],
            ),
            (
                "packs/a.tgz",
                [
                    {
                        "line": "1",
                        "column": "1",
                        "severity": "info",
                        "message": "x.md:3:2: m.",
                        "source": "herdr-lint.r",
                    },
                    {
                        "line": "1",
                        "severity": "info",
                        "message": "y.md: Not checked: too large.",
                        "source": "herdr-lint.not-checked",
                    },
                ],
            ),
        ]


class TestGithub:
    def test_properties_and_data_are_escaped_each_in_its_way(self) -> None:
        found = finding("a,b:%\r\n.md", message="50%, a: b")
        assert one_line("github", found) == (
            "::error file=a%2Cb%3A%25%0D%0A.md,line=1,endLine=1,col=1,endColumn=1,"
            "title=herdr-lint (r)::a,b:%25\\r\\n.md:1:1: 50%25, a: b"
        )

    def test_a_name_cannot_drive_a_terminal(self) -> None:
        line = one_line("github", finding("a\x1b[31m\u202e.md"))
        assert line.startswith("::error file=a\\x1b[31m\\u202e.md,line=1,")

    def test_a_span_of_several_lines_has_no_columns(self) -> None:
        span = Span(Position(2, 3), Position(4, 5))
        assert one_line("github", finding(span=span)).startswith(
            "::error file=a.md,line=2,endLine=4,title="
        )

    def test_paths_start_at_the_root_of_the_repository(self) -> None:
        assert one_line("github", finding("../x/a.md"), base="packs/y").startswith(
            "::error file=packs/x/a.md,"
        )
        assert one_line("github", finding("/tmp/a.md"), base="packs").startswith(  # noqa: S108
            "::error file=/tmp/a.md,"
        )

    def test_a_clean_run_says_so(self) -> None:
        report = Report.of(files=["a.md"])
        assert render("github", report) == (
            "herdr-lint: 1 file checked: 0 errors, 0 warnings, 0 notes\n"
        )


class TestSarif:
    def test_a_run_holds_the_gravest_results_and_says_what_it_leaves_out(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("herdr_lint.report.sarif.MOST_RESULTS", 3)
        found = [
            finding("a.md", severity=Severity.NOTE, rule="z"),
            finding("b.md", severity=Severity.ERROR),
            finding("c.md", severity=Severity.WARNING),
            finding("d.md", severity=Severity.ERROR),
        ]
        for unchecked in ((), (Unchecked("e.md", "too large"),)):
            run = sarif(*found, unchecked=unchecked)
            places = [one["locations"][0]["physicalLocation"] for one in run["results"]]
            assert [place["artifactLocation"]["uri"] for place in places] == [
                "b.md",
                "c.md",
                "d.md",
            ]
            assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["r"]
            note = run["invocations"][0]["toolExecutionNotifications"][-1]
            number = len(unchecked)
            assert note == {
                "descriptor": {"id": "results-left-out", "index": number},
                "level": "warning",
                "message": {"text": "1 results are left out: a run holds 3, the gravest."},
            }
            told = "A run holds 3 results; the gravest are kept."
            assert run["tool"]["driver"]["notifications"][number] == {
                "id": "results-left-out",
                "name": "ResultsLeftOut",
                "shortDescription": {"text": "There are too many results."},
                "fullDescription": {"text": told},
                "help": {"text": told},
            }

    def test_a_log_is_one_line_and_speaks_of_what_there_is(self) -> None:
        text = render("sarif", Report.of([finding(), finding("b.md")]))
        assert text.index("\n") == len(text) - 1
        assert "  " not in text
        driver = json.loads(text)["runs"][0]["tool"]["driver"]
        assert "notifications" not in driver

    def test_what_is_suppressed_says_by_what(self) -> None:
        ignored = Suppressed(finding(span=Span.at(2, 1)), "inSource", "as agreed")
        accepted = Suppressed(finding(span=Span.at(3, 1)), "external")
        report = Report.of([finding()], suppressed=[ignored, accepted])
        run = json.loads(render("sarif", report))["runs"][0]
        assert [one["suppressions"] for one in run["results"]] == [
            [],
            [{"kind": "inSource", "status": "accepted", "justification": "as agreed"}],
            [{"kind": "external", "status": "accepted"}],
        ]
        plain = render("json", Report.of([finding()]))
        assert render("json", report) == plain

    def test_what_is_suppressed_stands_back_where_there_is_no_room(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("herdr_lint.report.sarif.MOST_RESULTS", 2)
        quiet = [Suppressed(finding(span=Span.at(line, 1)), "external") for line in (2, 3)]
        report = Report.of([finding()], suppressed=quiet)
        run = json.loads(render("sarif", report))["runs"][0]
        assert [one["suppressions"] == [] for one in run["results"]] == [True, False]
        (told,) = run["invocations"][0]["toolExecutionNotifications"]
        assert told["message"]["text"].startswith("1 results are left out")

    def test_a_shipped_rule_leads_to_its_page(self) -> None:
        run = sarif(finding(rule="duplicate-key"), finding(rule="r"))
        assert [rule.get("helpUri") for rule in run["tool"]["driver"]["rules"]] == [
            "https://herdr-lint.dev/rules/duplicate-key/",
            None,
        ]

    def test_the_sample_has_all_that_github_asks_for(self) -> None:
        data = json.loads(render("sarif", REPORT, sources=sources))
        assert list(Draft202012Validator(GITHUB_SARIF).iter_errors(data)) == []

    @pytest.mark.parametrize(
        ("path", "location"),
        [
            ("a b#%é.md", {"uri": "a%20b%23%25%C3%A9.md", "uriBaseId": "%SRCROOT%"}),
            ("a/../b.md", {"uri": "a/../b.md", "uriBaseId": "%SRCROOT%"}),
            ("a:b/c?.md", {"uri": "a%3Ab/c%3F.md", "uriBaseId": "%SRCROOT%"}),
            ("caf\udce9.md", {"uri": "caf%E9.md", "uriBaseId": "%SRCROOT%"}),
            ("x\ud800.md", {"uri": "x%EF%BF%BD.md", "uriBaseId": "%SRCROOT%"}),
            ("/opt/a b.md", {"uri": "file:///opt/a%20b.md"}),
            ("/~me/a.md", {"uri": "file:///~me/a.md"}),
            ("C:/x/a.md", {"uri": "file:///C%3A/x/a.md"}),
        ],
    )
    def test_paths_are_uris(self, path: str, location: dict[str, str]) -> None:
        physical = sarif(finding(path))["results"][0]["locations"][0]["physicalLocation"]
        assert physical["artifactLocation"] == location

    def test_a_member_of_an_archive_stands_at_the_archive(self) -> None:
        other = Related("x.zip!b/pack.json", Span.at(2, 2), "there")
        edit = Edit(Span.at(7, 3), "x")
        found = finding("x.tar.gz!pack.json", Span.at(7, 3), related=(other,), edits=(edit,))
        result = sarif(found)["results"][0]
        region = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}
        assert result["locations"] == [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "x.tar.gz", "uriBaseId": "%SRCROOT%"},
                    "region": region,
                },
                "logicalLocations": [
                    {
                        "name": "pack.json",
                        "fullyQualifiedName": "x.tar.gz!pack.json",
                        "kind": "resource",
                    }
                ],
            }
        ]
        assert result["message"] == {"text": "x.tar.gz!pack.json:7:3: m."}
        assert result["relatedLocations"][0]["logicalLocations"][0]["name"] == "b/pack.json"
        assert "fixes" not in result

    def test_a_path_with_an_exclamation_mark_is_no_archive(self) -> None:
        assert "logicalLocations" not in sarif(finding("wow!.md"))["results"][0]["locations"][0]

    def test_edits_are_fixes(self) -> None:
        edits = (Edit(Span.at(2, 7, 12), "scout"), Edit(Span.at(3, 1), "", safe=False))
        assert sarif(finding(edits=edits))["results"][0]["fixes"] == [
            {
                "description": {"text": "`herdr-lint --fix --unsafe` makes this edit."},
                "artifactChanges": [
                    {
                        "artifactLocation": {"uri": "a.md", "uriBaseId": "%SRCROOT%"},
                        "replacements": [
                            {
                                "deletedRegion": {
                                    "startLine": 2,
                                    "startColumn": 7,
                                    "endLine": 2,
                                    "endColumn": 12,
                                },
                                "insertedContent": {"text": "scout"},
                            },
                            {
                                "deletedRegion": {
                                    "startLine": 3,
                                    "startColumn": 1,
                                    "endLine": 3,
                                    "endColumn": 1,
                                },
                                "insertedContent": {"text": ""},
                            },
                        ],
                    }
                ],
            }
        ]

    def test_a_message_holds_no_link_of_the_input(self) -> None:
        assert sarif(finding(message="see [x](y)"))["results"][0]["message"] == {
            "text": r"see \[x\](y)."
        }

    def test_github_matches_alerts_by_the_fingerprint_of_the_finding(self) -> None:
        one, two = finding(span=Span.at(2, 1)), finding(span=Span.at(9, 1))
        prints = [result["partialFingerprints"] for result in sarif(one, two)["results"]]
        own = [each["herdrLintFinding/v1"] for each in prints]
        assert [each["primaryLocationLineHash"] for each in prints] == own
        assert own[0] != own[1]

    def test_a_run_with_an_internal_error_was_no_success(self) -> None:
        assert sarif(finding(rule="internal-error"))["invocations"] == [
            {"executionSuccessful": False}
        ]
        assert sarif(finding())["invocations"] == [{"executionSuccessful": True}]

    def test_the_name_of_a_rule_is_no_longer_than_github_allows(self) -> None:
        rules = sarif(finding(rule="w" * 300))["tool"]["driver"]["rules"]
        assert rules[0]["id"] == "w" * 300
        assert rules[0]["name"] == "W" + "w" * 254

    def test_the_description_of_a_rule_is_no_longer_than_github_allows(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        rule = RULES["duplicate-key"]._replace(explanation="e" * 2000)
        monkeypatch.setattr(RuleRegistry, "shipped", lambda: RuleRegistry((rule,)))
        (told,) = sarif(finding(rule=rule.id))["tool"]["driver"]["rules"]
        assert told["fullDescription"] == {"text": "e" * 1024}

    def test_the_name_of_a_rule_is_one_word(self) -> None:
        rules = sarif(finding(rule="my_rule-of.ours"))["tool"]["driver"]["rules"]
        assert rules[0]["name"] == "MyRuleOfOurs"

    def test_what_was_not_checked_is_a_notification(self) -> None:
        run = sarif(unchecked=(Unchecked("a.tgz!b", "it is [too](large)"),))
        note = run["invocations"][0]["toolExecutionNotifications"][0]
        assert note["message"] == {"text": r"Not checked: it is \[too\](large)."}
        assert note["descriptor"] == {"id": "not-checked", "index": 0}
        assert run["tool"]["driver"]["notifications"][0]["id"] == "not-checked"


class TestGitlab:
    def test_a_member_of_an_archive_is_named_in_the_description(self) -> None:
        report = Report.of(
            [finding("x.tgz!pack.json", Span.at(7, 3), message="m!", help="h")],
            [Unchecked("x.tgz!a.bin", "why")],
        )
        issues = json.loads(render("gitlab", report, base="packs"))
        assert [(issue["description"], issue["location"]) for issue in issues] == [
            ("pack.json:7:3: m! Help: h.", {"path": "packs/x.tgz", "lines": {"begin": 1}}),
            ("a.bin: Not checked: why.", {"path": "packs/x.tgz", "lines": {"begin": 1}}),
        ]

    @pytest.mark.parametrize(
        ("message", "told"), [("m", "m."), ("m.", "m."), ("m!", "m!"), ("m?", "m?"), ("m…", "m…")]
    )
    def test_a_message_is_a_sentence(self, message: str, told: str) -> None:
        (issue,) = json.loads(render("gitlab", Report.of([finding(message=message)])))
        assert issue["description"] == told


class TestJunit:
    def test_what_concerns_an_archive_is_one_suite(self) -> None:
        report = Report.of(
            [finding("x.tgz!b.json", Span.at(7, 3))],
            [Unchecked("x.tgz!a.bin", "why"), Unchecked("x.tgz", "so")],
            ["x.tgz"],
        )
        root = ET.fromstring(render("junit", report, base="packs"))  # noqa: S314
        assert [suite.attrib for suite in root] == [
            {"name": "packs/x.tgz", "tests": "3", "failures": "1", "errors": "0", "skipped": "2"}
        ]
        assert [case.get("name") for case in root.iter("testcase")] == [
            "r b.json:7:3",
            "not-checked",
            "not-checked a.bin",
        ]
        assert root[0][0].attrib == {
            "name": "r b.json:7:3",
            "classname": "packs/x.tgz",
            "file": "packs/x.tgz",
            "line": "1",
        }

    def test_what_is_said_of_a_finding(self) -> None:
        related = (Related("c.md", Span.at(4, 2), "there"),)
        found = finding("b.md", Span.at(7, 3), consequence="It is lost.", help="fix it")
        root = ET.fromstring(  # noqa: S314
            render("junit", Report.of([found._replace(related=related)], files=["a.md", "b.md"]))
        )
        empty, case = root.iter("testcase")
        assert empty.attrib == {"name": "herdr-lint", "classname": "a.md"}
        assert case.attrib == {"name": "r 7:3", "classname": "b.md", "file": "b.md", "line": "7"}
        assert (case[0].tag, case[0].attrib) == ("failure", {"type": "error", "message": "m"})
        assert case[0].text == (
            "b.md:7:3: error[r] m\nIt is lost.\nhelp: fix it\nsee: c.md:4:2: there"
        )

    @pytest.mark.parametrize(
        ("rule", "severity", "tag"),
        [
            ("r", Severity.WARNING, "failure"),
            ("internal-error", Severity.ERROR, "error"),
            ("r", Severity.NOTE, "system-out"),
        ],
    )
    def test_how_grave_it_is(self, rule: str, severity: Severity, tag: str) -> None:
        report = Report.of([finding(rule=rule, severity=severity)])
        root = ET.fromstring(render("junit", report))  # noqa: S314
        [case] = root.iter("testcase")
        assert [one.tag for one in case] == [tag]
        assert case[0].text == f"a.md:1:1: {severity}[{rule}] m"

    def test_only_characters_that_xml_allows_are_written(self) -> None:
        nasty = '\x00\x1b\ufffe\udc80\n&<"]]>'
        text = render("junit", Report.of([finding(f"{nasty}.md", message=nasty, rule=nasty)]))
        failure = ET.fromstring(text).find(".//failure")  # noqa: S314
        assert failure is not None
        assert failure.get("message") == '\\x00\\x1b\\ufffe\\udc80\\n&<"]]>'


class TestMarkdown:
    def test_code_stays_code_and_nothing_else_is_markup(self) -> None:
        found = finding("a|b.md", message="`a|b` *is* <b>", rule="x_y")
        assert render("markdown", Report.of([found])).split("\n")[-2] == (
            "| ❌ | <code>a&#124;b.md:1:1</code> | <code>x&#95;y</code> "
            "| <code>a&#124;b</code> &#42;is&#42; &#60;b&#62; |"
        )

    def test_a_clean_run_says_so(self) -> None:
        assert render("markdown", Report.of(files=["a.md", "b.md"])) == (
            "## herdr-lint\n\n2 files checked: ✅ nothing to report\n\n"
        )

    @pytest.mark.parametrize(("spare", "left"), [(0, 1), (-1, 2)])
    def test_a_long_list_says_how_many_more_there_are(
        self, monkeypatch: pytest.MonkeyPatch, spare: int, left: int
    ) -> None:
        found = [finding(f"{number}.md", message="é") for number in range(3)]
        whole = render("markdown", Report.of(found)).splitlines()
        rows = [row for row in whole if "é" in row]
        size = sum(len(f"{row}\n".encode()) for row in rows[:2])
        monkeypatch.setattr("herdr_lint.report.markdown.LARGEST", 3 * (size + spare) + 2)
        shown = render("markdown", Report.of(found)).splitlines()
        assert [row for row in shown if "é" in row] == rows[: 3 - left]
        assert shown[-2:] == ["", f"… and {left} more, which the log of the job lists."]

    def test_a_summary_never_gets_too_large_for_github(self) -> None:
        long = "日本" * 200
        findings = [finding(f"{number}.md", message=long) for number in range(3000)]
        unchecked = [Unchecked(f"{number}.md", long) for number in range(3000)]
        text = render("markdown", Report.of(findings, unchecked))
        assert len(text.encode()) < LARGEST + 1000
        assert "more, which the log of the job lists." in text


def test_the_names_of_junit_cases_are_unique() -> None:
    odd = finding(rule="r 1:1 (2)", message="odd")
    found = [finding(message=f"m{number}") for number in range(3)]
    report = Report.of([*found, odd], [Unchecked("a.md", "x"), Unchecked("a.md", "y")])
    root = ET.fromstring(render("junit", report))  # noqa: S314
    names = [case.attrib["name"] for case in root.iter("testcase")]
    assert names[:3] == ["r 1:1", "r 1:1 (2)", "r 1:1 (3)"]
    assert len(names) == len(set(names)) == 6


def test_markdown_makes_no_links_of_its_own() -> None:
    message = "see https://x.example, www.x.example, a@x.example, @user and #1"
    text = render("markdown", Report.of([finding(message=message)]))
    row = text.splitlines()[-1]
    assert "see https&#58;//x.example, www&#46;x.example, a&#64;<!-- -->x.example," in row
    assert "&#64;<!-- -->user and &#35;1" in row


def test_a_number_that_is_taken_is_passed_over() -> None:
    unchecked = [Unchecked(f"x.tgz!{name}", "why") for name in ("a", "a", "a (2)")]
    report = Report((), (*unchecked, Unchecked("x.tgz!a", "because")), ("x.tgz",))
    root = ET.fromstring(render("junit", report))  # noqa: S314
    names = [case.attrib["name"] for case in root.iter("testcase")]
    assert sorted(names) == [
        "not-checked a",
        "not-checked a (2)",
        "not-checked a (3)",
        "not-checked a (4)",
    ]
