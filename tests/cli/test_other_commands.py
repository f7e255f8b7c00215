from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from herdr_lint.cli.explain import in_context, plain
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.links import REPOSITORY
from herdr_lint.version import __version__
from tests.cli.conftest import Run, good, write


class TestManual:
    @pytest.mark.parametrize("option", ["--version", "-V"])
    @pytest.mark.parametrize("more", [[], ["roles"]])
    def test_version(self, run: Run, option: str, more: list[str]) -> None:
        assert run(option, *more) == (0, f"herdr-lint {__version__}\n", "")

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
