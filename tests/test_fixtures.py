"""Every fixture gives the findings that it states, and no others."""

from __future__ import annotations

import os
import re

import pytest

from herdr_lint import Finding
from herdr_lint.judge.rule_registry import RuleRegistry
from tests.fixtures import ROOT, Case, cases, findings_of, shape

UPDATE = os.environ.get("UPDATE_FIXTURES") == "1" and not os.environ.get("CI")
"""``UPDATE_FIXTURES=1`` writes what is found as what is expected; read every line of the diff."""


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_fixture_gives_the_findings_that_it_states(case: Case) -> None:
    findings = findings_of(case)
    found = [shape(finding) for finding in findings]
    if UPDATE:
        case.expect(found)
    assert found == case.expected
    assert (case.rule in {finding.rule for finding in findings}) is case.fails
    assert not [finding for finding in findings if _unfilled(finding)]


def _unfilled(finding: Finding) -> set[str]:
    """The names of a template that still stand in the words of a finding."""
    wording = RuleRegistry.shipped()[finding.rule].wording(finding.cause)
    names = re.findall(r"\{\w+\}", wording.message + wording.help)
    return {name for name in names if name in finding.message + finding.help}


def test_every_folder_of_fixtures_is_a_case() -> None:
    known = {case.folder for case in cases()}
    for rule in ROOT.iterdir():
        if not {"pass", "fail"} & {folder.name for folder in rule.iterdir()}:
            continue  # data of another test
        for folder in rule.glob("*/*"):
            assert folder in known, f"{folder} is neither a passing nor a failing case"
