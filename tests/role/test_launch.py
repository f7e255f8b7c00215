from __future__ import annotations

import pytest

from herdr_lint.role.fields import SPAWNING_TOOLS
from herdr_lint.role.launch import Launch, launch
from herdr_lint.syntax.text import SourceText


def started(*lines: str, body: str = "Work.") -> Launch:
    text = "\n".join(["---", *lines, "---", "", body, ""])
    found = launch(SourceText.decode(text.encode()), "scout")
    assert found is not None
    return found


def told(key: str, *lines: str, body: str = "Work.") -> str:
    settings = {setting.key: setting for setting in started(*lines, body=body).settings}
    return settings[key].follows


def test_without_frontmatter_there_is_nothing_to_launch() -> None:
    assert launch(SourceText.decode(b"Work."), "scout") is None


def test_a_role_that_says_nothing() -> None:
    found = started("")
    assert found.tools is None
    assert found.added == ("caller_ping", "subagent_done")
    assert (found.denied, found.may_spawn, found.exits_by_itself) == ((), True, False)
    assert {setting.key: setting.follows for setting in found.settings} == {
        "name": "launched as `scout`",
        "description": "listed without a description",
        "model": "the model of `models.agents`, else `models.default`, else the parent's",
        "thinking": "the parent's level",
        "tools": "every tool that the child's Pi has, and `caller_ping`, `subagent_done` from the"
        " host",
        "deny-tools": "nothing is taken away by name",
        "spawning": "it may start other roles",
        "self-spawn": "it may not start itself",
        "session-mode": "a session of its own",
        "system-prompt": "the text of the file stands around the task",
        "auto-exit": "it runs until it calls `subagent_done` or is stopped",
        "interactive": "interactive",
        "persistent": "it has one task",
        "skills": "no skills",
        "cwd": "the directory of the parent",
    }
    assert all(setting.line is None and setting.written is None for setting in found.settings)


def test_what_is_not_written_has_no_line() -> None:
    assert started("").settings[0].to_dict() == {
        "key": "name",
        "read": None,
        "follows": "launched as `scout`",
    }


def test_what_is_written_and_what_is_read() -> None:
    settings = {one.key: one for one in started("tools: read,  bash", "thinking: High").settings}
    assert settings["tools"].to_dict() == {
        "key": "tools",
        "read": ["read", "bash"],
        "follows": "`read`, `bash`; the host adds `caller_ping`, `subagent_done`",
        "line": 2,
        "written": "read,  bash",
    }
    assert settings["thinking"].to_dict() == {
        "key": "thinking",
        "read": None,
        "follows": "`High` is not a value that the host takes: the parent's level",
        "line": 3,
        "written": "High",
    }


@pytest.mark.parametrize(
    ("lines", "tools", "may_spawn"),
    [
        (["tools: read, subagent"], ("read", "subagent"), True),
        (["tools: read"], ("read",), False),
        (["tools: read, subagent", "spawning: false"], ("read",), False),
        (["tools: read, sub*"], ("read", "sub*"), True),
        (["tools: *", "deny-tools: subagent"], ("*",), False),
        (["tools: mcp__a__*, subagent_stop"], ("mcp__a__*", "subagent_stop"), False),
        (["tools: read, subagent", "deny-tools: subagent, bash"], ("read",), False),
        (["tools: subagent_done, read", "auto-exit: true"], ("read",), False),
        (["tools: read, read, bash"], ("read", "bash"), False),
        (
            ["tools: subagent_done", "auto-exit: true", "persistent: true"],
            ("subagent_done",),
            False,
        ),
        (["spawning: false"], None, False),
        (["deny-tools: subagent_send"], None, True),
    ],
)
def test_the_tools_that_a_child_gets(
    lines: list[str], tools: tuple[str, ...] | None, may_spawn: bool
) -> None:
    found = started(*lines)
    assert (found.tools, found.may_spawn) == (tools, may_spawn)


def test_all_that_spawning_takes_away() -> None:
    assert started("spawning: false", "deny-tools: subagent").denied == SPAWNING_TOOLS


FORM = "provider/model"


