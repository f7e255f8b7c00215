"""The example of a gate for pull requests, in a real repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.builders import NAME, files, manifest, tgz

FOLDER = Path(__file__).parent.parent.parent / "examples" / "registry-pr"
SCRIPT = FOLDER / "gate-new-packs.sh"

pytestmark = pytest.mark.skipif(
    shutil.which("bash") is None or shutil.which("git") is None, reason="needs bash and git"
)


class Repository:
    def __init__(self, root: Path, commands: Path) -> None:
        self.root = root
        self.environment = {
            "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(root),
            "PYTHONPATH": str(FOLDER.parent.parent),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@example.org",
            "GIT_COMMITTER_NAME": "a",
            "GIT_COMMITTER_EMAIL": "a@example.org",
        }

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def commit(self) -> None:
        assert self.run("git", "add", "-A").returncode == 0
        assert self.run("git", "commit", "-qm", "x", "--allow-empty").returncode == 0

    def publish(self, version: str, *, name: str = NAME, **members: object) -> Path:
        archive = self.root / "registry" / "v1" / "packs" / name / "-" / f"{version}.tgz"
        archive.parent.mkdir(parents=True, exist_ok=True)
        archive.write_bytes(tgz(files(manifest(version=version, **members))))
        return archive

    def gate(self) -> tuple[int, str]:
        self.commit()
        done = self.run("bash", str(SCRIPT), "main")
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A registry with version 1.0.0 of a pack, on a branch beside ``main``."""
    commands = tmp_path / "bin"
    commands.mkdir()
    command = commands / "herdr-lint"
    command.write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -c "from herdr_lint.cli.main import run; run()" "$@"\n'
    )
    command.chmod(0o755)
    root = tmp_path / "registry-repository"
    root.mkdir()
    repository = Repository(root, commands)
    repository.run("git", "init", "-qb", "main")
    repository.publish("1.0.0")
    repository.commit()
    repository.run("git", "switch", "-qc", "new-pack")
    return repository


def test_a_new_version_is_judged_against_the_one_before(repository: Repository) -> None:
    repository.publish("1.10.0")
    repository.publish("1.9.0")
    code, out = repository.gate()
    assert code == 0, out
    assert f"::group::{NAME} 1.10.0\n" in out
    assert out.count(f"accepted: {NAME} ") == 2


def test_a_broken_pack_fails_and_the_others_are_still_judged(repository: Repository) -> None:
    repository.publish("1.1.0", agents=[])
    repository.publish("1.2.0")
    code, out = repository.gate()
    assert code == 1
    assert f"rejected: {NAME} 1.1.0, with invalid_manifest" in out
    assert f"accepted: {NAME} 1.2.0" in out


def test_a_pack_lies_where_its_manifest_says(repository: Repository) -> None:
    repository.publish("2.0.0", name="vendor.acme.other")
    code, out = repository.gate()
    assert code == 1
    assert "manifest_name_mismatch" in out


@pytest.mark.parametrize("change", ["change", "remove", "rename"])
def test_what_is_published_stays_as_it_is(repository: Repository, change: str) -> None:
    archive = repository.publish("1.0.0", description="Other.")
    if change == "remove":
        archive.unlink()
    elif change == "rename":
        archive.write_bytes(tgz(files()))
        archive.rename(archive.with_name("1.0.1.tgz"))
    code, out = repository.gate()
    assert code == 1
    assert "published archives must stay as they are:\nregistry/v1/packs" in out


def test_nothing_to_judge_is_no_success(repository: Repository) -> None:
    code, out = repository.gate()
    assert (code, out) == (1, "this branch adds no archive, so there is nothing to judge\n")


def test_the_workflow_runs_the_script_without_rights() -> None:
    workflow = YAML(typ="safe").load(FOLDER / "packs.yml")
    assert workflow["permissions"] == {"contents": "read"}
    steps = workflow["jobs"]["gate"]["steps"]
    assert steps[-1]["run"] == './gate-new-packs.sh "origin/$GITHUB_BASE_REF"'
    assert os.access(SCRIPT, os.X_OK)
