"""L3: whatever the host would read or a pack ships is judged, or listed as unchecked.

And ``lint``, ``list`` and ``gate`` say the same of each role. What the host would read is worked
out here from the tree alone, by what the page about its reading says of folders.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given

from herdr_lint import Finding, Report, Severity, gate
from herdr_lint.catalog.effective import State
from herdr_lint.config.loading import Configs
from herdr_lint.files.file_system import FileSystem
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.run.catalog import view
from herdr_lint.run.check_result import Settings
from tests.effort import examples
from tests.laws.test_way_in import linted
from tests.laws.trees import trees
from tests.project.trees import plant

REGISTERED = {"a": "a/crew", "b": "b/roles"}
"""The folders that the extensions of the generated packs register."""


def packs_in(root: Path) -> list[str]:
    return [pack for pack in REGISTERED if (root / pack / "extension.ts").exists()]


def read_by_hosts(root: Path) -> Iterator[str]:
    """The role files in a tree that some host reads: of projects, and of packs that register."""
    folders = {*root.rglob(".pi/agents"), root / ".pi" / "agents"}
    folders |= {
        root / path for pack, path in REGISTERED.items() if (root / pack / "package.json").exists()
    }
    for folder in folders:
        if folder.is_dir():
            yield from (
                os.path.relpath(path, root)
                for path in folder.iterdir()
                if path.suffix == ".md" and path.is_file()
            )


def spoken_of(report: Report) -> set[str]:
    return {*report.files, *(one.path for one in report.unchecked)}


def code_of(findings: list[Finding]) -> str | None:
    """The code with which the host refuses a role, by what ``lint`` found."""
    return next((one.host_code for one in findings if one.host_reports), None)


@examples(40)
@given(trees())
def test_all_that_a_host_reads_is_spoken_of(tree: Mapping[str, str]) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), tree)
        said = spoken_of(linted(["."]))
        real = {os.path.realpath(path) for path in said}
        excluded = "exclude" in tree.get("herdr-lint.toml", "") + tree.get("a/herdr-lint.toml", "")
        for path in read_by_hosts(Path(scratch)):
            left_out = excluded and path.endswith("README.md")
            assert path in said or os.path.realpath(path) in real or left_out, path


@examples(40)
@given(trees())
def test_lint_and_list_say_the_same_of_each_role(tree: Mapping[str, str]) -> None:
    plain = {name: text for name, text in tree.items() if not name.endswith("herdr-lint.toml")}
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), plain)
        packs = [*map(Path, packs_in(Path()))]
        found = view(Path(), Settings(Configs(), FileSystem()), packs)
        report = linted(["."])
        said = spoken_of(report)
        for standing in found.catalog.standings:
            path = standing.record.path
            assert path in said, path
            about = [one for one in report.findings if one.path == path]
            refused = standing.state is State.INVALID
            assert refused == (code_of(about) is not None and not _among(about)), path
            if refused:
                assert standing.code == code_of(about), path


def _among(findings: list[Finding]) -> bool:
    """Whether what the host reports of a file is about it and others, not about it alone."""
    return any(one.host_reports and one.rule == "duplicate-package-role" for one in findings)


@examples(40)
@given(trees())
def test_lint_and_the_gate_say_the_same_of_each_role(tree: Mapping[str, str]) -> None:
    plain = {name: text for name, text in tree.items() if not name.endswith("herdr-lint.toml")}
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), plain)
        for pack in packs_in(Path()):
            report, verdict = linted([pack]), gate(pack)
            assert _of_roles(report.findings, pack) == _of_roles(verdict.findings, pack)


def _of_roles(findings: Iterable[Finding], pack: str) -> set[tuple[object, ...]]:
    """What is wrong with the roles that a pack registers, in whatever form and place it lies."""
    return {
        (one.path, one.rule, one.cause, one.span)
        for one in findings
        if one.severity is Severity.ERROR
        and one.path.startswith(f"{REGISTERED[pack]}/")
        and RuleRegistry.shipped().group_of(one.rule) != "archive"
        and all(other.path.startswith(f"{pack}/") for other in one.related)
    }
