"""L1 and L4: the findings about a file do not depend on how it was asked for.

Whether a tree, a folder, the file alone, a batch or standard input with its bytes was requested,
by which path, from which working directory, in which order and by how many processes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from herdr_lint import Finding, Report, Unchecked
from herdr_lint.config.loading import Configs
from herdr_lint.run.run import Request, run
from tests.effort import examples
from tests.laws.trees import trees
from tests.project.trees import plant
from tests.scenarios import plant as plant_scenario
from tests.scenarios import scenarios
from tools.scenarios import Scenario

WHOLE = {"baseline-unused", "config-unused"}
"""Rules about files that say something of a run, which are no part of what is checked."""


class Said(NamedTuple):
    """What a report says of one file."""

    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]


def linted(paths: Iterable[str | Path], overlay: Mapping[Path, bytes] | None = None) -> Report:
    return run(
        Request(tuple(paths), Configs.load(), overlay=overlay or {}, allow_empty=True, jobs=1)
    )


def about(report: Report, path: str) -> Said:
    part = report.about([path])
    return Said(tuple(part.findings), part.unchecked)


def files_of(report: Report) -> list[str]:
    """The files that a report speaks of, and those that it is about; no members of archives."""
    named = {*report.files, *(one.path for one in report.findings)}
    named |= {one.path for one in report.unchecked}
    named -= {one.path for one in report.findings if one.rule in WHOLE}
    return sorted(path for path in named if Path(path).is_file())


def holds(whole: Report) -> None:
    """Each file and each folder by itself, and as a buffer, says what the whole tree says."""
    for path in files_of(whole):
        expected = about(whole, path)
        assert about(linted([path]), path) == expected, path
        folder = str(Path(path).parent)
        assert about(linted([folder]), path) == expected, folder
        if not Path(path).is_symlink():
            buffer = {Path(path): Path(path).read_bytes()}
            assert about(linted([path], buffer), path) == expected, path
    for finding in whole.findings:
        if finding.rule == "nested-role-ignored":  # it is about a folder: each file of it tells
            for path in (finding.path, *(one.path for one in finding.related)):
                assert finding in linted([path]).findings, path


@pytest.mark.parametrize("group", sorted({one.page.parent.name for one in scenarios()}), ids=str)
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in (1, 2, 3))]
)
def test_every_scenario(group: str, part: int) -> None:
    chosen = [one for one in scenarios() if one.page.parent.name == group and not one.request]
    for scenario in chosen[part::4]:
        whole_tree(scenario)


def whole_tree(scenario: Scenario) -> None:
    with TemporaryDirectory() as scratch, chdir(plant_scenario(scenario, Path(scratch) / "case")):
        holds(linted(["."]))


ROLE = "---\nname: scout\ndescription: d\n---\n\nRead.\n"


@examples(30)
@given(trees())
@example({".git/": "", "docs/scout.md": ROLE, "docs/agents/scout.md": ROLE})
def test_any_tree(files: Mapping[str, str]) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), files)
        whole = linted(["."])
        assert run(Request(configs=Configs.load(), allow_empty=True)) == whole
        assert linted([]).files == ()
        holds(whole)


@examples(20)
@given(trees(), st.data())
def test_any_batch_in_any_order(files: Mapping[str, str], data: st.DataObject) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), files)
        whole = linted(["."])
        paths = files_of(whole)
        batch = data.draw(st.lists(st.sampled_from(paths), max_size=4)) if paths else []
        report = linted(batch) if batch else Report()
        for path in {*batch}:
            assert about(report, path) == about(whole, path), path
        assert linted(reversed(batch)) == report or not batch


@examples(20)
@given(trees())
def test_any_working_directory_and_a_link_to_it(files: Mapping[str, str]) -> None:
    with TemporaryDirectory() as scratch:
        root = Path(scratch).resolve() / "real"
        plant(root, files)
        (root.parent / "link").symlink_to(root)
        with chdir(root):
            expected = outline(linted(["."]).findings, root)
        with chdir(root.parent):
            assert outline(linted(["real"]).findings, root) == expected
            assert outline(linted(["link"]).findings, root) == expected
        with chdir("/"):
            assert outline(linted([root]).findings, root) == expected


def outline(findings: Sequence[Finding], root: Path) -> list[tuple[object, ...]]:
    """Findings by the path from the root of the tree, without what names other paths."""
    return sorted(
        (os.path.relpath(one.path, root), one.rule, one.severity.value, one.cause or "", one.span)
        for one in findings
    )


@examples(10)
@given(trees())
def test_any_number_of_processes(files: Mapping[str, str]) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), files)
        one = run(Request((".",), Configs.load(), allow_empty=True, jobs=1))
        assert run(Request((".",), Configs.load(), allow_empty=True, jobs=2)) == one
