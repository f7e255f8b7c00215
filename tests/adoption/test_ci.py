"""The action, the workflows and the jobs that the pages offer."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.adoption.conftest import ROOT, program
from tests.adoption.test_pages import blocks
from tests.cli.conftest import BAD, GOOD, write

START = "from herdr_lint.cli.main import run; run()"
ACTION = YAML(typ="safe").load(ROOT / "action.yml")


def offered(name: str) -> str:
    """A file that docs/ci.md tells to copy."""
    return next(block.text for block in blocks(ROOT / "docs/ci.md") if block.file == name)


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("vendor.github-actions", "action.yml"),
        ("vendor.dependabot", ".github/dependabot.yml"),
        ("vendor.github-workflows", ".github/workflows/ci.yml"),
        ("vendor.github-workflows", ".github/workflows/release.yml"),
        ("vendor.github-workflows", "docs/ci.md:.github/workflows/lint-packs.yml"),
        ("vendor.github-workflows", "docs/ci.md:.github/workflows/code-scanning.yml"),
        ("vendor.gitlab-ci", "docs/ci.md:.gitlab-ci.yml"),
    ],
)
def test_what_a_service_reads_satisfies_its_schema(schema: str, file: str, tmp_path: Path) -> None:
    check = program("check-jsonschema")
    if check is None:
        pytest.skip("needs check-jsonschema: pip install -e '.[dev]'")
    name = file.partition(":")[2]
    path = write(tmp_path / Path(name).name, offered(name)) if name else ROOT / file
    done = subprocess.run(
        [check, "--builtin-schema", schema, path], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "ok -- validation done\n"), done.stdout


WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("file", [*WORKFLOWS, ROOT / "action.yml"], ids=lambda file: file.name)
def test_actions_are_pinned_by_hash_and_say_which_version_that_is(file: Path) -> None:
    used = re.findall(r"uses: (.*)", file.read_text("utf-8"))
    assert used
    for one in used:
        assert (
            re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one) or one[:4] == "./ #"
        )


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_jobs_are_bounded_and_hold_no_more_rights_than_they_name(file: Path) -> None:
    workflow = YAML(typ="safe").load(file)
    assert workflow["permissions"] in ({}, {"contents": "read"})
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 40
        checkouts = [one for one in job["steps"] if "checkout" in one.get("uses", "")]
        assert all(one["with"] == {"persist-credentials": False} for one in checkouts)


@pytest.mark.parametrize("page", ["README.md", "docs/ci.md"])
def test_the_hooks_that_are_offered_exist(page: str) -> None:
    offer = next(b.text for b in blocks(ROOT / page) if b.file == ".pre-commit-config.yaml")
    (repository,) = YAML(typ="safe").load(offer)["repos"]
    hooks = YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")
    assert {hook["id"] for hook in repository["hooks"]} == {hook["id"] for hook in hooks}


def test_the_page_lists_the_inputs_of_the_action() -> None:
    page = (ROOT / "docs/ci.md").read_text("utf-8")
    listed = re.findall(r"^\| `([\w-]+)` \| (?:`([^`]*)`)? ?\|", page, re.MULTILINE)
    inputs = [(name, each["default"]) for name, each in ACTION["inputs"].items()]
    assert [pair for pair in listed if not pair[0].startswith("herdr-lint-")] == inputs


def test_each_job_of_the_page_uses_inputs_that_the_action_has() -> None:
    for name in (".github/workflows/lint-packs.yml", ".github/workflows/code-scanning.yml"):
        for step in YAML(typ="safe").load(offered(name))["jobs"]["herdr-lint"]["steps"]:
            if step["uses"].startswith("herdr-lint/herdr-lint"):
                assert set(step["with"]) <= set(ACTION["inputs"])


class TestTheStepOfTheAction:
    """The program that the action runs, with the variables that it is given there."""

    @pytest.fixture
    def environment(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
        if shutil.which("bash") is None:
            pytest.skip("needs bash")
        monkeypatch.chdir(tmp_path)
        command = f'#!/bin/sh\nexec "{sys.executable}" -c "{START}" "$@"\n'
        write(tmp_path / "herdr-lint", command).chmod(0o755)
        return {
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": str(ROOT),
            "HERDR_LINT": str(tmp_path / "herdr-lint"),
            "GITHUB_ACTIONS": "true",
            "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        }

    @staticmethod
    def run(environment: dict[str, str], **inputs: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", ROOT / "tools/action.sh"],
            check=False,
            env=environment | inputs,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout

    def test_findings(self, environment: dict[str, str], tmp_path: Path) -> None:
        write(tmp_path / "my roles/lead.md", GOOD.format(stem="lead"))
        write(tmp_path / "roles/scout.md", BAD)
        code, log = self.run(environment, PATHS=".", SARIF="out.sarif")
        assert code == 1
        assert log.startswith("::error file=roles/scout.md,line=4,")
        assert "invalid-capability-declaration" in (tmp_path / "summary.md").read_text("utf-8")
        sarif: Any = json.loads((tmp_path / "out.sarif").read_text("utf-8"))
        assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == [
            "invalid-capability-declaration",
            "value-ignored",
        ]

    def test_paths_and_options(self, environment: dict[str, str], tmp_path: Path) -> None:
        write(tmp_path / "roles/lead.md", GOOD.format(stem="lead"))
        write(tmp_path / "other roles/scout.md", BAD)
        options = "--select value-ignored\n--fail-on warning"
        code, log = self.run(
            environment, PATHS="roles\nother roles\n", ARGS=options, SUMMARY="false"
        )
        assert code == 1
        assert log.count("::warning ") == 1
        assert log.count("::error ") == 0
        assert (tmp_path / "summary.md").read_text("utf-8") == ""

    def test_what_stands_in_an_input_is_no_program(
        self, environment: dict[str, str], tmp_path: Path
    ) -> None:
        paths = "$(touch hacked)\n`touch hacked`; touch hacked *"
        code, _ = self.run(environment, PATHS=paths)
        assert code == 2
        assert not (tmp_path / "hacked").exists()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs the repository")
def test_whoever_packs_the_source_can_run_its_tests() -> None:
    """Whatever is kept at the top of the repository goes into the source distribution."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    kept = {f"/{path.split('/')[0]}" for path in listed.splitlines()}
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    taken_anyway = {"/.gitignore", "/pyproject.toml"}
    assert {*build["targets"]["sdist"]["include"]} | taken_anyway == kept
