from __future__ import annotations

from pathlib import Path

from herdr_lint.config.loading import Configs
from herdr_lint.files.file_system import FileSystem
from herdr_lint.run.catalog import view
from herdr_lint.run.check_result import Settings
from tests.project.trees import plant
from tests.role_pack.packs import registering
from tests.run.conftest import role


def test_what_a_host_offers_in_a_project(tree: Path) -> None:
    plant(
        tree,
        {
            **registering("pack"),
            "pack/roles/scout.md": role("scout"),
            "pack/roles/writer.md": role("writer"),
            "pack/roles/editor.md": role("editor", "disable-model-invocation: true\n"),
            "agent/agents/planner.md": role("planner"),
            ".pi/agents/scout.md": role("scout"),
            ".pi/agents/planner.md/": "",
            ".pi/agents/tester.md": role("tester", "cli: claude\n"),
        },
    )
    seen = view(tree, Settings(Configs(), FileSystem()), packs=[tree / "pack"])
    assert [
        (one.record.path, one.state.value, one.code, tuple(other.path for other in one.by))
        for one in seen.catalog.standings
    ] == [
        ("pack/roles/editor.md", "hidden", None, ()),
        ("agent/agents/planner.md", "blocked", None, (".pi/agents/planner.md",)),
        (".pi/agents/planner.md", "invalid", "unreadable-role-definition", ()),
        ("pack/roles/scout.md", "shadowed", None, (".pi/agents/scout.md",)),
        (".pi/agents/scout.md", "available", None, ()),
        (".pi/agents/tester.md", "invalid", "external-cli-unsupported", ()),
        ("pack/roles/writer.md", "available", None, ()),
    ]
    assert seen.unchecked == ()


def test_an_invalid_role_holds_the_name_that_it_declares(tree: Path) -> None:
    plant(tree, {".pi/agents/a.md": role("b", "tools: [read]\n"), ".pi/agents/c.md": role("b")})
    seen = view(tree, Settings(Configs(), FileSystem()))
    assert [(one.record.name, one.state.value, one.code) for one in seen.catalog.standings] == [
        ("b", "invalid", "invalid-capability-declaration"),
        ("b", "contested", None),
    ]


def test_roles_of_a_package_that_registers_nothing_are_not_offered(tree: Path) -> None:
    plant(
        tree,
        {
            "pack/package.json": '{"name": "crew", "pi": {"extensions": ["./x.ts"]}}',
            "pack/x.ts": "export default (pi) => {};\n",
            "pack/agents/scout.md": role("scout"),
            ".pi/settings.json": '{"packages": ["../pack"]}',
        },
    )
    seen = view(tree, Settings(Configs(), FileSystem()), packs=[tree / "pack"])
    assert seen.catalog.standings == ()
    assert [(one.path, one.reason) for one in seen.unchecked] == [("pack", "registers no roles")]
