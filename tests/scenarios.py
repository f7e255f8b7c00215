"""Scenarios: planted in an empty folder, judged as their page says, and told as the page tells."""

from __future__ import annotations

import difflib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from herdr_lint import Edit, Finding, Limits, Span, gate, lint
from herdr_lint.fix.plan import plan
from tools.scenarios import Link, Scenario, pages, read_page

FOLDER = "case"
"""The name of the folder in which a scenario stands."""


@cache
def scenarios() -> tuple[Scenario, ...]:
    return tuple(scenario for page in pages() for scenario in read_page(page))


def scenarios_of(rule: str) -> list[Scenario]:
    return [scenario for scenario in scenarios() if scenario.rule == rule]


def scenario(rule: str, title: str) -> Scenario:
    (found,) = (one for one in scenarios_of(rule) if one.title == title)
    return found


def plant(scenario: Scenario, folder: Path) -> Path:
    """Write the files of a scenario into a folder."""
    for name, content in scenario.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Link):
            path.symlink_to(content.target)
        else:
            path.write_bytes(content)
    return folder


@cache
def findings_of(scenario: Scenario) -> tuple[Finding, ...]:
    """What the library finds, in a folder where nothing around the scenario has a say."""
    with TemporaryDirectory() as scratch, chdir(plant(scenario, Path(scratch) / FOLDER)):
        return _findings(dict(scenario.request))


def _findings(request: dict[str, Any]) -> tuple[Finding, ...]:
    if "gate" not in request:
        return tuple(lint(request.pop("lint", ["."]), **request).findings)
    if catalog := request.get("catalog"):
        request["catalog"] = json.loads(Path(catalog).read_text("utf-8"))
    request["limits"] = Limits(**request.get("limits", {}))
    return gate(request.pop("gate"), **request).findings


def arguments_of(scenario: Scenario) -> list[str] | None:
    """The same request on the command line; None where the command line has no such option."""
    request = dict(scenario.request)
    if "limits" in request:
        return None
    command, given = ("gate", request.pop("gate")) if "gate" in request else ("lint", None)
    paths = [given] if given else request.pop("lint", ["."])
    shown = [] if command == "gate" else ["--show", "note"]
    names = {"version": "pack-version"} if command == "gate" else {}
    options = [f"--{names.get(key, key)}={value}" for key, value in request.items()]
    return [command, *paths, "--format", "json", *shown, *options]


def told(scenario: Scenario) -> str:
    """The findings of a scenario as its page tells them."""
    return "\n\n".join("\n".join(_told(one, scenario)) for one in findings_of(scenario))


def _told(finding: Finding, scenario: Scenario) -> Iterator[str]:
    rule = finding.rule if finding.cause is None else f"{finding.rule}/{finding.cause}"
    yield _visible(f"{finding.severity}[{rule}]: {finding.message}")
    yield f"  --> {_place(finding.path, finding.span)}"
    yield _visible(f"  host: {finding.consequence or ''}{_code(finding)}")
    yield _visible(f"  help: {finding.help}")
    for related in finding.related:
        yield _visible(f"  see: {_place(related.path, related.span)}: {related.message}")
    if finding.edits:
        yield f"  {'edit' if all(edit.safe for edit in finding.edits) else 'edit, a guess'}:"
        yield from (f"    {line}" for line in _changes(finding, scenario.files))


def _code(finding: Finding) -> str:
    if not finding.host_code:
        return ""
    return f" [{finding.host_code}{', which it reports' if finding.host_reports else ''}]"


def _place(path: str, span: Span) -> str:
    start, end = span.start, span.end
    place = f"{_visible(path)}:{start.line}:{start.column}"
    if end.line != start.line:
        return f"{place}-{end.line}:{end.column}"
    return place if end == start else f"{place}-{end.column}"


def _changes(finding: Finding, files: Mapping[str, bytes | Link]) -> Iterator[str]:
    """The lines that the edits change, as a diff; places and texts where there is no such file."""
    before = files.get(finding.path)
    after = plan(before, finding.edits, safe_only=False) if isinstance(before, bytes) else None
    if not isinstance(before, bytes) or after is None:
        yield from map(_edit, finding.edits)
        return
    old, new = (data.decode("utf-8").split("\n") for data in (before, after))
    for line in [*difflib.unified_diff(old, new, n=0, lineterm="")][2:]:
        if not line.startswith("@@"):
            yield _visible(line[0] + " " + line[1:]).rstrip()


def _edit(edit: Edit) -> str:
    return f"{_place('', edit.span)[1:]} becomes {json.dumps(edit.text)}"


def _visible(text: str) -> str:
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


UPDATE = os.environ.get("UPDATE_FIXTURES") == "1" and not os.environ.get("CI")
"""``UPDATE_FIXTURES=1`` writes what is found as what is expected; read every line of the diff."""
