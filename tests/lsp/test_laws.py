"""Diagnostics are what ``lint`` says of the same bytes, and cost no more than they must."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from herdr_lint import Finding, UsageError, lint
from herdr_lint.lsp.workspace import Workspace
from herdr_lint.run.run import Session
from tests.builders import PROMPT, agent, manifest, text
from tests.effort import examples
from tests.project.trees import plant
from tests.run.conftest import role
from tests.strategies.projects import monorepos, roles

slow = examples(
    20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def linted(root: Path) -> dict[Path, tuple[Finding, ...]]:
    """What ``lint`` says of each file that it judges."""
    try:
        report = lint(root)
    except UsageError:  # nothing to check
        return {}
    return {
        root / path: tuple(one for one in report.findings if one.path == path)
        for path in report.files
    }


@slow
@given(monorepos, st.data())
def test_diagnostics_are_what_lint_says_of_the_same_bytes(
    files: Mapping[str, str], data: st.DataObject
) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        root = Path.cwd()
        plant(root, {".git/": "", **files})
        workspace = Workspace([root])
        for path in sorted(files):
            workspace.set(root / path, files[path].encode())
        names = st.sampled_from(sorted(path for path in files if path.endswith(".md")))
        for _ in range(data.draw(st.integers(1, 4))):
            changed = root / data.draw(names)
            text = data.draw(roles)
            workspace.set(changed, text.encode())
            changed.write_bytes(text.encode())
            workspace.settle()
            for file, findings in linted(root).items():
                assert workspace.answer(file).findings == findings


@slow
@given(monorepos, st.data())
def test_what_changes_on_the_disk_is_taken_in(
    files: Mapping[str, str], data: st.DataObject
) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        root = Path.cwd()
        plant(root, {".git/": "", **files})
        workspace = Workspace([root])
        workspace.settle()
        for path in sorted(files):
            change = data.draw(st.sampled_from(["keep", "remove", "write"]))
            if change == "remove":
                (root / path).unlink()
            elif change == "write":
                (root / path).write_text(data.draw(roles) if path.endswith(".md") else "{}")
            if change != "keep":
                workspace.touched([root / path])
        workspace.settle()
        for file, findings in linted(root).items():
            assert workspace.answer(file).findings == findings


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each target was judged."""
    count = Counter[str]()
    check = Session.check

    def counted(self: Session, target: object, overlay: object) -> object:
        count[str(getattr(target, "display_path", ""))] += 1
        return check(self, target, overlay)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "check", counted)
    return count


def test_one_change_costs_the_judgment_of_one_file(tree: Path, judged: Counter[str]) -> None:
    """However many there are, and although another file's findings change with it."""
    plant(tree, {f".pi/agents/r{number}.md": role(f"r{number}") for number in range(20)})
    workspace = Workspace([tree])
    one, other = tree / ".pi/agents/r1.md", tree / ".pi/agents/r2.md"
    workspace.set(one, role("r1").encode())
    workspace.settle()
    assert judged == {f".pi/agents/r{number}.md": 1 for number in range(20)}
    judged.clear()
    assert workspace.set(one, role("r2").encode())
    assert judged == {".pi/agents/r1.md": 1}
    rules = [finding.rule for finding in workspace.answer(other).findings]
    assert rules == ["duplicate-layer-role"]


def test_looking_through_the_tree_judges_only_what_has_changed(
    tree: Path, judged: Counter[str]
) -> None:
    plant(tree, {f".pi/agents/r{number}.md": role(f"r{number}") for number in range(5)})
    workspace = Workspace([tree])
    workspace.settle()
    judged.clear()
    plant(tree, {".pi/agents/new.md": role("new")})
    assert not workspace.touched([tree / ".pi/agents/new.md"])
    workspace.settle()
    assert judged == {".pi/agents/new.md": 1}


def test_a_folder_of_files_outside_all_folders_is_forgotten_with_the_last_one(tree: Path) -> None:
    plant(tree, {"one/x.md": role("x"), "one/y.md": role("y"), "here/": ""})
    workspace = Workspace([tree / "here"])
    files = [tree / "one/x.md", tree / "one/y.md"]
    for file in files:
        workspace.set(file, file.read_bytes())
    workspace.settle()
    assert len([*workspace.projects]) == 2
    workspace.drop(files[0])
    assert len([*workspace.projects]) == 2
    workspace.drop(files[1])
    assert len([*workspace.projects]) == 1


