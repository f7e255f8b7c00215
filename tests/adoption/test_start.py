"""What a run does not load. Time is not measured here: a list of modules says it without noise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.adoption.conftest import ROOT
from tests.cli.conftest import GOOD, write
from tests.laws.trees import CHANNEL, EXTENSION, package

PROGRAM = """
import sys
from herdr_lint.cli.main import main
code = main(sys.argv[1:])
print(code, *sorted(sys.modules), file=sys.stderr)
"""

ALWAYS_LATE = {
    "asyncio",
    "herdr_lint.gate.gate",
    "herdr_lint.fix",
    "multiprocessing",
    "rfc8785",
    "ruamel",
    "tarfile",
    "tree_sitter",
    "urllib.request",
    "watchfiles",
}
"""What neither a version nor a clean role needs."""

LATE_FOR_THE_VERSION = ALWAYS_LATE | {
    "herdr_lint.run",
    "herdr_lint.judge",
    "jsonschema",
    "pathspec",
    "referencing",
    "regress",
    "rich",
}


def loaded(folder: Path, *arguments: str) -> set[str]:
    """The modules that a run has loaded by its end."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PI_CODING_AGENT_DIR": str(folder / "agent")},
        check=True,
        capture_output=True,
        text=True,
    )
    code, *modules = done.stderr.split()
    assert code == "0", done.stdout
    return set(modules)


def test_the_version(tmp_path: Path) -> None:
    assert loaded(tmp_path, "--version") & LATE_FOR_THE_VERSION == set()


LATE_FOR_OUR_SCHEMAS = {"jsonschema", "referencing", "regress"}


def test_our_own_schemas_need_no_jsonschema(tmp_path: Path) -> None:
    name = "herdr_lint.judge.refusals"
    write(tmp_path / "roles/scout.md", GOOD.format(stem="scout"))
    modules = loaded(tmp_path, "-f", "concise", "roles/scout.md")
    assert modules & {*LATE_FOR_OUR_SCHEMAS, name} == set()
    write(
        tmp_path / "roles/scout.md", GOOD.format(stem="scout").replace("\n---", "\ncolor: red\n---")
    )
    modules = loaded(tmp_path, "-f", "concise", "roles/scout.md")
    assert modules & {*LATE_FOR_OUR_SCHEMAS, name} == {name}


def test_a_policy_needs_it(tmp_path: Path) -> None:
    write(tmp_path / "roles/scout.md", GOOD.format(stem="scout"))
    write(tmp_path / "policy.json", '{"properties": {"name": {"pattern": "^x"}}}')
    modules = loaded(tmp_path, "--policy", "policy.json", "roles/scout.md")
    assert modules & LATE_FOR_OUR_SCHEMAS >= {"jsonschema", "referencing"}


@pytest.mark.parametrize("format_", ["concise", "text"])
def test_a_clean_role(tmp_path: Path, format_: str) -> None:
    write(tmp_path / "roles/scout.md", GOOD.format(stem="scout"))
    late = ALWAYS_LATE | {"pydantic", "rich", "typer"}
    assert loaded(tmp_path, "-f", format_, "roles/scout.md") & late == set()


def test_a_role_alone_loads_no_rules_of_packs(tmp_path: Path) -> None:
    write(tmp_path / "roles/scout.md", GOOD.format(stem="scout"))
    modules = loaded(tmp_path, "-f", "concise", "roles")
    assert modules & {"herdr_lint.openwop.pack", "herdr_lint.role_pack.rules"} == set()


LATE_FOR_A_ROLE_OF_A_PACK = {
    f"herdr_lint.{name}"
    for name in (
        "cache.store",
        "config.extending",
        "config.toml_spans",
        "files.git_patterns",
        "judge.codes",
        "judge.parse_findings",
        "judge.refusals",
        "judge.schema_error",
        "judge.subschemas",
        "role.fixes",
        "role.foreign",
        "role.keys",
        "role.meaning",
        "role.punctuation",
        "role.renames",
        "role.spelling",
        "role.tools",
        "role_pack.extension.imports",
        "role_pack.extension.reads",
        "role_pack.extension.requires",
        "role_pack.extension.usage",
        "role_pack.globs",
        "role_pack.manifest",
        "role_pack.npm_files",
        "role_pack.scripts",
        "role_pack.skill",
        "syntax.directives",
        "syntax.json_scanner",
        "syntax.numbers",
        "syntax.tree",
        "syntax.yaml_reader",
    )
}
"""What a hook does without that starts for a clean role, though the pack around it is looked at."""


def test_a_clean_role_of_a_pack(tmp_path: Path) -> None:
    write(tmp_path / "package.json", package("crew"))
    write(tmp_path / "extension.ts", EXTENSION.format(channel=CHANNEL, folder="roles"))
    write(tmp_path / "roles/scout.md", GOOD.format(stem="scout"))
    modules = loaded(tmp_path, "roles/scout.md")
    assert "herdr_lint.role_pack.rules" in modules
    assert modules & LATE_FOR_A_ROLE_OF_A_PACK == set()
