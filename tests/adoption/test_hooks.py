"""The hooks, run by the programs that run hooks, in a repository of their own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from ruamel.yaml import YAML

from tests.adoption.conftest import ROOT, program
from tests.cli.conftest import BAD, GOOD, write
from tests.role_pack.packs import registering

SHIPPED = (
    ".pre-commit-hooks.yaml",
    "herdr_lint",
    "schemas",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
HOOKS: Mapping[str, Mapping[str, Any]] = {
    hook["id"]: hook for hook in YAML(typ="safe").load(ROOT / ".pre-commit-hooks.yaml")
}

ROLES = [
    "roles/scout.md",
    "packages/app/.pi/agents/scout.md",
    "roles/README.md",
    "roles/.hidden.md",
    "packs/core/package.json",
    "extension.ts",
    "src/roles/register.mjs",
    "skills/plan/SKILL.md",
]
NO_ROLES = [
    "roles/scout.markdown",
    "roles/scout.md.orig",
    ".claude/agents/scout.md",
    ".github/agents/scout.md",
    "app/.opencode/agents/scout.md",
    "package.json5",
    "node_modules/pack/roles/scout.md",
    "app/node_modules/pack/package.json",
]
PACKS = [
    "pack.json",
    "pack.yml",
    "packs/vendor.acme.crew/pack.yaml",
    "packs/vendor.acme.crew/prompts/writer.md",
    "packs/vendor.acme.crew/schemas/task.json",
    "packs/vendor.acme.crew/index.mjs",
]
NO_PACKS = [
    "pack.json.bak",
    "packxjson",
    ".github/workflows/ci.yml",
    "node_modules/vendor/pack.json",
]


@pytest.mark.parametrize(
    ("hook", "path", "wanted"),
    [
        *(("herdr-lint-roles", path, True) for path in ROLES),
        *(("herdr-lint-roles", path, False) for path in NO_ROLES),
        *(("herdr-lint-openwop", path, True) for path in PACKS),
        *(("herdr-lint-openwop", path, False) for path in NO_PACKS),
    ],
)
def test_which_files_a_hook_is_given(hook: str, path: str, wanted: bool) -> None:
    """As pre-commit decides it: by a search, not a match of the whole path."""
    files, exclude = HOOKS[hook]["files"], HOOKS[hook]["exclude"]
    assert bool(re.search(files, path) and not re.search(exclude, path)) is wanted


class Runner(NamedTuple):
    """A program that runs hooks, in a repository that is configured for them."""

    path: str
    repository: Path
    environment: Mapping[str, str]

    def __call__(self, *files: str) -> tuple[int, str]:
        """The exit code, and what the hooks said of the files."""
        git(self.repository, "add", "--all")
        done = subprocess.run(
            [self.path, "run", "--files", *files],
            check=False,
            cwd=self.repository,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stdout + done.stderr


def git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def commit(folder: Path) -> str:
    git(folder, "init", "--quiet")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "-m", "x")
    return git(folder, "rev-parse", "HEAD")


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """This project as a repository of hooks, at a commit that holds its present state."""
    folder = tmp_path_factory.mktemp("hooks")
    for name in SHIPPED:
        source = ROOT / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(source, folder / name, ignore=ignored)
        else:
            shutil.copy(source, folder / name)
    return folder, commit(folder)


@pytest.fixture(scope="module", params=["pre-commit", "prek"])
def runner(
    request: pytest.FixtureRequest,
    hooks: tuple[Path, str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Runner]:
    runs_hooks = program(request.param)
    if runs_hooks is None or shutil.which("git") is None:
        pytest.skip(f"needs git and {request.param}: pip install -e '.[hooks]'")
    repository = tmp_path_factory.mktemp("repository")
    address, revision = hooks
    configuration = (
        f"repos:\n- repo: {address}\n  rev: {revision}\n"
        "  hooks:\n  - id: herdr-lint-roles\n  - id: herdr-lint-openwop\n"
    )
    write(repository / ".pre-commit-config.yaml", configuration)
    commit(repository)
    cache = str(tmp_path_factory.mktemp("cache"))
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment = kept | {"PRE_COMMIT_HOME": cache, "PREK_HOME": cache, "NO_COLOR": "1"}
    environment.pop("GITHUB_ACTIONS", None)
    yield Runner(runs_hooks, repository, environment)
    shutil.rmtree(cache, ignore_errors=True)


@pytest.mark.slow
def test_the_hooks_at_work(runner: Runner) -> None:
    """One test, since to install the hooks takes far longer than to run them."""
    place = runner.repository
    write(place / "roles/scout.md", GOOD.format(stem="scout"))
    write(place / "package.json", '{"name": "app"}')
    write(place / "README.md", "# App\n")
    code, said = runner("roles/scout.md", "package.json", "README.md")
    assert code == 0, said
    assert "(role files)" in said
    assert "error" not in said

    write(place / "roles/scout.md", BAD)
    code, said = runner("roles/scout.md")
    assert code == 1
    assert "error[invalid-capability-declaration]" in said
    assert "roles/scout.md:4:8" in said

    write(place / "roles/scout.md", GOOD.format(stem="scout"))
    write(place / "crew/pack.json", '{"name": "vendor.acme.crew", "version": "1.0"}')
    code, said = runner("crew/pack.json", "roles/scout.md")
    assert code == 1
    assert "error[pack-manifest-invalid]" in said
    assert "crew/pack.json:1:41" in said
    assert "roles/scout.md" not in said


@pytest.mark.slow
def test_a_collision_with_a_file_that_is_not_staged(runner: Runner) -> None:
    place = runner.repository
    for pack in ("one", "two"):
        for path, text in registering(pack).items():
            write(place / path, text)
        write(place / f"{pack}/roles/twin.md", GOOD.format(stem="twin"))
    code, said = runner("one/roles/twin.md")
    assert code == 1
    assert "error[duplicate-package-role]" in said
    assert "one/roles/twin.md:2:7" in said
