"""A program that uses the library as others would; mypy and pyright judge it, nobody runs it."""

from __future__ import annotations

from pathlib import Path

from herdr_lint import (
    Finding,
    Layer,
    Limits,
    Report,
    Severity,
    Unchecked,
    UsageError,
    Verdict,
    gate,
    lint,
    normalize,
)


def worst(report: Report) -> Severity | None:
    return report.worst


def lines(paths: list[Path]) -> list[str]:
    report: Report = lint(paths, layer=Layer.PROJECT, config=None, jobs=1)
    report = report.merge(lint("roles", layer="package")).at_least(Severity.WARNING)
    return [line(finding) for finding in report.findings]


def line(finding: Finding) -> str:
    start = finding.span.start
    edits = [edit.text for edit in finding.edits if edit.safe]
    return f"{finding.path}:{start.line}: {finding.rule} {finding.consequence or ''} {edits}"


def publish(archive: bytes, name: str) -> str | None:
    verdict: Verdict = gate(archive, "auto", name=name, limits=Limits(members=100))
    left: tuple[Unchecked, ...] = verdict.unchecked
    needed = [need.name for need in verdict.needs]
    return None if verdict.accepted and not left and not needed else verdict.primary


def wrong_use() -> tuple[str, ...]:
    try:
        lint("nowhere")
    except UsageError as error:
        return error.problems
    return ()


document = normalize("---\nname: x\n---\n", name="x.md", layer=Layer.PACKAGE)
shape: dict[str, object] = lint("roles").to_dict()
