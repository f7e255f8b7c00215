"""The gate command: one pack, one verdict, one exit code."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from herdr_lint.cli.main import Exit
from herdr_lint.cli.output import emit
from herdr_lint.model import Limits, Need, Report, Severity, UsageError, Verdict

if TYPE_CHECKING:
    from herdr_lint.syntax.text import SourceText

LARGEST_CATALOG = 256 << 20


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
    from herdr_lint.gate.gate import gate

    for path in (options.pack, options.previous):
        if path is not None and not path.exists():
            raise UsageError(f"there is no {path}")
    verdict = gate(
        options.pack,
        options.profile,
        name=options.name,
        version=options.pack_version,
        catalog=None if options.catalog is None else _catalog(options.catalog),
        previous=options.previous,
        schemas=options.schemas,
    )
    emit(_as_json(verdict) if options.format == "json" else _as_text(verdict, options))
    return exit_code(verdict)


def exit_code(verdict: Verdict) -> Exit:
    """0 for a pack to accept, 1 for one to reject, 3 when a rule failed."""
    if any(finding.rule == "internal-error" for finding in verdict.findings):
        return Exit.INTERNAL
    return Exit.CLEAN if verdict.accepted else Exit.FINDINGS


def _catalog(path: Path) -> Any:
    """The catalog in a file; of a folder, that of the archives below it."""
    if path.is_dir():
        from herdr_lint.gate.catalog import catalog_of

        return catalog_of(sorted(path.rglob("*.tgz")))
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_CATALOG + 1)
        if len(data) > LARGEST_CATALOG:
            raise UsageError(f"the catalog {path} is too large")
        return json.loads(data)
    except OSError as error:
        raise UsageError(f"cannot read the catalog {path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the catalog {path} is not JSON: {error}") from error


def _as_json(verdict: Verdict) -> str:
    return json.dumps(verdict.to_dict(), indent=2, ensure_ascii=True) + "\n"


def _as_text(verdict: Verdict, options: GateOptions) -> str:
    from herdr_lint.report import render
    from herdr_lint.report.terminal import Terminal

    report = Report.of(verdict.findings, verdict.unchecked, [options.pack.as_posix()])
    text = render(
        "text",
        report,
        sources=_sources(options.pack),
        show=Severity.WARNING,
        terminal=Terminal.of(options.color, sys.stdout),
    )
    return "\n".join([text, *_conclusion(verdict)]) + "\n"


def _sources(pack: Path) -> Callable[[str], SourceText | None]:
    """The texts of a pack's files, for code frames, by the paths of findings."""
    from herdr_lint.files.pack_input import PackInput
    from herdr_lint.syntax.text import SourceText

    given = PackInput.read(pack, Limits())

    def source(path: str) -> SourceText | None:
        data = given.members.get(path.removeprefix(given.prefix))
        return None if data is None else SourceText.decode(data)

    return source


def _conclusion(verdict: Verdict) -> list[str]:
    named = " ".join(part for part in (verdict.name, verdict.version) if part) or "the pack"
    if not verdict.accepted:
        lines = [f"rejected: {named}, with {verdict.primary} ({verdict.profile})"]
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
