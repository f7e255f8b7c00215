"""One tree of files that change: what is left to do, and what meets what."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from herdr_lint.cli.main import main
from herdr_lint.files.file_system import FileSystem
from herdr_lint.lsp.project import Project
from herdr_lint.lsp.workspace import Workspace
from herdr_lint.model import Layer
from herdr_lint.project.targets import RoleFile, Target
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
    for _ in range(2):
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
    monkeypatch.setattr("herdr_lint.lsp.project.time.perf_counter", lambda: 0.0)
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


def judging(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is judged from now on."""
    judged: list[str] = []
    check = Session.check

    def counted(session: Session, target: Target, buffers: Mapping[Path, bytes]) -> CheckResult:
        judged.append(target.display_path)
        assert buffers.keys() <= {Path(target.display_path).resolve()}, "no others for a role"
        return check(session, target, buffers)

    monkeypatch.setattr(Session, "check", counted)
    return judged


def test_only_what_has_changed_is_judged_again(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scout, guide = (tree / f".pi/agents/{name}.md" for name in ("scout", "guide"))
    plant(tree, {".pi/agents/scout.md": FAULTY.format("scout")})
    buffers: dict[Path, bytes] = {}
    project = Project({tree}, buffers, set())
    project.settle()
    found = project.target(scout)
    assert found is not None
    assert found.display_path == ".pi/agents/scout.md"
    with monkeypatch.context() as patch:
        patch.setattr(Session, "start", None)
        patch.setattr(Session, "merged", None)
        project.settle()  # there is nothing to catch up with
    judged = judging(monkeypatch)
    plant(tree, {".pi/agents/guide.md": FAULTY.format("guide")})
    assert not project.touch(guide)
    project.settle()
    assert judged == [".pi/agents/guide.md"]
    assert rules(project, scout) == rules(project, guide) == [RULE]
    buffers.update({path: path.read_bytes() for path in (scout, guide)})
    both = [".pi/agents/guide.md", ".pi/agents/scout.md"]
    for again in (both, []):  # whether a buffer has changed is told by what it holds
        judged.clear()
        assert not project.touch(tree / "package.json")
        project.settle()
        assert sorted(judged) == again
    plant(tree, {"herdr-lint.toml": f'ignore = ["{RULE}"]\n'})
    project.forget()
    assert not project.touch(scout)
    project.settle()
    assert sorted(judged) == both
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


@pytest.mark.parametrize("slow", [60.0, 0.0])
def test_a_baseline_that_becomes_unusable_stops_nobody(
    tree: Path, monkeypatch: pytest.MonkeyPatch, slow: float
) -> None:
    """Not every editor tells that it has changed; it is read when what was typed is judged."""
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW_ROLE", slow)
    scout = tree / ".pi/agents/scout.md"
    plant(tree, {".pi/agents/scout.md": role("scout"), "herdr-lint.toml": 'baseline = "b.json"\n'})
    plant(tree, {"b.json": '{"version": 1, "findings": []}'})
    buffers: dict[Path, bytes] = {}
    project = Project({tree}, buffers, set())
    project.settle()
    assert project.problem is None
    plant(tree, {"b.json": "{"})
    buffers[scout] = role("other").encode()
    assert not project.touch(scout)
    project.settle()
    assert "b.json:1:2: not JSON" in str(project.problem)
    assert [one.rule for one in project.answer(scout).findings] == ["role-name-mismatch"]
    assert not project.behind


def test_what_changed_on_the_disk_before_it_was_opened(tree: Path) -> None:
    scout = tree / ".pi/agents/scout.md"
    plant(tree, {".pi/agents/scout.md": role("scout")})
    project = Project({tree}, {}, set())
    project.settle()
    scout.write_text(FAULTY.format("scout"))
    later = time.time() + 600
    os.utime(scout, (later, later))
    assert not project.opened(scout)
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


def test_the_name_of_a_file_need_not_be_text(tree: Path) -> None:
    scout = tree / ".pi/agents" / os.fsdecode(b"a\xff.md")
    plant(tree, {".pi/agents/": ""})
    try:
        scout.write_text(FAULTY.format("a"))
    except OSError:
        pytest.skip("the names of files are text here")
    news: set[Path] = set()
    project = Project({tree}, {}, news)
    project.settle()
    assert RULE in rules(project, scout)
    assert news == {scout}


def test_a_rival_beside_what_was_asked_for(tree: Path) -> None:
    """As a buffer holds it, where there is such a file."""
    one, other, third = (tree / f".pi/agents/{name}.md" for name in ("one", "other", "third"))
    plant(tree, {".pi/agents/one.md": role("one"), ".pi/agents/other.md": role("x")})
    buffers = {other: role("one").encode(), third: role("one").encode()}
    project = Project({one}, buffers, set())
    project.settle()

    def met() -> list[str]:
        return [place.path for found in project.answer(one).findings for place in found.related]

    assert met() == [".pi/agents/other.md"]
    assert project.concerns(other)
    assert not project.concerns(third)
    buffers[one] = role("one").encode() + b"More.\n"
    assert project.touch(one)
    assert met() == [".pi/agents/other.md"]
    buffers[other] = role("x").encode()
    assert project.touch(other)
    assert met() == []


def test_what_is_not_there_yet_counts_as_it_is_typed(tree: Path) -> None:
    scout = tree / ".pi/agents/scout.md"
    plant(tree, {".pi/agents/guide.md": role("guide")})
    project = Project({tree}, {scout: FAULTY.format("scout").encode()}, set())
    project.settle()
    assert rules(project, scout) == [RULE]


def test_who_is_met_depends_on_what_was_typed_last(tree: Path) -> None:
    one, other = (tree / f".pi/agents/{name}.md" for name in ("one", "other"))
    plant(tree, {".pi/agents/one.md": role("one"), ".pi/agents/other.md": role("other")})
    buffers: dict[Path, bytes] = {}
    news: set[Path] = set()
    project = Project({tree}, buffers, news)
    project.settle()

    def typed(path: Path, name: str) -> set[Path]:
        news.clear()
        buffers[path] = role(name).encode()
        assert project.touch(path)
        return set(news)

    assert typed(other, "one") == {one, other}
    assert typed(one, "one") == {one, other}
    assert typed(one, "x") == {one, other}
    assert typed(one, "one") == {one, other}
    del buffers[other]
    other.unlink()
    assert not project.touch(other)
    project.settle()
    assert typed(one, "one") == {one}


def test_the_beginning_of_a_buffer_may_tell_what_a_folder_is(tree: Path) -> None:
    """As it was in the buffer when the tree was looked through, whatever the disk holds."""
    scout = tree / "roles/scout.md"
    plant(tree, {"roles/scout.md": role("scout"), "roles/guide.md": role("guide")})
    buffers: dict[Path, bytes] = {}
    project = Project({tree}, buffers, set())
    project.settle()
    buffers[scout] = FAULTY.format("scout").encode()
    assert not project.touch(scout)
    project.settle()
    assert rules(project, scout) == [RULE]
    buffers[scout] += b"More.\n"
    assert project.touch(scout)


SCHEMA = '{"$id": "https://packs.openwop.dev/vendor.acme.crew/1.0.0/task.json", "a": %s}'


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (SCHEMA % "", ["pack-schema-invalid"]),
        (SCHEMA % ("[" * 1_000 + "]" * 1_000), ["nested more deeply than is judged"]),
    ],
)
def test_what_a_pack_says_of_its_files(
    tree: Path, monkeypatch: pytest.MonkeyPatch, data: str, told: list[str]
) -> None:
    """As they are typed, and whenever the tree is looked through."""
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW", 60.0)
    schema, listed = tree / "one/schemas/task.json", text(manifest(agents=[agent()]))
    plant(tree, {"one/pack.json": listed, "one/prompts/writer.md": PROMPT})
    plant(tree, {"one/schemas/task.json": SCHEMA % 0})
    buffers: dict[Path, bytes] = {}
    news: set[Path] = set()
    project = Project({tree}, buffers, news)
    project.settle()

    def said() -> list[str]:
        found = project.answer(schema)
        return [*(one.rule for one in found.findings), *(one.reason for one in found.unchecked)]

    assert said() == []
    news.clear()
    buffers[schema] = data.encode()
    assert project.touch(schema)
    assert said() == told
    assert news == {schema, tree / "one/pack.json"}
    buffers.clear()
    assert project.touch(schema)
    assert said() == []
    schema.write_text(data)
    assert not project.touch(tree / "one/pack.json")
    project.settle()
    assert said() == told


