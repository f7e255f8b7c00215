"""An editor's side of the protocol, over the standard streams of a server that runs by itself."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, BinaryIO, cast

from lsprotocol import types
from pygls.io_ import StdoutWriter, run_async
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

from herdr_lint.lsp.server import create

_SERVER = (sys.executable, "-c", "from herdr_lint.cli.main import run; run()", "lsp", "--stdio")


class Editor:
    """Opens and changes files as an editor does; ``shown`` is what it would show."""

    def __init__(
        self,
        client: LanguageClient,
        offered: types.ServerCapabilities | None = None,
        registered: list[types.Registration] | None = None,
    ) -> None:
        self.client = client
        self.offered = offered
        """What the server says that it can do."""
        self.registered = registered
        """What it asks to be told of."""
        self._version = 0

    def open(self, path: Path, text: str | None = None) -> None:
        shown = path.read_bytes().decode("utf-8", "replace") if text is None else text
        document = types.TextDocumentItem(path.as_uri(), _language(path), 0, shown)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))

    def change(self, path: Path, *changes: types.TextDocumentContentChangeEvent) -> None:
        self._version += 1
        document = types.VersionedTextDocumentIdentifier(self._version, path.as_uri())
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(document, list(changes))
        )

    def write(self, path: Path, text: str) -> None:
        """Type a whole new text."""
        self.change(path, types.TextDocumentContentChangeWholeDocument(text))

    def save(self, path: Path, text: str) -> None:
        path.write_bytes(text.encode())
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(self.id(path)))

    def close(self, path: Path) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.id(path)))

    def touch(self, *paths: Path) -> None:
        """Tell that files have changed on the disk."""
        kind = types.FileChangeType.Changed
        self.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams(
                [types.FileEvent(path.as_uri(), kind) for path in paths]
            )
        )

    def id(self, path: Path) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(path.as_uri())

    async def diagnostics(self, path: Path) -> list[types.Diagnostic]:
        """What the server shows in a file once it has caught up; its answer comes after that."""
        await self.symbols(path)
        return [*self.client.diagnostics.get(path.as_uri(), ())]

    async def shown(self, path: Path) -> list[str]:
        """The same, one a line: place and rule, counted as editors do."""
        return [
            f"{one.range.start.line}:{one.range.start.character}-"
            f"{one.range.end.line}:{one.range.end.character} {one.code or one.message}"
            for one in await self.diagnostics(path)
        ]

    async def symbols(self, path: Path) -> list[types.DocumentSymbol]:
        params = types.DocumentSymbolParams(self.id(path))
        found = await self.client.text_document_document_symbol_async(params)
        return cast("list[types.DocumentSymbol]", found or [])

    async def hover(self, path: Path, line: int, character: int) -> str:
        params = types.HoverParams(self.id(path), types.Position(line, character))
        found = await self.client.text_document_hover_async(params)
        return cast("types.MarkupContent", found.contents).value if found else ""

    async def completion(self, path: Path, line: int, character: int) -> list[types.CompletionItem]:
        params = types.CompletionParams(self.id(path), types.Position(line, character))
        found = await self.client.text_document_completion_async(params)
        return cast("list[types.CompletionItem]", found or [])

    async def labels(self, path: Path, line: int, character: int) -> list[str]:
        return [item.label for item in await self.completion(path, line, character)]

    async def definition(self, path: Path, line: int, character: int) -> list[types.Location]:
        params = types.DefinitionParams(self.id(path), types.Position(line, character))
        found = await self.client.text_document_definition_async(params)
        return cast("list[types.Location]", found or [])

    async def actions(
        self, path: Path, line: int, *only: types.CodeActionKind | str
    ) -> Mapping[str, types.CodeAction]:
        """What is offered on a line, by title."""
        place = types.Range(types.Position(line, 0), types.Position(line, 999))
        context = types.CodeActionContext([*await self.diagnostics(path)], [*only] or None)
        params = types.CodeActionParams(self.id(path), place, context)
        found = await self.client.text_document_code_action_async(params)
        return {one.title: cast("types.CodeAction", one) for one in found or ()}


@asynccontextmanager
async def editor(
    *folders: Path,
    options: Any = None,
    encodings: list[str] | None = None,
    params: types.InitializeParams | None = None,
    process: bool = os.name != "posix",
) -> AsyncIterator[Editor]:
    """An editor with a server of its own: a process, or a thread, which starts much faster."""
    client = make_test_lsp_client()
    registered: list[types.Registration] = []
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(
        lambda asked: registered.extend(asked.registrations)
    )
    thread, pipe = (None, None) if process else await _connected(client)
    if process:
        await client.start_io(*_SERVER)
    capabilities = client_capabilities("visual-studio-code")
    if encodings and capabilities.general:
        kinds = [types.PositionEncodingKind(one) for one in encodings]
        capabilities.general.position_encodings = [*kinds]
    answer = await client.initialize_session(
        params
        or types.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[types.WorkspaceFolder(one.as_uri(), one.name) for one in folders],
            initialization_options={"show": "note"} if options is None else options,
        )
    )
    try:
        yield Editor(client, answer.capabilities, registered)
    finally:
        await client.shutdown_session()
        if thread is not None:
            await asyncio.to_thread(thread.join, 20)
            assert not thread.is_alive()
        assert [one.message for one in client.messages] == []  # such as a fault of the server
        await client.stop()  # type: ignore[no-untyped-call]
        if pipe is not None:
            pipe.close()


async def _connected(client: LanguageClient) -> tuple[threading.Thread, BinaryIO]:
    """Connect a client by pipes to a server in a thread, as `start_io` does to a process.

    The end of the pipe that the client writes to is to be closed when all is said.
    """
    (server_in, client_out), (client_in, server_out) = os.pipe(), os.pipe()

    def serve() -> None:
        with os.fdopen(server_in, "rb") as stdin, os.fdopen(server_out, "wb") as stdout:
            create().start_io(stdin, stdout)

    thread = threading.Thread(target=serve)
    thread.start()
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=1 << 26)
    await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(client_in, "rb")
    )
    pipe = os.fdopen(client_out, "wb")
    client.protocol.set_writer(StdoutWriter(pipe))
    client._async_tasks.append(
        asyncio.create_task(
            run_async(
                stop_event=client._stop_event,
                reader=reader,
                protocol=client.protocol,
                logger=logging.getLogger("editor"),
                error_handler=client.report_server_error,
            )
        )
    )
    return thread, pipe


def run(session: Callable[[], Awaitable[None]]) -> None:
    """Run what an editor does to its end."""

    async def whole() -> None:
        await asyncio.wait_for(session(), 60)

    asyncio.run(whole())


def _language(path: Path) -> str:
    return {".md": "markdown", ".json": "json", ".toml": "toml"}.get(path.suffix, "yaml")


def partial(
    start: tuple[int, int], end: tuple[int, int], text: str
) -> types.TextDocumentContentChangePartial:
    """A change of what lies between two places of the client."""
    place = types.Range(types.Position(*start), types.Position(*end))
    return types.TextDocumentContentChangePartial(place, text)


def applied(text: str, edit: types.WorkspaceEdit | None, path: Path) -> str:
    """A text of characters that UTF-16 needs one unit for, with the edits of an action in it."""
    edits = (edit.changes or {})[path.as_uri()] if edit else []
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]
    for one in sorted(edits, key=lambda one: one.range.start, reverse=True):
        start = starts[one.range.start.line] + one.range.start.character
        end = starts[one.range.end.line] + one.range.end.character
        text = text[:start] + one.new_text + text[end:]
    return text
