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

FILE = "reviewer.md"


def adopted(*lines: str, file: str = FILE, body: str = "Review.") -> list[str]:
    """The frontmatter of the role that comes of an agent file."""
    data = "\n".join(["---", *lines, "---", "", body, ""]).encode()
    text = adopt(data, file).text
    assert text.startswith("---\n")
    return text.split("\n---\n")[0].split("\n")[1:]


def remarks(*lines: str, file: str = FILE) -> tuple[str, ...]:
    return adopt("\n".join(["---", *lines, "---", "", "x"]).encode(), file).remarks


def test_an_agent_of_claude_code() -> None:
    role = adopt(
        b"---\nname: Code Reviewer\ndescription: Reviews code: finds bugs\n"
        b"tools: Read, Glob, Bash(git diff:*, ls), WebFetch, mcp__x__y\nmodel: sonnet\n"
        b"color: red\n---\n\nReview.\n",
        FILE,
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
    lines = ("description: Writes docs", "mode: subagent", "model: a/b", "tools:", "  bash: false")
    assert adopted(*lines, file="docs.md") == [
        "name: docs",
        "description: Writes docs",
        "model: a/b",
        "tools: read, edit, write, grep, find, ls",
        "spawning: false",
        "auto-exit: true",
        "system-prompt: append",
    ]
    assert remarks(*lines, "temperature: 0.1", file="docs.md") == (
        "`temperature` is left out: a role has no such key",
    )


def test_an_agent_of_copilot() -> None:
    lines = ("description: Plans", "tools: [read, edit]", "disable-model-invocation: true")
    assert adopted(*lines, file="planner.agent.md") == [
        "name: planner",
        "description: Plans",
        "tools: read, edit",
        "spawning: false",
        "auto-exit: true",
        "system-prompt: append",
        "disable-model-invocation: true",
    ]


def value(key: str, *lines: str, file: str = FILE) -> str | None:
    """What the role says under a key."""
    found = [line for line in adopted(*lines, file=file) if line.startswith(f"{key}: ")]
    assert len(found) < 2
    return found[0].removeprefix(f"{key}: ") if found else None


LEFT_OUT = "tool `{}` is left out: Pi has no such tool"
NO_NAME = "tool `{}` is left out: it is not the name of a tool"
KEPT = "tool `{}` is kept; make sure that an extension brings it"
LIMIT = "the limit of `{}` is lost: a role allows a tool as a whole"
NONE_LEFT = "no tool of the agent is left, so the role may only `read`"


@pytest.mark.parametrize(
    ("lines", "tools", "told"),
    [
        ("tools: '*'", None, []),
        ("tools: ['*']", None, []),
        ("tools:", None, []),
        ("tools: ''", None, []),
        ("tools: ['*', Read]", "*, read", [KEPT.format("*")]),
        ("tools: Task, Read", "subagent, read", []),
        ("tools: [Read, READ]", "read", []),
        ("tools: [Read, '', 5]", "read, 5", [KEPT.format("5")]),
        ("tools: GREP, ,read", "grep, read", []),
        ("tools: WebFetch", "read", [LEFT_OUT.format("WebFetch"), NONE_LEFT]),
        ("tools: WebFetch, ls", "ls", [LEFT_OUT.format("WebFetch")]),
        ("tools: a b", "read", [NO_NAME.format("a b"), NONE_LEFT]),
        ("tools: 1", "read", [NONE_LEFT]),
        ("tools: [run_shell_command, glob, list]", "bash, find, ls", []),
        ("tools: mcp__a__b, my-tool", "mcp__a__b, my-tool", ["mcp__a__b", "my-tool"]),
        ("tools: Read(src/**), Bash()", "read, bash", [LIMIT.format("Read(src/**)")]),
        ("tools: Bash(a, b), ls", "bash, ls", [LIMIT.format("Bash(a, b)")]),
        ("tools: ls, Bash(a, b)", "ls, bash", [LIMIT.format("Bash(a, b)")]),
        ("tools: ls, Read,", "ls, read", []),
        ("tools: ',ls'", "ls", []),
        ("disallowedTools: Bash, Write, Edit", "read, grep, find, ls", []),
        ("disallowedTools: Write\ntools: Read, Write", "read", []),
        ("disallowedTools: Read\ntools: Read", "read", [NONE_LEFT]),
        ("tools:\n  bash: false", "read, edit, write, grep, find, ls", []),
        ("tools:\n  bash: deny\n  ls: true", "read, edit, write, grep, find, ls", []),
        ("tools:\n  bash: true\n  ls: ask", None, []),
    ],
)
def test_tools(lines: str, tools: str | None, told: list[str]) -> None:
    found = ("name: x", *lines.split("\n"))
    assert value("tools", *found) == tools
    assert [*remarks(*found)] == [KEPT.format(one) if " " not in one else one for one in told]


@pytest.mark.parametrize(
    ("lines", "file", "name", "told"),
    [
        ("name: scout", "x.md", "scout", None),
        ("name: ''", "x.md", "x", None),
        ("name: '  '", "x.md", "x", None),
        ("name: 5", "x.md", "x", None),
        ("name: My__Scout!", "x.md", "my-scout", "My__Scout!"),
        ("name: " + "a" * 64, "x.md", "a" * 64, None),
        ("name: " + "a" * 65, "x.md", "a" * 64, "a" * 65),
        ("name: " + "a" * 63 + "-b", "x.md", "a" * 63, "a" * 63 + "-b"),
        ("name: 'é'", "x.md", "role", "é"),
        ("model: a/b", "planner.agent.md", "planner", None),
        ("model: a/b", "planner.chatmode", "planner", None),
        ("model: a/b", "planner.prompt", "planner", None),
        ("model: a/b", "planner.txt", "planner-txt", "planner.txt"),
    ],
)
def test_names(lines: str, file: str, name: str, told: str | None) -> None:
    assert value("name", lines, file=file) == name
    assert remarks(lines, file=file) == ((f"the name `{told}` became `{name}`",) if told else ())


@pytest.mark.parametrize(
    ("model", "kept", "told"),
    [
        ("a/b", "a/b", False),
        ("a/b/c", "a/b/c", False),
        ("inherit", None, False),
        ("''", None, False),
        ("5", None, False),
        ("opus", None, True),
        ("a/", None, True),
        ("/b", None, True),
    ],
)
def test_models(model: str, kept: str | None, told: bool) -> None:
    lines = ("name: x", f"model: {model}")
    remark = f"model `{model}` is left out: the host wants `provider/model`"
    assert value("model", *lines) == kept
    assert remarks(*lines) == ((remark,) if told else ())


@pytest.mark.parametrize(
    ("line", "description"),
    [
        ("description:  Maps   the code", "Maps the code"),
        ("description: >-\n  Maps\n  the code", "Maps the code"),
        ("description: 5", "5"),
        ("description: ''", "Say in one line what x does"),
        ("model: a/b", "Say in one line what x does"),
    ],
)
def test_descriptions(line: str, description: str) -> None:
    assert value("description", "name: x", *line.split("\n")) == description


def test_lines_that_are_no_yaml_are_read_one_by_one() -> None:
    lines = ("name: x", "description: Reviews code: finds bugs", "tools: 'Read, Bash' ", "  y: z")
    assert adopted(*lines, "- a", "model: ~/b", 'skills: "map"', "color:") == [
        "name: x",
        "description: Reviews code: finds bugs",
        "model: ~/b",
        "tools: read, bash",
        "skills: map",
        "spawning: false",
        "auto-exit: true",
        "system-prompt: append",
    ]
    assert remarks(*lines, "color:") == ("`color` is left out: a role has no such key",)


@pytest.mark.parametrize(("said", "kept"), [("true", "true"), ("false", "false"), ("1", "false")])
def test_a_switch_that_both_know_is_kept(said: str, kept: str) -> None:
    key = "disable-model-invocation"
    assert value(key, "name: x", f"{key}: {said}") == kept


@pytest.mark.parametrize("key", ["mode", "hidden", "type", "kind", "permission"])
def test_nothing_is_told_of_keys_that_say_what_every_role_is(key: str) -> None:
    assert remarks("name: x", f"{key}: allow") == ()


def test_an_agent_that_may_start_others() -> None:
    assert value("spawning", "name: x", "tools: Task, Read") is None
    assert value("spawning", "name: x", "tools: Read") == "false"
    assert value("spawning", "name: x") == "false"


def test_skills_and_an_inherited_model() -> None:
    lines = adopted("name: x", "skills: [a, B C, d]", "model: inherit")
    assert "skills: a, d" in lines
    assert not any(line.startswith("model") for line in lines)


def test_a_file_that_says_next_to_nothing() -> None:
    text = adopt(b"---\n\n---\n", "---.md").text
    assert "name: role\ndescription: Say in one line what role does\n" in text
    assert text.endswith("# role\n\nSay here what the role does.\n")


def test_a_file_without_frontmatter() -> None:
    with pytest.raises(UsageError) as caught:
        adopt(b"x", "x.md")
    told = "x.md has no frontmatter between two lines `---`, so no role can be made of it"
    assert str(caught.value) == told


def test_a_frontmatter_that_is_no_mapping() -> None:
    assert adopted("- a", "name: x") == adopted("name: x")
    assert adopted("- a") == adopted("name: reviewer")


words = st.text(st.sampled_from("abZ9 -_:#'\"[](){},*&|>\u2028é"), max_size=14)
keys = st.sampled_from(["name", "description", "tools", "model", "color", "skills"])
lines = st.builds("{}: {}".format, keys, words)


@examples(40)
@given(st.lists(lines, max_size=6))
def test_what_comes_of_any_agent_passes_the_strict_rules(found: list[str]) -> None:
    data = "\n".join(["---", "x: y", *found, "---", "", "Work.", ""]).encode()
    role = adopt(data, FILE)
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


PARTLY = "the permission of `{}` is lost: a role allows a tool as a whole"
WITHOUT_BASH = "read, edit, write, grep, find, ls"


@pytest.mark.parametrize(
    ("permission", "tools", "told"),
    [
        ("", None, ()),
        (" allow", None, ()),
        (" ask", None, ("the permission `ask` is lost: a role asks nobody",)),
        ("\n  bash: deny", WITHOUT_BASH, ()),
        ("\n  bash: allow", None, ()),
        ("\n  edit: deny", "read, bash, grep, find, ls", ()),
        ("\n  edit: ask\n  bash: deny", WITHOUT_BASH, (PARTLY.format("edit"),)),
        ("\n  bash:\n    git: deny\n    '*': deny", WITHOUT_BASH, ()),
        ("\n  bash:\n    git: deny\n    '*': allow", None, (PARTLY.format("bash"),)),
        ("\n  list: [deny]", None, (PARTLY.format("list"),)),
        ("\n  webfetch: deny", None, (LEFT_OUT.format("webfetch"),)),
    ],
)
def test_what_permissions_deny_is_no_tool_of_the_role(
    permission: str, tools: str | None, told: tuple[str, ...]
) -> None:
    lines = ("name: x", *f"permission:{permission}".split("\n"))
    assert value("tools", *lines) == tools
    assert remarks(*lines) == told
