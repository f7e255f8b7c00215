from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from herdr_lint.judge import shipped
from tests.cli.conftest import BAD, GOOD, Run, good, write

PACKAGE = {"name": "crew", "version": "1.0.0", "keywords": ["pi-package"], "pi": {}}


def pack(project: Path, folder: str, *roles: str) -> None:
    write(project / folder / "package.json", json.dumps(PACKAGE | {"name": folder}))
    for role in roles:
        good(project, role, f"{folder}/roles")


def test_what_the_host_runs(run: Run, project: Path) -> None:
    pack(project, "crew", "scout")
    text = GOOD.format(stem="scout").replace("tools: read", "tools: read\nskills: map, none")
    write(project / ".pi/agents/scout.md", text)
    write(project / ".pi/skills/map/SKILL.md", "x")
    write(project / ".pi/agents/skills/none/SKILL.md", "x")
    code, out, err = run("show", "scout", "--pack", "crew")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:4] == [
        "scout: .pi/agents/scout.md (project layer, .pi/agents)",
        "The host launches this file when `scout` is asked for.",
        "  also: crew/roles/scout.md (package layer): shadowed",
        "",
    ]
    assert "tools           read                    `read`; the host adds `caller_ping`," in lines
    assert lines[-2:] == [
        "                map: .pi/skills/map/SKILL.md",
        "                none: not found; the child starts without it and a note names it",
    ]
    assert max(map(len, lines)) <= 80


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


def test_a_file_of_a_pack_that_is_not_installed(run: Run, project: Path) -> None:
    pack(project, "crew", "scout")
    write(project / "crew/skills/map/SKILL.md", "x")
    out = run("show", "crew/roles/scout.md").out
    assert out.startswith("scout: crew/roles/scout.md (package layer, crew@1.0.0)\n")


@pytest.mark.parametrize(
    ("files", "asked", "told"),
    [
        (
            {".pi/agents/scout.md": "---\ntools: [read]\n---\nx\n"},
            "scout",
            "The host refuses this file with invalid-capability-declaration;",
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
    out = " ".join(run("show", asked).out.split())
    assert told in out


def test_a_name_that_two_packs_define(run: Run, project: Path) -> None:
    pack(project, "one", "scout")
    pack(project, "two", "scout")
    out = run("show", "scout", "--pack", "one", "--pack", "two").out
    assert "The host disables `scout`: it is also defined in two/roles/scout.md.\n" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["scuot"], "the host finds no role `scuot` here; did you mean `scout`?"),
        (["quux"], "the host finds no role `quux` here; `herdr-lint list` shows what there is"),
        (["nowhere.md"], "`nowhere.md` is not a file"),
        (["other/x.md"], "`other/x.md` is not a role of this project"),
        (["scout", "--project", "nowhere"], "`nowhere` is not a folder"),
    ],
)
def test_what_cannot_be_shown(run: Run, project: Path, arguments: list[str], told: str) -> None:
    good(project, "scout", ".pi/agents")
    write(project / "other/x.md", "x")
    code, out, err = run("show", *arguments)
    assert (code, out) == (2, "")
    assert told in err


def test_long_values_are_cut(run: Run, project: Path) -> None:
    text = GOOD.format(stem="scout").replace("Maps the code", "d" * 60)
    write(project / ".pi/agents/scout.md", text.replace("spawning: false", "thinking:"))
    lines = run("show", "scout").out.splitlines()
    assert any(line.startswith(f"description     {'d' * 21}…  ") for line in lines)
    assert any(line.startswith("thinking        (empty)") for line in lines)


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
