"""One tree of files that change: what is left to do, and what meets what."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from herdr_lint.cli.main import main
from herdr_lint.lsp.project import Project
from herdr_lint.lsp.workspace import Workspace
from herdr_lint.project.targets import Target
from herdr_lint.run.check_result import CheckResult
from herdr_lint.run.run import Session
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


FAULTY = role("{}").replace("---\n", "---\ntools: [read]\n", 1)
RULE = "invalid-capability-declaration"


def rules(project: Project, path: Path) -> list[str]:
    return [one.rule for one in project.answer(path).findings]


def test_only_what_has_changed_is_judged_again(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scout, guide = (tree / f".pi/agents/{name}.md" for name in ("scout", "guide"))
    plant(tree, {".pi/agents/scout.md": FAULTY.format("scout")})
    project = Project({tree}, {}, set())
    project.settle()
    found = project.target(scout)
    assert found is not None
    assert found.display_path == ".pi/agents/scout.md"
    with monkeypatch.context() as patch:
        patch.setattr(Session, "start", None)
        project.settle()  # there is nothing to catch up with
    judged: list[str] = []
    check = Session.check

    def counted(session: Session, target: Target, *more: object) -> CheckResult:
        judged.append(target.display_path)
        return check(session, target, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "check", counted)
    plant(tree, {".pi/agents/guide.md": FAULTY.format("guide")})
    assert not project.touch(guide)
    project.settle()
    assert judged == [".pi/agents/guide.md"]
    assert rules(project, scout) == rules(project, guide) == [RULE]
    plant(tree, {"herdr-lint.toml": f'ignore = ["{RULE}"]\n'})
    project.forget()
    assert not project.touch(scout)
    project.settle()
    assert sorted(judged[1:]) == [".pi/agents/guide.md", ".pi/agents/scout.md"]
    assert rules(project, scout) == rules(project, guide) == []


def test_a_configuration_that_cannot_be_used_leaves_the_one_before(tree: Path) -> None:
    plant(
        tree, {"a/.pi/agents/scout.md": FAULTY.format("scout"), "a/herdr-lint.toml": "shwo = 1\n"}
    )
    scout = tree / "a/.pi/agents/scout.md"
    project = Project({tree / "a"}, {}, set())
    project.settle()
    assert project.problem is not None
    assert rules(project, scout) == [RULE]
    plant(tree, {"a/herdr-lint.toml": f'ignore = ["{RULE}"]\n'})
    project.forget()
    project.settle()
    assert project.problem is None
    assert rules(project, scout) == []


def test_a_baseline_does_not_outlive_the_configuration_that_names_it(tree: Path) -> None:
    scout, config = tree / "a/.pi/agents/scout.md", tree / "a/herdr-lint.toml"
    plant(tree, {"a/.pi/agents/scout.md": FAULTY.format("scout")})
    assert main(["a", "--write-baseline", "a/accepted.json", "-q"]) == 0
    project = Project({tree / "a"}, {}, set())
    for said, found in (('baseline = "accepted.json"\n', []), ("shwo = 1\n", [RULE])):
        config.write_text(said)
        project.forget()
        project.settle()
        assert rules(project, scout) == found


def test_what_changed_on_the_disk_before_it_was_opened(tree: Path) -> None:
    scout = tree / ".pi/agents/scout.md"
    plant(tree, {".pi/agents/scout.md": role("scout")})
    project = Project({tree}, {}, set())
    project.settle()
    scout.write_text(FAULTY.format("scout"))
    later = time.time() + 600
    os.utime(scout, (later, later))
    project.opened(scout)
    project.settle()
    assert rules(project, scout) == [RULE]


def test_what_is_asked_for_later_is_looked_for(tree: Path) -> None:
    plant(tree, {"one.md": FAULTY.format("one"), "other.md": FAULTY.format("other")})
    project = Project({tree / "one.md"}, {}, set())
    project.settle()
    project.request(tree / "one.md")
    assert not project.behind
    project.request(tree / "other.md")
    assert project.behind
    project.settle()
    assert rules(project, tree / "other.md") == [RULE]


@pytest.mark.parametrize(
    ("name", "data", "at_once"),
    [
        ("prompts/writer.md", b"Write more.\n", True),
        ("schemas/task.json", b'{"type": "object"}', True),
        ("prompts/notes.txt", b"More.\n", False),
        ("pack.json", b"{}", False),
        ("package.json", b"{}", False),
    ],
)
def test_which_files_of_a_pack_say_what_there_is_to_check(
    tree: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, at_once: bool
) -> None:
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW", 60.0)
    plant(
        tree,
        {
            "one/pack.json": text(manifest(agents=[agent()])),
            "one/prompts/writer.md": PROMPT,
            "one/prompts/notes.txt": "x\n",
            "one/schemas/task.json": "{}",
            "one/package.json": "[]",
        },
    )
    buffers: dict[Path, bytes] = {}
    project = Project({tree}, buffers, set())
    project.settle()
    buffers[tree / "one" / name] = data
    assert project.touch(tree / "one" / name) is at_once
