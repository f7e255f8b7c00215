"""A finding takes nine rows of a terminal at most: of every scenario, and of what may come."""

from __future__ import annotations

import os
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given

from herdr_lint.model import Finding, Report, Severity, Span
from herdr_lint.report import render
from herdr_lint.report.terminal import PLAIN
from herdr_lint.report.text import MOST_ROWS
from herdr_lint.report.view import Sources
from herdr_lint.run.sources import read_source
from tests.effort import examples
from tests.scenarios import FOLDER, findings_of, plant, scenarios
from tests.strategies.report import findings, sources


def rows_of(finding: Finding, source: Sources) -> list[str]:
    """The rows of a finding by itself, without the name of its file."""
    text = render("text", Report.of([finding]), sources=source, terminal=PLAIN)
    rows = text.split("\n")[2:]
    return rows[: rows.index("")]


@pytest.mark.slow
@pytest.mark.parametrize("group", sorted({one.page.parent.name for one in scenarios()}), ids=str)
def test_every_scenario(group: str) -> None:
    for scenario in scenarios():
        if scenario.page.parent.name != group:
            continue
        found = findings_of(scenario)
        with TemporaryDirectory() as scratch, chdir(plant(scenario, Path(scratch) / FOLDER)):
            for finding in found:
                rows = rows_of(finding, cache(read_source))
                assert len(rows) <= MOST_ROWS, os.linesep.join(rows)
                assert max(map(len, rows)) <= PLAIN.width


@pytest.mark.parametrize(
    ("rule", "consequence", "told"),
    [
        ("ref-missing", "A registry must refuse the pack.", "registry: must refuse the pack."),
        ("ref-missing", "The host runs nothing.", "host: runs nothing."),
        ("ref-missing", "A host without it stops.", "effect: A host without it stops."),
        ("ref-missing", "Some programs stop.", "effect: Some programs stop."),
        ("archive-malformed", "npm cannot unpack it.", "npm: cannot unpack it."),
        ("archive-malformed", "Some programs stop.", "effect: Some programs stop."),
        ("role-pack-factory", "Some programs stop.", "effect: Some programs stop."),
        ("ignore-unused", "It does nothing.", "run: It does nothing."),
        (
            "ref-missing",
            "The registry that is asked stops.",
            "effect: The registry that is asked stops.",
        ),
        ("role-pack-factory", "Pi skips the entry.", "Pi: skips the entry."),
        ("tool-name-suspect", "The role starts.", "host: The role starts."),
        ("not-a-rule", "The host stops.", "host: stops."),
    ],
)
def test_a_consequence_is_told_of_whom_it_speaks_of(rule: str, consequence: str, told: str) -> None:
    found = Finding(rule, Severity.ERROR, "m", "", "a.md", Span.at(1, 1), consequence=consequence)
    assert f"  = {told}" in rows_of(found, lambda _: None)


@examples(100)
@given(findings(), sources)
def test_any_finding(finding: Finding, source: Sources) -> None:
    assert len(rows_of(finding, source)) <= MOST_ROWS
