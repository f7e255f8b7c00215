from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from herdr_lint.judge import shipped
from tests.cli.conftest import BAD, GOOD, Run, good, write
from tests.laws.trees import CHANNEL, EXTENSION, package

PACKAGE = {"name": "crew", "version": "1.0.0", "keywords": ["pi-package"], "pi": {}}


def pack(project: Path, folder: str, *roles: str) -> None:
    write(project / folder / "package.json", json.dumps(PACKAGE | {"name": folder}))
    for role in roles:
        good(project, role, f"{folder}/roles")


PAGE = """\
scout: .pi/agents/scout.md (project layer, .pi/agents)
The host launches this file when `scout` is asked for.
  also: crew/roles/scout.md (package layer): shadowed

key             written                 what follows
name            scout                   launched as `scout`
description     Maps a code             listed with `Maps a code`
model           -                       the model of `models.agents`, else
                                        `models.default`, else the parent's
thinking        (empty)                 the parent's level
tools           read                    `read`; the host adds `caller_ping`,
                                        `subagent_done`
deny-tools      -                       nothing is taken away by name
spawning        false                   it may not start other roles: all seven
                                        spawning tools are taken away
self-spawn      -                       it may not start itself
session-mode    -                       a session of its own
system-prompt   -                       the text of the file stands around the
                                        task
auto-exit       -                       it runs until it calls `subagent_done`
                                        or is stopped
interactive     -                       interactive
persistent      -                       it has one task
skills          map, none               loads `map`, `none`
cwd             -                       the directory of the parent
                map: .pi/skills/map/SKILL.md
                none: not found; the child starts without it and a note names it
"""


def test_what_the_host_runs(run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack(project, "crew", "scout", "lead")
    text = GOOD.format(stem="scout").replace("Maps the", "Maps a")
    text = text.replace("tools: read", "tools: read\nskills: map, none\nthinking:")
    write(project / ".pi/agents/scout.md", text)
    write(project / ".pi/skills/map/SKILL.md", "x")
    write(project / ".pi/agents/skills/none/SKILL.md", "x")
    assert run("show", "scout", "--pack", "crew") == (0, PAGE, "")
    monkeypatch.setenv("COLUMNS", "20")
    lines = run("show", "scout").out.splitlines()
    assert lines[5:7] == [
        "description     Maps a code             listed with `Maps a",
        f"{'':40}code`",
    ]


@pytest.mark.parametrize("columns", ["64", "20"])
def test_no_line_is_longer_than_the_terminal_or_shorter_than_can_be_read(
    run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for stem, ends in ((f"scou{'t' * 11}", "asked for."), (f"scou{'t' * 12}", "asked")):
        good(project, stem, ".pi/agents")
        line = run("show", stem).out.splitlines()[1]
        assert line == f"The host launches this file when `{stem}` is {ends}"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("skills: map, Task_Review", "`Task_Review` is not the name of a skill"),
        ("model: large", "`large` is not `provider/model`"),
    ],
)
def test_what_the_host_does_not_start(run: Run, project: Path, line: str, why: str) -> None:
    text = GOOD.format(stem="scout").replace("tools: read", f"tools: read\n{line}")
    write(project / ".pi/agents/scout.md", text)
    told = run("show", "scout").out.split("\n\n")[0].splitlines()
    assert told[0] == "scout: .pi/agents/scout.md (project layer, .pi/agents)"
    begin = "The host refuses to launch this file when `scout` is asked for: "
    assert " ".join(told[1:]) == f"{begin}{why}."
    shape = json.loads(run("show", "scout", "--json").out)
    assert (shape["launched"], shape["launch"]["refused"], shape["skills"]) == (False, why, [])


def test_as_json(run: Run, project: Path) -> None:
    good(project, "scout", ".pi/agents")
    shape = json.loads(run("show", "scout", "--json").out)
    launch = shape.pop("launch")
    assert shape == {
        "version": 1,
        "name": "scout",
        "path": ".pi/agents/scout.md",
        "layer": "project",
        "source": ".pi/agents",
        "state": "available",
        "code": None,
        "launched": True,
        "others": [],
        "skills": [],
    }
    assert (launch["tools"], launch["may_spawn"]) == (["read"], False)


