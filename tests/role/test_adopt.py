from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint import Severity, UsageError
from herdr_lint.judge import validator
from herdr_lint.judge.judge import judge
from herdr_lint.model import Layer
from herdr_lint.role.adopt import adopt
from herdr_lint.role.document import read_role
from tests.effort import examples

CLAUDE = (".claude", "agents", "reviewer.md")


def adopted(*lines: str, parts: tuple[str, ...] = CLAUDE, body: str = "Review.") -> list[str]:
    """The frontmatter of the role that comes of an agent file."""
    data = "\n".join(["---", *lines, "---", "", body, ""]).encode()
    text = adopt(data, parts).text
    assert text.startswith("---\n")
    return text.split("\n---\n")[0].split("\n")[1:]


def remarks(*lines: str, parts: tuple[str, ...] = CLAUDE) -> tuple[str, ...]:
    return adopt("\n".join(["---", *lines, "---", "", "x"]).encode(), parts).remarks


def test_an_agent_of_claude_code() -> None:
    role = adopt(
        b"---\nname: Code Reviewer\ndescription: Reviews code: finds bugs\n"
        b"tools: Read, Glob, Bash(git diff:*, ls), WebFetch, mcp__x__y\nmodel: sonnet\n"
        b"color: red\n---\n\nReview.\n",
        CLAUDE,
    )
    assert role.name == "code-reviewer"
    assert role.text == (
        "---\nname: code-reviewer\ndescription: Reviews code: finds bugs\n"
        "tools: read, find, bash, mcp__x__y\nspawning: false\nauto-exit: true\n"
        "system-prompt: append\n---\n\nReview.\n"
    )
    assert role.remarks == (
        "the name `Code Reviewer` became `code-reviewer`",
        "model `sonnet` is left out: the host wants `provider/model`",
        "the limit of `Bash(git diff:*, ls)` is lost: a role allows a tool as a whole",
        "tool `WebFetch` is left out: Pi has no such tool",
        "tool `mcp__x__y` is kept; make sure that an extension brings it",
        "`color` is left out: a role has no such key",
    )


def test_an_agent_of_opencode() -> None:
    parts = (".opencode", "agent", "docs.md")
    lines = ("description: Writes docs", "mode: subagent", "model: a/b", "tools:", "  bash: false")
    assert adopted(*lines, parts=parts) == [
        "name: docs",
        "description: Writes docs",
        "model: a/b",
        "tools: read, edit, write, grep, find, ls",
        "spawning: false",
        "auto-exit: true",
        "system-prompt: append",
    ]
    assert remarks(*lines, "temperature: 0.1", parts=parts) == (
        "`temperature` is left out: a role has no such key",
    )


def test_an_agent_of_copilot() -> None:
    parts = (".github", "agents", "planner.agent.md")
    lines = ("description: Plans", "tools: [read, edit]", "disable-model-invocation: true")
    assert adopted(*lines, parts=parts) == [
        "name: planner",
        "description: Plans",
        "tools: read, edit",
        "spawning: false",
        "auto-exit: true",
        "system-prompt: append",
        "disable-model-invocation: true",
    ]


@pytest.mark.parametrize(
    ("line", "tools"),
    [
        ("tools: '*'", None),
        ("tools: Task, Read", "subagent, read"),
        ("tools: [Read, READ]", "read"),
        ("disallowedTools: Bash, Write, Edit", "read, grep, find, ls"),
        ("tools: WebFetch", "read"),
        ("tools: a b", "read"),
        ("tools: 1", "read"),
    ],
)
def test_tools(line: str, tools: str | None) -> None:
    found = [one for one in adopted("name: x", line) if one.startswith("tools:")]
    assert found == ([f"tools: {tools}"] if tools else [])


def test_an_agent_that_may_start_others() -> None:
    assert "spawning: false" not in adopted("name: x", "tools: Task, Read")


def test_skills_and_an_inherited_model() -> None:
    lines = adopted("name: x", "skills: [a, B C]", "model: inherit")
    assert "skills: a" in lines
    assert not any(line.startswith("model") for line in lines)


def test_a_file_that_says_next_to_nothing() -> None:
    text = adopt(b"---\n\n---\n", ("---.md",)).text
    assert "name: role\ndescription: Say in one line what role does\n" in text
    assert text.endswith("# role\n\nSay here what the role does.\n")


def test_a_file_without_frontmatter() -> None:
    with pytest.raises(UsageError, match=r"x\.md has no frontmatter"):
        adopt(b"x", ("x.md",))


words = st.text(st.sampled_from("abZ9 -_:#'\"[](){},*&|>\u2028é"), max_size=14)
keys = st.sampled_from(["name", "description", "tools", "model", "color", "skills"])
lines = st.builds("{}: {}".format, keys, words)


@examples(40)
@given(st.lists(lines, max_size=6))
def test_what_comes_of_any_agent_passes_the_strict_rules(found: list[str]) -> None:
    data = "\n".join(["---", "x: y", *found, "---", "", "Work.", ""]).encode()
    role = adopt(data, CLAUDE)
    document = read_role("r.md", role.text.encode(), stem=role.name, layer=Layer.PROJECT)
    findings = judge(document, validator.shipped("role/role.schema.json"), "project")
    assert [one for one in findings if one.severity is Severity.ERROR] == []


def test_the_role_is_written_and_what_is_lost_is_told(tmp_path: Path) -> None:
    from herdr_lint.init import adopt_role

    agent = tmp_path / ".claude/agents/x.md"
    agent.parent.mkdir(parents=True)
    agent.write_text("---\ndescription: d\ncolor: red\n---\nx\n")
    path, told = adopt_role(tmp_path / "roles", agent)
    assert path == tmp_path / "roles/x.md"
    assert told == ("`color` is left out: a role has no such key",)
    with pytest.raises(UsageError, match="exists"):
        adopt_role(tmp_path / "roles", agent)
    with pytest.raises(UsageError, match="cannot read"):
        adopt_role(tmp_path / "roles", tmp_path / "nowhere.md")


def test_what_permissions_deny_is_no_tool_of_the_role() -> None:
    text = (
        "---\ndescription: d\npermission:\n  bash: deny\n  edit: deny\n  grep:\n    '*': ask\n"
        "  webfetch: allow\n  list: [deny]\n---\nx\n"
    )
    found = adopt(text.encode(), ("opencode", "agent", "x.md"))
    assert "\ntools: read, grep, find, ls\n" in found.text
    assert found.remarks == (
        "the permission of `grep` is lost: a role allows a tool as a whole",
        "the permission of `list` is lost: a role allows a tool as a whole",
    )


def test_a_permission_for_everything() -> None:
    found = adopt(b"---\ndescription: d\npermission: ask\n---\nx\n", ("x.md",))
    assert found.remarks == ("the permission `ask` is lost: a role asks nobody",)
