"""The fixtures of OpenWOP rules: trees to lint, and packs to hand to the gate.

A case is a tree, judged by `lint`. Where it holds a ``gate.json``, that says what the gate is
given: ``pack`` and ``previous`` are folders of the case, ``catalog`` is a file of it, and ``name``,
``version`` and ``profile`` are what they are to `gate`.
"""

from __future__ import annotations

import json
import shutil
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from herdr_lint import Finding, gate, lint
from herdr_lint.schema.rulebook import Rulebook

ROOT = Path(__file__).parent.parent.parent / "fixtures"
EXPECTED = "expected.json"
GATE = "gate.json"
GROUPS = frozenset({"archive", "openwop"})


@dataclass(frozen=True)
class Case:
    folder: Path

    @property
    def rule(self) -> str:
        return self.folder.parent.parent.name

    @property
    def fails(self) -> bool:
        return self.folder.parent.name == "fail"

    @property
    def expected(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads((self.folder / EXPECTED).read_text("utf-8"))
        return found

    def expect(self, findings: list[dict[str, Any]]) -> None:
        text = json.dumps(findings, indent=2, ensure_ascii=False) + "\n"
        (self.folder / EXPECTED).write_text(text, "utf-8", newline="\n")

    def __str__(self) -> str:
        return self.folder.relative_to(ROOT).as_posix()


def rules() -> list[str]:
    return [rule.id for rule in Rulebook.shipped() if rule.group in GROUPS]


def cases() -> list[Case]:
    known = set(rules())
    folders = (folder for verdict in ("fail", "pass") for folder in ROOT.glob(f"*/{verdict}/*"))
    found = [Case(folder) for folder in sorted(folders)]
    return [case for case in found if case.rule in known]


def findings_of(case: Case, scratch: Path) -> list[Finding]:
    """The findings of a case, judged in a copy: nothing around the fixtures has a say in them."""
    tree = scratch / "case"
    shutil.copytree(case.folder, tree, ignore=shutil.ignore_patterns(EXPECTED))
    with chdir(tree):
        if not Path(GATE).exists():
            return [*lint(["."]).findings]
        return gate_findings(json.loads(Path(GATE).read_text("utf-8")))


def gate_findings(given: dict[str, str]) -> list[Finding]:
    catalog = given.get("catalog")
    verdict = gate(
        given["pack"],
        given.get("profile", "auto"),
        name=given.get("name"),
        version=given.get("version"),
        catalog=json.loads(Path(catalog).read_text("utf-8")) if catalog else None,
        previous=given.get("previous"),
    )
    return [*verdict.findings]


def shape(finding: Finding) -> dict[str, Any]:
    """A finding as an expectation states it."""
    stated: dict[str, Any] = {
        "path": finding.path,
        "line": finding.span.start.line,
        "column": finding.span.start.column,
        "end_line": finding.span.end.line,
        "end_column": finding.span.end.column,
        "rule": finding.rule,
        "severity": finding.severity.value,
        "cause": finding.cause,
        "message": finding.message,
    }
    if finding.host_code:
        stated["host_code"] = finding.host_code
    return stated
