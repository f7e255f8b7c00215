"""Files that are unusual, half written, not open, or not there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from tests.builders import PROMPT, agent, manifest, text
from tests.lsp.editor import editor, run
from tests.project.trees import plant

ROLE = "---\nname: scout\ndescription: Maps the code\nspawning: false\n---\n\n# Map\n\nMap.\n"


def test_a_role_without_frontmatter(tree: Path) -> None:
    plant(tree, {".pi/agents/scout.md": "# Map\n"})
    role = tree / ".pi/agents/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role)
            assert "0:0-0:5 invalid-role-definition" in await one.shown(role)
            assert not [title for title in await one.actions(role, 0) if "Ignore" in title]
            assert await one.symbols(role) == []
            assert await one.labels(role, 0, 0) == []
            assert await one.hover(role, 0, 0) != ""
            assert "**`" not in await one.hover(role, 0, 0)

    run(session)


def test_the_outline_and_the_words_of_a_role(tree: Path) -> None:
    role_text = ROLE.replace("spawning", "thinking: high\n  x\ncolor: blue\nspawning")
    plant(tree, {"roles/scout.md": role_text})
    role = tree / "roles/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role)
            names = [(symbol.name, symbol.detail) for symbol in await one.symbols(role)]
            assert ("thinking", "high") in names
            assert ("Map", None) in names
            assert "One of `off`, `minimal`" in await one.hover(role, 3, 1)
            assert await one.hover(role, 0, 1) == ""
            assert "does not read" not in await one.hover(role, 4, 2)
            assert await one.labels(role, 4, 3) == []
            assert await one.labels(role, 5, 8) == []
            assert "color" not in await one.labels(role, 5, 2)
            assert "name" in await one.labels(role, 1, 2)
            assert "name" in await one.labels(role, 1, 0)
            assert "thinking" not in await one.labels(role, 1, 2)

    run(session)


def test_an_openwop_pack_in_yaml_and_its_twin(tree: Path) -> None:
    yaml = (
        "name: vendor.acme.crew\nversion: 1.0.0\nlicense: MIT\n"
        "engines:\n  openwop: '>=1.1.0 <2.0.0'\nruntime:\n  language: remote\n  entry: pack.json\n"
        "agents:\n- agentId: vendor.acme.crew.writer\n  persona: Writer\n"
        "  modelClass: writing\n  systemPrompt: Write.\n"
    )
    twin = manifest(name="vendor.acme.twin", agents=[agent()])
    plant(
        tree,
        {"one/pack.yaml": yaml, "two/pack.json": text(twin), "two/prompts/writer.md": PROMPT},
    )
    pack = tree / "one/pack.yaml"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(pack)
            assert [line for line in await one.shown(pack) if "duplicate-agent-id" in line]
            assert [rival.uri for rival in await one.definition(pack, 9, 14)] == [
                (tree / "two/pack.json").as_uri()
            ]
            assert [title for title in await one.actions(pack, 9) if "Ignore" in title] == [
                "Ignore duplicate-agent-id in this line",
                "Ignore duplicate-agent-id in this file",
            ]
            assert "modelClass" in await one.labels(pack, 11, 2)
            assert "reasoning" in await one.labels(pack, 11, 14)
            assert "The sort of model" in await one.hover(pack, 11, 4)
            (agents,) = [one for one in await one.symbols(pack) if one.name == "agents"]
            assert [inner.name for inner in agents.children or ()] == ["0"]
            one.write(pack, "name: [\n")
            assert await one.symbols(pack) == []

    run(session)


def test_a_lone_agent_and_a_package(tree: Path) -> None:
    plant(
        tree,
        {
            "vendor.acme.crew.json": text(agent()),
            "package.json": '{"name": "p"}',
            "roles/scout.md": ROLE,
        },
    )
    lone, package = tree / "vendor.acme.crew.json", tree / "package.json"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(lone)
            assert "who the agent is" in (await one.hover(lone, 2, 4)).lower()
            one.write(lone, '{"agentId": "vendor.acme.crew.writer",\n"odd": 1}')
            assert "`odd`" not in await one.hover(lone, 1, 2)
            one.open(package)
            assert [symbol.name for symbol in await one.symbols(package)] == ["name"]
            assert await one.labels(package, 0, 1) == []
            assert await one.hover(package, 0, 2) == ""

    run(session)


def test_a_configuration_within_another_file(tree: Path) -> None:
    project = '[project]\nname = "x"\n\n[tool.herdr-lint]\nshow = "x"\n'
    plant(tree, {"pyproject.toml": project, "notes.md": "x\n", "herdr.txt": "herdr\n"})
    path = tree / "pyproject.toml"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(path)
            assert await one.shown(path) == ["4:7-4:10 configuration"]
            assert await one.actions(path, 4) == {}
            assert await one.labels(path, 1, 0) == []
            assert await one.hover(path, 1, 2) == ""
            assert await one.labels(path, 4, 8) == ["note", "warning", "error"]
            assert "are shown" in await one.hover(path, 4, 8)
            for other in (tree / "notes.md", tree / "herdr.txt"):
                one.open(other)
                assert await one.hover(other, 0, 0) == ""
                assert await one.labels(other, 0, 0) == []
                one.close(other)
                one.close(other)
            assert await one.shown(path) == ["4:7-4:10 configuration"]

    run(session)


def test_what_is_not_open_has_no_answers(tree: Path) -> None:
    plant(tree, {"roles/scout.md": ROLE})
    role = tree / "roles/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            assert await one.symbols(role) == []
            assert await one.hover(role, 1, 1) == ""
            assert await one.completion(role, 1, 1) == []
            assert await one.definition(role, 1, 1) == []
            assert await one.actions(role, 1) == {}
            one.change(role, types.TextDocumentContentChangeWholeDocument("x"))
            one.close(role)
            untitled = types.TextDocumentIdentifier("untitled:x")
            one.client.text_document_did_save(types.DidSaveTextDocumentParams(untitled))
            document = types.TextDocumentItem(untitled.uri, "markdown", 0, "x")
            one.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
            one.client.text_document_did_change(
                types.DidChangeTextDocumentParams(
                    types.VersionedTextDocumentIdentifier(1, untitled.uri),
                    [types.TextDocumentContentChangeWholeDocument("y")],
                )
            )
            elsewhere = types.WorkspaceFolder("vscode-remote://x/y", "y")
            events: list[tuple[list[types.WorkspaceFolder], list[types.WorkspaceFolder]]] = [
                ([elsewhere], []),
                ([], [elsewhere]),
            ]
            for event in events:
                one.client.workspace_did_change_workspace_folders(
                    types.DidChangeWorkspaceFoldersParams(types.WorkspaceFoldersChangeEvent(*event))
                )
            assert untitled.uri not in one.client.diagnostics
            assert await one.diagnostics(role) == []

    run(session)


def test_an_editor_that_knows_one_folder_and_watches_nothing(tree: Path) -> None:
    plant(tree, {"roles/scout.md": ROLE.replace("scout", "guide")})
    role = tree / "roles/scout.md"

    async def session() -> None:
        bare = types.InitializeParams(types.ClientCapabilities(), root_uri=tree.as_uri())
        async with editor(params=bare) as one:
            one.open(role)
            assert "1:6-1:11 role-name-mismatch" in await one.shown(role)
            one.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
            assert "1:6-1:11 role-name-mismatch" in await one.shown(role)

    run(session)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (
            {"show": "note"},
            ["3:7-3:8 model-not-qualified", "5:0-5:5 key-unknown"],
        ),
        ({}, ["3:7-3:8 model-not-qualified"]),
        ({"show": "error"}, []),
    ],
)
def test_a_broken_configuration_further_down(tree: Path, options: object, shown: list[str]) -> None:
    """What is shown of a file under it is what the configuration above says."""
    plant(
        tree,
        {
            "a/herdr-lint.toml": "shwo = 1\n",
            "a/roles/scout.md": ROLE.replace("spawning", "model: m\n\ncolor: x\nspawning"),
        },
    )
    role = tree / "a/roles/scout.md"

    async def session() -> None:
        async with editor(tree, options=options) as one:
            one.open(role)
            assert await one.shown(role) == shown

    run(session)


def test_a_broken_configuration_of_nothing_that_is_checked(tree: Path) -> None:
    plant(tree, {"a/herdr-lint.toml": "shwo = 1\n", "a/notes.txt": "x\n", "roles/scout.md": ROLE})
    notes = tree / "a/notes.txt"

    async def session() -> None:
        async with editor(tree, options={}) as one:
            one.open(notes)
            assert await one.shown(notes) == []

    run(session)


def test_an_archive_has_no_members_to_tell_of(tree: Path) -> None:
    plant(tree, {"pack.tgz": "x"})
    archive = tree / "pack.tgz"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(archive)
            assert await one.shown(archive) == ["0:0-0:0 archive-unreadable"]
            assert await one.labels(archive, 0, 0) == []
            assert (await one.hover(archive, 0, 0)).startswith("[archive-unreadable](")

    run(session)


def test_a_rival_that_has_gone(tree: Path) -> None:
    plant(tree, {".pi/agents/scout.md": ROLE, ".pi/agents/guide.md": ROLE})
    scout, guide = tree / ".pi/agents/scout.md", tree / ".pi/agents/guide.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(scout)
            assert [line for line in await one.shown(scout) if "duplicate-layer-role" in line]
            guide.unlink()
            (place,) = await one.definition(scout, 1, 8)
            assert place.range == types.Range(types.Position(0, 0), types.Position(0, 0))
            one.touch(guide)
            assert not [line for line in await one.shown(scout) if "duplicate" in line]

    run(session)


def test_a_file_that_came_without_a_word(tree: Path) -> None:
    """Many an editor does not watch the disk."""
    plant(tree, {".pi/agents/scout.md": ROLE})
    scout, guide = tree / ".pi/agents/scout.md", tree / ".pi/agents/guide.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(scout)
            assert await one.shown(scout) == []
            one.close(scout)
            guide.write_text(ROLE)
            one.open(guide)
            assert "1:6-1:11 role-name-mismatch" in await one.shown(guide)
            scout.write_text(ROLE.replace("false", "no"))
            one.open(scout)
            assert "3:10-3:12 invalid-capability-declaration" in await one.shown(scout)

    run(session)


@pytest.mark.skipif(os.name != "posix", reason="links need a right of their own elsewhere")
@pytest.mark.parametrize(("folder", "file"), [("link", "link"), ("link", "."), (".", "link")])
def test_folders_and_files_by_a_link(tree: Path, folder: str, file: str) -> None:
    plant(tree, {".pi/agents/scout.md": ROLE.replace("name: scout", "name: guide")})
    (tree / "link").symlink_to(tree)
    role = tree / file / ".pi/agents/scout.md"

    async def session() -> None:
        async with editor(tree / folder) as one:
            one.open(role)
            assert await one.shown(role) == ["1:6-1:11 role-name-mismatch"]
            one.write(role, ROLE)
            assert await one.shown(role) == []

    run(session)


def test_settings_of_the_start_outlive_empty_ones(tree: Path) -> None:
    plant(tree, {".pi/agents/scout.md": ROLE.replace("spawning", "color: blue\nspawning")})
    role = tree / ".pi/agents/scout.md"

    async def session() -> None:
        async with editor(tree, options={"show": "note"}) as one:
            one.open(role)
            for settings, shown in (
                ({}, ["3:0-3:5 key-unknown"]),
                ({"herdr-lint": {"show": "error"}}, []),
                ({"herdr-lint": {"show": "often"}}, ["3:0-3:5 key-unknown"]),
                (None, ["3:0-3:5 key-unknown"]),
            ):
                one.client.workspace_did_change_configuration(
                    types.DidChangeConfigurationParams(settings)
                )
                assert await one.shown(role) == shown

    run(session)


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("README.md", "# Notes\n", []),
        ("data.json", "{}\n", []),
        ("package.json", '{"name": "x"}\n', []),
        ("scout.md", ROLE.replace("false", "no"), ["3:10-3:12 invalid-capability-declaration"]),
        ("old.md", ROLE, ["0:0-0:0 not checked: left out by the configuration"]),
        ("pack.json", "{\n}\n", ["0:0-0:1 pack-manifest-invalid"]),
    ],
)
def test_a_file_of_no_folder_may_be_anything(
    tree: Path, name: str, text: str, shown: list[str]
) -> None:
    left_out = 'exclude = ["old.md"]\n'
    plant(tree, {f"elsewhere/{name}": text, "elsewhere/herdr-lint.toml": left_out})
    (tree / "here").mkdir()
    path = tree / "elsewhere" / name

    async def session() -> None:
        async with editor(tree / "here", options={}) as one:
            one.open(path)
            found = await one.shown(path)
            assert found[-len(shown) :] == shown if shown else found == []

    run(session)


def test_no_more_is_shown_than_somebody_reads(tree: Path) -> None:
    plant(
        tree,
        {
            ".pi/agents/scout.md": ROLE.replace(
                "---\n\n", "color: x\n" * 1_500 + "auto-exit: y\n---\n\n"
            )
        },
    )
    role = tree / ".pi/agents/scout.md"

    async def session() -> None:
        async with editor(tree) as one:
            one.open(role)
            found = await one.diagnostics(role)
            assert len(found) == 1_001
            assert found[0].code == "value-ignored"
            more = "501 more findings are not shown; `herdr-lint` lists them"
            assert found[-1].message == more
            assert found[-1].source == "herdr-lint"
            assert found[-1].severity == types.DiagnosticSeverity.Information

    run(session)


def test_no_more_than_a_line_is_marked(tree: Path) -> None:
    plant(
        tree, {"pack.json": '{\r\n  "name": "vendor.acme.crew",\r\n  "runtime": {\r\n  }\r\n}\r\n'}
    )
    pack = tree / "pack.json"

    async def session() -> None:
        async with editor(tree, options={}) as one:
            one.open(pack)
            assert {line.split()[0] for line in await one.shown(pack)} == {"0:0-0:1", "2:13-2:14"}
            # Wherever in it somebody asks, the finding is there.
            assert "missing" in (await one.hover(pack, 3, 2)).lower()

    run(session)


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"{a:}", "JSONDecodeError"),
        pytest.param(b"\xff\xfe{}", "JSONDecodeError", marks=pytest.mark.slow),
        pytest.param(b"[]", "AttributeError", marks=pytest.mark.slow),
        pytest.param(b'{"jsonrpc": "2.0"}', "JsonRpcInternalError", marks=pytest.mark.slow),
        (b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}}', "JsonRpcInvalid"),
    ],
)
def test_what_is_no_message_is_told_of_in_a_line(sent: bytes, told: str) -> None:
    ends = b'{"jsonrpc": "2.0", "method": "exit"}'
    ended = subprocess.run(
        [sys.executable, "-m", "herdr_lint", "lsp"],
        input=b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(one), one) for one in (sent, ends)),
        capture_output=True,
        check=False,
    )
    lines = ended.stderr.decode().splitlines()
    assert ended.returncode in {0, 1}
    assert lines
    assert all(line.startswith("herdr-lint: ") for line in lines)
    assert any(told in line for line in lines)