@pytest.mark.parametrize(
    ("key", "lines", "follows"),
    [
        ("description", ["description: d"], "listed with `d`"),
        (
            "description",
            ["description: d", "disable-model-invocation: TRUE"],
            "in no listing: it is launched by its exact name only",
        ),
        ("model", ["model: a/b"], "`a/b`"),
        ("model", ["model: a/b, c/d"], "`a/b`, then `c/d`: the first that can be used"),
        ("model", ["model: sonnet"], "the launch is refused: `sonnet` is not `provider/model`"),
        (
            "model",
            ["model: a/b, task:x"],
            "the launch is refused: `task:x` is not `provider/model`",
        ),
        *(
            ("model", [f"model: {wrong}"], f"the launch is refused: `{wrong}` is not `{FORM}`")
            for wrong in ("/b", "a/", "a", "/", "TASK:a/b")
        ),
        ("model", ["model: a/b/c"], "`a/b/c`"),
        ("model", ["model: a/b, c"], "the launch is refused: `c` is not `provider/model`"),
        ("description", ["description: d", "disable-model-invocation: false"], "listed with `d`"),
        ("thinking", ["thinking: low"], "`low`"),
        ("thinking", ["thinking:"], "the parent's level"),
        (
            "tools",
            ["tools: subagent", "spawning: false"],
            "no tool but `caller_ping`, `subagent_done`, which the host adds",
        ),
        ("deny-tools", ["deny-tools: subagent"], "takes away `subagent`"),
        (
            "deny-tools",
            ["deny-tools: subagent, bash"],
            "takes away `subagent`; `bash`: no effect, only the spawning tools can be denied",
        ),
        ("deny-tools", ["deny-tools: [bash]"], "nothing is taken away"),
        (
            "spawning",
            ["spawning: false"],
            "it may not start other roles: all seven spawning tools are taken away",
        ),
        (
            "spawning",
            ["deny-tools: subagent"],
            "it may not start other roles: `deny-tools` takes `subagent` away",
        ),
        (
            "spawning",
            ["tools: read"],
            "it may not start other roles: `tools` does not name `subagent`",
        ),
        ("self-spawn", ["self-spawn: true"], "it may start itself as well"),
        (
            "self-spawn",
            ["self-spawn: true", "spawning: false"],
            "no effect: it may not start any role",
        ),
        ("self-spawn", ["self-spawn: false"], "it may not start itself"),
        ("session-mode", ["session-mode: standalone"], "a session of its own"),
        (
            "session-mode",
            ["session-mode: lineage-only"],
            "a session of its own that knows its parent",
        ),
        ("session-mode", ["session-mode: fork"], "goes on from a copy of the parent's session"),
        (
            "session-mode",
            ["session-mode: Fork"],
            "`Fork` is not a value that the host takes: a session of its own",
        ),
        ("system-prompt", ["system-prompt: replace"], "the text of the file is the system prompt"),
        (
            "system-prompt",
            ["system-prompt: append"],
            "the text of the file is added to the system prompt",
        ),
        (
            "system-prompt",
            ["session-mode: fork"],
            "the child never sees the text of the file",
        ),
        (
            "system-prompt",
            ["session-mode: fork", "system-prompt: Append"],
            "`Append` is not a value that the host takes: the child never sees the text of the"
            " file",
        ),
        (
            "system-prompt",
            ["system-prompt: Append"],
            "`Append` is not a value that the host takes: the text of the file stands around the"
            " task",
        ),
        (
            "auto-exit",
            ["auto-exit: false"],
            "it runs until it calls `subagent_done` or is stopped",
        ),
        ("auto-exit", ["auto-exit: true"], "it ends by itself when its task is done"),
        (
            "auto-exit",
            ["auto-exit: yes"],
            "`yes` counts as false: it runs until it calls `subagent_done` or is stopped",
        ),
        (
            "auto-exit",
            ["auto-exit: true", "persistent: true"],
            "no effect: `persistent` keeps it running",
        ),
        ("interactive", ["auto-exit: true"], "not interactive"),
        ("interactive", ["interactive: on"], "`on` counts as false: not interactive"),
        ("interactive", ["interactive: true"], "interactive"),
        ("interactive", ["interactive: false"], "not interactive"),
        ("interactive", ["interactive: true", "auto-exit: true"], "interactive"),
        (
            "interactive",
            ["interactive: true", "persistent: true"],
            "not interactive, because it is persistent",
        ),
        ("persistent", ["persistent: true"], "it stays after its task and takes others"),
        ("persistent", ["persistent: yes"], "`yes` counts as false: it has one task"),
        ("persistent", ["persistent: false"], "it has one task"),
        ("skills", ["skills: a, , b"], "loads `a`, `b`"),
        ("skills", ["skills: a, B, C"], "the launch is refused: `B` is not the name of a skill"),
        ("skills", ["skill: old", "skills: a, b"], "loads `a`, `b`"),
        ("skills", ["skills:", "skill: old"], "loads `old`"),
        ("skills", ["skills: A"], "the launch is refused: `A` is not the name of a skill"),
        ("cwd", ["cwd: /work"], "`/work`"),
        (
            "cwd",
            ["cwd: ~/x"],
            "`~/x` below the agent's configuration directory, not below the project",
        ),
    ],
)
def test_what_follows(key: str, lines: list[str], follows: str) -> None:
    assert told(key, *lines) == follows


def test_a_role_without_text() -> None:
    nothing = "the file has no text below its frontmatter"
    assert told("system-prompt", "system-prompt: append", body="") == nothing
    assert told("system-prompt", "system-prompt: Append", body="") == (
        f"`Append` is not a value that the host takes: {nothing}"
    )


def test_as_json() -> None:
    shape = started("tools: read", "auto-exit: true").to_dict()
    settings = shape.pop("settings")
    assert shape == {
        "refused": None,
        "tools": ["read"],
        "added": ["caller_ping"],
        "denied": [],
        "may_spawn": False,
        "exits_by_itself": True,
        "skills": [],
    }
    assert len(settings) == 15
    wrong = started("model: a", "skills: b")
    assert (wrong.refused, wrong.skills) == ("`a` is not `provider/model`", ("b",))
    assert wrong.to_dict()["skills"] == ["b"]
    assert started("skills: A").refused == "`A` is not the name of a skill"
    assert started("spawning: false").to_dict()["denied"] == [*SPAWNING_TOOLS]
    assert started("").to_dict()["tools"] is None
