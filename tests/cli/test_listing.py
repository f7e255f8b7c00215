"""``list``: the roles that the host would offer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from herdr_lint.catalog.effective import State
from herdr_lint.cli import listing
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import validator
from tests.cli.conftest import GOOD, Run, good, write
from tests.laws.trees import CHANNEL, EXTENSION, package

NO_ROLES = "The host finds no roles here; a role pack is given with `--pack FOLDER`."


class TestList:
    @staticmethod
    def pack(project: Path, name: str, *roles: str) -> None:
        shape = {"name": name, "version": "1.0.0", "keywords": ["pi-package"], "pi": {}}
        write(project / "packs" / name / "package.json", json.dumps(shape))
        for role in roles:
            good(project, role, f"packs/{name}/roles")

    def test_nothing(self, run: Run) -> None:
        assert run("list") == (
            0,
            "",
            f"herdr-lint: {NO_ROLES}\n",
        )
        assert run("list", "--json").out == (
            '{\n  "version": 1,\n  "roles": [],\n  "hidden": 0,\n  "unchecked": []\n}\n'
        )

    def test_the_effective_catalogue(self, run: Run, project: Path) -> None:
        self.pack(project, "one", "scout", "planner", "twin")
        self.pack(project, "two", "twin")
        good(project, "planner", "agent/agents")
        write(project / ".pi/agents/scout.md", "no frontmatter\n")
        hidden = GOOD.format(stem="ghost").replace("tools", "disable-model-invocation: true\ntools")
        write(project / ".pi/agents/ghost.md", hidden)
        packs = ("--pack", "packs/one", "--pack", "packs/two")
        found = json.loads(run("list", *packs, "--json").out)
        assert [(r["name"], r["layer"], r["state"], r.get("by")) for r in found["roles"]] == [
            ("ghost", "project", "hidden", None),
            ("planner", "package", "shadowed", ["agent/agents/planner.md"]),
            ("planner", "global", "available", None),
            ("scout", "package", "blocked", [".pi/agents/scout.md"]),
            ("scout", "project", "invalid", None),
            ("twin", "package", "disabled", ["packs/two/roles/twin.md"]),
            ("twin", "package", "disabled", ["packs/one/roles/twin.md"]),
        ]
        assert (found["hidden"], found["unchecked"]) == (1, [])
        code, out, err = run("list", *packs)
        assert (code, err) == (0, "herdr-lint: 1 available, 1 hidden, of 7 files.\n")
        expected = [
            "ghost project .pi/agents hidden: launched by its name only",
            "planner package one@1.0.0 shadowed by agent/agents/planner.md",
            "planner global agent/agents available",
            "scout package one@1.0.0 blocked by .pi/agents/scout.md",
            "scout project .pi/agents refused: invalid-role-definition",
            "twin package one@1.0.0 disabled: also defined in packs/two/roles/twin.md",
            "twin package two@1.0.0 disabled: also defined in packs/one/roles/twin.md",
        ]
        assert [line.replace("\t", " ", 3) for line in out.splitlines()] == expected
        assert max(line.count("\t") for line in out.splitlines()) == 3

    def test_what_the_files_say_and_what_is_too_large(self, run: Run, project: Path) -> None:
        write(project / ".pi/agents/bare.md", "---\nname: bare\n---\n\nx\n")
        write(project / ".pi/agents/ghost.md", "---\ndisable-model-invocation: true\n---\n\nx\n")
        good(project, "scout", ".pi/agents")
        write(project / ".pi/agents/vast.md", GOOD.format(stem="vast").ljust((1 << 20) + 1))
        found = json.loads(run("list", "--json").out)
        same = {"layer": "project", "source": ".pi/agents", "state": "available"}
        assert found["roles"] == [
            {**same, "name": "bare", "path": ".pi/agents/bare.md"},
            {**same, "name": "ghost", "path": ".pi/agents/ghost.md", "state": "hidden"},
            {
                **same,
                "name": "scout",
                "path": ".pi/agents/scout.md",
                "description": "Maps the code",
            },
        ]
        too_large = {"path": ".pi/agents/vast.md", "reason": "larger than 1 MiB", "decides": False}
        assert found["unchecked"] == [too_large]
        assert run("list").err == (
            "herdr-lint: 2 available, 1 hidden, of 3 files.\n"
            "herdr-lint: not looked at: .pi/agents/vast.md: larger than 1 MiB\n"
        )

    def test_the_schema_says_what_is_printed(self, run: Run, project: Path) -> None:
        self.pack(project, "one", "scout", "planner", "twin")
        self.pack(project, "two", "twin")
        self.pack(project, "none")
        good(project, "planner", "agent/agents")
        write(project / ".pi/agents/scout.md", "no frontmatter\n")
        hidden = GOOD.format(stem="ghost").replace("tools", "disable-model-invocation: true\ntools")
        write(project / ".pi/agents/ghost.md", hidden)
        write(project / ".pi/agents/a.md", GOOD.format(stem="same"))
        write(project / ".pi/agents/b.md", GOOD.format(stem="same"))
        packs = [part for name in ("one", "two", "none") for part in ("--pack", f"packs/{name}")]
        found = json.loads(run("list", *packs, "--json").out)
        assert {role["state"] for role in found["roles"]} == {state.value for state in State}
        assert found["unchecked"]
        schema, resources = registry.shipped("list.schema.json")
        law = validator.build(schema, resources)
        for printed in (found, json.loads(run("list", "--json").out)):
            assert [*validator.schema_errors(law, printed)] == []
        for role in found["roles"]:
            for key in role.keys() - {"description"}:
                less = {name: value for name, value in role.items() if name != key}
                spoiled = {**found, "roles": [less]}
                fine = role["state"] == "disabled" and key in {"code", "by"}
                assert fine or [*validator.schema_errors(law, spoiled)], (role, key)
        assert "\nlist " in run("schema").out
        assert json.loads(run("schema", "list").out)["$id"] == schema["$id"]

    def test_a_terminal_gets_a_table(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from herdr_lint.cli import app

        monkeypatch.setattr(app, "is_terminal", lambda _: True)
        assert run("list") == (
            0,
            f"{NO_ROLES}\n",
            "",
        )
        good(project, "scout", ".pi/agents")
        code, out, err = run("list")
        assert (code, err) == (0, "")
        assert out == (
            "role    layer     source       state\n"
            "────────────────────────────────────────\n"
            "scout   project   .pi/agents   available\n"
            "1 available, 0 hidden, of 1 file.\n"
        )

    def test_a_narrow_terminal(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from herdr_lint.cli import app

        self.pack(project, "long-and-longer", "a-role-of-one-name")
        self.pack(project, "two", "a-role-of-one-name")
        monkeypatch.setattr(app, "is_terminal", lambda _: True)
        monkeypatch.setenv("COLUMNS", "56")
        packs = ("--pack", "packs/long-and-longer", "--pack", "packs/two")
        assert run("list", *packs).out.splitlines()[1:9] == [
            "────────────────────────────────────────────────────────",
            "a-role-of-one-name   package   long-and-lo   disabled:",
            "                               nger@1.0.0    also",
            "                                             defined in",
            "                                             packs/two/r",
            "                                             oles/a-role",
            "                                             -of-one-nam",
            "                                             e.md",
        ]
        found = listing.load_view(project, [Path(pack) for pack in packs[1::2]])
        assert listing.as_table(found, 44).splitlines()[:5] == [
            "                               sourc",
            "role                 layer     e       state",
            "────────────────────────────────────────────",
            "a-role-of-one-name   package   long-   disab",
            "                               and-l   led:",
        ]
        monkeypatch.setenv("FORCE_COLOR", "1")
        monkeypatch.setenv("TERM", "xterm-256color")
        assert "\x1b" not in run("list", *packs).out

    def test_many_rivals(self, run: Run, project: Path) -> None:
        names = ("a", "b", "c", "d")
        for name in names:
            self.pack(project, name, "twin")
        packs = [argument for name in names for argument in ("--pack", f"packs/{name}")]
        first = run("list", *packs).out.splitlines()[0].split("\t")
        assert first[3] == (
            "disabled: also defined in packs/b/roles/twin.md, packs/c/roles/twin.md and 1 more"
        )
        less = packs[: packs.index("packs/d") - 1]
        first = run("list", *less).out.splitlines()[0].split("\t")
        assert first[3] == (
            "disabled: also defined in packs/b/roles/twin.md, packs/c/roles/twin.md"
        )

    def test_a_role_that_is_registered_twice(self, run: Run, project: Path) -> None:
        good(project, "scout", "packs/one/roles")
        write(project / "packs/one/package.json", package("one"))
        both = 'register(roles); request.register(fileURLToPath(new URL("./roles/scout.md", '
        script = EXTENSION.format(channel=CHANNEL, folder="roles")
        script = script.replace("register(roles);", f"{both}import.meta.url)));")
        write(project / "packs/one/extension.ts", script)
        assert run("list", "--pack", "packs/one").out.splitlines() == [
            "scout\tpackage\tone@1.0.0\tdisabled: registered twice"
        ]

    def test_a_contested_name(self, run: Run, project: Path) -> None:
        for stem in ("one", "two"):
            text = GOOD.format(stem="same")
            write(project / f".pi/agents/{stem}.md", text)
        told = [line.split("\t")[3] for line in run("list").out.splitlines()]
        assert told == [
            f"contested: the name is also set by .pi/agents/{other}.md" for other in ("two", "one")
        ]

    def test_a_pack_that_registers_nothing(self, run: Run, project: Path) -> None:
        self.pack(project, "one")
        err = run("list", "--pack", "packs/one").err
        assert err.endswith("not looked at: packs/one: registers no roles\n")
