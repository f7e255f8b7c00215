"""CONTRIBUTING's recipes, followed in a copy of the repository: what is added there works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import files as pack_files

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(
    "HERDR_LINT_INSTALLED" in os.environ, reason="it changes a copy of the source tree"
)

ROLE = """---
name: scout
description: Maps the code
tools: read
spawning: false
{more}---

Map.
"""

WORDS = """
title = "A role has a colour"
severity = "warning"
source = "role reading 1.5"
explanation = "Colours are for other hosts."
consequence = "The host ignores the line."
bad = "a"
good = "b"

[causes.default]
message = "the role is {value}"
help = "delete the line"
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The code and the schemas of the repository, to be changed."""
    for name in ("herdr_lint", "schemas"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, tmp_path / "copy" / name, ignore=ignored)
    return tmp_path / "copy"


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def run(copy: Path, *arguments: str, code: int = 0) -> str:
    """What the copy prints, in a folder of its own."""
    folder = copy.parent / "work"
    done = subprocess.run(
        [sys.executable, "-c", "from herdr_lint.cli.main import run; run()", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(copy), "PI_CODING_AGENT_DIR": str(folder / "agent")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (code, "")
    return done.stdout


def plant(copy: Path, tree: dict[str, bytes | str]) -> None:
    for name, content in tree.items():
        path = copy.parent / "work" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def words(copy: Path, group: str, rule: str) -> None:
    (copy / "schemas" / "rules" / group / f"{rule}.toml").write_text(WORDS, "utf-8")


def test_a_rule_that_a_schema_can_say(copy: Path) -> None:
    schema = copy / "schemas" / "role" / "role.schema.json"
    data = json.loads(schema.read_text("utf-8"))
    judged = {"not": {}, "x-herdr": {"rule": "role-colour"}}
    data["properties"]["frontmatter"]["properties"]["model"] = judged
    schema.write_text(json.dumps(data), "utf-8")
    words(copy, "role", "role-colour")
    plant(copy, {"roles/scout.md": ROLE.format(more="model: a/red\n")})
    out = run(copy, "lint", "roles", "-f", "json", "-q")
    found = {one["rule"]: one for one in json.loads(out)["findings"]}
    assert found["role-colour"]["message"] == "the role is `a/red`"
    assert found["role-colour"]["consequence"] == "The host ignores the line."
    (entry,) = [
        one for one in json.loads(run(copy, "rules", "--json")) if one["id"] == "role-colour"
    ]
    assert entry["judged"] == ["role/role.schema.json#/properties/frontmatter/properties/model"]


def test_a_rule_in_python(copy: Path) -> None:
    (copy / "herdr_lint" / "openwop" / "rules" / "colours.py").write_text(
        "def coloured(pack):\n"
        '    yield pack.finding("pack-colour", ("name",), pack.manifest["name"])\n',
        "utf-8",
    )
    room = copy / "herdr_lint" / "openwop" / "pack.py"
    start = "RULES: tuple[Rule, ...] = (\n"
    replace(room, f"\n{start}", f"\n{start}    coloured,\n")
    future = "from __future__ import annotations\n"
    replace(room, future, f"{future}from herdr_lint.openwop.rules.colours import coloured\n")
    words(copy, "openwop", "pack-colour")
    plant(copy, {f"pack/{name}": content for name, content in pack_files().items()})
    out = run(copy, "lint", "pack", "-f", "concise", "-q")
    assert "pack/pack.json:2:11: warning[pack-colour] the role is `vendor.acme.crew`\n" in out


def test_an_output_format(copy: Path) -> None:
    (copy / "herdr_lint" / "report" / "count.py").write_text(
        'def render(view):\n    return f"{len(view.report.findings)} findings\\n"\n', "utf-8"
    )
    replace(
        copy / "herdr_lint" / "report" / "__init__.py",
        '"text": "text",',
        '"text": "text", "count": "count",',
    )
    replace(
        copy / "herdr_lint" / "cli" / "app.py",
        '    TEXT = "text"\n    CONCISE',
        '    TEXT = "text"\n    COUNT = "count"\n    CONCISE',
    )
    plant(copy, {"roles/scout.md": ROLE.format(more="")})
    assert run(copy, "lint", "roles", "-f", "count", "-q") == "0 findings\n"


def test_a_profile(copy: Path) -> None:
    folder = copy / "schemas" / "openwop"
    shutil.copytree(folder / "v2", folder / "v9")
    for path in (folder / "v9").iterdir():
        path.write_text(path.read_text("utf-8").replace("openwop/v2/", "openwop/v9/"), "utf-8")
    profile = folder / "v9" / "profile.json"
    data = json.loads(profile.read_text("utf-8"))
    data |= {"title": "OpenWOP v9", "default_code": "not_wanted"}
    profile.write_text(json.dumps(data), "utf-8")
    broken = {name: content for name, content in pack_files().items() if name == "pack.json"}
    plant(copy, {f"pack/{name}": content for name, content in broken.items()})
    out = run(copy, "gate", "pack", "--profile", "openwop/v9", "--format", "json", code=1)
    assert json.loads(out)["profile"] == "openwop/v9"
    assert json.loads(out)["primary"] is not None
