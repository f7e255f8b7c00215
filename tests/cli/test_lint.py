from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from herdr_lint.judge.validator import schema_errors, shipped
from herdr_lint.role.document import read_role
from tests.cli.conftest import BAD, Run, good, write

CONCISE = (
    "roles/scout.md:4:8: error[invalid-capability-declaration] `tools` is a YAML list in brackets,"
    " which the host does not read\n"
    "roles/scout.md:5:11: warning[value-ignored] `High` is not a level of `thinking`\n"
)


class TestExitCodes:
    def test_clean(self, run: Run, project: Path) -> None:
        good(project)
        assert run("roles", "-f", "concise") == (0, "", "")

    def test_findings(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        assert run("roles", "-f", "concise") == (1, CONCISE, "")
        assert run("lint", "roles", "--fail-on", "never", "-f", "concise")[:2] == (0, CONCISE)

    def test_warnings_fail_only_when_asked(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD.replace("tools: [read]", "tools: read"))
        assert run("roles").code == 0
        assert run("roles", "--fail-on", "warning").code == 1

    def test_the_working_directory_by_default(self, run: Run, project: Path) -> None:
        write(project / ".pi/agents/scout.md", BAD)
        assert run("-f", "concise") == (1, CONCISE.replace("roles/", ".pi/agents/"), "")

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (
                ["nowhere"],
                ["`nowhere` does not exist; check its spelling and the working directory"],
            ),
            (
                ["roles", "--select", "empty-bod"],
                ["--select: there is no rule or group `empty-bod`; did you mean `empty-body`?"],
            ),
            (
                ["roles", "--config", "nowhere.toml"],
                ["nowhere.toml: cannot be read: No such file or directory"],
            ),
            (
                ["roles", "--policy", "nowhere.json"],
                ["nowhere.json: cannot be read: No such file or directory"],
            ),
            (
                ["roles", "--output-file", "pdf=x"],
                [
                    "--output-file takes FORMAT=FILE with one of text, concise, json,"
                    " json-lines, sarif, github, gitlab, junit, markdown, rdjson,"
                    " checkstyle, not 'pdf=x'"
                ],
            ),
            (
                ["roles", "--output", "no/such/folder/x"],
                ["cannot write no/such/folder/x: No such file or directory"],
            ),
            (
                ["roles", "--baseline", "nowhere.json"],
                [
                    "nowhere.json: cannot be read: No such file or directory;"
                    " --write-baseline writes one"
                ],
            ),
            (
                ["roles", "--layer", "moon"],
                [
                    "wrong value for '--layer': 'moon' is not one of 'auto', 'package',"
                    " 'global', 'project'",
                    "`herdr-lint lint --help` tells what there is",
                ],
            ),
            (
                ["--stdin"],
                ["--stdin needs --stdin-filename PATH: the file that the text stands for"],
            ),
            (["-"], ["`-` needs --stdin-filename PATH: the file that the text stands for"]),
            (["roles", "--unsafe"], ["--unsafe goes with --fix or --diff"]),
            (["roles", "--statistics", "-f", "json"], ["--statistics does not go with --format"]),
            (["roles", "--diff", "-o", "x"], ["--diff does not go with --output"]),
            (["roles", "--diff", "--statistics"], ["--statistics does not go with --diff"]),
            (
                ["roles", "--write-baseline", "x", "--fix"],
                ["--write-baseline does not go with --fix"],
            ),
            (["roles", "--diff", "--fail-on", "warning"], ["--diff does not go with --fail-on"]),
            (
                ["roles", "--write-baseline", "x", "--show", "note"],
                ["--write-baseline does not go with --show"],
            ),
            (
                ["--add-ignore", "--stdin-filename", "roles/x.md"],
                ["--add-ignore does not go with --stdin-filename"],
            ),
            (
                ["--fix", "--stdin-filename", "roles/x.md", "-f", "json"],
                ["--fix prints the fixed text of standard input, so it does not go with --format"],
            ),
            (
                ["--fix", "--stdin-filename", "roles/x.md", "--statistics"],
                [
                    "--fix prints the fixed text of standard input, so it does not go"
                    " with --statistics"
                ],
            ),
            (
                ["roles", "--fix", "--cache-dir", "c"],
                ["--cache-dir does not go with --fix: of such a run nothing is kept"],
            ),
            (
                ["roles", "--add-ignore", "--cache-dir", "c"],
                ["--cache-dir does not go with --add-ignore: of such a run nothing is kept"],
            ),
            (
                ["roles", "--write-baseline", "x", "--baseline", "y"],
                ["--write-baseline does not go with --baseline, unless both name one file"],
            ),
            (["-o", "x", "--output-file", "json=./x"], ["two reports cannot both be written to x"]),
            (
                ["--output-file", "json=x", "--output-file", "sarif=x"],
                ["two reports cannot both be written to x"],
            ),
            (["lsp", "--profile", "openwop/v1"], ["--profile goes with --associate only"]),
            (
                ["normalize", "pack.json", "--layer", "project"],
                ["--layer goes with role files only, and pack.json is read as a manifest"],
            ),
            (
                ["roles", "--prune-baseline"],
                ["--prune-baseline needs --baseline FILE, or a baseline in the configuration"],
            ),
            (
                ["--max-warnings", "1", "--fail-on", "never"],
                ["--max-warnings does not go with --fail-on never"],
            ),
            (
                ["--files-from", "-", "--stdin-filename", "x.md"],
                ["standard input cannot be both a file and a list of files"],
            ),
            (["--files-from", "nowhere"], ["cannot read nowhere: No such file or directory"]),
            (
                ["roles", "--exclude", "[z-a]"],
                [
                    "--exclude: `[z-a]` is not a pattern as in a .gitignore, such as"
                    " `drafts/` or `*.old.md`"
                ],
            ),
            (
                ["roles", "--write-baseline", "no/such/x"],
                ["cannot write no/such/x: No such file or directory"],
            ),
            (
                ["roles", "--nonsense"],
                ["there is no option `--nonsense`", "`herdr-lint lint --help` tells what there is"],
            ),
            (
                ["explain", "empty-bdy"],
                ["there is no rule 'empty-bdy'; did you mean `empty-body`?"],
            ),
            (
                ["schema", "roles/role"],
                ["there is no schema 'roles/role'; did you mean `role/role`?"],
            ),
            (["schema", "x"], ["there is no schema 'x'; `herdr-lint schema` lists them"]),
            (["normalize", "nowhere.md"], ["cannot read nowhere.md: No such file or directory"]),
            (
                ["list", "nowhere"],
                ["`nowhere` is not a folder; check its spelling and the working directory"],
            ),
            (
                ["gate", "nowhere.tgz"],
                ["`nowhere.tgz` does not exist; check its spelling and the working directory"],
            ),
        ],
    )
    def test_wrong_use(
        self, run: Run, project: Path, arguments: list[str], told: list[str]
    ) -> None:
        good(project)
        code, out, err = run(*arguments)
        assert (code, out) == (2, "")
        assert err.splitlines() == [f"herdr-lint: {line}" for line in told]

    def test_reports_into_several_files(self, run: Run, project: Path) -> None:
        good(project)
        files = ("-o", "x", "--output-file", "json=y", "--output-file", "sarif=z")
        assert run("roles", *files).code == 0
        assert all((project / name).stat().st_size for name in "xyz")

    def test_nothing_to_check(self, run: Run, project: Path) -> None:
        (project / "docs").mkdir()
        code, out, err = run("docs")
        assert (code, out) == (2, "")
        assert err.startswith("herdr-lint: nothing to check in `docs`: give a role file (.md)")
        assert run("docs", "--allow-empty").code == 0

    def test_a_missing_path_hides_no_other(self, run: Run, project: Path) -> None:
        assert run("a", "b").err.count("does not exist") == 2

    def test_a_rule_that_throws(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        good(project, "planner")
        write(project / "roles/scout.md", BAD)

        def broken(path: str, *arguments: object, **options: object) -> object:
            if path.endswith("planner.md"):
                raise KeyError("lost")
            return read_role(path, *arguments, **options)  # type: ignore[arg-type]

        monkeypatch.setattr("herdr_lint.run.roles.read_role", broken)
        code, out, _ = run("roles", "-f", "concise")
        assert code == 3
        first, rest = out.split("\n", 1)
        assert first.startswith("roles/planner.md:1:1: error[internal-error] test_lint.py:")
        assert first.endswith("failed: KeyError: 'lost'")
        assert rest == CONCISE

    @pytest.mark.parametrize(
        "act", [["--add-ignore"], ["--write-baseline", "b.json"], ["--prune-baseline"]]
    )
    def test_a_rule_that_throws_where_findings_are_accepted(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, act: list[str]
    ) -> None:
        """Nothing else would tell that there may be more to find."""
        path = write(project / "roles/scout.md", BAD)
        write(project / "herdr-lint.toml", 'baseline = "accepted.json"\n')
        write(project / "accepted.json", '{"version": 1, "findings": []}')

        def broken(*_: object, **__: object) -> object:
            raise KeyError("lost")

        monkeypatch.setattr("herdr_lint.run.roles.read_role", broken)
        code, out, err = run("roles", "-q", *act)
        assert (code, out, path.read_text()) == (3, "", BAD)
        assert err.startswith("herdr-lint: roles/scout.md: test_lint.py:")
        assert err.endswith(
            "failed: KeyError: 'lost'; report this as a bug of herdr-lint, with the file that"
            " caused it\n"
        )


class TestOutput:
    def test_several_reports_from_one_run(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        outputs = ("--output-file", "json=out.json", "--output-file", "concise=out.txt")
        assert run("roles", "-o", "out.sarif", "-f", "sarif", *outputs) == (1, "", "")
        assert (project / "out.txt").read_text() == CONCISE
        assert json.loads((project / "out.sarif").read_bytes())["version"] == "2.1.0"
        report = json.loads((project / "out.json").read_bytes())
        assert [*schema_errors(shipped("report.schema.json"), report)] == []
        assert report["summary"] == {
            "files": 1,
            "errors": 1,
            "warnings": 1,
            "notes": 0,
            "unchecked": 0,
        }

    def test_notes_on_request(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD.replace("tools: [read]", "color: blue"))
        assert "key-unknown" not in run("roles", "-f", "concise").out
        assert "note[key-unknown]" in run("roles", "-f", "concise", "--show", "note").out

    def test_github_under_github_actions(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(project / "roles/scout.md", BAD)
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        assert run("roles").out.startswith("::error file=roles/scout.md,line=4,")

    def test_paths_for_a_ci_service_count_from_its_checkout(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(project / "roles/scout.md", BAD)
        monkeypatch.setenv("GITHUB_WORKSPACE", str(project.parent))
        out = run("roles", "-f", "github").out
        assert out.startswith(f"::error file={project.name}/roles/scout.md,line=4,")
        monkeypatch.setenv("GITHUB_WORKSPACE", str(project))
        assert run("roles", "-f", "github").out.startswith("::error file=roles/scout.md,line=4,")

    def test_statistics(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        expected = (
            "     1  error    invalid-capability-declaration\n     1  warning  value-ignored\n"
        )
        assert run("roles", "--statistics") == (1, expected, "")

    def test_select_and_ignore(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        first, second = CONCISE.splitlines(keepends=True)
        assert run("roles", "-f", "concise", "--select", "value-ignored") == (0, second, "")
        assert run("roles", "-f", "concise", "--ignore", "value-ignored") == (1, first, "")

    def test_text_explains_and_sums_up(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        out = run("roles").out
        assert " --> roles/scout.md:4:8  (the host stops at this one)\n" in out
        assert "4 | tools: [read]\n  |        ^^^^^^ `tools` is a YAML list in brackets," in out
        assert "1 file checked: 1 error, 1 warning." in out

    def test_a_closed_pipe_is_no_error(self, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        command = [sys.executable, "-c", "from herdr_lint.cli.main import run; run()", "roles"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode in {0, 1}


class TestStandardInput:
    def test_stands_for_a_file(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        good(project)
        self.feed(monkeypatch, BAD)
        arguments = ("--stdin", "--stdin-filename", "roles/scout.md", "-f", "concise")
        assert run(*arguments) == (1, CONCISE, "")

    @pytest.mark.parametrize(
        ("name", "severity"),
        [("roles/new.md", "error"), (".pi/agents/new.md", "note"), ("agent/agents/new.md", "note")],
    )
    def test_stands_for_a_file_that_is_not_there_yet(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch, name: str, severity: str
    ) -> None:
        self.feed(monkeypatch, "---\nmodel: a/b\n---\nx\n")
        out = run("--stdin-filename", name, "-f", "concise", "--show", "note").out
        assert f"{name}:1:1: {severity}[missing-role-description]" in out

    @staticmethod
    def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


class TestFixing:
    def test_fix(self, run: Run, project: Path) -> None:
        guess = BAD.replace("High", "high").replace(
            "tools: [read]", "tools: [read]\nauto-exit: yes"
        )
        path = write(project / "roles/scout.md", guess)
        code, out, err = run("roles", "--fix", "-f", "concise")
        assert path.read_text() == guess.replace("[read]", "read")
        assert (code, out.count("\n")) == (0, 1)
        assert out.startswith("roles/scout.md:5:12: warning[value-ignored")
        assert err == "herdr-lint: roles/scout.md: 2 findings: 1 fixed, 1 left\n"

    def test_one_finding(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD.replace("thinking: High\n", ""))
        told = "herdr-lint: roles/scout.md: 1 finding: 1 {}, 0 left\n"
        assert run("roles", "--diff").err == told.format("to fix")
        assert run("roles", "--fix", "-f", "concise") == (0, "", told.format("fixed"))

    def test_no_fix_brings_an_error_to_another_file(self, run: Run, project: Path) -> None:
        (project / ".git").mkdir()
        for name in ("one", "two"):
            TestContext.pack(project, name)
        path = write(project / "one/roles/scout.md", BAD)
        told = "left as it is, because fixing it would bring `duplicate-package-role`"
        code, _, err = run("one", "two", "--fix", "-f", "concise")
        assert (code, err) == (1, f"herdr-lint: one/roles/scout.md: {told}\n")
        assert path.read_text() == BAD

    def test_guesses_on_request(self, run: Run, project: Path) -> None:
        path = write(project / "roles/scout.md", BAD)
        assert run("roles", "--fix", "--unsafe", "-q", "-f", "concise") == (0, "", "")
        assert path.read_text() == BAD.replace("[read]", "read").replace("High", "high")

    def test_diff_changes_nothing(self, run: Run, project: Path) -> None:
        path = write(project / "roles/scout.md", BAD)
        code, out, _ = run("roles", "--diff", "--fix")
        assert code == 1
        assert "-tools: [read]\n-thinking: High\n+tools: read\n+thinking: high\n" in out
        assert path.read_text() == BAD
        good(project)
        assert run("roles", "--diff") == (0, "", "")

    def test_what_cannot_be_fixed_is_told(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD.encode() + b"\xff")
        told = "herdr-lint: roles/scout.md: not UTF-8, and left as it is\n"
        assert told in run("roles", "--fix").err


class TestChoosing:
    def test_what_is_excluded(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        good(project, "elder")
        told = "roles/scout.md: not checked: left out by the configuration\n"
        for pattern in ("scout.md", "/roles/sc*"):
            assert run("roles", "--exclude", pattern, "-f", "concise") == (0, told, "")

    @pytest.mark.parametrize("content", [b"roles/scout.md\n\n", b"roles/scout.md\0"])
    def test_paths_from_a_file(self, run: Run, project: Path, content: bytes) -> None:
        write(project / "roles/scout.md", BAD)
        write(project / "other/bad.md", BAD)
        write(project / "list", content)
        assert run("--files-from", "list", "-f", "concise") == (1, CONCISE, "")

    def test_paths_from_standard_input(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(project / "roles/scout.md", BAD)
        TestStandardInput.feed(monkeypatch, "roles/scout.md\n")
        assert run("--files-from", "-", "-f", "concise") == (1, CONCISE, "")

    def test_a_list_of_nothing_is_not_the_working_directory(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        write(project / "list", "\n")
        code, out, err = run("--files-from", "list")
        assert (code, out) == (2, "")
        assert err == "herdr-lint: list lists no paths; --allow-empty lets that pass\n"
        told = (0, "", "")
        assert run("--files-from", "list", "--allow-empty", "-f", "concise") == told
        assert run("--files-from", "list", "--allow-empty", "--fix", "-f", "concise") == told
        assert (project / "roles/scout.md").read_text() == BAD
        assert run("--files-from", "list", "roles", "-f", "concise") == (1, CONCISE, "")

    def test_names_with_commas(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        rules = "invalid-capability-declaration,value-ignored"
        assert run("roles", "--ignore", rules, "-f", "concise") == (0, "", "")
        assert run("roles", "--select", rules, "-f", "concise") == (1, CONCISE, "")


class TestLimits:
    def test_more_warnings_than_allowed(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD.replace("[read]", "read"))
        assert run("roles", "--max-warnings", "1").code == 0
        assert run("roles", "--max-warnings", "0").code == 1
        assert run("roles", "--max-warnings", "0", "--show", "error").code == 1

    def test_quiet_leaves_out_the_summary(self, run: Run, project: Path) -> None:
        good(project)
        assert run("roles", "-q") == (0, "", "")
        write(project / "roles/scout.md", BAD)
        out = run("roles", "-q").out
        assert out.startswith("roles/scout.md: 1 error, 1 warning\n")
        assert "checked" not in out


class TestBaselines:
    def test_writing_says_what_was_accepted(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        told = "herdr-lint: accepted.json: 2 findings accepted\n"
        assert run("roles", "--write-baseline", "accepted.json") == (0, "", told)
        assert run("roles", "--write-baseline", "accepted.json", "-q") == (0, "", "")

    def test_writing_over_the_configured_one(self, run: Run, project: Path) -> None:
        write(project / "herdr-lint.toml", 'baseline = "accepted.json"\nfail-on = "warning"\n')
        write(project / "roles/scout.md", BAD)
        assert run("roles", "--write-baseline", "accepted.json").code == 0
        write(project / "roles/elder.md", BAD.replace("scout", "elder"))
        told = "herdr-lint: accepted.json: 4 findings accepted, 2 more than before\n"
        assert run("roles", "--write-baseline", "accepted.json") == (0, "", told)
        assert run("roles", "-f", "concise") == (0, "", "")

    def test_what_was_not_looked_at_stays_accepted(self, run: Run, project: Path) -> None:
        for stem in ("scout", "elder"):
            write(project / f"roles/{stem}.md", BAD.replace("scout", stem))
        assert run("roles", "--write-baseline", "b.json").code == 0
        good(project, "elder")
        told = "herdr-lint: b.json: 2 findings accepted, 2 fewer than before\n"
        assert run("roles/elder.md", "--write-baseline", "b.json").err == told
        assert run("--baseline", "b.json", "roles", "-f", "concise") == (0, "", "")
        (project / "roles/scout.md").unlink()
        assert run("roles", "--write-baseline", "b.json").err == (
            "herdr-lint: b.json: 0 findings accepted, 2 fewer than before\n"
        )

    def test_pruning(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        write(project / "roles/elder.md", BAD.replace("scout", "elder"))
        write(project / "roles/gone.md", BAD.replace("scout", "gone"))
        assert run("roles", "--write-baseline", "b.json").code == 0
        (project / "roles/gone.md").unlink()
        write(project / "roles/scout.md", BAD.replace("High", "high") + "model: x\n")
        arguments = ("--baseline", "b.json", "--prune-baseline")
        assert run("roles/scout.md", *arguments) == (
            0,
            "",
            "herdr-lint: b.json: 3 findings accepted, 3 fewer than before\n",
        )
        assert run("roles", *arguments).err == "herdr-lint: b.json: 3 findings accepted\n"

    def test_one_more_and_one_fewer(self, run: Run, project: Path) -> None:
        tools = BAD.replace("thinking: High\n", "")
        for text, told in (
            (tools, "1 finding accepted"),
            (BAD, "2 findings accepted, 1 more than before"),
            (tools, "1 finding accepted, 1 fewer than before"),
        ):
            write(project / "roles/scout.md", text)
            err = run("roles", "--write-baseline", "b.json").err
            assert err == f"herdr-lint: b.json: {told}\n"


class TestPolicyAndBaseline:
    def test_policy(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", "---\ndescription: d\nmodel: a/b\n---\nx\n")
        policy = {
            "properties": {
                "frontmatter": {
                    "required": ["tools"],
                    "x-herdr": {"rule": "acme-tools", "message": "no {key}", "help": "add {key}"},
                    "properties": {
                        "model": {
                            "enum": ["acme/large"],
                            "x-herdr": {"rule": "acme-model", "severity": "warning"},
                        }
                    },
                }
            }
        }
        write(project / "policy.json", json.dumps(policy))
        assert run("roles", "--policy", "policy.json", "-f", "concise") == (
            1,
            "roles/scout.md:1:1: error[acme-tools] no tools\n"
            "roles/scout.md:3:8: warning[acme-model] the policy does not allow this:"
            ' enum `["acme/large"]`\n',
            "",
        )

    def test_baseline(self, run: Run, project: Path) -> None:
        write(project / "roles/scout.md", BAD)
        assert run("roles", "--write-baseline", "base.json").code == 0
        assert run("roles", "--baseline", "base.json", "-f", "concise") == (0, "", "")
        good(project)
        out = run("roles", "--baseline", "base.json", "-f", "concise").out
        assert out.count("warning[baseline-unused]") == 2

    def test_ignores_in_the_file(self, run: Run, project: Path) -> None:
        text = BAD.replace("name: scout", "# herdr-lint: ignore[value-ignored, x] why\nname: scout")
        write(project / "roles/scout.md", text)
        assert [
            line.split(" ")[0:2] for line in run("roles", "-f", "concise").out.splitlines()
        ] == [
            ["roles/scout.md:2:37:", "warning[ignore-unknown]"],
            ["roles/scout.md:5:8:", "error[invalid-capability-declaration]"],
        ]


class TestContext:
    """One file is enough: what collides with it is found, and only it is spoken of."""

    @staticmethod
    def pack(project: Path, name: str) -> None:
        shape = {"name": name, "version": "1.0.0", "keywords": ["pi-package"], "pi": {}}
        write(project / name / "package.json", json.dumps(shape))
        good(project, folder=f"{name}/roles")

    def test_a_collision_with_a_pack_that_was_not_given(self, run: Run, project: Path) -> None:
        (project / ".git").mkdir()
        self.pack(project, "one")
        self.pack(project, "two")
        code, out, _ = run("one/roles/scout.md", "-f", "concise")
        assert (code, out) == (
            1,
            "one/roles/scout.md:2:7: error[duplicate-package-role] role `scout` of `one@1.0.0` is"
            " also defined in `two/roles/scout.md` of `two@1.0.0`\n",
        )

    def test_any_split_of_the_files_tells_the_same(self, run: Run, project: Path) -> None:
        (project / ".git").mkdir()
        for name in ("one", "two", "three"):
            self.pack(project, name)
        paths = [f"{name}/roles/scout.md" for name in ("one", "two", "three")]
        whole = run(*paths, "-f", "concise").out.splitlines()
        single = [line for path in paths for line in run(path, "-f", "concise").out.splitlines()]
        assert sorted(whole) == sorted(single)
        assert len(whole) == 3


def test_jobs_change_nothing(run: Run, project: Path) -> None:
    for number in range(12):
        write(project / f"roles/r{number}.md", BAD)
    assert run("roles", "--jobs", "2", "-f", "json") == run("roles", "--jobs", "1", "-f", "json")


def test_links_and_folders_named_like_roles(run: Run, project: Path) -> None:
    good(project)
    (project / "roles/gone.md").symlink_to("nowhere")
    (project / "roles/folder.md").mkdir()
    out = run("roles", "-f", "concise").out.splitlines()
    assert [line.split(" ")[:2] for line in out] == [
        ["roles/folder.md:1:1:", "error[unreadable-role-definition]"],
        ["roles/gone.md:1:1:", "error[unreadable-role-definition]"],
    ]
