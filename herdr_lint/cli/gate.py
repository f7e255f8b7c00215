"""The gate command: one pack, one verdict, one exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from herdr_lint.cli.exits import Exit
from herdr_lint.cli.output import emit, emit_prose
from herdr_lint.files.pack_input import PackInput
from herdr_lint.gate.gate import Judged, judge_submission
from herdr_lint.model import Need, Outcome, Report, Severity, Verdict
from herdr_lint.report import render
from herdr_lint.report.json_text import ascii_json
from herdr_lint.report.terminal import Terminal
from herdr_lint.report.visible import visible
from herdr_lint.syntax.text import SourceText


@dataclass(frozen=True, slots=True)
class GateOptions:
    """The options of ``herdr-lint gate`` as they were given; None where nothing was said."""

    pack: Path
    profile: str = "auto"
    name: str | None = None
    pack_version: str | None = None
    catalog: Path | None = None
    previous: Path | None = None
    schemas: Path | None = None
    format: Literal["text", "json"] = "text"
    color: Literal["auto", "always", "never"] = "auto"


def run_gate(options: GateOptions) -> int:
    """Judge a pack as a registry would, print the verdict, and return the exit code.

    Raises:
        UsageError: if a given path is missing, or the catalog or the schemas cannot be used.

    """
    judged = judge_submission(
        options.pack,
        options.profile,
        name=options.name,
        version=options.pack_version,
        catalog=options.catalog,
        previous=options.previous,
        schemas=options.schemas,
    )
    verdict = judged.verdict
    if options.format == "json":
        emit(ascii_json(verdict.to_dict()))
    else:
        emit_prose(_as_text(judged, options))
    return exit_code(verdict)


def exit_code(verdict: Verdict) -> Exit:
    """0 for a pack to accept, 1 for one to reject, 3 when a rule failed.

    An undecided one is 2, as wrong use is: it is not the author who has to act but whoever called,
    by giving what was missing.
    """
    if any(finding.rule == "internal-error" for finding in verdict.findings):
        return Exit.INTERNAL
    return _EXITS[verdict.outcome]


_EXITS = {
    Outcome.ACCEPTED: Exit.CLEAN,
    Outcome.REJECTED: Exit.FINDINGS,
    Outcome.UNDECIDED: Exit.USAGE,
}


def _as_text(judged: Judged, options: GateOptions) -> str:
    verdict = judged.verdict
    report = Report.of(verdict.findings, verdict.unchecked, [options.pack.as_posix()])
    text = render(
        "text",
        report,
        sources=_sources(judged.pack),
        show=Severity.WARNING,
        terminal=Terminal.of(options.color, sys.stdout),
    )
    return "\n".join([text, *map(visible, _conclusion(verdict))]) + "\n"


def _sources(pack: PackInput) -> Callable[[str], SourceText | None]:
    """The texts of a pack's files, for code frames, by the paths of findings."""

    def source(path: str) -> SourceText | None:
        data = pack.members.get(path.removeprefix(pack.prefix))
        return None if data is None else SourceText.decode(data)

    return source


def _conclusion(verdict: Verdict) -> list[str]:
    named = " ".join(part for part in (verdict.name, verdict.version) if part) or "the pack"
    if verdict.outcome is Outcome.REJECTED:
        lines = [f"rejected: {named}, with {verdict.primary} ({verdict.profile})"]
    elif verdict.outcome is Outcome.UNDECIDED:
        paths = sorted({item.path for item in verdict.unchecked if item.decides})
        lines = [f"undecided: {named} ({verdict.profile})"]
        lines += ["  no error was found, and there may be one in what was not checked of"]
        lines += [f"    {path}" for path in paths]
    elif verdict.republished:
        lines = [f"accepted: {named}, which is published already ({verdict.profile})"]
    else:
        lines = [f"accepted: {named} ({verdict.profile})"]
    needed = [_need(need) for need in verdict.needs if need.kind not in _ALWAYS]
    return [*lines, f"a host must offer: {'; '.join(needed)}"] if needed else lines


_ALWAYS = frozenset({"engine", "model-class"})
"""Needs that every host has to look at; the line leaves them to the JSON form."""


def _need(need: Need) -> str:
    value = f" {need.value}" if need.value else ""
    return f"{need.kind} {need.name}{value}{' (optional)' if need.optional else ''}"
