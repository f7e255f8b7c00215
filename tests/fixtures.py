"""The fixtures: one small tree a case, with every finding that it must give.

``fixtures/<rule>/fail/<case>/`` is a tree in which the rule fires, ``pass`` one that looks alike
and in which it does not. ``expected.json`` lists all findings of the tree, notes and those of
other rules included; a case without one is an error. Where a case holds a ``gate.json``, its tree
is not linted but handed to the gate, as that file says: ``pack`` and ``previous`` are folders of
the case, ``catalog`` is a file of it, and ``name``, ``version`` and ``profile`` are what they are
to ``gate``.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from herdr_lint import Finding, gate, lint

ROOT = Path(__file__).parent.parent / "fixtures"
EXPECTED = "expected.json"
GATE = Path("gate.json")


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


def cases() -> list[Case]:
    return [*_cases()]


def _cases() -> Iterator[Case]:
    for verdict in ("fail", "pass"):
        for folder in sorted(ROOT.glob(f"*/{verdict}/*")):
            yield Case(folder)


@cache
def findings_of(case: Case) -> tuple[Finding, ...]:
    """The findings of a case, judged in a copy: nothing around the fixtures has a say in them."""
    with TemporaryDirectory() as scratch:
        tree = Path(scratch) / "case"
        shutil.copytree(case.folder, tree, symlinks=True, ignore=shutil.ignore_patterns(EXPECTED))
        with chdir(tree):
            if GATE.exists():
                return _gate_findings(json.loads(GATE.read_text("utf-8")))
            return lint(["."]).findings


def _gate_findings(given: dict[str, str]) -> tuple[Finding, ...]:
    catalog = given.get("catalog")
    return gate(
        given["pack"],
        given.get("profile", "auto"),
        name=given.get("name"),
        version=given.get("version"),
        catalog=json.loads(Path(catalog).read_text("utf-8")) if catalog else None,
        previous=given.get("previous"),
    ).findings


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
    if finding.host_reports:
        stated["host_reports"] = True
    return stated
