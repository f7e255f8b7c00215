"""Whatever a run reads comes through ``files/disk.py``, so that a trace of a run is complete."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

import herdr_lint
from herdr_lint import lint
from herdr_lint.files.disk import LIST, READ, READ_NO_LINK, Trace, keeping
from tests.builders import tgz
from tests.laws.trees import CHANNEL, EXTENSION, agent_pack, package
from tests.project.trees import plant

PACKAGE = Path(herdr_lint.__file__).parent
ROOMS = (
    "files",
    "judge",
    "role",
    "role_pack",
    "openwop",
    "catalog",
    "project",
    "config",
    "run",
)

EXCEPTIONS = {
    "files/disk.py": "the door itself",
    "files/regular.py": "how a file is read, behind the door",
    "files/writing.py": "writes what --fix and the options name; no part of a run",
    "judge/codes.py": "shipped profiles",
    "judge/judged_at.py": "shipped schemas and code, for `rules --json`",
    "judge/rule_registry.py": "shipped rules",
    "judge/shipped.py": "shipped schemas",
    "openwop/profiles.py": "shipped profiles",
}
"""Modules that touch files themselves; what is shipped is part of the program, not of its input."""

OF_OS = frozenset({"access", "listdir", "lstat", "open", "readlink", "scandir", "stat", "walk"})
OF_PATHS = frozenset(
    {
        "exists",
        "getmtime",
        "getsize",
        "glob",
        "is_dir",
        "is_file",
        "is_symlink",
        "isdir",
        "isfile",
        "islink",
        "ismount",
        "iterdir",
        "lexists",
        "lstat",
        "read_bytes",
        "read_text",
        "readlink",
        "realpath",
        "resolve",
        "rglob",
        "samefile",
    }
)
OURS = frozenset({"disk", "system", "_system", "tree", "_tree", "self", "files"})
"""What answers such questions by the door, by its name where it is asked."""


def touches(source: str) -> Iterator[tuple[int, str]]:
    """The places of a module that ask the disk, each with what is asked."""
    nodes = list(ast.walk(ast.parse(source)))
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Name) and node.id in {"read_regular", "read_given"}:
            yield node.lineno, node.id
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "open":
            yield node.lineno, "open"
        if not isinstance(node, ast.Attribute):
            continue
        asked = node.value
        owner = asked.attr if isinstance(asked, ast.Attribute) else getattr(asked, "id", "")
        if owner == "os" and node.attr in OF_OS:
            yield node.lineno, f"os.{node.attr}"
        elif node.attr not in OF_PATHS or owner in OURS:
            continue
        elif owner == "path" or id(node) in called:
            yield node.lineno, f"{owner}.{node.attr}"


def test_what_counts_as_touching() -> None:
    source = "os.stat(p); os.path.isfile(p); p.exists(); open(p); p.parent.is_dir(); disk.exists(p)"
    assert [what for _, what in sorted(touches(source))] == [
        "open",
        "os.stat",
        "p.exists",
        "parent.is_dir",
        "path.isfile",
    ]


def test_no_module_of_a_run_goes_around_the_door() -> None:
    found = {
        f"{path.relative_to(PACKAGE).as_posix()}:{line}": what
        for room in ROOMS
        for path in sorted((PACKAGE / room).rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in EXCEPTIONS
        for line, what in touches(path.read_text("utf-8"))
    }
    assert found == {}


def test_each_exception_is_one() -> None:
    idle = {name for name in EXCEPTIONS if not list(touches((PACKAGE / name).read_text("utf-8")))}
    assert idle == set()


ROLE = "---\nname: {name}\ndescription: d\nthinking: High\n---\n\nRead.\n"
TREE = {
    ".git/": "",
    ".gitignore": "*.tmp\n",
    "herdr-lint.toml": 'baseline = "accepted.json"\npolicy = ["policy.json"]\n',
    "accepted.json": '{"version": 1, "findings": []}\n',
    "policy.json": '{"$ref": "more.json"}\n',
    "more.json": "{}\n",
    "a/package.json": package("a"),
    "a/extension.ts": EXTENSION.format(channel=CHANNEL, folder="roles"),
    "a/pyproject.toml": "[tool.herdr-lint]\nignore = ['value-ignored']\n",
    **{f"a/roles/r{n}.md": ROLE.format(name=f"r{n}") for n in range(3)},
    **{f"bare/roles/r{n}.md": ROLE.format(name=f"r{n}") for n in range(3)},
    "twin/roles": "->../bare/roles",
    "flow/pack.json": agent_pack("vendor.acme.flow"),
    "flow/prompts/writer.md": "Write.\n",
    "lone/agent.yaml": "agents: []\n",
}

_opened: list[str] | None = None


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if _opened is not None and event in {"open", "os.listdir", "os.scandir"}:
        path = arguments[0]
        if isinstance(path, str | bytes | os.PathLike):
            _opened.append(os.fsdecode(path))


@pytest.fixture(scope="session")
def _watching() -> None:
    """There is no way to take the hook away again; without a list it does nothing."""
    sys.addaudithook(_watch)


@pytest.mark.usefixtures("_watching")
def test_all_that_a_run_opens_is_noted(tmp_path: Path) -> None:
    plant(tmp_path, TREE)
    (tmp_path / "pack.tgz").write_bytes(tgz({"pack.json": agent_pack("vendor.acme.x").encode()}))
    global _opened  # noqa: PLW0603 - an audit hook knows no other way
    with chdir(tmp_path), keeping(Trace()) as trace:
        opened: list[str] = []
        _opened = opened
        try:
            lint([".", "pack.tgz", "lone/agent.yaml"])
        finally:
            _opened = None
    noted = {
        folder + question.split(" ", 3)[3]
        for folder, asked, _ in trace.groups()
        for question in asked.split("\0")
        if question[0] in {LIST, READ, READ_NO_LINK}
    }
    inside = {path for path in opened if str(tmp_path / path).startswith(str(tmp_path))}
    assert inside - noted == set()
    files = {Path(path).relative_to(tmp_path).as_posix() for path in inside if Path(path).is_file()}
    assert files >= {name for name in TREE if name[-1] != "/" and "twin" not in name} | {"pack.tgz"}
