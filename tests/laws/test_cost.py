"""L6: each file is opened once, decoded once, normalized once and judged once, by counting."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager
from pathlib import Path
from typing import Any

import pytest

from herdr_lint import lint
from herdr_lint.role.glance import LARGEST_ROLE
from herdr_lint.run import roles
from tests.laws.trees import CHANNEL, EXTENSION, agent_pack, package
from tests.project.trees import plant

ROLE = "---\nname: {name}\ndescription: d\nthinking: High\n---\n\nRead.\n"
TREE = {
    ".git/": "",
    "a/package.json": package("a"),
    "a/extension.ts": EXTENSION.format(channel=CHANNEL, folder="roles"),
    **{f"a/roles/r{n}.md": ROLE.format(name=f"r{n}") for n in range(5)},
    **{f"bare/roles/r{n}.md": ROLE.format(name=f"r{n}") for n in range(5)},
    **{f".pi/agents/p{n}.md": ROLE.format(name=f"p{n}") for n in range(5)},
    "flow/pack.json": agent_pack("vendor.acme.flow"),
    "flow/prompts/writer.md": "Write.\n",
}


@contextmanager
def counted(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, key: Callable[..., str]
) -> Iterator[Counter[str]]:
    """Counts the calls of a function by what they are about."""
    seen: Counter[str] = Counter()
    real = getattr(module, name)

    def call(*arguments: Any, **more: Any) -> Any:
        seen[key(*arguments, **more)] += 1
        return real(*arguments, **more)

    with monkeypatch.context() as patched:
        patched.setattr(module, name, call)
        yield seen


@pytest.fixture
def tree(tmp_path: Path) -> Iterator[Path]:
    plant(tmp_path, TREE)
    with chdir(tmp_path):
        yield tmp_path


@pytest.mark.parametrize("request_", [["."], [], ["a", "bare", ".pi", "flow"]])
def test_each_file_is_opened_once(
    tree: Path, monkeypatch: pytest.MonkeyPatch, request_: list[str]
) -> None:
    with counted(monkeypatch, os, "open", lambda path, *_, **__: os.fsdecode(path)) as seen:
        lint(request_)
    own = {path: times for path, times in seen.items() if path.startswith(str(tree))}
    assert {Path(path).relative_to(tree).as_posix() for path in own} >= {
        name for name in TREE if name.endswith((".md", ".json", ".ts"))
    }
    assert {path: times for path, times in own.items() if times > 1} == {}


def test_each_role_is_normalized_and_judged_once(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        counted(monkeypatch, roles, "read_role", lambda path, *_, **__: path) as normalized,
        counted(monkeypatch, roles, "judge_role", lambda document, *_: document.path) as judged,
    ):
        lint(["."])
    expected = Counter({name: 1 for name in TREE if "/roles/" in name or ".pi/" in name})
    assert normalized == expected
    assert judged == expected


def test_context_is_judged_only_where_names_meet(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = ROLE.format(name="r1")
    plant(tree, {"bare/agents/r1.md": named, "bare/agents/r2.md": named})
    asked = ["a/roles/r2.md", "bare/roles/r1.md"]
    with counted(monkeypatch, roles, "judge_role", lambda document, *_: document.path) as judged:
        report = lint(asked)
    assert sorted(judged) == ["a/roles/r2.md", "bare/agents/r1.md", "bare/roles/r1.md"]
    assert "duplicate-package-role" in {one.rule for one in report.findings}


def test_nothing_is_said_of_context_that_cannot_be_judged(tree: Path) -> None:
    plant(tree, {"bare/agents/r1.md": "x" * (LARGEST_ROLE + 1), "bare/agents/r2.md/": ""})
    for name in ("r1", "r2"):
        report = lint([f"bare/roles/{name}.md"])
        assert report.files == (f"bare/roles/{name}.md",)
        assert {one.path for one in report.findings} == {f"bare/roles/{name}.md"}
        assert report.unchecked == ()


def test_a_role_of_a_project_meets_whatever_file_names_it(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(tree, {".pi/agents/other.md": ROLE.format(name="P1"), ".pi/agents/é.md": "é"})
    with counted(monkeypatch, roles, "judge_role", lambda document, *_: document.path) as judged:
        lint([".pi/agents/p1.md"])
    assert sorted(judged) == [".pi/agents/other.md", ".pi/agents/p1.md", ".pi/agents/é.md"]


def test_each_folder_is_listed_once(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with counted(monkeypatch, os, "scandir", os.fsdecode) as seen:
        lint(["a", "bare/roles/r1.md", "."])
    own = {path: times for path, times in seen.items() if path.startswith(str(tree))}
    twice = {path for path, times in own.items() if times > 1}
    assert twice - {str(tree / "flow"), str(tree / "flow/prompts")} == set()


@pytest.mark.parametrize("request_", [".", "roles", "roles/sub", "roles/sub/r.md"])
def test_nothing_is_listed_or_read_above_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request_: str
) -> None:
    """Not even where no repository is around: whose folder that is, nobody knows."""
    here = tmp_path / "home/work"
    plant(tmp_path, {"home/note.md": ROLE.format(name="note"), "agents.md": "Agents.\n"})
    plant(here, {"roles/r.md": ROLE.format(name="r"), "roles/sub/r.md": ROLE.format(name="r")})
    monkeypatch.setenv("PI_CODING_AGENT_DIR", str(here / "agent"))
    with (
        chdir(here),
        counted(monkeypatch, os, "scandir", os.fsdecode) as listed,
        counted(monkeypatch, os, "open", lambda path, *_, **__: os.fsdecode(path)) as opened,
    ):
        lint([request_])
    above = {str(folder) for folder in here.parents}
    assert above.isdisjoint(listed)
    assert above.isdisjoint(str(Path(path).parent) for path in opened)
    assert str(here / "roles/sub/r.md") in opened
