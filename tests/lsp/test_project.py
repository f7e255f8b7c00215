"""One tree of files that change: what is left to do, and what meets what."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from herdr_lint.lsp.project import Project
from herdr_lint.lsp.workspace import Workspace
from tests.builders import PROMPT, agent, manifest, text
from tests.project.trees import plant
from tests.run.conftest import role


@pytest.fixture(autouse=True)
def _written_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herdr_lint.lsp.on_disk.CLOCK", -60.0)


def test_what_was_never_looked_through_is_behind(tree: Path) -> None:
    plant(tree, {".pi/agents/scout.md": role("scout")})
    project = Project({tree}, {}, set())
    assert project.behind
    project.settle()
    assert not project.behind
    assert project.opened(tree / ".pi/agents/scout.md")
    project.forget()
    assert project.behind
    assert not project.opened(tree / ".pi/agents/scout.md")


def test_what_was_asked_for_has_gone_and_comes_again(tree: Path) -> None:
    scout = tree / "a/.pi/agents/scout.md"
    plant(tree, {"a/.pi/agents/scout.md": "x\n"})
    news: set[Path] = set()
    project = Project({tree / "a"}, {}, news)
    project.settle()
    assert [one.rule for one in project.answer(scout).findings] == ["invalid-role-definition"]
    shutil.rmtree(tree / "a")
    news.clear()
    assert not project.touch(scout)
    project.settle()
    assert (project.answer(scout).findings, project.target(scout)) == ((), None)
    assert news == {scout}
    plant(tree, {"a/.pi/agents/scout.md": "x\n"})
    assert not project.touch(scout)
    project.settle()
    assert [one.rule for one in project.answer(scout).findings] == ["invalid-role-definition"]


@pytest.mark.parametrize("slow", [60.0, 0.0])
def test_packs_meet_whichever_of_them_is_judged_anew(
    tree: Path, monkeypatch: pytest.MonkeyPatch, slow: float
) -> None:
    """At once, or when typing pauses: that depends on how long a pack takes."""
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW", slow)
    for name in ("one", "two"):
        data = manifest(name=f"vendor.acme.{name}", agents=[agent()])
        plant(tree, {f"{name}/pack.json": text(data), f"{name}/prompts/writer.md": PROMPT})
    workspace = Workspace([tree])
    workspace.settle()
    packs = [tree / name / "pack.json" for name in ("one", "two")]

    def told() -> list[bool]:
        answers = (workspace.answer(path).findings for path in packs)
        return ["duplicate-agent-id" in {one.rule for one in found} for found in answers]

    assert told() == [True, True]
    prompt = tree / "one/prompts/writer.md"
    workspace.news.clear()
    assert workspace.set(prompt, b"Write more.\n") is bool(slow)
    assert any(one.behind for one in workspace.projects) is not bool(slow)
    workspace.settle()
    assert told() == [True, True]
    assert not any(one.behind for one in workspace.projects)
    assert workspace.news >= set(packs)
    assert not workspace.set(packs[0], text(manifest(agents=[])))
    workspace.settle()
    assert told() == [False, False]


def test_a_file_beside_the_tree_may_be_a_rival(tree: Path) -> None:
    plant(tree, {".pi/agents/scout.md": role("scout"), "a/.pi/agents/scout.md": role("scout")})
    project = Project({tree / "a"}, {}, set())
    project.settle()
    assert project.concerns(tree / "a/.pi/agents/scout.md")
    assert project.concerns(tree / "a")
    assert not project.concerns(tree / "b")


def test_whatever_is_not_in_the_tree_is_asked_for_by_itself(tree: Path) -> None:
    one, other = tree / "one.md", tree / "other.md"
    project = Project(set(), {}, set())
    project.request(one)
    project.request(other)
    assert project.requested == {one, other}
    assert project.release(one)
    assert not project.release(other)
