"""Files as the server takes them in, and what it answers about them, without a server."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from herdr_lint.lsp.buffer import BufferText
from herdr_lint.lsp.completion import completion
from herdr_lint.lsp.hover import hover
from herdr_lint.lsp.subject import Subject
from herdr_lint.lsp.workspace import Workspace
from tests.project.trees import plant

ROLE = (
    "---\nname: scout\nthinking: High\ntools: read, Bash\n  more\ncolor: blue\nname: other\n"
    "model:\n---\n\n# Map #\n\n#\n\n### Deep\n"
)
PACK = (
    '{\n  "name": "vendor.acme.crew",\n'
    '  "agents": [{"agentId": "x", "": {"a": {"b": 1}}}],\n  "license": "MIT"\n}\n'
)


def opened(tree: Path, name: str, text: str) -> Subject:
    """A file as the server takes it in."""
    plant(tree, {name: text})
    workspace, path, data = Workspace([tree]), tree / name, text.encode()
    workspace.set(path, data)
    workspace.settle()
    target, answer = workspace.project(path).target(path), workspace.answer(path)
    return Subject(path, data, BufferText(text), target, answer.findings)


def hovered(subject: Subject, line: int, column: int) -> str:
    return hover(subject, subject.text.offset_of(types.Position(line, column)))


def offered(subject: Subject, line: int, column: int, *skills: str) -> list[types.CompletionItem]:
    offset = subject.text.offset_of(types.Position(line, column))
    return completion(subject, offset, lambda: skills)