def test_the_schema_says_what_is_printed(run: Run, project: Path) -> None:
    schema = shipped.load("show.schema.json")
    Draft202012Validator.check_schema(schema)
    pack(project, "crew", "scout", "lead")
    many = "skills: map\nmodel: acme/large\nthinking:\ncwd: x\nauto-exit: true\nspawning: false"
    text = GOOD.format(stem="scout").replace("spawning: false", many)
    write(project / ".pi/agents/scout.md", text)
    write(project / ".pi/agents/bad.md", BAD.replace("scout", "bad"))
    write(project / ".pi/agents/bare.md", "No frontmatter.\n")
    for role in ("scout", "lead", "crew/roles/scout.md", "bad", "bare"):
        shape = json.loads(run("show", role, "--pack", "crew", "--json").out)
        assert [*Draft202012Validator(schema).iter_errors(shape)] == []
    assert "\nshow " in run("schema").out
    assert json.loads(run("schema", "show").out)["$id"] == schema["$id"]


def test_a_skill_of_the_agent_s_own(run: Run, project: Path) -> None:
    text = GOOD.format(stem="scout").replace("tools: read", "tools: read\nskills: one, two")
    write(project / ".pi/agents/scout.md", text)
    agent = Path(os.environ["PI_CODING_AGENT_DIR"])
    write(agent / "skills/one/SKILL.md", "x")
    write(agent / "skills/two.md", "x")
    out = run("show", "scout").out
    for name in ("one/SKILL.md", "two.md"):
        assert f": {os.path.relpath(agent / 'skills' / name)}\n" in out


def test_a_skill_is_looked_for_near_its_role_first(run: Run, project: Path) -> None:
    pack(project, "crew")
    text = GOOD.format(stem="scout").replace("tools: read", "tools: read\nskills: map")
    write(project / "crew/roles/scout.md", text)
    agent = Path(os.environ["PI_CODING_AGENT_DIR"])
    folders = [project / "crew/skills", project / ".pi/skills", agent / "skills"]
    places = [folder / name for folder in folders for name in ("map/SKILL.md", "map.md")]
    for place in places:
        write(place, "x")
    for place in places:
        shape = json.loads(run("show", "scout", "--pack", "crew", "--json").out)
        assert shape["skills"] == [{"name": "map", "path": os.path.relpath(place)}]
        place.unlink()


def test_a_file_of_a_pack_that_is_not_installed(run: Run, project: Path) -> None:
    pack(project, "crew", "scout")
    write(project / "crew/skills/map/SKILL.md", "x")
    out = run("show", "crew/roles/scout.md").out
    assert out.startswith("scout: crew/roles/scout.md (package layer, crew@1.0.0)\n")


def test_a_pack_around_a_pack_is_not_taken_in(run: Run, project: Path) -> None:
    pack(project, "crew", "scout")
    pack(project, "crew/inner", "scout")
    shape = json.loads(run("show", "crew/inner/roles/scout.md", "--json").out)
    assert (shape["path"], shape["others"]) == ("crew/inner/roles/scout.md", [])


@pytest.mark.parametrize(
    ("files", "asked", "told"),
    [
        (
            {".pi/agents/scout.md": "---\ntools: [read]\n---\nx\n"},
            "scout",
            "The host refuses this file with invalid-capability-declaration; `herdr-lint` on it"
            " says what to fix.",
        ),
        (
            {
                ".pi/agents/a.md": GOOD.format(stem="same"),
                ".pi/agents/b.md": GOOD.format(stem="same"),
            },
            "same",
            ".pi/agents/b.md claims `same` too, and which file wins depends on the machine.",
        ),
        (
            {f".pi/agents/{stem}.md": GOOD.format(stem="same") for stem in "abc"},
            "same",
            ".pi/agents/b.md, .pi/agents/c.md claims `same` too, and which file wins depends on"
            " the machine.",
        ),
        (
            {
                ".pi/agents/a.md": GOOD.format(stem="a"),
                "agent/agents/a.md": GOOD.format(stem="a"),
            },
            "agent/agents/a.md",
            "The host launches .pi/agents/a.md instead of this file.",
        ),
        (
            {
                ".pi/agents/a.md": "---\nspawning: no\n---\nx\n",
                "agent/agents/a.md": GOOD.format(stem="a"),
            },
            "agent/agents/a.md",
            "The host launches nothing as `a`: .pi/agents/a.md is invalid and blocks the name.",
        ),
    ],
)
def test_what_became_of_a_file(
    run: Run, project: Path, files: dict[str, str], asked: str, told: str
) -> None:
    for path, text in files.items():
        write(project / path, text)
    lines = run("show", asked).out.partition("\n\n")[0].splitlines()[1:]
    assert " ".join(line for line in lines if not line.startswith("  also: ")) == told
    shape = json.loads(run("show", asked, "--json").out)
    assert (shape["launched"], shape["launch"] is None) == (False, shape["state"] == "invalid")


