"""Every fixture of an OpenWOP rule gives the findings that it states, and no others."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tests.openwop.cases import Case, cases, findings_of, rules, shape

UPDATE = os.environ.get("UPDATE_FIXTURES") == "1" and not os.environ.get("CI")
"""``UPDATE_FIXTURES=1`` writes what is found as what is expected; look at each line of the diff."""


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_fixture_gives_the_findings_that_it_states(case: Case, tmp_path: Path) -> None:
    findings = findings_of(case, tmp_path)
    found = [shape(finding) for finding in findings]
    if UPDATE:
        case.expect(found)
    assert found == case.expected
    assert (case.rule in {finding.rule for finding in findings}) is case.fails
    for finding in findings:
        assert not re.search(r"\{\w+\}", finding.message + finding.help), "an unfilled template"


@pytest.mark.parametrize("verdict", ["fail", "pass"])
def test_every_rule_about_openwop_has_fixtures(verdict: str) -> None:
    covered = {case.rule for case in cases() if case.folder.parent.name == verdict}
    assert {rule for rule in rules() if not rule.startswith("archive-")} <= covered
