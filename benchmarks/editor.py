"""How long an editor waits: ``python -m benchmarks.editor``.

A workspace of 3,000 roles in 100 packs, served over standard streams as an editor has it. Measured
is the time from sending a change to receiving the diagnostics of the file, or of the other file
that the change makes a rival.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PACKS = 100
ROLES = 30
CHANGES = 200
TARGET = 30.0
"""Milliseconds from a change to its diagnostics, at most."""

_SERVER = (sys.executable, "-c", "from herdr_lint.cli.main import run; run()", "lsp")
_EXTENSION = """import { fileURLToPath } from "node:url";
export default function (pi) {
  const stop = pi.events.on("pi-herdr-subagents:roles:discover:v1", (request) => {
    if (request.apiVersion === 1) {
      request.register(fileURLToPath(new URL("./roles", import.meta.url)));
    }
  });
  pi.on("session_shutdown", stop);
}
"""


def role(name: str, tools: str = "read, bash") -> str:
    head = f"name: {name}\ndescription: Maps the code and says what is where\ntools: {tools}"
    return f"---\n{head}\nspawning: false\n---\n\nMap the code.\n"


def plant(root: Path) -> None:
    (root / ".git").mkdir()
    (root / ".pi/agents").mkdir(parents=True)
    for name in ("ours", "theirs"):
        (root / f".pi/agents/{name}.md").write_text(role(name))
    for pack in range(PACKS):
        folder = root / f"packs/p{pack}"
        (folder / "roles").mkdir(parents=True)
        manifest = f'{{"name": "p{pack}", "version": "1.0.0", "pi": {{"extensions": ["./e.js"]}}}}'
        (folder / "package.json").write_text(manifest)
        (folder / "e.js").write_text(_EXTENSION)
        for number in range(ROLES):
            name = f"role-{pack}-{number}"
            (folder / f"roles/{name}.md").write_text(role(name))


class Editor:
    """A client that knows when each file was told of last."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client
        self.told: dict[str, float] = {}
        self._version = 0
        self._news = asyncio.Event()

        def hear(params: types.PublishDiagnosticsParams) -> None:
            self.told[params.uri] = time.perf_counter()
            self._news.set()

        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(hear)

    def open(self, path: Path) -> None:
        document = types.TextDocumentItem(path.as_uri(), "markdown", 0, path.read_text())
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))

    async def change(self, path: Path, text: str, other: Path | None = None) -> float:
        """Milliseconds until the diagnostics of the file, or of the other one, are there."""
        self._version += 1
        document = types.VersionedTextDocumentIdentifier(self._version, path.as_uri())
        whole = types.TextDocumentContentChangeWholeDocument(text)
        start = time.perf_counter()
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))
        await self.heard(other or path, start)
        return (self.told[(other or path).as_uri()] - start) * 1000

    async def heard(self, path: Path, since: float) -> None:
        while self.told.get(path.as_uri(), 0.0) < since:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 120)


async def measure(root: Path) -> None:
    client = LanguageClient("benchmark", "1")
    editor = Editor(client)
    start = time.perf_counter()
    await client.start_io(*_SERVER)
    folder = types.WorkspaceFolder(root.as_uri(), "root")
    await client.initialize_async(
        types.InitializeParams(types.ClientCapabilities(), workspace_folders=[folder])
    )
    client.initialized(types.InitializedParams())
    one = root / "packs/p3/roles/role-3-4.md"
    ours, theirs = root / ".pi/agents/ours.md", root / ".pi/agents/theirs.md"
    ready = time.perf_counter()
    editor.open(one)
    await editor.heard(one, ready)
    print(f"start of the server {ready - start:.2f} s")
    print(f"first file, {PACKS * ROLES} roles looked at {time.perf_counter() - ready:.2f} s")
    editor.open(ours)
    editor.open(theirs)
    await editor.heard(theirs, ready)
    faulty = [role("role-3-4", f"[read{'x' * number}]") for number in range(CHANGES // 2)]
    sound = [role("role-3-4", f"read, x{number}") for number in range(CHANGES // 2)]
    texts = [text for pair in zip(faulty, sound, strict=True) for text in pair]
    show("a change, its own file", [await editor.change(one, text) for text in texts])
    texts = [role("theirs"), role("ours")] * (CHANGES // 2)
    show("a rival, the other file", [await editor.change(ours, text, theirs) for text in texts])
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()  # type: ignore[no-untyped-call]


def show(what: str, times: list[float]) -> None:
    times.sort()
    middle, late = statistics.median(times), times[int(len(times) * 0.95)]
    verdict = "within" if late <= TARGET else "over"
    print(f"{what}: median {middle:.1f} ms, 95th {late:.1f} ms, {verdict} {TARGET:.0f} ms")


def main() -> None:
    with TemporaryDirectory() as scratch:
        root = Path(os.path.realpath(scratch))
        plant(root)
        asyncio.run(measure(root))


if __name__ == "__main__":
    main()
