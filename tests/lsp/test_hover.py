"""What is said of a place, to its last word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.links import rule_page
from herdr_lint.lsp import role_words
from herdr_lint.model import Finding, Severity, Span
from tests.lsp.subjects import PACK, ROLE, hovered, opened


def about(*rules: str) -> list[str]:
    """What is said of rules, each with its page."""
    book = RuleRegistry.shipped()
    return [
        f"[{rule}]({rule_page(rule)}): **{book[rule].title}.** {book[rule].explanation}"
        for rule in rules
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (0, about("missing-role-description")),
        (1, [f"**`name`** {role_words.KEYS['name']}", 'The host reads here: `"scout"`']),
        (
            2,
            [
                f"**`thinking`** {role_words.KEYS['thinking']}",
                "One of `off`, `minimal`, `low`, `medium`, `high`, `xhigh`, `max`.",
                'The host reads here: `"High"`',
            ],
        ),
        (
            3,
            [
                f"**`tools`** {role_words.KEYS['tools']}",
                'The host reads here: `["read", "Bash"]`',
            ],
        ),
        (4, []),
        (5, ["`color`: the host does not read this key.", *about("key-unknown")]),
        (
            6,
            [
                f"**`name`** {role_words.KEYS['name']}",
                "The host does not read this line.",
                *about("duplicate-key"),
            ],
        ),
        (
            7,
            [
                f"**`model`** {role_words.KEYS['model']}",
                "The host reads here: nothing",
                *about("value-ignored"),
            ],
        ),
        (8, []),
        (10, []),
    ],
)
def test_each_line_of_a_role(tree: Path, line: int, said: list[str]) -> None:
    found = hovered(opened(tree, "roles/scout.md", ROLE), line, 1)
    assert found == "\n\n".join(said)


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        (1, 4, "**`name`** The name under which the pack is published."),
        (1, 14, "**`name`** The name under which the pack is published."),
        (
            2,
            16,
            "**`agentId`** The agent's name in the world: the name of its pack, a dot, and a name"
            " of its own.",
        ),
        (
            0,
            0,
            "Node pack, OpenWOP v1. The manifest `pack.json` of a pack that ships nodes, agents"
            " or both.",
        ),
    ],
)
def test_members_of_a_manifest(tree: Path, line: int, column: int, said: str) -> None:
    found = hovered(opened(tree, "crew/pack.json", PACK), line, column)
    assert found.split("\n\n")[0] == said


NOT_READ = f"**`tools`** {role_words.KEYS['tools']}\n\nThe host does not read this line."

PACK_ITSELF = (
    "Node pack, OpenWOP v1. The manifest `pack.json` of a pack that ships nodes, agents or both."
)

PACK_NAME = "**`name`** The name under which the pack is published."

PACK_VERSION = "**`version`** The version of the pack."

PATHS = "**`paths`** The files. Patterns as in a .gitignore."

SHOW = "**`show`** The severity from which on findings are shown."


@pytest.mark.parametrize(
    ("name", "text", "line", "column", "said"),
    [
        (".pi/agents/scout.md", "# Map\n", 0, 0, about("invalid-role-definition")[0]),
        (
            "roles/scout.md",
            "---\nname: scout\n---tools: x\n",
            2,
            4,
            about("frontmatter-closed-early")[0],
        ),
        (".pi/agents/scout.md", "# Map\nx\n", 1, 0, ""),
        ("roles/scout.md", "---\ntools : read\n---\n", 1, 1, NOT_READ),
        ("roles/scout.md", "---\n  tools: read\ntools: bash\n---\n", 1, 3, NOT_READ),
        ("crew/pack.json", "{\n  \n}", 1, 1, PACK_ITSELF),
        ("crew/pack.json", '{\n  "odd": 1\n}', 1, 4, about("pack-engine-unsupported")[0]),
        (
            "crew/pack.json",
            '{"agents": [\n  \n]}',
            1,
            1,
            "**`agents`** Agent manifest, OpenWOP v1.",
        ),
        ("crew/pack.json", '\ufeff{\r\n  "version": 1\r\n}', 1, 4, PACK_VERSION),
        ("crew/pack.yaml", "\ufeffname: vendor.a.b\r\nversion: 1.0.0\r\n", 0, 2, PACK_NAME),
        ("crew/pack.yaml", "name: vendor.a.b\r\nversion: 1.0.0\r\n", 1, 2, PACK_VERSION),
        ("crew/pack.tgz", "x", 0, 0, ""),
        ("pack.tgz", "x", 0, 0, about("archive-unreadable")[0]),
        ("pack.json", '{"nodes": [{"outputs": {"~x": {}}}]}', 0, 26, "**`~x`** Output port."),
        ("herdr-lint.toml", "[[overrides]]\r\npaths = []\r\n", 1, 2, PATHS),
        ("herdr-lint.toml", "show = 1\n", 0, 1, SHOW),
        ("pyproject.toml", "[tool.herdr-lint]\nshow = 1\n", 1, 1, SHOW),
        ("pyproject.toml", "show = 1\n[tool.herdr-lint]\n", 0, 1, ""),
        ("notes.txt", "x", 0, 0, ""),
    ],
)
def test_what_is_said_first(
    tree: Path, name: str, text: str, line: int, column: int, said: str
) -> None:
    found = hovered(opened(tree, name, text), line, column)
    assert found.startswith(said)
    assert said or not found


def test_a_rule_of_a_policy_has_no_page(tree: Path) -> None:
    subject = opened(tree, "notes.txt", "x")
    found = Finding("x-y", Severity.NOTE, "m", "h", "notes.txt", Span.at(1, 1))
    assert hovered(replace(subject, findings=(found,)), 0, 0) == ""


def test_nothing_is_read_below_the_frontmatter(tree: Path) -> None:
    text = "---\nname: scout\ndescription: é\n---\ntools: read\n"
    subject = opened(tree, "roles/scout.md", text)
    assert hovered(subject, 2, 0).endswith('The host reads here: `"é"`')
    assert hovered(subject, 4, 0) == ""
