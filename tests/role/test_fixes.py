"""Edits: what they write, over what, and whether they are safe."""

from __future__ import annotations

import pytest

from herdr_lint.judge.judge import judge
from herdr_lint.judge.validator import shipped
from herdr_lint.model import Edit, Layer, Position, Span
from herdr_lint.role.document import read_role

VALIDATOR = shipped("role/role.schema.json")


def edits_of(text: str, layer: Layer = Layer.PACKAGE) -> list[Edit]:
    document = read_role("x.md", text.encode(), stem="x", layer=layer)
    found = (finding.edits for finding in judge(document, VALIDATOR, layer.value))
    return [edit for edits in found for edit in edits]


def lines(first: int, last: int, end: int) -> Span:
    return Span(Position(first, 1), Position(last, end))


@pytest.mark.parametrize(
    ("block", "span", "text", "safe"),
    [
        ("tools: [read, bash]", lines(3, 3, 20), "tools: read, bash", True),
        ("tools: [read] # c", lines(3, 3, 18), "# c\ntools: read", True),
        ("tools: [read, # c\n  bash]", lines(3, 4, 8), "# c\ntools: read, bash", True),
        ("tools: # c\n  - read", lines(3, 4, 9), "# c\ntools: read", True),
        ("tools:\n  - read\n  - bash", lines(3, 5, 9), "tools: read, bash", True),
        ("tools:\n  - read # c", lines(3, 4, 13), "# c\ntools: read", True),
        ("tools: # a\n  - read # b", lines(3, 4, 13), "# a\n# b\ntools: read", True),
        ("tools: @a,, b", lines(3, 3, 14), "tools: @a, b", False),
        ("tools: read,", lines(3, 3, 13), "tools: read", True),
        ("tools: ',read, '", lines(3, 3, 17), "tools: read", True),
        ("tools: read # c", lines(3, 3, 16), "# c\ntools: read", True),
        ("tools: >-\n  read,\n  bash", lines(3, 5, 7), "tools: read, bash", True),
        ('tools: &t "read"', lines(3, 3, 17), "tools: read", False),
        ('tools: !!str "read"', lines(3, 3, 20), "tools: read", True),
        ('spawning: "false"', lines(3, 3, 18), "spawning: false", True),
        ("spawning: False", lines(3, 3, 16), "spawning: false", True),
        ("spawning: on", lines(3, 3, 13), "spawning: true", False),
        ("spawning: no", lines(3, 3, 13), "spawning: false", False),
        ("spawning: Off", lines(3, 3, 14), "spawning: false", False),
        ("spawning: [true]", lines(3, 3, 17), "spawning: true", False),
        ("spawning:\n  false", lines(3, 4, 8), "spawning: false", True),
        ("thinking: High", lines(3, 3, 15), "thinking: high", True),
        ("thinking: Off", lines(3, 3, 14), "thinking: off", True),
        ("thinking: High\n  # c", lines(3, 4, 6), "# c\nthinking: high", False),
        ("cwd: '/a\n  b' # c", lines(3, 4, 9), "cwd: /a b", False),
        ('thinking: "high" # c', lines(3, 3, 21), "# c\nthinking: high", True),
        ("session-mode: lineage_only", lines(3, 3, 27), "session-mode: lineage-only", False),
        ("cwd: '/a'", lines(3, 3, 10), "cwd: /a", True),
        ("cwd: '/a: b'", lines(3, 3, 13), "cwd: /a: b", False),
        ("cwd: >-\n  /a\n  #b", lines(3, 5, 5), "cwd: /a #b", False),
        ("cwd: |\n  /a #b", lines(3, 4, 8), "cwd: /a #b", False),
        ("cwd: '/a # b'", lines(3, 3, 14), "cwd: /a # b", False),
        ("cwd: [/a]", lines(3, 3, 10), "cwd: /a", False),
        ("cwd: /a\n  /b", lines(3, 4, 5), "cwd: /a /b", True),
        ("skills: a,,b", lines(3, 3, 13), "skills: a, b", True),
        ("skills:\n  - a", lines(3, 4, 6), "skills: a", True),
        ("skills:\n  - A_b", lines(3, 4, 8), "skills: A_b", False),
        ("name:\n  y", lines(3, 4, 4), "name: y", False),
        ("name: 'x'", lines(3, 3, 10), "name: x", True),
        ("name: 'y'", Span.at(3, 7, 10), "x", False),
        ("name: y", Span.at(3, 7, 8), "x", False),
        ("tools : read", lines(3, 3, 8), "tools:", True),
        ("\u00a0tools: read", lines(3, 3, 8), "tools:", False),
        ("  tools: read", lines(3, 3, 9), "tools:", False),
        ("thinking : low", lines(3, 3, 11), "thinking:", True),
        ("Tools: read", lines(3, 3, 7), "tools:", True),
        ("toosl: read", lines(3, 3, 7), "tools:", True),
        ("deny_tools: subagent", lines(3, 3, 12), "deny-tools:", True),
        ("modle: acme/large", lines(3, 3, 7), "model:", True),
        ("models: acme/large", lines(3, 3, 8), "model:", False),
        ("tool: read", lines(3, 3, 6), "tools:", False),
        ("tools\uff1a read", lines(3, 3, 7), "tools:", False),
        ("thinking: low\nthinking: low", lines(4, 5, 1), "", True),
        ("cwd: @a\ncwd: @a", lines(4, 5, 1), "", False),
        ("skill: a", lines(3, 3, 7), "skills:", True),
        ("tools: Read", Span.at(3, 8, 12), "read", True),
        ("tools: Read Bash", Span.at(3, 8, 17), "read, bash", False),
    ],
)
def test_what_is_offered(block: str, span: Span, text: str, safe: bool) -> None:
    assert edits_of(f"---\ndescription: d\n{block}\n---\n\nB\n") == [Edit(span, text, safe)]