EXTENSION = (
    'import { fileURLToPath } from "node:url";\n'
    "export default function (pi) {\n"
    '  pi.events.on("pi-herdr-subagents:roles:discover:v1", (request) => {\n'
    '    request.register(fileURLToPath(new URL("./roles", import.meta.url)));\n'
    "  });\n}\n"
)


def test_a_costly_pack_waits_until_typing_pauses(
    tree: Path, judged: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    package = '{"name": "p", "version": "1.0.0", "pi": {"extensions": ["./extension.js"]}}'
    plant(
        tree,
        {"package.json": package, "extension.js": EXTENSION, "roles/scout.md": role("scout")},
    )
    scout = tree / "roles/scout.md"
    workspace = Workspace([tree])
    workspace.set(scout, role("scout").encode())
    workspace.settle()
    judged.clear()
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW", 0.0)
    assert not workspace.set(scout, role("guide").encode())
    assert judged == {"roles/scout.md": 1}
    workspace.settle()
    assert judged == {"roles/scout.md": 1, ".": 1}


def test_a_part_of_a_pack_is_judged_with_it_at_once(
    tree: Path, judged: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW", 60.0)
    handoff = {"taskSchemaRef": "task.json"}
    files = {"pack.json": text(manifest(agents=[agent(handoff=handoff)])), "task.json": b"{}"}
    files |= {"prompts/writer.md": PROMPT, "a.txt": b""}
    plant(tree, {f"crew/{name}": content for name, content in files.items()})
    prompt, other = tree / "crew/prompts/writer.md", tree / "crew/a.txt"
    task = tree / "crew/task.json"
    workspace = Workspace([tree])
    for path in (prompt, task):
        workspace.set(path, path.read_bytes())
    workspace.settle()
    judged.clear()
    assert workspace.set(prompt, b"\xff")
    assert judged == {"crew/pack.json": 1}
    assert [one.rule for one in workspace.answer(prompt).findings] == ["ref-not-utf8"]
    assert workspace.set(task, b"[]")
    assert not workspace.set(other, b"x")  # what else there is may change what there is to check


def test_a_script_of_a_pack_may_change_what_there_is_to_check(tree: Path) -> None:
    plant(
        tree,
        {
            "package.json": '{"name": "p", "version": "1.0.0", "pi": {"extensions": ["./e.js"]}}',
            "e.js": EXTENSION,
            "roles/scout.md": role("scout"),
            "agents/guide.md": role("guide"),
        },
    )
    script, guide = tree / "e.js", tree / "agents/guide.md"
    workspace = Workspace([tree])
    workspace.settle()
    text = EXTENSION.replace("./roles", "./agents")
    assert not workspace.set(script, text.encode())
    workspace.settle()
    assert workspace.project(guide).target(guide) is not None


def test_a_folder_that_goes_away_has_nothing_to_say(tree: Path) -> None:
    plant(tree, {"a/roles/scout.md": role("guide")})
    scout = tree / "a/roles/scout.md"
    workspace = Workspace([tree / "a"])
    workspace.settle()
    assert workspace.answer(scout).findings
    scout.unlink()
    scout.parent.rmdir()
    (tree / "a").rmdir()
    workspace.touched([scout])
    workspace.settle()
    assert not workspace.answer(scout).findings
    workspace.settle()
    assert not workspace.answer(scout).findings


def test_only_the_folders_that_a_file_concerns_are_judged_again(
    tree: Path, judged: Counter[str]
) -> None:
    plant(tree, {"a/roles/scout.md": role("scout"), "b/roles/guide.md": role("guide")})
    scout, guide = tree / "a/roles/scout.md", tree / "b/roles/guide.md"
    workspace = Workspace([tree / "a", tree / "b"])
    workspace.settle()
    judged.clear()
    scout.write_text(role("scout") + "x\n")
    workspace.touched([scout])
    workspace.settle()
    assert judged == {"a/roles/scout.md": 1}
    judged.clear()
    workspace.set(guide, role("guide").encode())
    guide.write_text(role("other"))
    assert workspace.touched([guide])  # what its buffer says is what counts
    assert judged == {}
    assert not workspace.answer(guide).findings


def test_a_file_that_goes_while_its_folder_is_looked_through(tree: Path) -> None:
    plant(tree, {"a/roles/scout.md": role("guide")})
    scout = tree / "a/roles/scout.md"
    workspace = Workspace([tree / "a"])
    workspace.settle()
    project = workspace.project(scout)
    (target,) = [target for target in project._kept if target.display_path.endswith("scout.md")]
    scout.unlink()
    assert project._stamp(target) is None
    assert project.opened(scout)
