"""What is said of a place, to its last word, and what may stand there."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from lsprotocol import types

from herdr_lint.config.selection import groups
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.links import rule_page
from herdr_lint.lsp import role_words
from herdr_lint.lsp.buffer import BufferText
from herdr_lint.lsp.diagnostics import diagnostics
from herdr_lint.lsp.project import Answer
from herdr_lint.lsp.symbols import symbols
from herdr_lint.model import Finding, Related, Severity, Span
from herdr_lint.role.fields import FIELDS
from tests.lsp.subjects import hovered, offered, opened
from tests.project.trees import plant

ROLE = (
    "---\nname: scout\nthinking: High\ntools: read, Bash\n  more\ncolor: blue\nname: other\n"
    "model:\n---\n\n# Map #\n\n#\n\n### Deep\n"
)
PACK = (
    '{\n  "name": "vendor.acme.crew",\n'
    '  "agents": [{"agentId": "x", "": {"a": {"b": 1}}}],\n  "license": "MIT"\n}\n'
)


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


def test_what_each_key_is_for(tree: Path) -> None:
    """After a change that is meant: ``UPDATE_GOLDEN=1``, then read the difference."""
    role = "".join(f"{key}: x\n" for key in sorted(FIELDS))
    subject = opened(tree, "roles/scout.md", f"---\n{role}---\n")
    told = (hovered(subject, line, 0) for line in range(1, len(FIELDS) + 1))
    text = "\n\n".join(one.partition("\n\nThe host reads")[0] for one in told) + "\n"
    golden = Path(__file__).parent.parent / "golden" / "hover.txt"
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


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


Shown = tuple[str, str, str | None, Sequence[int], Sequence[int], Sequence[object]]


def _shown(symbol: types.DocumentSymbol) -> Shown:
    whole, own = (
        (place.start.line, place.start.character, place.end.line, place.end.character)
        for place in (symbol.range, symbol.selection_range)
    )
    inner = [_shown(one) for one in symbol.children or ()]
    return symbol.name, symbol.kind.name, symbol.detail, whole, own, inner


def test_the_outline_of_a_role(tree: Path) -> None:
    found = [_shown(one) for one in symbols(opened(tree, "roles/scout.md", ROLE))]
    assert found == [
        ("name", "Property", "scout", (1, 0, 1, 11), (1, 0, 1, 4), []),
        ("thinking", "Property", "High", (2, 0, 2, 14), (2, 0, 2, 8), []),
        ("tools", "Property", "read, Bash", (3, 0, 4, 6), (3, 0, 3, 5), []),
        ("color", "Property", "blue", (5, 0, 5, 11), (5, 0, 5, 5), []),
        ("name", "Property", "other", (6, 0, 6, 11), (6, 0, 6, 4), []),
        ("model", "Property", None, (7, 0, 7, 6), (7, 0, 7, 5), []),
        ("Map", "String", None, (10, 0, 10, 7), (10, 0, 10, 7), []),
        ("Deep", "String", None, (14, 0, 14, 8), (14, 0, 14, 8), []),
    ]


def test_no_comment_of_the_frontmatter_is_a_heading(tree: Path) -> None:
    text = "---\n# a comment\nname: scout\n---\n# Map\n"
    found = symbols(opened(tree, "roles/scout.md", text))
    assert [one.name for one in found] == ["name", "Map"]


def test_nothing_is_read_below_the_frontmatter(tree: Path) -> None:
    text = "---\nname: scout\ndescription: é\n---\ntools: read\n"
    subject = opened(tree, "roles/scout.md", text)
    assert hovered(subject, 2, 0).endswith('The host reads here: `"é"`')
    assert hovered(subject, 4, 0) == ""


def test_a_diagnostic_leads_to_other_places(tree: Path) -> None:
    plant(tree, {"b.md": "é: x\n"})
    related = (Related("b.md", Span.at(1, 2, 3), "here"), Related("c.md", Span.at(4, 2), "gone"))
    found = Finding("r", Severity.NOTE, "m", "h", "a.md", Span.at(1, 1, 2), related=related)

    def texts(shown: str) -> tuple[Path, BufferText | None]:
        path = tree / shown
        return path, BufferText(path.read_text("utf-8"), "utf-8") if path.exists() else None

    answer = Answer((found, found._replace(related=(), consequence="c")))
    first, second = diagnostics(answer, BufferText("xyz"), texts, {"r"}.__contains__)
    start = types.Position(0, 0)
    assert first.related_information == [
        types.DiagnosticRelatedInformation(
            types.Location(
                (tree / "b.md").as_uri(),
                types.Range(types.Position(0, 2), types.Position(0, 3)),
            ),
            "here",
        ),
        types.DiagnosticRelatedInformation(
            types.Location((tree / "c.md").as_uri(), types.Range(start, start)), "gone"
        ),
    ]
    assert (first.message, first.severity) == ("m\nhelp: h", types.DiagnosticSeverity.Information)
    assert (second.message, second.related_information) == ("m\nc\nhelp: h", None)
    assert first.code_description == types.CodeDescription(rule_page("r"))


def test_the_outline_of_a_manifest_goes_three_steps_deep(tree: Path) -> None:
    found = [_shown(one) for one in symbols(opened(tree, "crew/pack.json", PACK))]
    agent_id: Shown = ("agentId", "Field", None, (2, 14, 2, 28), (2, 14, 2, 23), [])
    empty: Shown = ("(empty)", "Field", None, (2, 30, 2, 49), (2, 30, 2, 32), [])
    first = ("0", "Field", None, (2, 13, 2, 50), (2, 13, 2, 50), [agent_id, empty])
    assert found == [
        ("name", "Field", None, (1, 2, 1, 28), (1, 2, 1, 8), []),
        ("agents", "Field", None, (2, 2, 2, 51), (2, 2, 2, 10), [first]),
        ("license", "Field", None, (3, 2, 3, 18), (3, 2, 3, 11), []),
    ]


def test_no_end_of_members_is_outlined(tree: Path) -> None:
    members = ", ".join(f'"k{number}": 1' for number in range(2_001))
    found = symbols(opened(tree, "crew/pack.json", f"{{{members}}}"))
    assert [one.name for one in found] == [f"k{number}" for number in range(2_000)]


def test_keys_that_are_not_there_yet(tree: Path) -> None:
    subject = opened(tree, "roles/scout.md", ROLE)
    found = offered(subject, 5, 3)
    written = {"name", "thinking", "tools", "model"}
    assert [one.label for one in found] == [key for key in FIELDS if key not in written]
    for one in found:
        assert one.kind is types.CompletionItemKind.Property
        assert one.documentation == role_words.KEYS[one.label]
        assert one.text_edit == types.TextEdit(
            types.Range(types.Position(5, 0), types.Position(5, 5)), one.label
        )
    # The key that a line has may stay what it is.
    assert "tools" in [one.label for one in offered(subject, 3, 2)]
    assert "tools" not in [one.label for one in offered(subject, 2, 2)]


@pytest.mark.parametrize(
    ("line", "column", "labels", "kind"),
    [
        (1, 6, ["scout"], types.CompletionItemKind.Value),
        (2, 10, list(FIELDS["thinking"].words), types.CompletionItemKind.EnumMember),
        (3, 7, list(role_words.values("tools")), types.CompletionItemKind.Value),
        (3, 12, [one for one in role_words.values("tools") if one != "read"], None),
        (4, 4, [], None),
        (5, 7, [], None),
        (7, 6, [], None),
        (8, 3, [], None),
        (9, 0, [], None),
        (0, 0, [], None),
        (0, 3, [], None),
    ],
)
def test_values_of_a_key(
    tree: Path,
    line: int,
    column: int,
    labels: list[str],
    kind: types.CompletionItemKind | None,
) -> None:
    found = offered(opened(tree, "roles/scout.md", ROLE), line, column)
    assert [one.label for one in found] == labels
    assert {one.kind for one in found} <= {kind or types.CompletionItemKind.Value}


def test_a_file_that_does_not_begin_with_a_fence_has_no_keys(tree: Path) -> None:
    assert offered(opened(tree, "roles/scout.md", "name: scout\n\n---\n"), 1, 0) == []


@pytest.mark.parametrize("key", ["skills", "skill"])
def test_skills_are_those_of_the_pack(tree: Path, key: str) -> None:
    subject = opened(tree, "roles/scout.md", f"---\n{key}: map, \n---\n")
    found = offered(subject, 1, len(f"{key}: map, "), "map", "plan")
    assert [one.label for one in found] == ["plan"]


def test_a_word_is_one_value_whatever_is_in_it(tree: Path) -> None:
    subject = opened(tree, "roles/scout.md", "---\nthinking: high, \n---\n")
    found = offered(subject, 1, 16)
    assert [one.label for one in found] == [*FIELDS["thinking"].words]
    typed = types.Range(types.Position(1, 10), types.Position(1, 16))
    assert found[0].text_edit == types.TextEdit(typed, FIELDS["thinking"].words[0])


def test_each_tool_is_offered_once(tree: Path) -> None:
    found = offered(opened(tree, "roles/scout.md", "---\ntools: \n---\n"), 1, 7)
    assert [one.label for one in found] == [
        *("read", "bash", "edit", "write", "grep", "find", "ls", "powershell", "subagent"),
        *("subagent_interrupt", "subagent_cancel", "subagent_send", "subagent_stop"),
        *("subagents_list", "subagent_resume"),
    ]


def test_rules_that_found_something_come_first(tree: Path) -> None:
    line = "# herdr-lint: ignore-next-line[a, "
    text = f"---\nname: scout\n{line}\ncolor: blue\ndescription: d\n---\n\nx\n"
    found = offered(opened(tree, "roles/scout.md", text), 2, len(line))
    book = RuleRegistry.shipped()
    labels = [rule for rule in book.ids if book[rule].group not in {"archive", "openwop"}]
    assert [one.label for one in found] == labels
    first = {one.label for one in found if (one.sort_text or "").startswith("0")}
    assert first == {"key-unknown", "ignore-unknown"}
    for one in found:
        assert one.detail == book[one.label].title
        assert one.kind is types.CompletionItemKind.Constant
        assert (one.sort_text or "")[1:] == one.label


def test_members_and_values_of_a_manifest(tree: Path) -> None:
    text = '{\n  "agents": [{"role": }],\n  \n}\n'
    subject = opened(tree, "crew/pack.json", text)
    found = {one.label: one for one in offered(subject, 2, 2)}
    assert "agents" in found
    assert (found["name"].detail, found["license"].detail) == ("required", None)
    assert found["name"].documentation == "The name under which the pack is published."
    assert found["name"].kind is types.CompletionItemKind.Property
    assert [one.label for one in offered(subject, 1, 22)] == ["skill", "assistant"]
    assert [one.kind for one in offered(subject, 1, 22)] == [
        types.CompletionItemKind.EnumMember
    ] * 2


def test_rules_and_groups_of_a_configuration(tree: Path) -> None:
    subject = opened(tree, "herdr-lint.toml", "ignore = []\n[severity]\n\n")
    ids = {*RuleRegistry.shipped().ids}
    found = offered(subject, 0, 10)
    assert [one.label for one in found] == sorted(ids | groups())
    assert {one.kind for one in found} == {types.CompletionItemKind.Constant}
    assert [one.label for one in offered(subject, 2, 0)] == sorted(ids)