def test_a_name_that_a_pack_defines_twice(run: Run, project: Path) -> None:
    pack(project, "one", "scout")
    pack(project, "two", "scout")
    out = run("show", "scout", "--pack", "one", "--pack", "two").out
    assert "\nThe host disables `scout`: it is also defined in two/roles/scout.md.\n" in out
    both = 'register(roles); request.register(fileURLToPath(new URL("./roles/scout.md", '
    script = EXTENSION.format(channel=CHANNEL, folder="roles")
    script = script.replace("register(roles);", f"{both}import.meta.url)));")
    write(project / "one/extension.ts", script)
    write(project / "one/package.json", package("one"))
    out = run("show", "scout", "--pack", "one").out
    assert "\nThe host disables `scout`: it is also defined in another place.\n" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["scuot"], "the host finds no role `scuot` here; did you mean `scout`?"),
        (["quux"], "the host finds no role `quux` here; `herdr-lint list` shows what there is"),
        (
            ["nowhere.md"],
            "`nowhere.md` is not a file; give the path of a role file, or a name",
        ),
        (
            ["other/x"],
            "`other/x` is not a file; give the path of a role file, or a name",
        ),
        (
            ["other/x.md"],
            "`other/x.md` is not a role of this project: no host that is started here reads it;"
            " see --project and --pack",
        ),
        (
            ["scout", "--project", "nowhere"],
            "`nowhere` is not a folder; check its spelling and the working directory",
        ),
    ],
)
def test_what_cannot_be_shown(run: Run, project: Path, arguments: list[str], told: str) -> None:
    good(project, "scout", ".pi/agents")
    write(project / "other/x.md", "x")
    assert run("show", *arguments) == (2, "", f"herdr-lint: {told}\n")


@pytest.mark.parametrize(
    ("description", "written"), [("d" * 22, "d" * 22), ("d" * 23, f"{'d' * 21}…")]
)
def test_long_values_are_cut(run: Run, project: Path, description: str, written: str) -> None:
    text = GOOD.format(stem="scout").replace("Maps the code", description)
    write(project / ".pi/agents/scout.md", text)
    lines = run("show", "scout").out.splitlines()
    assert lines[5].startswith(f"description     {written}  listed with `")


def test_a_role_that_no_listing_names(run: Run, project: Path) -> None:
    hidden = GOOD.format(stem="scout").replace("tools", "disable-model-invocation: true\ntools")
    path = write(project / ".pi/agents/scout.md", hidden)
    told = "The host launches this file when `scout` is asked for."
    assert run("show", "scout").out.splitlines()[1] == told
    path.write_text(hidden.replace("tools", "model: large\ntools"))
    assert run("show", "scout").out.splitlines()[1:3] == [
        "The host refuses to launch this file when `scout` is asked for: `large` is not",
        "`provider/model`.",
    ]


def test_the_rivals_as_json_and_a_file_that_cannot_be_read(run: Run, project: Path) -> None:
    good(project, "a", ".pi/agents")
    good(project, "a", "agent/agents")
    assert json.loads(run("show", "a", "--json").out)["others"] == [
        {"path": "agent/agents/a.md", "layer": "global", "state": "shadowed"}
    ]
    (project / ".pi/agents/folder.md").mkdir()
    code, out, err = run("show", "folder")
    assert (code, out) == (2, "")
    assert err == "herdr-lint: .pi/agents/folder.md: cannot be read: Is a directory\n"
