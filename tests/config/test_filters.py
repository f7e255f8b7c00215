from __future__ import annotations

import pytest

from herdr_lint.config.filters import Silenced, apply_settings, silenced
from herdr_lint.config.selection import Choice, Selection
from herdr_lint.config.settings import FileSettings
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import judge
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.judge.validator import shipped
from herdr_lint.model import Finding, Layer, Severity
from herdr_lint.role.document import read_role

KNOWN = frozenset(rule.id for rule in RuleRegistry.shipped())


def role(*lines: str) -> Document:
    data = "\n".join(("---", "description: d", *lines, "---", "", "Go.", "")).encode()
    return read_role("scout.md", data, stem="scout", layer=Layer.PACKAGE)


def findings_of(document: Document) -> list[Finding]:
    return list(judge(document, shipped("role/role.schema.json"), "package"))


def told(findings: list[Finding]) -> list[tuple[str, int, int, str]]:
    return [(one.rule, one.span.start.line, one.span.start.column, one.message) for one in findings]


FAILED = Finding("internal-error", Severity.ERROR, "m", "h", "scout.md")
UNKNOWN = Finding("key-unknown", Severity.NOTE, "m", "h", "scout.md")


class TestSettings:
    def test_nothing_said_changes_nothing(self) -> None:
        assert apply_settings([UNKNOWN, FAILED], FileSettings()) == [UNKNOWN, FAILED]

    def test_rules_that_do_not_run_are_left_out(self) -> None:
        settings = FileSettings(Selection((Choice(ignore=("role", "run")),)))
        assert apply_settings([UNKNOWN, FAILED], settings) == [FAILED]

    def test_severities_change(self) -> None:
        choice = Choice(severity={"key-unknown": Severity.ERROR})
        settings = FileSettings(Selection((choice,)))
        assert apply_settings([UNKNOWN], settings) == [UNKNOWN._replace(severity=Severity.ERROR)]

    def test_known_keys(self) -> None:
        document = role(
            "color: blue", "x-mine: 1", "autoExit: true", "allowed-tools: x", "Tools: x"
        )
        settings = FileSettings(known_keys=("color", "x-*", "autoExit", "allowed-tools", "Tools"))
        left = apply_settings(findings_of(document), settings, document)
        assert [finding.rule for finding in left] == ["capability-key-misspelled"]

    def test_known_tools(self) -> None:
        document = role("tools: Read, Deploy(now), Other(x)", "spawning: false")
        settings = FileSettings(known_tools=("Read", "Deploy*"))
        left = apply_settings(findings_of(document), settings, document)
        assert told(left) == [
            (
                "tool-name-suspect",
                3,
                27,
                "the host reads the parentheses in `Other(x)` as part of the name",
            )
        ]
        assert [(one.help, one.edits) for one in left] == [
            ("write the name of the tool alone; a role allows a tool as a whole", ())
        ]

    @pytest.mark.parametrize(
        "rule",
        ["tool-name-suspect", "deny-tools-unknown", "tool-scope-unknown", "tool-unresolved"],
    )
    def test_each_rule_about_tools_spares_known_ones(self, rule: str) -> None:
        document = role("tools: read, deploy", "spawning: false")
        findings = [
            UNKNOWN._replace(rule=rule, pointer=f"/frontmatter/tools/{index}") for index in (0, 1)
        ]
        settings = FileSettings(known_tools=("deploy",))
        assert apply_settings(findings, settings, document) == findings[:1]

    def test_an_edit_that_would_change_what_is_known_is_taken_out(self) -> None:
        document = role("tools: Read, Bash", "spawning: false")
        (whole,) = findings_of(document)
        assert whole.edits
        (left,) = apply_settings([whole], FileSettings(known_tools=("Bash",)), document)
        assert (left.edits, left.pointer, left.message) == (
            (),
            whole.pointer,
            "no tool is called `Read`: tool names are in lower case",
        )

    def test_what_is_about_no_tool_is_known_by_no_name_of_a_tool(self) -> None:
        document = role("thinking: High")
        findings = findings_of(document)
        assert [finding.rule for finding in findings] == ["value-ignored"]
        assert apply_settings(findings, FileSettings(known_tools=("*",)), document) == findings

    def test_what_is_left_out_is_told(self) -> None:
        settings = FileSettings(Selection((Choice(ignore=("role", "run")),)))
        assert silenced([UNKNOWN, FAILED], settings) == {Silenced("scout.md", "key-unknown")}

    def test_without_a_document_nothing_is_known(self) -> None:
        settings = FileSettings(known_keys=("*",))
        finding = UNKNOWN._replace(pointer="/keys/0")
        assert apply_settings([finding], settings) == [finding]

    @pytest.mark.parametrize("pointer", [None, "", "/keys", "/keys/7", "/keys/x", "/stem/0", "/no"])
    def test_a_pointer_that_leads_nowhere_is_no_known_key(self, pointer: str | None) -> None:
        document = role("color: blue")
        settings = FileSettings(known_keys=("*",), known_tools=("*",))
        for rule in ("key-unknown", "tool-unresolved"):
            finding = UNKNOWN._replace(rule=rule, pointer=pointer)
            assert apply_settings([finding], settings, document) == [finding]
