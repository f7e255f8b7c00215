from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from herdr_lint.catalog.effective import State
from herdr_lint.cli import listing
from herdr_lint.cli.commands import COMMANDS
from herdr_lint.cli.explain import in_context, plain
from herdr_lint.judge import schema_registry as registry
from herdr_lint.judge import validator
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.links import REPOSITORY
from herdr_lint.openwop.profiles import shipped
from herdr_lint.version import __version__
from tests.cli.conftest import GOOD, Run, good, write
from tests.laws.trees import CHANNEL, EXTENSION, package

NO_ROLES = "The host finds no roles here; a role pack is given with `--pack FOLDER`."


class TestManual:
    @pytest.mark.parametrize("option", ["--version", "-V"])
    @pytest.mark.parametrize("more", [[], ["roles"]])
    def test_version(self, run: Run, option: str, more: list[str]) -> None:
        assert run(option, *more) == (0, f"herdr-lint {__version__}\n", "")

    def test_help_names_every_command(self, run: Run) -> None:
        out = run("--help").out
        assert all(f"\n  {command} " in out for command in COMMANDS)
        assert max(map(len, out.splitlines())) <= 80
        assert out.count("\n  -h, --help ") == 1
        assert "\n  rules      List all rules, their severities and what they look for.\n" in out

    @pytest.mark.parametrize("command", sorted(COMMANDS))
    def test_every_command_has_help(self, run: Run, command: str) -> None:
        code, out, err = run(command, "--help")
        assert (code, err) == (0, "")
        assert out.startswith(f"Usage: herdr-lint {command} ")

    @pytest.mark.parametrize("command", ["lint", "gate", "audit"])
    def test_help_names_every_profile(self, run: Run, command: str) -> None:
        told = " ".join(run(command, "--help").out.split()).partition("--profile PROFILE")[2]
        assert [name for name in ("auto", *shipped()) if name not in told.partition(" --")[0]] == []

    def test_help_is_in_groups_and_in_colour(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        heads = [line for line in run("lint", "--help").out.splitlines() if line[:1].strip()][1:]
        groups = ["Choose what to check:", "Judge:", "Report:", "Fix:", "Run:", "Options:"]
        assert heads == groups
        heads = [line for line in run("--help").out.splitlines() if line[:1].strip()][1:]
        assert heads == ["Commands:", *groups, "Environment:", "Exit codes:"]
        monkeypatch.setenv("FORCE_COLOR", "1")
        assert run("audit", "--help").out.splitlines()[5:7] == [
            "\x1b[33m\x1b[1mArguments\x1b[0m:",
            "  \x1b[36mINPUT\x1b[0m  Listings, folders, buckets (s3://, gs://), archives, "
            "indexes of",
        ]

    def test_help_begins_with_what_it_is(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        assert run("--help").out.partition("\nCommands:\n")[0] == (
            "Usage: herdr-lint [PATH]... [OPTIONS] | COMMAND ...\n\n"
            "  Check role files for pi-herdr-agents, and OpenWOP agent packs, before they\n"
            "  are published.\n\n"
            "  herdr-lint PATH … is short for herdr-lint lint PATH …: a role file, a folder\n"
            "  of roles, a role pack, a project with .pi/agents, an OpenWOP pack, an\n"
            "  archive, or a tree of them.\n"
        )
        monkeypatch.setenv("COLUMNS", "200")
        out = run("gate", "-h").out
        assert 80 < max(map(len, out.splitlines())) <= 100
        assert "What to judge by: auto, openwop/v1, openwop/v2 or role-pack." in out

    def test_help_ends_with_what_else_counts(self, run: Run) -> None:
        assert run("--help").out.partition("\nEnvironment:\n")[2] == (
            "  NO_COLOR, FORCE_COLOR  never or always use colour; --color counts for more\n"
            "  FORCE_HYPERLINK        make links of rule ids (1), or do not (0)\n"
            "  COLUMNS                the width of the terminal\n"
            "  GITHUB_ACTIONS         true makes github the format of the report\n"
            "  HERDR_LINT_CACHE_DIR   the folder of the cache; --cache-dir counts for more\n"
            "  HERDR_LINT_NO_CACHE    anything but empty: no cache, as with --no-cache\n"
            "  PI_CODING_AGENT_DIR    where Pi keeps global roles and packs; ~/.pi/agent by\n"
            "                         default\n"
            "\nExit codes:\n"
            "  0  nothing at or above the fail level\n"
            "  1  findings; a pack that the gate rejects; with --diff, files that would\n"
            "     change\n"
            "  2  wrong use, a configuration that cannot be read, nothing to check; a pack\n"
            "     that the gate leaves undecided\n"
            "  3  a fault of herdr-lint itself\n"
        )

    def test_the_facts_of_a_rule(self, run: Run) -> None:
        out = run("explain", "tool-name-suspect").out
        assert "\n  severity  warning, in some cases error or note\n" in out
        out = run("explain", "role-name-mismatch").out
        assert "\n  severity  error (package), warning elsewhere\n" in out
        assert "\n\n(package) The host leaves the role out.\n" in out
        assert "‹raw value›" in run("explain", "setting-without-effect").out

    def test_a_template_is_read_without_its_marks(self) -> None:
        assert plain("`{raw_value}` is not `{key} x`{hint}.") == "‹raw value› is not `‹key› x`."
        assert plain("is{hint}, {about}or{more}.") == "is, or."
        assert in_context("*", "{a}") == "‹a›"
        assert in_context("package", "{a}") == "(package) ‹a›"

    def test_help_tells_bounds_in_words(self, run: Run) -> None:
        assert "[default: 0; 0 or more]" in run("lint", "--help").out
        assert "x>=" not in "".join(run(command, "--help").out for command in COMMANDS)

    @pytest.mark.parametrize("rule", [rule.id for rule in RuleRegistry.shipped()])
    def test_every_rule_is_explained(self, run: Run, rule: str) -> None:
        code, out, _ = run("explain", rule)
        assert code == 0
        first = f"{rule}: {RuleRegistry.shipped()[rule].title}"
        assert " ".join(out.split()).startswith(first)
        assert "\n\n  severity  " in out
        assert "\n  source    " in out
        assert "\n  judged    " in out
        lines = [line for line in out.split("\n") if "#/" not in line]
        assert max(map(len, lines)) <= 80
        assert not re.search(r"\{\w+\}", out)

    def test_the_page_of_a_rule(self, run: Run) -> None:
        assert run("explain", "empty-body").out.splitlines() == [
            "empty-body: The role has no instructions",
            "",
            "  severity  warning",
            "  source    role reading 1.2, 3.1",
            "  judged    role/role.schema.json"
            "#/$defs/body-is-delivered/properties/body/properties/empty",
            "",
            "The body of the file is what the role is told. A file that ends with its",
            "frontmatter tells it nothing.",
            "",
            "The child starts with its task and nothing else.",
            "",
            "Found:",
            "    ---",
            "    name: scout",
            "    description: Maps the code",
            "    ---",
            "",
            "Fixed:",
            "    ---",
            "    name: scout",
            "    description: Maps the code",
            "    ---",
            "",
            "    Map the code.",
            "",
            "What it says:",
            "",
            "  - there is nothing below the frontmatter",
            "    help: write the role's instructions below the closing `---`",
        ]

    def test_rules(self, run: Run) -> None:
        out = run("rules").out
        assert all(f"\n  {rule.id} " in out for rule in RuleRegistry.shipped())
        listed = json.loads(run("rules", "--json").out)
        assert [entry["id"] for entry in listed] == [rule.id for rule in RuleRegistry.shipped()]
        assert all(entry["judged"] for entry in listed)
        assert max(map(len, out.split("\n"))) <= 80
        assert [line for line in out.split("\n") if line and line[0] != " "] == [
            "Role files (role)",
            "Roles among each other (catalog)",
            "Role packs (role-pack)",
            "OpenWOP packs and agents (openwop)",
            "Archives (archive)",
            "The run itself (run)",
            "`herdr-lint explain RULE` tells more about one of them.",
        ]

    def test_a_rule_as_data(self, run: Run) -> None:
        data = json.loads(run("explain", "empty-body", "--json").out)
        assert data["causes"]["default"]["message"] == "there is nothing below the frontmatter"

    def test_rules_of_a_policy(self, run: Run, project: Path) -> None:
        words = {"rule": "model-required", "message": "a role names its model", "help": "add it"}
        words["consequence"] = "The team cannot tell what it costs."
        shipped = {"not": {"const": ""}, "x-herdr": {"rule": "empty-body"}}
        properties = {"frontmatter": {"required": ["model"], "x-herdr": words}, "stem": shipped}
        policy = {"properties": properties}
        (project / "team.json").write_text(json.dumps(policy), "utf-8")
        (project / "herdr-lint.toml").write_text('policy = ["team.json"]\n', "utf-8")
        out = run("rules").out
        assert (
            "\nYour policies (policy)\n  model-required  error    a role names its model\n" in out
        )
        listed = json.loads(run("rules", "--json").out)
        assert [one["id"] for one in listed].count("empty-body") == 1
        assert listed[-1] == {
            "id": "model-required",
            "group": "policy",
            "severity": "error",
            "causes": {"default": {"message": "a role names its model", "help": "add it"}},
            "source": "policy",
            "judged": ["team.json#/properties/frontmatter"],
        }
        page = run("explain", "model-required").out
        assert "\nThe team cannot tell what it costs.\n" in page
        assert page.startswith("model-required: model-required\n\n  severity  error\n")
        assert page.endswith("  - a role names its model\n    help: add it\n")

    def test_schemas(self, run: Run) -> None:
        names = [line.split()[0] for line in run("schema").out.splitlines()]
        assert {"report", "role/role", "openwop/v1/node-pack"} <= set(names)
        for name in names:
            assert json.loads(run("schema", name).out)["$id"].endswith(f"/{name}.schema.json")


class TestNormalize:
    def test_a_role(self, run: Run, project: Path) -> None:
        write(project / "scout.md", "---\ndescription: d\n---\n")
        assert run("normalize", "scout.md").out == (
            '{"body":{"empty":true},"declared":{"description":{"canonical":true,"times":1}},'
            '"fence":{"closed":"exact","found":true},"frontmatter":{"description":"d"},"kind":"role",'
            '"layer":"package","name":{"effective":"scout","matches":true},"stem":"scout",'
            '"text":{"bom":false,"replaced":0}}\n'
        )
        assert '"layer":"global"' in run("normalize", "scout.md", "--layer", "global").out

    def test_manifests_in_json_and_yaml_agree(self, run: Run, project: Path) -> None:
        write(project / "pack.json", '{"b": [1.0, null], "a": "x"}')
        write(project / "pack.yaml", "b: [1.0, ~]\na: x\n")
        expected = (0, '{"a":"x","b":[1,null]}\n', "")
        assert run("normalize", "pack.json") == run("normalize", "pack.yaml") == expected

    def test_what_has_no_canonical_form(self, run: Run, project: Path) -> None:
        write(project / "pack.json", "{")
        assert run("normalize", "pack.json") == (
            2,
            "",
            "herdr-lint: pack.json has no canonical form: line 1, column 2: the file ends and"
            " `{` is not closed\n",
        )


class TestConfig:
    def test_what_holds_and_who_said_so(self, run: Run, project: Path) -> None:
        write(project / "herdr-lint.toml", 'fail-on = "warning"\n')
        rows = [line.split() for line in run("config").out.splitlines()]
        assert ["fail-on", '"warning"', "herdr-lint.toml:1:1"] in rows
        assert ["show", '"warning"', "default"] in rows
        assert run("config", "roles/scout.md").out == run("config").out

    def test_a_table_is_as_wide_as_what_is_in_it(self, run: Run, project: Path) -> None:
        write(project / "herdr-lint.toml", 'known-tools = ["a-tool-of-ours"]\n')
        write(project / "sub/herdr-lint.toml", 'show = "error"\n')
        assert run("config").out == (
            "select            -                   default\n"
            "ignore            []                  default\n"
            'layer             "auto"              default\n'
            "policy            []                  default\n"
            'known-tools       ["a-tool-of-ours"]  herdr-lint.toml:1:1\n'
            "known-keys        []                  default\n"
            "roles             []                  default\n"
            "exclude           []                  default\n"
            "alternatives      []                  default\n"
            'profile           "auto"              default\n'
            'fail-on           "error"             default\n'
            'show              "warning"           default\n'
            "baseline          -                   default\n"
            "extends           -                   default\n"
            "required-version  -                   default\n"
        )
        rows = run("config", "sub/scout.md").out.splitlines()
        assert rows[4] == "known-tools       []       default"
        assert rows[11] == 'show              "error"  sub/herdr-lint.toml:1:1'


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


class TestGate:
    def test_a_sound_pack(self, run: Run, project: Path) -> None:
        shape = {"name": "pack", "version": "1.0.0", "keywords": ["pi-package"], "pi": {}}
        write(project / "pack/package.json", json.dumps(shape))
        good(project, folder="pack/roles")
        code, out, err = run("gate", "pack", "--profile", "role-pack", "--format", "json")
        verdict = json.loads(out)
        assert (verdict["profile"], verdict["pack"]["name"], err) == ("role-pack", "pack", "")
        assert code == (0 if verdict["accepted"] else 1)

    def test_bytes_of_any_kind(self, run: Run, project: Path) -> None:
        write(project / "pack.tgz", b"\x1f\x8b and then nothing")
        code, out, err = run("gate", "pack.tgz")
        assert (code, err) == (1, "")
        assert out.startswith("pack.tgz: 1 error\n\nerror[archive-unreadable]: ")
        assert "\nrejected: the pack, with tarball_gunzip_failed (openwop/v1)\n" in out


class TestInit:
    def test_a_pack_that_passes_its_own_lint(self, run: Run, project: Path) -> None:
        code, out, err = run("init", "new", "--pack", "field-roles", "--role", "scout")
        assert (code, err) == (0, "")
        assert "created new/roles/scout.md\n" in out
        assert out.endswith("Check it with: herdr-lint new\n")
        assert run("new", "-f", "concise", "--fail-on", "warning") == (0, "", "")
        assert run("gate", "new").code == 0

    def test_a_role(self, run: Run, project: Path) -> None:
        out = "created .pi/agents/scout.md\nCheck it with: herdr-lint .pi/agents/scout.md\n"
        assert run("init", ".pi/agents", "--role", "scout") == (0, out, "")
        assert run(".pi/agents/scout.md", "-f", "concise", "--fail-on", "warning") == (0, "", "")
        code, _, err = run("init", ".pi/agents", "--role", "scout")
        assert (code, "scout.md" in err) == (2, True)

    def test_an_openwop_pack_that_passes_its_own_lint_and_the_gate(
        self, run: Run, project: Path
    ) -> None:
        code, out, err = run("init", "new", "--openwop", "vendor.acme.crew", "--role", "scout")
        assert (code, err) == (0, "")
        assert out == (
            "created new/pack.json\ncreated new/prompts/scout.md\nCheck it with: herdr-lint new\n"
        )
        assert run("new", "-f", "concise", "--show", "note") == (0, "", "")
        assert run("gate", "new").code == 0

    def test_a_role_from_an_agent_file(self, run: Run, project: Path) -> None:
        write(project / ".claude/agents/x.md", "---\ndescription: d\ncolor: red\n---\nx\n")
        assert run("init", "roles", "--from", ".claude/agents/x.md") == (
            0,
            "created roles/x.md\nCheck it with: herdr-lint roles/x.md\n",
            "herdr-lint: .claude/agents/x.md: `color` is left out: a role has no such key\n",
        )
        assert run("roles", "-f", "concise", "--show", "note") == (0, "", "")

    @pytest.mark.parametrize(
        ("service", "file"),
        [
            ("pre-commit", ".pre-commit-config.yaml"),
            ("github", ".github/workflows/herdr-lint.yml"),
            ("gitlab", ".gitlab-ci.yml"),
        ],
    )
    def test_a_hook_or_a_job(self, run: Run, project: Path, service: str, file: str) -> None:
        assert run("init", "--for", service) == (0, f"created {file}\n", "")
        assert REPOSITORY.removeprefix("https://github.com/") in (project / file).read_text()
        assert isinstance(YAML(typ="safe").load(project / file), dict)
        assert run("init", "--for", service).code == 2

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (
                [],
                "herdr-lint: say what to create: --pack NAME for a role pack, --openwop NAME for an"
                " OpenWOP pack, --role NAME for a role, --from FILE for a role from another"
                " program's agent file, --for SERVICE for a hook or a CI job\n",
            ),
            (
                ["--pack", "x", "--openwop", "vendor.x.y"],
                "herdr-lint: --pack does not go with --openwop; create one at a time\n",
            ),
            (
                ["--from", "x", "--for", "github"],
                "herdr-lint: --from does not go with --for; create one at a time\n",
            ),
            (["--role", "x", "--for", "github"], "herdr-lint: --role does not go with --for\n"),
            (["--role", "x", "--from", "y"], "herdr-lint: --role does not go with --from\n"),
            (["--openwop", "crew"], "'crew' is not a name for an OpenWOP pack"),
            (["--from", "nowhere.md"], "cannot read nowhere.md"),
        ],
    )
    def test_wrong_use(self, run: Run, arguments: list[str], told: str) -> None:
        code, out, err = run("init", *arguments)
        assert (code, out) == (2, "")
        assert told in err