@pytest.mark.parametrize(
    "block",
    [
        "tools:",
        "tools: [read, [bash]]",
        "tools: ['a, b']",
        'tools: "read", "bash"',
        "tools: [a#b]",
        "tools: web search",
        "tools: +read",
        "tools:\n  read: bash: x",
        "spawning: never",
        "spawning: true\nspawning: false",
        "spawning:\n  # false",
        "thinking: ultra",
        "cwd: *x",
        "cwd: {a: b}",
        'cwd: ""',
        "cwd: '\\ufeff/a'",
        "cwd: work",
        "skills: A_b",
        "skills: a\nskill: b",
        "skill: b\nskills:",
        "model: a",
        'cli: "pi"',
        "cli:\n  pi",
        '"cli": pi',
        "thinking: low\nThinking: high",
        "thinking: low\nthinking: low\n  # c",
        "thinking: High\n  x: y: z",
        "metadata:\n  tools: x",
    ],
)
def test_nothing_is_offered(block: str) -> None:
    text = block.encode().decode("unicode_escape") if "\\u" in block else block
    assert edits_of(f"---\ndescription: d\n{text}\n---\n\nB\n") == []


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ("--- \na: b\n---\n", Edit(Span.at(1, 1, 5), "---")),
        ("  ---\na: b\n---\n", Edit(Span.at(1, 1, 6), "---")),
        ("\n \n---\na: b\n---\n", Edit(lines(1, 3, 1), "")),
        ("---\na: b\n ---\n", Edit(Span.at(3, 1, 5), "---")),
        ("---\na: |\n  b\n  ---\n", Edit(Span.at(4, 1, 6), "---", safe=False)),
        ("---\na: b\n... \n", Edit(Span.at(3, 1, 5), "---")),
    ],
)
def test_fences_are_fixed(text: str, edit: Edit) -> None:
    assert edits_of(text) == [edit]


@pytest.mark.parametrize(
    "text", ["", "---\n ---\n", "---\n...\n", "----\na: b\n---\n", "---\na: b\n"]
)
def test_fences_are_left(text: str) -> None:
    assert edits_of(text) == []


@pytest.mark.parametrize(
    ("block", "edit"),
    [
        ("description:\n  d", Edit(lines(2, 3, 4), "description: d")),
        ("description:\ndescription: d", Edit(lines(2, 3, 1), "", safe=False)),
        ("description:\n  # c\ndescription: d", Edit(lines(2, 4, 1), "", safe=False)),
        ("description : d", Edit(Span.at(2, 1, 14), "description:")),
        ("Description: d", Edit(Span.at(2, 1, 13), "description:")),
        ("description\uff1a d", Edit(Span.at(2, 1, 13), "description:", safe=False)),
        ('description: "a: b"', Edit(Span.at(2, 1, 20), "description: a: b", safe=False)),
        ("description: 'a b'", Edit(Span.at(2, 1, 19), "description: a b")),
    ],
)
def test_descriptions_are_fixed(block: str, edit: Edit) -> None:
    assert edits_of(f"---\n{block}\n---\n\nB\n") == [edit]