def test_what_waits_may_have_gone_when_typing_pauses(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW", 0.0)
    plant(tree, {"one/pack.json": text(manifest(agents=[agent()])), ".pi/agents/x.md": role("x")})
    plant(tree, {"one/prompts/writer.md": PROMPT})
    project = Project({tree}, {}, set())
    project.settle()
    assert not project.touch(tree / "one/prompts/writer.md")
    shutil.rmtree(tree / "one")
    assert not project.touch(tree / "one/pack.json")
    project.settle()
    assert not project.behind
    assert project.touch(tree / ".pi/agents/x.md")


def test_what_the_configuration_of_the_tree_says_of_all_together(tree: Path) -> None:
    """Neither the working directory nor a folder of the tree says it."""
    for name in ("one", "two"):
        data = json.dumps({"name": name, "version": "1.0.0", "pi": {"extensions": []}})
        plant(tree, {f"a/{name}/package.json": data, f"a/{name}/roles/scout.md": role("scout")})
    project = Project({tree / "a"}, {}, set())
    for said, met in (("", True), ('alternatives = [["one", "two"]]\n', False)):
        plant(tree, {"a/herdr-lint.toml": 'roles = ["one/roles", "two/roles"]\n' + said})
        project.forget()
        project.settle()
        found = rules(project, tree / "a/one/roles/scout.md")
        assert ("duplicate-package-role" in found) is met, found


def test_a_configuration_further_down_that_cannot_be_used(tree: Path) -> None:
    plant(tree, {".pi/agents/scout.md": FAULTY.format("scout")})
    plant(tree, {"a/.pi/agents/x.md": FAULTY.format("x"), "a/herdr-lint.toml": "shwo = 1\n"})
    project = Project({tree}, {}, set())
    project.settle()
    assert project.problem is not None
    assert rules(project, tree / ".pi/agents/scout.md") == [RULE]
    assert rules(project, tree / "a/.pi/agents/x.md") == [RULE]


def test_what_another_configuration_has_judged_is_judged_again(tree: Path) -> None:
    """Where a configuration extends another file, and where its baseline cannot be used."""
    scout, base = tree / "a/.pi/agents/scout.md", tree / "a/base.toml"
    plant(tree, {"a/.pi/agents/scout.md": FAULTY.format("scout"), "a/base.toml": ""})
    plant(tree, {"a/herdr-lint.toml": 'extends = "base.toml"\n'})
    project = Project({tree / "a"}, {}, set())
    for said, found in (
        ("", [RULE]),
        (f'ignore = ["{RULE}"]\n', []),
        ("", [RULE]),
        ("shwo = 1\n", [RULE]),
        (f'ignore = ["{RULE}"]\nbaseline = "gone.json"\n', [RULE]),
    ):
        base.write_text(said)
        project.touch(base)
        project.settle()
        assert rules(project, scout) == found, said


def test_what_is_asked_for_later_does_not_judge_the_others_again(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(tree, {"b.md": FAULTY.format("b"), "a.md": FAULTY.format("a")})
    project = Project({tree / "b.md"}, {}, set())
    project.settle()
    judged = judging(monkeypatch)
    project.request(tree / "a.md")
    project.settle()
    assert judged == ["a.md"]


def test_how_long_a_role_may_take_is_another_question(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW", 0.0)
    scout = tree / ".pi/agents/scout.md"
    plant(tree, {".pi/agents/scout.md": role("scout")})
    for slow in (60.0, 0.0):
        monkeypatch.setattr("herdr_lint.lsp.project.SLOW_ROLE", slow)
        project = Project({tree}, {}, set())
        project.settle()
        assert project.touch(scout) is bool(slow)


def test_what_is_typed_asks_about_no_other_file(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tree / "one.md", tree / "other.md"
    plant(tree, {"one.md": role("one"), "other.md": role("other")})
    project = Project({one, other}, {}, set())
    project.settle()
    asked: list[str] = []
    is_file = FileSystem.is_file

    def counted(system: FileSystem, path: str) -> bool:
        asked.append(path)
        return is_file(system, path)

    monkeypatch.setattr(FileSystem, "is_file", counted)
    assert project.touch(one)
    assert set(asked) == {str(one)}


def test_a_configuration_may_put_a_file_into_another_layer(tree: Path) -> None:
    scout = tree / "a/.pi/agents/scout.md"
    plant(tree, {"a/.pi/agents/scout.md": FAULTY.format("scout")})
    project = Project({tree / "a"}, {}, set())
    for said, layer in (("", Layer.PROJECT), ('layer = "package"\n', Layer.PACKAGE)):
        plant(tree, {"a/herdr-lint.toml": said})
        project.forget()
        project.settle()
        found = project.target(scout)
        assert isinstance(found, RoleFile)
        assert found.layer is layer
        assert project.touch(scout)
        assert rules(project, scout) == [RULE]


def test_a_package_around_what_was_asked_for_counts_as_it_is_typed(tree: Path) -> None:
    scout, package = tree / "a/scout.md", tree / "a/package.json"
    plant(tree, {"a/scout.md": role("scout"), "a/package.json": '{"name": "one"}'})
    project = Project({scout}, {package: b'{"name": "two"}'}, set())
    project.settle()
    found = project.target(scout)
    assert isinstance(found, RoleFile)
    assert found.pack is not None
    assert found.pack.name == "two"
