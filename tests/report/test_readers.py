"""Reports, judged by programs of others that read them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from herdr_lint.report import render
from tests.report.sample import REPORT, sources

pytestmark = pytest.mark.usefixtures("sample_rules")

VALIDATOR = ["npm", "exec", "--yes", "--package", "@microsoft/sarif-multitool", "--"]


@pytest.mark.skipif(
    os.environ.get("HERDR_LINT_NODE") != "1" or shutil.which("npm") is None,
    reason="needs npm and the network: HERDR_LINT_NODE=1 runs it",
)
def test_microsofts_validator_accepts_the_sarif(tmp_path: Path) -> None:
    (tmp_path / "report.sarif").write_text(_rendered("sarif"), "utf-8")
    command = [*VALIDATOR, "sarif-multitool", "validate", "report.sarif", "--output", "told.sarif"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    told = json.loads((tmp_path / "told.sarif").read_text("utf-8"))
    found = [
        (result["ruleId"], result["message"])
        for run in told["runs"]
        for result in run.get("results", ())
        if result.get("level", "warning") != "note"
    ]
    assert found == []
    assert [run["invocations"][0]["executionSuccessful"] for run in told["runs"]] == [True]


def test_junitparser_reads_the_junit(tmp_path: Path) -> None:
    junitparser = pytest.importorskip("junitparser")
    (tmp_path / "report.xml").write_text(_rendered("junit"), "utf-8")
    suites = list(junitparser.JUnitXml.fromfile(str(tmp_path / "report.xml")))
    for suite in suites:
        outcomes = [type(outcome) for case in suite for outcome in case.result]
        assert suite.tests == len(list(suite))
        assert suite.failures == outcomes.count(junitparser.Failure)
        assert suite.errors == outcomes.count(junitparser.Error)
        assert suite.skipped == outcomes.count(junitparser.Skipped)
    failures = {suite.name: suite.failures for suite in suites}
    assert failures["roles/scout.md"] == 5
    assert failures["roles/fine, & <good>.md"] == 0


def _rendered(format_name: str) -> str:
    return render(format_name, REPORT, sources=sources)
