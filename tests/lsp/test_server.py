"""What each message leads to, called as the protocol calls it: no editor, no pipes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.workspace import Workspace

from herdr_lint.lsp import server as serving
from herdr_lint.lsp.actions import FIX_ALL
from herdr_lint.lsp.server import Server, create, path_of
from herdr_lint.model import Severity
from herdr_lint.version import __version__
from tests.project.trees import plant
from tests.run.conftest import role

GOOD = role("{}").replace("---\n", "---\ntools: read\nspawning: false\n", 1)
FAULTY = GOOD.replace("read", "[read]")
RULE = "invalid-capability-declaration"
Said = tuple[str, list[int | str | None], int | None]


@pytest.fixture
def server(tree: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server of a folder with some roles in it."""
    monkeypatch.setattr("herdr_lint.lsp.on_disk.CLOCK", -60.0)  # as if written long ago
    names = ("a", "b")
    plant(tree, {f".pi/agents/{name}.md": FAULTY.format(name) for name in names})
    plant(tree, {"notes.txt": "x"})
    made = create()
    monkeypatch.setattr(made.protocol, "_workspace", Workspace(None, position_encoding=None))
    made.files.add_folder(tree)
    return made


@pytest.fixture
def said(server: Server, monkeypatch: pytest.MonkeyPatch) -> list[Said]:
    """What it has published: the name of a file, the rules, and the version of the text."""
    found: list[Said] = []

    def publish(params: types.PublishDiagnosticsParams) -> None:
        codes = [one.code for one in params.diagnostics]
        found.append((params.uri.rpartition("/")[2], codes, params.version))

    monkeypatch.setattr(server, "text_document_publish_diagnostics", publish)
    return found


