"""Which project a file belongs to, and of which files there is something new to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from herdr_lint.lsp.workspace import Workspace
from tests.project.trees import plant
from tests.run.conftest import role

GOOD = role("scout").replace("---\n", "---\ntools: read\nspawning: false\n", 1)
FAULTY = GOOD.replace("read", "[read]")
LEFT_OUT = "left out by the configuration"
NO_SCHEMA = (
    "packs of the kind `prompt` have no schema here, so only what all kinds share was judged; give"
    " the registry's own schemas (`--schemas`)"
)
RULE = "invalid-capability-declaration"


@pytest.fixture(autouse=True)
def _written_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herdr_lint.lsp.on_disk.CLOCK", -60.0)


def told(workspace: Workspace, path: Path) -> list[str]:
    """What is known of a file now, without anything being caught up with."""
    answer = workspace.answer(path)
    return [*(one.rule for one in answer.findings), *(one.reason for one in answer.unchecked)]


def opened(workspace: Workspace, path: Path) -> bool:
    return workspace.set(path, path.read_bytes())


def test_a_file_belongs_to_the_innermost_folder(tree: Path) -> None:
    plant(tree, {"a/b/roles/scout.md": FAULTY})
    scout = tree / "a/b/roles/scout.md"
    workspace = Workspace([tree / "a/b", tree, tree / "a"])
    assert workspace.project(scout).requested == {tree / "a/b"}
    workspace.remove_folder(tree / "a/b")
    assert workspace.project(scout).requested == {tree / "a"}
    workspace.remove_folder(tree / "elsewhere")
    workspace.remove_folder(tree / "a/../a")
    assert workspace.project(scout).requested == {tree}
    workspace.remove_folder(tree)
    assert workspace.project(scout).requested == {scout}


def test_a_folder_that_is_added_twice_is_looked_through_once(tree: Path) -> None:
    plant(tree, {"roles/scout.md": FAULTY})
    workspace = Workspace([tree])
    workspace.settle()
    workspace.add_folder(tree)
    assert told(workspace, tree / "roles/scout.md") == [RULE]


def test_folders_that_come_and_go_are_news_of_every_open_file(tree: Path) -> None:
    plant(tree, {"a/roles/scout.md": FAULTY, "b/": ""})
    scout = tree / "a/roles/scout.md"
    workspace = Workspace([tree / "a"])
    opened(workspace, scout)
    workspace.settle()
    for change in (workspace.add_folder, workspace.remove_folder):
        workspace.news.clear()
        change(tree / "b")
        assert workspace.news == {scout}


def test_files_outside_are_known_as_long_as_one_of_them_is_open(tree: Path) -> None:
    plant(tree, {"a/one.md": FAULTY, "a/other.md": GOOD})
    one, other = tree / "a/one.md", tree / "a/other.md"
    workspace = Workspace()
    for path in (one, other):
        opened(workspace, path)
    workspace.settle()
    workspace.drop(other)
    assert [project.requested for project in workspace.projects] == [{one}]
    workspace.drop(one)
    assert [*workspace.projects] == []


def test_files_outside_stay_known_unless_a_folder_comes_around_them(tree: Path) -> None:
    plant(tree, {"a/scout.md": FAULTY, "b/": "", "c/scout.md": FAULTY})
    inside, outside = tree / "a/scout.md", tree / "c/scout.md"
    workspace = Workspace([tree / "b"])
    for path in (inside, outside):
        assert not opened(workspace, path)
    workspace.settle()
    assert told(workspace, inside) == told(workspace, outside) == [RULE]
    assert workspace.set(outside, GOOD.encode())
    assert told(workspace, outside) == []
    assert workspace.set(outside, FAULTY.encode())
    workspace.add_folder(tree / "a")
    assert told(workspace, inside) == []
    assert told(workspace, outside) == [RULE]
    assert [one.requested for one in workspace.projects] == [
        {tree / "b"},
        {tree / "a"},
        {outside},
    ]


@pytest.mark.parametrize("name", ["herdr-lint.toml", "pyproject.toml"])
@pytest.mark.parametrize(("folder", "around"), [(".", "."), ("a", "."), (".", "a")])
def test_a_configuration_holds_as_it_was_saved(
    tree: Path, name: str, folder: str, around: str
) -> None:
    table = "" if name == "herdr-lint.toml" else "[tool.herdr-lint]\n"
    plant(tree, {"a/roles/scout.md": FAULTY, f"{around}/{name}": table})
    config, scout = tree / around / name, tree / "a/roles/scout.md"
    workspace = Workspace([tree / folder])
    workspace.settle()
    assert opened(workspace, config) is (folder == ".")
    without = f'{table}ignore = ["{RULE}"]\n'.encode()
    assert workspace.set(config, without)
    workspace.settle()
    assert told(workspace, scout) == [RULE]
    config.write_bytes(without)
    assert not workspace.saved(config)
    workspace.settle()
    assert told(workspace, scout) == []
    config.write_text(table)
    assert not workspace.touched([config])
    workspace.settle()
    assert told(workspace, scout) == [RULE]


def test_a_role_counts_as_it_is_typed_and_as_it_is_on_the_disk_once_closed(tree: Path) -> None:
    plant(tree, {"roles/scout.md": GOOD, "other/.pi/agents/x.md": role("x")})
    scout = tree / "roles/scout.md"
    workspace = Workspace([tree / "roles", tree / "other"])
    workspace.settle()
    assert opened(workspace, scout)
    assert workspace.set(scout, FAULTY.encode())
    assert told(workspace, scout) == [RULE]
    assert workspace.saved(scout)
    assert told(workspace, scout) == [RULE]
    assert workspace.touched([scout])
    assert told(workspace, scout) == [RULE]
    assert workspace.set(scout, GOOD.encode())
    assert told(workspace, scout) == []
    assert workspace.set(scout, FAULTY.encode())
    assert workspace.drop(scout)
    assert told(workspace, scout) == []


def test_what_met_once_is_no_news_afterwards(tree: Path) -> None:
    plant(tree, {f".pi/agents/{stem}.md": role(stem) for stem in ("a", "b")})
    one, other = tree / ".pi/agents/a.md", tree / ".pi/agents/b.md"
    workspace = Workspace([tree])
    workspace.settle()
    opened(workspace, other)
    for text, news in ((role("a"), {one, other}), (role("b"), {one, other}), (role("b"), {other})):
        workspace.news.clear()
        workspace.set(other, text.encode() + b"More.\n")
        assert workspace.news == news
    workspace.news.clear()
    workspace.set(one, role("a").encode() + b"More.\n")
    assert workspace.news == {one}


def test_what_is_opened_with_other_text_counts_at_once(tree: Path) -> None:
    plant(tree, {"roles/scout.md": GOOD})
    scout = tree / "roles/scout.md"
    workspace = Workspace([tree])
    workspace.settle()
    assert workspace.set(scout, FAULTY.encode())
    assert told(workspace, scout) == [RULE]


def test_what_is_opened_as_it_is_judges_nothing(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(tree, {"roles/scout.md": GOOD})
    workspace = Workspace([tree])
    workspace.settle()
    monkeypatch.setattr("herdr_lint.lsp.project.Project.touch", None)
    assert opened(workspace, tree / "roles/scout.md")
    assert workspace.saved(tree / "roles/scout.md")
    assert workspace.touched([tree / "roles/scout.md"])
    assert workspace.drop(tree / "roles/scout.md")


def test_a_change_may_have_to_wait_for_one_of_many(tree: Path) -> None:
    plant(tree, {"roles/scout.md": role("scout"), "package.json": "{}", "b/roles/x.md": role("x")})
    workspace = Workspace([tree, tree / "b"])
    workspace.settle()
    scout, package = tree / "roles/scout.md", tree / "package.json"
    scout.write_text(FAULTY)
    assert not workspace.touched([package, scout])
    workspace.settle()
    assert told(workspace, scout) == [RULE]
    assert not workspace.touched([scout, package])


def test_a_file_of_a_folder_is_told_of_whatever_it_is(tree: Path) -> None:
    plant(tree, {".pi/agents/notes.md": "# Notes\n", "herdr-lint.toml": 'exclude = ["*.md"]\n'})
    workspace = Workspace([tree])
    opened(workspace, tree / ".pi/agents/notes.md")
    workspace.settle()
    assert told(workspace, tree / ".pi/agents/notes.md") == [LEFT_OUT]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("notes.md", "# Notes\n", []),
        ("data.json", "{}\n", []),
        ("scout.txt", role("scout"), []),
        ("scout.md", role("scout"), [LEFT_OUT]),
        ("pack.json", '{"name": "vendor.a.b", "kind": "prompt"}\n', [NO_SCHEMA]),
    ],
)
def test_a_file_of_no_folder_need_not_be_checked(
    tree: Path, name: str, text: str, said: list[str]
) -> None:
    plant(tree, {f"a/{name}": text, "a/herdr-lint.toml": f'exclude = ["{name}"]\n', "b/": ""})
    path = tree / "a" / name
    workspace = Workspace([tree / "b"])
    opened(workspace, path)
    workspace.settle()
    assert [*told(workspace, path)][-1:] == said
    workspace.add_folder(tree / "a")
    workspace.settle()
    assert [*told(workspace, path)][-1:] == said
