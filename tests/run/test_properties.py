"""What holds of every run: no order, split, process, seed or locale has a say in its findings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from herdr_lint import Report, UsageError, lint
from herdr_lint.run.run import Request, run
from tests.builders import PROMPT, agent, files, manifest, text, tgz
from tests.effort import examples
from tests.project.trees import plant
from tests.role_pack.packs import registering
from tests.run.conftest import role
from tests.strategies.projects import awkward, monorepos

slow = examples(
    25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def linted(paths: list[str]) -> Report:
    return run(Request(paths, allow_empty=True))


def merged(reports: Iterable[Report]) -> Report:
    whole = Report()
    for report in reports:
        whole = whole.merge(report)
    return whole


@slow
@given(monorepos, st.data())
def test_any_partition_of_the_files_gives_the_findings_of_one_run(
    files: Mapping[str, str], data: st.DataObject
) -> None:
    given_files = sorted(path for path in files if path.endswith(".md"))
    part_of = [data.draw(st.integers(0, 2)) for _ in given_files]
    parts = [
        [path for path, part in zip(given_files, part_of, strict=True) if part == number]
        for number in range(3)
    ]
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), {".git/": "", **files})
        whole = linted(given_files)
        assert merged(linted(part) for part in parts if part) == whole


@slow
@given(monorepos)
def test_a_role_by_itself_has_the_findings_that_the_whole_tree_gives_it(
    files: Mapping[str, str],
) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), {".git/": "", ".pi/agents/w.md": role("w"), **files})
        tree = lint(".")
        for path in tree.files:
            if path.endswith(".md"):
                assert lint(path).about([path]).findings == tree.about([path]).findings


_NAMES = [
    "roles/x.md",
    "roles/.md",
    "roles/package.json",
    "package.json",
    "pack.json",
    "pack.yaml",
    "roles/skills/s/SKILL.md",
    "extension.ts",
    "x-1.0.0.tgz",
    ".gitignore",
]


@slow
@given(st.dictionaries(st.sampled_from(_NAMES), awkward, min_size=1))
def test_any_bytes_give_a_report(files: Mapping[str, bytes]) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), {"roles/y.md": b"---\n", **files})
        report = lint(["roles", "."])
        assert [one for one in report.findings if one.rule == "internal-error"] == []
        assert "roles/y.md" in report.files or "pack.json" in report.files or "pack.yaml" in files


def environment(**changed: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **changed}


_PROGRAM = """
import json, sys, herdr_lint
report = herdr_lint.lint(["."], jobs=int(sys.argv[1]))
sys.stdout.buffer.write(json.dumps(report.to_dict()).encode("ascii"))
"""


def report_of(tree: Path, jobs: int = 1, **changed: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(jobs)],
        cwd=tree,
        env=environment(**changed),
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_seeds_locales_and_processes_have_no_say(tree: Path) -> None:
    twin = manifest(name="vendor.acme.twin", agents=[agent(personna="Writer", lable="L")])
    plant(
        tree,
        {
            **registering("packs/a"),
            **registering("packs/b"),
            "packs/a/roles/é.md": role("é", "thinking: High\nthinkng: high\n"),
            "packs/b/roles/é.md": role("é", "name: x\ncolor: blue\n"),
            "packs/b/roles/É.md": role("É"),
            "one/pack.json": text(manifest()),
            "one/prompts/writer.md": PROMPT,
            "two/pack.json": text(twin),
            "two/prompts/writer.md": PROMPT,
            "dist/-/crew-1.0.0.tgz": tgz(files()),
        },
    )
    first = report_of(tree, PYTHONHASHSEED="0", LC_ALL="C.UTF-8")
    assert {"duplicate-package-role", "case-collision", "duplicate-agent-id"} <= {
        finding["rule"] for finding in first["findings"]
    }
    assert report_of(tree, PYTHONHASHSEED="1", LC_ALL="C.UTF-8") == first
    assert report_of(tree, PYTHONHASHSEED="2", LC_ALL="C", PYTHONUTF8="0") == first
    assert report_of(tree, jobs=2, PYTHONHASHSEED="3") == first


def test_nothing_to_check_is_wrong_use(tree: Path) -> None:
    plant(tree, {"docs/x.txt": ""})
    with pytest.raises(UsageError, match="nothing to check in `docs`"):
        lint("docs")