def running(session: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await session()

    asyncio.run(whole())


def ask(server: Server, method: str, params: Any) -> Any:
    return server.protocol.fm.features[method](params)


def agent(tree: Path, name: str) -> Path:
    return tree / f".pi/agents/{name}.md"


def open_(server: Server, path: Path, text: str | None = None) -> types.TextDocumentIdentifier:
    shown = path.read_text("utf-8") if text is None else text
    document = types.TextDocumentItem(path.as_uri(), "markdown", 1, shown)
    ask(server, types.TEXT_DOCUMENT_DID_OPEN, types.DidOpenTextDocumentParams(document))
    return types.TextDocumentIdentifier(document.uri)


def write(server: Server, uri: str, version: int, text: str) -> None:
    document = types.VersionedTextDocumentIdentifier(version, uri)
    change = types.TextDocumentContentChangeWholeDocument(text)
    ask(
        server,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.DidChangeTextDocumentParams(document, [change]),
    )


def test_what_is_known_is_told_at_once_and_the_rest_in_a_pause(
    server: Server, said: list[Said], tree: Path
) -> None:
    async def session() -> None:
        open_(server, agent(tree, "a"))
        assert said == [("a.md", [RULE], 1)]
        open_(server, agent(tree, "b"))
        open_(server, tree / "notes.txt")
        assert said[1:] == [("b.md", [RULE], 1), ("notes.txt", [], 1)]
        open_(server, agent(tree, "new"), FAULTY.format("new"))
        assert len(said) == 3
        plant(tree, {"more.txt": "x"})
        open_(server, tree / "more.txt")
        assert said[3:] == [("new.md", [], 1)]  # as far as is known
        assert [one.behind for one in server.files.projects] == [True]
        server.catch_up()
        assert said[4:] == [("new.md", [RULE], 1), ("more.txt", [], 1)]
        assert server.files.news == set()
        assert [one.behind for one in server.files.projects] == [False]

    running(session)


def test_a_pause_comes_by_itself(
    server: Server, said: list[Said], tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "PAUSE", 0)

    async def session() -> None:
        open_(server, agent(tree, "a"))
        open_(server, agent(tree, "new"), FAULTY.format("new"))
        await asyncio.sleep(0.01)
        assert [name for name, *_ in said] == ["a.md", "new.md"]
        # Nothing waits any more, so the next one is told of before another pause.
        open_(server, agent(tree, "newer"), FAULTY.format("newer"))
        assert said[2:] == [("newer.md", [RULE], 1)]

    running(session)


def test_a_file_is_told_of_before_those_that_it_meets(
    server: Server, said: list[Said], tree: Path
) -> None:
    async def session() -> None:
        for name in ("d", "c", "a"):
            open_(server, agent(tree, name), GOOD.format("same"))
        document = open_(server, agent(tree, "b"), GOOD.format("same"))
        server.catch_up()
        said.clear()
        write(server, agent(tree, "c").as_uri(), 2, GOOD.format("c"))
        assert [name for name, *_ in said] == ["c.md", "a.md", "b.md", "d.md"]
        said.clear()
        params = types.DidCloseTextDocumentParams(document)
        ask(server, types.TEXT_DOCUMENT_DID_CLOSE, params)
        assert [name for name, *_ in said] == ["b.md", "a.md", "d.md"]

    running(session)


def test_what_can_be_told_at_once_needs_no_pause(
    server: Server, said: list[Said], tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much has to wait, one pause is enough; a question does not wait for it."""
    paused: list[int] = []
    monkeypatch.setattr(serving, "PAUSE", 0)
    catch_up = server.catch_up

    def counted() -> None:
        paused.append(len(said))
        catch_up()

    monkeypatch.setattr(server, "catch_up", counted)

    async def session() -> None:
        plant(tree, {".pi/agents/c.md": GOOD.format("c")})
        document = open_(server, agent(tree, "c"))
        assert said == [("c.md", [], 1)]
        await asyncio.sleep(0.01)
        assert len(paused) == 1
        write(server, document.uri, 2, GOOD.format("c") + "More.\n")
        await asyncio.sleep(0.01)
        assert len(paused) == 1
        for name in ("new", "newer", "newest"):
            server.moved([agent(tree, name).as_uri()])
        write(server, document.uri, 3, GOOD.format("c"))
        await asyncio.sleep(0.01)
        assert len(paused) == 2
        server.moved([agent(tree, "new").as_uri()])
        params = types.DocumentSymbolParams(document)
        assert ask(server, types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, params)
        assert len(paused) == 3
        await asyncio.sleep(0.01)
        assert len(paused) == 3

    running(session)


def test_a_configuration_is_told_of_whenever_anything_changes(
    server: Server, said: list[Said], tree: Path
) -> None:
    plant(tree, {"herdr-lint.toml": 'extends = "base.toml"\n'})
    base = tree / "base.toml"

    async def session() -> None:
        open_(server, tree / "herdr-lint.toml")
        assert said == [("herdr-lint.toml", ["configuration"], 1)]
        base.write_text("")
        server.moved([base.as_uri(), "untitled:x"])
        assert said[1:] == [("herdr-lint.toml", [], 1)]

    running(session)


def test_what_is_saved_and_what_changes_on_the_disk_counts(
    server: Server, said: list[Said], tree: Path
) -> None:
    plant(tree, {"herdr-lint.toml": "", ".pi/agents/b.md": GOOD.format("a")})
    config = tree / "herdr-lint.toml"

    async def session() -> None:
        open_(server, agent(tree, "a"), GOOD.format("a"))
        document = open_(server, config)
        server.catch_up()
        said.clear()
        agent(tree, "b").unlink()
        server.moved([agent(tree, "b").as_uri()])
        server.catch_up()
        assert said == [("a.md", [], 1)]
        write(server, agent(tree, "a").as_uri(), 2, FAULTY.format("a"))
        config.write_text(f'ignore = ["{RULE}"]\n')
        write(server, document.uri, 2, config.read_text())
        said.clear()
        params = types.DidSaveTextDocumentParams(document)
        ask(server, types.TEXT_DOCUMENT_DID_SAVE, params)
        server.catch_up()
        assert said == [("a.md", [], 2)]

    running(session)


def test_who_answers() -> None:
    server = create()
    assert (server.name, server.version) == ("herdr-lint", __version__)


@pytest.mark.parametrize("watching", [True, False, None])
def test_what_an_editor_is_asked_for_at_the_start(
    tree: Path, monkeypatch: pytest.MonkeyPatch, watching: bool | None
) -> None:
    """To tell of files, if it can; of one that knows no folders, its root is one, if it has one."""
    server = create()
    folders = [types.WorkspaceFolder(tree.as_uri(), "x")] if watching else []
    root = None if watching is None else (tree / "root").as_uri()
    monkeypatch.setattr(server.protocol, "_workspace", Workspace(root, workspace_folders=folders))
    watched = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=watching)
    workspace = None if watching is None else watched
    about = types.WorkspaceClientCapabilities(did_change_watched_files=workspace)
    capabilities = types.ClientCapabilities(workspace=about if watching is not None else None)
    monkeypatch.setattr(server.protocol, "client_capabilities", capabilities, raising=False)
    asked: list[types.RegistrationParams] = []
    monkeypatch.setattr(server, "client_register_capability", asked.append)
    ask(server, types.INITIALIZED, types.InitializedParams())
    expected = {True: [{tree}], False: [{tree / "root"}], None: []}
    assert [one.requested for one in server.files.projects] == expected[watching]
    if not watching:
        assert asked == []
        return
    [registration] = asked[0].registrations
    options = registration.register_options
    assert isinstance(options, types.DidChangeWatchedFilesRegistrationOptions)
    assert [one.glob_pattern for one in options.watchers] == [
        "**/*.{md,json,yaml,yml,ts,js,mts,mjs,cts,cjs}",
        "**/{herdr-lint,pyproject}.toml",
        "**/.{git,npm}ignore",
    ]
    assert (registration.id, registration.method) == (
        "herdr-lint-files",
        "workspace/didChangeWatchedFiles",
    )


def test_after_which_characters_something_is_offered() -> None:
    offered = create().protocol.fm.feature_options[types.TEXT_DOCUMENT_COMPLETION]
    assert [*offered.trigger_characters] == [":", " ", ",", "[", '"', "\n"]


def test_of_which_files_an_editor_tells_that_they_come_and_go() -> None:
    known = create().protocol.fm.feature_options
    pattern = types.FileOperationPattern("**/*")
    for method in (
        types.WORKSPACE_DID_CREATE_FILES,
        types.WORKSPACE_DID_RENAME_FILES,
        types.WORKSPACE_DID_DELETE_FILES,
    ):
        assert known[method].filters == [types.FileOperationFilter(pattern, scheme="file")]


def test_the_library_keeps_no_texts_of_its_own() -> None:
    kept = create().protocol.fm.builtin_features.keys()
    assert [name for name in kept if name.startswith("textDocument/did")] == []


@pytest.mark.usefixtures("said")
def test_what_is_open_is_answered(server: Server, tree: Path) -> None:
    async def session() -> None:
        document = open_(server, agent(tree, "a"))
        at = types.Position(1, 1)
        hover = ask(server, types.TEXT_DOCUMENT_HOVER, types.HoverParams(document, at))
        assert hover.contents.kind is types.MarkupKind.Markdown
        assert hover.contents.value.startswith("**`tools`** ")
        nowhere = types.HoverParams(document, types.Position(6, 0))
        assert ask(server, types.TEXT_DOCUMENT_HOVER, nowhere) is None
        params = types.CompletionParams(document, types.Position(2, 10))
        found = ask(server, types.TEXT_DOCUMENT_COMPLETION, params)
        assert [one.label for one in found] == ["true", "false"]

    running(session)


def test_a_text_is_told_of_with_its_version(server: Server, said: list[Said], tree: Path) -> None:
    async def session() -> None:
        one, other = open_(server, agent(tree, "a")), open_(server, agent(tree, "b"))
        said.clear()
        write(server, one.uri, 7, GOOD.format("a"))
        write(server, one.uri, 8, GOOD.format("a"))
        assert said == [("a.md", [], 7), ("a.md", [], 8)]
        write(server, (tree / "unknown.md").as_uri(), 9, "x")
        write(server, "untitled:x", 9, "x")
        ask(server, types.TEXT_DOCUMENT_DID_SAVE, types.DidSaveTextDocumentParams(one))
        untitled = types.TextDocumentItem("untitled:x", "markdown", 1, "x")
        params = types.DidOpenTextDocumentParams(untitled)
        ask(server, types.TEXT_DOCUMENT_DID_OPEN, params)
        nothing = types.TextDocumentIdentifier("untitled:x")
        ask(server, types.TEXT_DOCUMENT_DID_SAVE, types.DidSaveTextDocumentParams(nothing))
        ask(server, types.TEXT_DOCUMENT_DID_CLOSE, types.DidCloseTextDocumentParams(nothing))
        assert len(said) == 2
        for _ in range(2):
            ask(server, types.TEXT_DOCUMENT_DID_CLOSE, types.DidCloseTextDocumentParams(other))
        assert said[2:] == [("b.md", [], None)]

    running(session)


def test_a_folder_need_not_be_one_of_files(server: Server, tree: Path) -> None:
    folder = types.WorkspaceFolder("vscode-remote://x/y", "x")

    async def session() -> None:
        event = types.WorkspaceFoldersChangeEvent([folder], [folder])
        params = types.DidChangeWorkspaceFoldersParams(event)
        ask(server, types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, params)

    running(session)
    assert [one.requested for one in server.files.projects] == [{tree}]


def test_a_folder_that_the_editor_leaves(server: Server, said: list[Said], tree: Path) -> None:
    (tree / "other").mkdir()

    async def session() -> None:
        left, new = (types.WorkspaceFolder(path.as_uri(), "x") for path in (tree, tree / "other"))
        open_(server, agent(tree, "a"))
        server.catch_up()
        event = types.WorkspaceFoldersChangeEvent([new], [left])
        params = types.DidChangeWorkspaceFoldersParams(event)
        ask(server, types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, params)
        requested = [one.requested for one in server.files.projects]
        assert requested == [{tree / "other"}, {agent(tree, "a")}]
        said.clear()
        found = ask(
            server,
            types.TEXT_DOCUMENT_DOCUMENT_SYMBOL,
            types.DocumentSymbolParams(types.TextDocumentIdentifier(agent(tree, "a").as_uri())),
        )
        assert [one.name for one in found][:2] == ["tools", "spawning"]
        assert not any(one.behind for one in server.files.projects)

    running(session)


@pytest.mark.parametrize(
    ("encoding", "end"),
    [(None, 9), ("utf-16", 9), (types.PositionEncodingKind.Utf8, 12), ("utf-32", 8)],
)
def test_columns_are_counted_as_was_agreed(
    server: Server, tree: Path, monkeypatch: pytest.MonkeyPatch, encoding: Any, end: int
) -> None:
    workspace = Workspace(None, position_encoding=encoding)
    monkeypatch.setattr(server.protocol, "_workspace", workspace)
    found: list[types.PublishDiagnosticsParams] = []
    monkeypatch.setattr(server, "text_document_publish_diagnostics", found.append)

    async def session() -> None:
        open_(server, agent(tree, "a"), "---\nname: é𝒯\ndescription: d\n---\nx\n")

    running(session)
    [place] = [one.range for one in found[0].diagnostics if one.code == "role-name-mismatch"]
    assert place == types.Range(types.Position(1, 6), types.Position(1, end))


def test_from_which_severity_on(server: Server, said: list[Said], tree: Path) -> None:
    text = GOOD.format("a").replace("tools", "color: x\nmodel: m\ntools")
    levels = {"note": ["key-unknown", "model-not-qualified"], "error": []}

    async def session() -> None:
        open_(server, agent(tree, "a"), text)
        assert said.pop() == ("a.md", ["model-not-qualified"], 1)
        for level, told in levels.items():
            settings = {"herdr-lint": {"show": level}}
            params = types.DidChangeConfigurationParams(settings)
            ask(server, types.WORKSPACE_DID_CHANGE_CONFIGURATION, params)
            assert said.pop() == ("a.md", told, 1)
        ask(
            server,
            types.WORKSPACE_DID_CHANGE_CONFIGURATION,
            types.DidChangeConfigurationParams({"herdr-lint": {"show": "error"}}),
        )
        assert said == []  # nothing has changed

    running(session)


@pytest.mark.parametrize("empty", [None, [], {}, {"herdr-lint": None}, {"herdr-lint": []}])
def test_settings_of_the_start_hold_where_others_say_nothing(server: Server, empty: Any) -> None:
    settings = types.WORKSPACE_DID_CHANGE_CONFIGURATION
    begun = types.InitializeParams(
        types.ClientCapabilities(), initialization_options={"show": "note"}
    )
    ask(server, types.INITIALIZE, begun)
    assert server.show is Severity.NOTE
    for said, shown in (("error", Severity.ERROR), ("loud", Severity.NOTE)):
        params = types.DidChangeConfigurationParams({"herdr-lint": {"show": said}})
        ask(server, settings, params)
        assert server.show is shown
        ask(server, settings, types.DidChangeConfigurationParams(empty))
        assert server.show is Severity.NOTE


def test_where_nothing_is_open_nothing_is_answered(server: Server, tree: Path) -> None:
    document, at = types.TextDocumentIdentifier(agent(tree, "a").as_uri()), types.Position(1, 1)
    place = types.Range(at, at)
    context = types.CodeActionContext([])
    asked = {
        types.TEXT_DOCUMENT_CODE_ACTION: types.CodeActionParams(document, place, context),
        types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams(document, at),
        types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: types.DocumentSymbolParams(document),
        types.TEXT_DOCUMENT_DEFINITION: types.DefinitionParams(document, at),
    }
    for method, params in asked.items():
        assert ask(server, method, params) == [], method
    hovering = types.HoverParams(document, at)
    assert ask(server, types.TEXT_DOCUMENT_HOVER, hovering) is None


@pytest.mark.parametrize(
    ("only", "kinds"),
    [
        (None, {types.CodeActionKind.QuickFix, FIX_ALL}),
        ([], {types.CodeActionKind.QuickFix, FIX_ALL}),
        ([types.CodeActionKind.QuickFix], {types.CodeActionKind.QuickFix}),
        (["source"], {FIX_ALL}),
        ([types.CodeActionKind.SourceFixAll], {FIX_ALL}),
        ([FIX_ALL], {FIX_ALL}),
        (["sour"], set()),
        ([types.CodeActionKind.Refactor], set()),
    ],
)
@pytest.mark.usefixtures("said")
def test_actions_of_a_kind(
    server: Server, tree: Path, only: list[types.CodeActionKind | str] | None, kinds: set[str]
) -> None:
    async def session() -> None:
        document = open_(server, agent(tree, "a"))
        at = types.Position(1, 8)
        context = types.CodeActionContext([], only)
        params = types.CodeActionParams(document, types.Range(at, at), context)
        found = ask(server, types.TEXT_DOCUMENT_CODE_ACTION, params)
        assert {one.kind for one in found} == kinds

    running(session)


@pytest.mark.usefixtures("said")
def test_other_places_that_findings_of_a_line_speak_of(server: Server, tree: Path) -> None:
    async def session() -> None:
        agent(tree, "b").write_text(GOOD.format("b"))
        document = open_(server, agent(tree, "a"), GOOD.format("b"))
        for line, found in ((2, []), (3, [agent(tree, "b").as_uri()]), (4, [])):
            params = types.DefinitionParams(document, types.Position(line, 7))
            places = ask(server, types.TEXT_DOCUMENT_DEFINITION, params)
            assert [one.uri for one in places] == found

    running(session)


def test_files_that_come_go_and_are_renamed(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    moved: list[list[str]] = []
    monkeypatch.setattr(server, "moved", lambda uris: moved.append([*uris]))
    kind = types.FileChangeType.Changed
    for method, params in (
        (
            types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            types.DidChangeWatchedFilesParams([types.FileEvent("file:///a", kind)]),
        ),
        (
            types.WORKSPACE_DID_CREATE_FILES,
            types.CreateFilesParams([types.FileCreate("file:///b")]),
        ),
        (
            types.WORKSPACE_DID_RENAME_FILES,
            types.RenameFilesParams([types.FileRename("file:///c", "file:///d")]),
        ),
        (
            types.WORKSPACE_DID_DELETE_FILES,
            types.DeleteFilesParams([types.FileDelete("file:///e")]),
        ),
    ):
        ask(server, method, params)
    assert moved == [["file:///a"], ["file:///b"], ["file:///c", "file:///d"], ["file:///e"]]


def test_which_file_an_address_means(tree: Path) -> None:
    assert path_of((tree / "a b.md").as_uri()) == tree / "a b.md"
    assert path_of("untitled:x") is None
    assert path_of("vscode-remote://x/y") is None
    assert path_of("vscode-remote://[x/y") is None
    assert path_of("file://") is None


@pytest.mark.usefixtures("said")
def test_the_text_of_a_file_that_a_report_speaks_of(server: Server, tree: Path) -> None:
    plant(tree, {"one.tgz": "archive", "odd.tgz!x": "odd", "latin.txt": b"\xc3\xa9\xff"})

    async def session() -> None:
        open_(server, agent(tree, "a"), "typed")

    running(session)

    def text(shown: str) -> tuple[Path, str | None]:
        path, found = server.texts(shown)
        return path, None if found is None else found.text

    assert text(".pi/agents/a.md") == (agent(tree, "a"), "typed")
    assert text("notes.txt") == (tree / "notes.txt", "x")
    assert text("latin.txt") == (tree / "latin.txt", "é\ufffd")
    assert text("one.tgz!pack.json") == (tree / "one.tgz", "archive")
    assert text("odd.tgz!x") == (tree / "odd.tgz!x", "odd")
    assert text("gone.md") == (tree / "gone.md", None)


def test_what_goes_wrong_is_logged_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[logging.Handler] = []
    monkeypatch.setattr(logging, "basicConfig", lambda *, handlers: given.extend(handlers))
    served: list[Server] = []

    def start(one: Server) -> None:
        served.append(one)

    monkeypatch.setattr(Server, "start_io", start)
    serving.serve()
    [handler], [_] = given, served
    record = logging.makeLogRecord({"msg": "two\nlines"})
    assert handler.format(record) == "herdr-lint: two lines"


def test_what_is_logged_is_one_line() -> None:
    record = logging.makeLogRecord({"msg": "no %s\n of\ta message\x1b", "args": ("form",)})
    assert serving._OneLine().format(record) == "herdr-lint: no form of a message\\x1b"
    record.exc_info = (ValueError, ValueError("bad\nheader"), None)
    assert serving._OneLine().format(record) == (
        "herdr-lint: no form of a message\\x1b: ValueError: bad header"
    )
