"""The protocol: which message of an editor leads to what. Nothing is judged here."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

from herdr_lint.files.regular import read_regular
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.lsp.actions import FIX_ALL, actions
from herdr_lint.lsp.buffer import Buffer, BufferText
from herdr_lint.lsp.completion import completion
from herdr_lint.lsp.diagnostics import diagnostics, location
from herdr_lint.lsp.hover import hover
from herdr_lint.lsp.on_disk import located
from herdr_lint.lsp.project import Answer
from herdr_lint.lsp.skills import skills_of
from herdr_lint.lsp.subject import Subject, configuration_findings
from herdr_lint.lsp.symbols import symbols
from herdr_lint.lsp.workspace import CONFIGURATIONS, Workspace
from herdr_lint.model import Severity, Span, UsageError
from herdr_lint.report.visible import visible
from herdr_lint.version import __version__

PAUSE = 0.15
"""Seconds without a change after which what takes longer is caught up with."""

WATCHED = (
    "**/*.{md,json,yaml,yml,ts,js,mts,mjs,cts,cjs}",
    "**/{herdr-lint,pyproject}.toml",
    "**/.{git,npm}ignore",
)
"""The files that have a say in what there is to find."""

_OWN_COPIES = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
)
"""For what the library for the protocol keeps texts of its own, which nobody here reads."""

_TRIGGERS = (":", " ", ",", "[", '"', "\n")
_ANY_FILE = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern("**/*"), scheme="file")]
)


class Server(LanguageServer):
    """One editor: its folders, its buffers, and what it was told about them last."""

    def __init__(self) -> None:
        super().__init__("herdr-lint", __version__)
        self.files = Workspace()
        self.show: Severity | None = None
        self.options: Any = None
        self._open: dict[Path, Buffer] = {}
        self._uris: dict[Path, str] = {}
        self._told: dict[str, list[types.Diagnostic]] = {}
        self._settings: set[Path] = set()
        self._later: asyncio.TimerHandle | None = None
        for method in _OWN_COPIES:
            self.protocol.fm.builtin_features.pop(method, None)

    # What the editor does

    def configure(self, settings: Any = None) -> None:
        """Take the editor's own settings: ``show``, from which severity on findings are shown.

        Those that it began with hold where others say nothing: many an editor sends empty ones.
        """
        self.show = _show(settings) or _show(self.options)
        self.files.news.update(self._open)

    def add(self, folders: Iterable[str]) -> None:
        for path in _paths(folders):
            self.files.add_folder(path)

    def remove(self, folders: Iterable[str]) -> None:
        for path in _paths(folders):
            self.files.remove_folder(path)

    def opened(self, document: types.TextDocumentItem) -> None:
        """Say what is known of a file; of many that are opened at once, once that is over."""
        path = path_of(document.uri)
        if path is None:
            return
        try:
            disk = read_regular(path)
        except OSError:
            disk = None
        text = BufferText(document.text, self._encoding)
        self._open[path] = Buffer(text, document.version, disk)
        self._uris[path] = document.uri
        if path.name in CONFIGURATIONS:
            self._settings.add(path)
        done, first = self.files.set(path, self._open[path].data), self._later is None
        if not done and first:
            self.files.settle()
        if done or first:
            self.after(done, path)
        else:
            self.after(done)
            self.files.news.add(path)

    def changed(
        self,
        document: types.VersionedTextDocumentIdentifier,
        changes: Sequence[types.TextDocumentContentChangeEvent],
    ) -> None:
        path = path_of(document.uri)
        if path is None or path not in self._open:
            return
        buffer = self._open[path]
        buffer.apply(changes)
        buffer.version = document.version
        self.after(self.files.set(path, buffer.data), path)

    def saved(self, uri: str) -> None:
        path = path_of(uri)
        if path is not None:
            self.after(self.files.saved(path))

    def closed(self, uri: str) -> None:
        path = path_of(uri)
        if path is None or path not in self._open:
            return
        done = self.files.drop(path)
        del self._open[path], self._uris[path]
        self._publish(uri, [], None)
        self.after(done)

    def moved(self, uris_: Iterable[str]) -> None:
        """Files have come, gone or changed on the disk."""
        self.after(self.files.touched(_paths(uris_)))

    def after(self, done: bool, first: Path | None = None) -> None:
        """Tell the editor what is known, and the rest when it pauses."""
        waiting = self._later is not None
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self.tell(first)
        if waiting or not done:
            self._later = asyncio.get_running_loop().call_later(PAUSE, self.catch_up)

    def catch_up(self) -> None:
        self._later = None
        self.files.settle()
        self.tell()

    # What it is told

    def tell(self, first: Path | None = None) -> None:
        """Publish what has become of the open files, the one that was changed before the others.

        A configuration may refer to any other file, so that each may make it another one.
        """
        about = {*self.files.news, *self._settings, first}
        self.files.news.clear()
        known_of = [path for path in self._open if path in about]
        for path in sorted(known_of, key=lambda path: (path != first, path)):
            buffer, uri = self._open[path], self._uris[path]
            known = RuleRegistry.shipped().__contains__
            found = diagnostics(self.answer(path), buffer.text, self.texts, known)
            if path == first or found != self._told.get(uri):
                self._publish(uri, found, buffer.version)

    def _publish(self, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
        self._told[uri] = found
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    def answer(self, path: Path) -> Answer:
        """What is shown of a file: the findings that the configuration or the editor wants."""
        if path.name in CONFIGURATIONS:
            return Answer(configuration_findings(path, self._open[path].data))
        project = self.files.project(path)
        try:
            least = self.show or project.configs.nearest(path).show
        except UsageError:
            least = project.configs.run.show
        found = self.files.answer(path)
        return Answer(
            tuple(one for one in found.findings if one.severity >= least), found.unchecked
        )

    def texts(self, shown: str) -> tuple[Path, BufferText | None]:
        """The file that a path of a report stands for, and its text."""
        path = located(shown.partition("!")[0] if not os.path.lexists(shown) else shown)
        if path in self._open:
            return path, self._open[path].text
        try:
            return path, BufferText(read_regular(path).decode("utf-8", "replace"), self._encoding)
        except OSError:
            return path, None

    def subject(self, uri: str) -> Subject | None:
        """The open file that a request is about, as it is now."""
        path = path_of(uri)
        if path is None or path not in self._open:
            return None
        if self._later is not None:
            self._later.cancel()
            self.catch_up()
        target = self.files.project(path).target(path)
        buffer = self._open[path]
        return Subject(path, buffer.data, buffer.text, target, self.answer(path).findings)

    @property
    def _encoding(self) -> str:
        encoding = self.workspace.position_encoding or types.PositionEncodingKind.Utf16
        return str(getattr(encoding, "value", encoding))


def path_of(uri: str) -> Path | None:
    """The file of a URI; None for what is not a file, such as a buffer that was never saved."""
    if not uri.startswith("file:"):
        return None
    path = uris.to_fs_path(uri)
    return located(path) if path else None


def _paths(uris_: Iterable[str]) -> Iterator[Path]:
    """The files among what URIs stand for."""
    yield from (path for path in map(path_of, uris_) if path is not None)


def _show(settings: Any) -> Severity | None:
    said = settings.get("show") if isinstance(settings, dict) else None
    return Severity(said) if said in list(Severity) else None


def create() -> Server:
    """A server that knows every message it answers."""
    server = Server()
    _lifecycle(server)
    _documents(server)
    _questions(server)
    return server


def _lifecycle(server: Server) -> None:
    @server.feature(types.INITIALIZED)
    def initialized(_: types.InitializedParams) -> None:
        folders = [folder.uri for folder in server.workspace.folders.values()]
        server.add(folders or filter(None, [server.workspace.root_uri]))
        watching = server.client_capabilities.workspace
        watched = watching.did_change_watched_files if watching else None
        if watched is not None and watched.dynamic_registration:
            options = types.DidChangeWatchedFilesRegistrationOptions(
                [types.FileSystemWatcher(pattern) for pattern in WATCHED]
            )
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("herdr-lint-files", method, options)
            server.client_register_capability(types.RegistrationParams([registration]))

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.options = params.initialization_options
        server.configure()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configuration(params: types.DidChangeConfigurationParams) -> None:
        settings = params.settings
        server.configure(settings.get("herdr-lint") if isinstance(settings, dict) else None)
        server.tell()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.remove(folder.uri for folder in params.event.removed)
        server.add(folder.uri for folder in params.event.added)
        server.after(done=False)


def _documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        server.opened(params.text_document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        server.changed(params.text_document, params.content_changes)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.saved(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        server.closed(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        server.moved(change.uri for change in params.changes)

    @server.feature(types.WORKSPACE_DID_CREATE_FILES, _ANY_FILE)
    def created(params: types.CreateFilesParams) -> None:
        server.moved(file.uri for file in params.files)

    @server.feature(types.WORKSPACE_DID_RENAME_FILES, _ANY_FILE)
    def renamed(params: types.RenameFilesParams) -> None:
        server.moved(uri for file in params.files for uri in (file.old_uri, file.new_uri))

    @server.feature(types.WORKSPACE_DID_DELETE_FILES, _ANY_FILE)
    def deleted(params: types.DeleteFilesParams) -> None:
        server.moved(file.uri for file in params.files)


def _questions(server: Server) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, FIX_ALL]),
    )
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        subject = server.subject(params.text_document.uri)
        if subject is None:
            return []
        start, end = map(subject.text.offset_of, (params.range.start, params.range.end))
        wanted = Span(subject.text.own_position(start), subject.text.own_position(end))
        uri = params.text_document.uri
        shown = params.context.diagnostics
        found = actions(subject.findings, wanted, shown, subject.text, uri, subject.document)
        only = params.context.only
        return [one for one in found if not only or _is_of(one, only)]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        subject = server.subject(params.text_document.uri)
        text = hover(subject, subject.text.offset_of(params.position)) if subject else ""
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text)) if text else None

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=_TRIGGERS)
    )
    def completed(params: types.CompletionParams) -> list[types.CompletionItem]:
        subject = server.subject(params.text_document.uri)
        if subject is None:
            return []
        offset = subject.text.offset_of(params.position)
        return completion(subject, offset, lambda: skills_of(subject.path, server.files.buffers))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        subject = server.subject(params.text_document.uri)
        return symbols(subject) if subject else []

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        """The rivals of a name that collides, or another place that a finding speaks of."""
        subject = server.subject(params.text_document.uri)
        if subject is None:
            return []
        at = subject.text.own_position(subject.text.offset_of(params.position))
        return [
            location(related, server.texts)
            for finding in subject.findings
            if finding.span.start.line <= at.line <= finding.span.end.line
            for related in finding.related
        ]


def _is_of(action: types.CodeAction, only: Iterable[types.CodeActionKind | str]) -> bool:
    """Whether an action is of a kind that was asked for, or of one below it."""
    kind = str(getattr(action.kind, "value", action.kind))
    wanted = [str(getattr(one, "value", one)) for one in only]
    return any(kind == one or kind.startswith(f"{one}.") for one in wanted)


class _OneLine(logging.Formatter):
    """What the library for the protocol logs, as one line each, as all that people are told."""

    def format(self, record: logging.LogRecord) -> str:
        error = record.exc_info[1] if record.exc_info else None
        cause = f": {type(error).__name__}: {error}" if error else ""
        return f"herdr-lint: {visible(' '.join(f'{record.getMessage()}{cause}'.split()))}"


def serve() -> None:
    """Serve one editor on standard input and output, until it says that it is done."""
    handler = logging.StreamHandler()
    handler.setFormatter(_OneLine())
    logging.basicConfig(handlers=[handler])
    create().start_io()
