"""What a person sees in an editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from herdr_lint.links import rule_page
from herdr_lint.lsp.actions import FIX_ALL
from tests.lsp.editor import applied, editor, partial, run
from tests.project.trees import plant

ROLE = "---\nname: scout\ndescription: Maps the code\ntools: read, bash\n---\n\nMap.\n"


def test_findings_come_and_go_while_typing(tree: Path) -> None:
    plant(tree, {"roles/scout.md": ROLE})
    role = tree / "roles/scout.md"

    async def session() -> None:
        async with editor(tree, process=True) as one:
            one.open(role)
            assert await one.shown(role) == ["3:0-3:5 leaf-without-spawning"]
            one.change(role, partial((3, 7), (3, 17), "[read]"))
            assert (await one.shown(role))[0] == "3:7-3:13 invalid-capability-declaration"
            one.change(role, partial((3, 7), (3, 13), "read, bash"))
            assert await one.shown(role) == ["3:0-3:5 leaf-without-spawning"]

    run(session)


def test_a_diagnostic_says_all_that_a_report_says(tree: Path) -> None:
    plant(tree, {"roles/scout.md": ROLE.replace("read, bash", "[read]")})
    role = tree / "roles/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role)
            (found,) = [d for d in await one.diagnostics(role) if d.range.start.line == 3]
            assert found.severity == types.DiagnosticSeverity.Error
            assert found.source == "herdr-lint"
            assert found.code_description is not None
            assert found.code_description.href == rule_page("invalid-capability-declaration")
            message, *_, help_ = found.message.split("\n")
            assert message == "`tools` is a YAML list in brackets, which the host does not read"
            assert help_ == "help: write one line without brackets: `tools: read`"

    run(session)


def test_columns_are_counted_as_the_editor_counts_them(tree: Path) -> None:
    text = ROLE.replace("tools: read, bash", "tools: 𝒯, Read")
    plant(tree, {"roles/scout.md": text})
    role = tree / "roles/scout.md"

    async def session(encodings: list[str] | None, expected: str) -> None:
        async with editor(tree, encodings=encodings) as one:
            one.open(role)
            assert expected in await one.shown(role)

    run(lambda: session(["utf-16"], "3:11-3:15 tool-name-suspect"))
    run(lambda: session(["utf-32"], "3:10-3:14 tool-name-suspect"))
    run(lambda: session(["utf-8"], "3:13-3:17 tool-name-suspect"))


@pytest.mark.parametrize("name", ["guide.md", "gui.tgz!de.md"])
def test_a_collision_follows_into_the_other_file(tree: Path, name: str) -> None:
    other = ROLE.replace("scout", "guide")
    plant(tree, {".pi/agents/scout.md": ROLE, f".pi/agents/{name}": other})
    scout, guide = tree / ".pi/agents/scout.md", tree / ".pi/agents" / name

    async def session() -> None:
        async with editor(tree) as one:
            one.open(scout)
            one.open(guide)
            assert not [s for s in await one.shown(scout) if "duplicate" in s]
            one.change(guide, partial((1, 6), (1, 11), "scout"))
            assert "1:6-1:11 duplicate-layer-role" in await one.shown(scout)
            (rival,) = await one.definition(scout, 1, 8)
            assert rival.uri == guide.as_uri()
            assert rival.range.start == types.Position(1, 6)
            one.change(guide, partial((1, 0), (1, 0), "# a comment\n"))
            (rival,) = await one.definition(scout, 1, 8)
            assert rival.range.start == types.Position(2, 6)
            one.change(guide, partial((1, 0), (2, 0), ""))
            one.change(guide, partial((1, 6), (1, 11), "guide"))
            assert not [s for s in await one.shown(scout) if "duplicate" in s]
            assert await one.definition(scout, 1, 8) == []

    run(session)


def test_what_is_told_again(tree: Path) -> None:
    """The file that was changed always and first, since its version is new; others if need be."""
    other = ROLE.replace("scout", "guide")
    plant(tree, {".pi/agents/scout.md": ROLE, ".pi/agents/guide.md": other})
    scout, guide = tree / ".pi/agents/scout.md", tree / ".pi/agents/guide.md"

    async def session() -> None:
        async with editor(tree, options={}) as one:
            for path in (scout, guide):
                one.open(path)
                await one.symbols(path)
            for name, told in (("scout", [scout]), ("guide", [scout, guide]), ("guide", [scout])):
                one.client.diagnostics.clear()
                one.write(scout, ROLE.replace("scout", name) + "More.\n")
                await one.symbols(scout)
                assert list(one.client.diagnostics) == [path.as_uri() for path in told]

    run(session)


def test_what_the_server_offers_and_asks_to_be_told_of(tree: Path) -> None:
    async def session() -> None:
        async with editor(tree) as one:
            assert one.offered is not None
            acting = one.offered.code_action_provider
            assert isinstance(acting, types.CodeActionOptions)
            assert list(acting.code_action_kinds or ()) == ["quickfix", "source.fixAll.herdr-lint"]
            completing = one.offered.completion_provider
            assert completing is not None
            assert list(completing.trigger_characters or ()) == [":", " ", ",", "[", '"', "\n"]
            assert one.offered.workspace is not None
            told = one.offered.workspace.file_operations
            assert told is not None
            for one_kind in (told.did_create, told.did_rename, told.did_delete):
                assert one_kind is not None
                (only,) = one_kind.filters
                assert (only.pattern.glob, only.scheme) == ("**/*", "file")
            await one.symbols(tree / "none.md")
            assert [(asked.id, asked.method) for asked in one.registered or ()] == [
                ("herdr-lint-files", "workspace/didChangeWatchedFiles")
            ]

    run(session)


def test_fixes_and_ignores_are_offered(tree: Path) -> None:
    text = ROLE.replace("read, bash", "[read]").replace("name: scout", "name: Scout")
    plant(tree, {"roles/scout.md": text})
    role = tree / "roles/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role)
            offered = await one.actions(role, 3)
            title = "Write `tools: read` (invalid-capability-declaration)"
            assert offered[title].is_preferred
            assert offered[title].diagnostics
            assert "\ntools: read\n" in applied(text, offered[title].edit, role)
            ignore = offered["Ignore invalid-capability-declaration in this file"]
            line = "# herdr-lint: ignore[invalid-capability-declaration]"
            assert applied(text, ignore.edit, role).split("\n")[1] == line
            ignore = offered["Ignore invalid-capability-declaration in this line"]
            line = "# herdr-lint: ignore-next-line[invalid-capability-declaration]\ntools: [read]"
            assert line in applied(text, ignore.edit, role)
            offered = await one.actions(role, 1)
            guess = offered["Write `scout` (role-name-mismatch): a guess, look at it"]
            assert not guess.is_preferred
            assert "name: scout" in applied(text, guess.edit, role)

            (whole,) = (await one.actions(role, 0, FIX_ALL)).values()
            assert "\ntools: read\n" in applied(text, whole.edit, role)
            assert not await one.actions(role, 0, types.CodeActionKind.Refactor)
            assert list(await one.actions(role, 0, "source")) == [whole.title]
            assert not await one.actions(role, 0, "sour")

    run(session)


def test_what_is_offered_on_a_line_is_about_that_line(tree: Path) -> None:
    text = ROLE.replace("read, bash", "[read]\nskill: none").replace("name: scout", "name: Scout")
    plant(tree, {"roles/scout.md": text})
    role = tree / "roles/scout.md"
    rules = {1: "role-name-mismatch", 3: "invalid-capability-declaration", 4: "skill-singular"}
    edits = {
        1: "Write `scout` (role-name-mismatch): a guess, look at it",
        3: "Write `tools: read` (invalid-capability-declaration)",
        4: "Delete it (skill-singular): a guess, look at it",
    }
    whole = "Fix all that is safe (herdr-lint)"

    async def session() -> None:
        async with editor(tree, options={}) as one:
            one.open(role)
            for line, rule in rules.items():
                offered = await one.actions(role, line)
                ignores = [f"Ignore {rule} in this {where}" for where in ("line", "file")]
                assert list(offered) == [edits[line], *ignores, whole]
                for title, action in offered.items():
                    about = [] if title == whole else [rule]
                    assert [found.code for found in action.diagnostics or ()] == about
            deleted = applied(text, offered[edits[4]].edit, role)
            assert deleted == text.replace("skill: none\n", "")
            assert list(await one.actions(role, 2)) == [whole]

    run(session)


def test_a_second_ignore_joins_the_first(tree: Path) -> None:
    text = ROLE.replace("name: scout", "# herdr-lint: ignore[key-unknown]\nname: Scout")
    plant(tree, {"roles/scout.md": text})
    role = tree / "roles/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role)
            offered = await one.actions(role, 2)
            ignore = offered["Ignore role-name-mismatch in this file"]
            line = "# herdr-lint: ignore[key-unknown, role-name-mismatch]"
            assert line in applied(text, ignore.edit, role).split("\n")

    run(session)


def test_hovering_tells_what_the_host_reads_and_what_the_rule_is_about(tree: Path) -> None:
    text = ROLE.replace("Maps the code", "Maps\ncolor: blue\ntools: write")
    plant(tree, {".pi/agents/scout.md": text})
    role = tree / ".pi/agents/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role)
            assert 'The host reads here: `["write"]`' in await one.hover(role, 4, 2)
            assert "The host does not read this line." in await one.hover(role, 5, 2)
            assert "invalid-capability-declaration" in await one.hover(role, 5, 2)
            assert "the host does not read this key" in await one.hover(role, 3, 2)
            assert await one.hover(role, 8, 0) == ""
            one.write(role, "no role\n")
            assert "invalid-role-definition" in await one.hover(role, 0, 1)

    run(session)


def test_completion_in_a_role(tree: Path) -> None:
    text = "---\nname: \n\ntools: read, \nthinking: \ndeny-tools: \nskills: \n---\n"
    skill = "---\nname: mapping\ndescription: Maps\n---\n\nMap.\n"
    extension = "export default function (pi) {}\n"
    package = '{"name": "p", "version": "1.0.0", "pi": {"extensions": ["./e.js"], "skills": ["s"]}}'
    plant(
        tree,
        {
            "roles/scout.md": text,
            "s/mapping/SKILL.md": skill,
            "package.json": package,
            "e.js": extension,
        },
    )
    role = tree / "roles/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role)
            keys = await one.labels(role, 2, 0)
            assert "description" in keys
            assert "name" not in keys
            assert await one.labels(role, 1, 6) == ["scout"]
            tools = await one.labels(role, 3, 13)
            assert "bash" in tools
            assert "read" not in tools
            assert await one.labels(role, 4, 10) == [
                *("off", "minimal", "low", "medium", "high", "xhigh", "max")
            ]
            assert "subagent_stop" in await one.labels(role, 5, 12)
            assert await one.labels(role, 6, 8) == ["mapping"]
            assert await one.labels(role, 7, 3) == []
            one.change(role, partial((2, 0), (2, 0), "# herdr-lint: ignore[key-u"))
            rules = await one.completion(role, 2, 26)
            (unknown,) = [item for item in rules if item.label == "key-unknown"]
            assert unknown.detail

    run(session)


def test_manifests(tree: Path) -> None:
    text = (
        '{\n  "name": "vendor.acme.crew",\n  "version": "1.0.0",\n  "agents": [\n'
        '    {"agentId": "vendor.acme.crew.a", "role": "skil"}\n  ],\n  \n}\n'
    )
    plant(tree, {"crew/pack.json": text})
    pack = tree / "crew/pack.json"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(pack)
            found = await one.shown(pack)
            assert [line for line in found if "json-invalid" in line]
            assert "agentId" not in await one.labels(pack, 6, 2)
            assert "license" in await one.labels(pack, 6, 2)
            assert "skill" in await one.labels(pack, 4, 50)
            assert "What the agent declares itself to be" in await one.hover(pack, 4, 42)
            assert "What the agent declares itself to be" in await one.hover(pack, 4, 50)
            one.write(pack, text.replace("],\n  \n", "]\n"))
            assert [symbol.name for symbol in await one.symbols(pack)] == [
                "name",
                "version",
                "agents",
            ]

    run(session)


def test_a_configuration(tree: Path) -> None:
    wrong = 'show = "nothing"\nignore = ["key-unknwon"]\n[severity]\nkey-unknown = "error"\n'
    blue = ROLE.replace("name", "color: blue\nname")
    plant(tree, {"herdr-lint.toml": wrong, "roles/scout.md": blue})
    config, role = tree / "herdr-lint.toml", tree / "roles/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(config)
            one.open(role)
            assert await one.shown(config) == ["0:7-0:16 configuration"]
            assert await one.labels(config, 0, 8) == ["note", "warning", "error"]
            assert "key-unknown" in await one.labels(config, 1, 11)
            assert "role" in await one.labels(config, 1, 11)
            assert "key-unknown" in await one.labels(config, 3, 0)
            assert await one.labels(config, 3, 15) == ["error", "warning", "note", "off"]
            assert "are shown" in await one.hover(config, 0, 1)
            assert "1:0-1:5 key-unknown" in await one.shown(role)
            severities = {d.code: d.severity for d in await one.diagnostics(role)}
            assert severities["key-unknown"] == types.DiagnosticSeverity.Information

            right = '[severity]\nkey-unknown = "error"\n'
            one.write(config, right)
            assert await one.shown(config) == []
            one.save(config, right)
            severities = {d.code: d.severity for d in await one.diagnostics(role)}
            assert severities["key-unknown"] == types.DiagnosticSeverity.Error

    run(session)


def test_files_come_go_and_are_renamed(tree: Path) -> None:
    plant(tree, {"roles/scout.md": ROLE})
    scout, guide = tree / "roles/scout.md", tree / "roles/guide.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(guide, ROLE)
            assert "1:6-1:11 role-name-mismatch" in await one.shown(guide)
            one.close(guide)
            assert await one.diagnostics(guide) == []
            one.open(scout)
            one.close(scout)
            scout.rename(guide)
            one.client.workspace_did_rename_files(
                types.RenameFilesParams([types.FileRename(scout.as_uri(), guide.as_uri())])
            )
            one.open(guide)
            assert "1:6-1:11 role-name-mismatch" in await one.shown(guide)
            one.client.workspace_did_delete_files(
                types.DeleteFilesParams([types.FileDelete(scout.as_uri())])
            )
            scout.write_text(ROLE)
            one.client.workspace_did_create_files(
                types.CreateFilesParams([types.FileCreate(scout.as_uri())])
            )
            one.touch(scout)
            assert "1:6-1:11 role-name-mismatch" in await one.shown(guide)

    run(session)


def test_folders_settings_and_files_outside(tree: Path) -> None:
    faulty = ROLE.replace("read, bash", "[read]\ncolor: blue")
    plant(tree, {"a/roles/scout.md": faulty, "b/roles/scout.md": faulty, "notes.txt": "x\n"})
    inside, outside = tree / "a/roles/scout.md", tree / "b/roles/scout.md"

    async def session() -> None:
        async with editor(tree / "a", options={"show": "error"}) as one:
            one.open(inside)
            one.open(outside)
            expected = ["3:7-3:13 invalid-capability-declaration"]
            assert await one.shown(inside) == await one.shown(outside) == expected
            folder = types.WorkspaceFolder((tree / "b").as_uri(), "b")
            come = types.WorkspaceFoldersChangeEvent([folder], [])
            gone = types.WorkspaceFoldersChangeEvent([], [folder])
            for event in (come, gone):
                one.client.workspace_did_change_workspace_folders(
                    types.DidChangeWorkspaceFoldersParams(event)
                )
                assert await one.shown(outside) == expected
            one.client.workspace_did_change_configuration(
                types.DidChangeConfigurationParams({"herdr-lint": {"show": "note"}})
            )
            assert len(await one.shown(inside)) == 2
            one.open(tree / "notes.txt")
            assert await one.symbols(tree / "notes.txt") == []
            assert await one.labels(tree / "notes.txt", 0, 0) == []

    run(session)


@pytest.mark.parametrize("folders", [["a"], ["elsewhere"], []])
def test_files_that_are_opened_at_once_with_text_that_was_not_saved(
    tree: Path, monkeypatch: pytest.MonkeyPatch, folders: list[str]
) -> None:
    monkeypatch.setattr("herdr_lint.lsp.server.PAUSE", 60)
    roles = {f"a/roles/{name}.md": ROLE.replace("scout", name) for name in ("b", "c", "d")}
    plant(tree, {"elsewhere/": "", **roles})

    async def session() -> None:
        async with editor(*(tree / folder for folder in folders), options={}) as one:
            for name, text in roles.items():
                one.open(tree / name, text.replace("read, bash", "[read]"))
            for name in roles:
                expected = ["3:7-3:13 invalid-capability-declaration"]
                assert await one.shown(tree / name) == expected
            last = tree / name
            one.close(tree / "a/roles/b.md")
            one.write(last, ROLE.replace("scout", "c"))
            assert await one.shown(last) == ["1:6-1:7 role-name-mismatch"]

    run(session)


def test_what_waits_in_one_folder_is_not_forgotten_over_another(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herdr_lint.lsp.project.SLOW_ROLE", 0.0)
    plant(tree, {"a/roles/scout.md": ROLE, "b/roles/herdr-lint.toml": "", "b/roles/scout.md": ROLE})
    scout, settings = tree / "a/roles/scout.md", tree / "b/roles/herdr-lint.toml"

    async def session() -> None:
        async with editor(tree / "a", tree / "b", options={}) as one:
            one.open(scout)
            one.open(settings)
            assert await one.shown(scout) == []
            one.write(scout, ROLE.replace("read, bash", "[read]"))
            one.write(settings, "\n")
            assert await one.shown(scout) == ["3:7-3:13 invalid-capability-declaration"]

    run(session)


def test_what_is_not_checked_says_so(tree: Path) -> None:
    plant(tree, {".pi/agents/scout.md": ROLE})
    role = tree / ".pi/agents/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role, ROLE + "x" * (1 << 20))
            (found,) = await one.diagnostics(role)
            assert found.message == "not checked: larger than 1 MiB"

    run(session)


def test_a_buffer_that_is_no_file_is_left_alone(tree: Path) -> None:
    async def session() -> None:
        async with editor(tree) as one:
            uri = "untitled:Untitled-1"
            document = types.TextDocumentItem(uri, "markdown", 0, "x")
            one.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
            params = types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
            assert not await one.client.text_document_document_symbol_async(params)
            assert uri not in one.client.diagnostics

    run(session)
