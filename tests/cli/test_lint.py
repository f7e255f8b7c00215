from __future__ import annotations

import errno
import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from herdr_lint.cli.lint import read_standard_input, run_lint, statistics
from herdr_lint.cli.options import LintOptions
from herdr_lint.cli.progress import counted
from herdr_lint.cli.remember import remembered as remembered_by_disk
from herdr_lint.config.selection import Choice
from herdr_lint.files import regular
from herdr_lint.judge.validator import schema_errors, shipped
from herdr_lint.model import Finding, Report, Severity, UsageError
from herdr_lint.role.document import read_role
from herdr_lint.run.run import Progress, Request, Session
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
                ["--output-file", "json="],
                [
                    "--output-file takes FORMAT=FILE with one of text, concise, json,"
                    " json-lines, sarif, github, gitlab, junit, markdown, rdjson,"
                    " checkstyle, not 'json='"
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
            (
                ["--watch", "--files-from", "-"],
                ["--watch needs files: standard input can be read only once"],
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
        monkeypatch.delenv("GITHUB_WORKSPACE")
        link = project / "link"
        link.symlink_to(project.parent)
        monkeypatch.setenv("CI_PROJECT_DIR", str(link))
        assert run("roles", "-f", "github").out == out
        for root in (project, project / "roles"):
            monkeypatch.setenv("CI_PROJECT_DIR", str(root))
            out = run("roles", "-f", "github").out
            assert out.startswith("::error file=roles/scout.md,line=4,")

    @pytest.mark.parametrize("color", ["always", "auto", "never"])
    def test_colour(self, run: Run, project: Path, color: str) -> None:
        write(project / "roles/scout.md", BAD)
        assert ("\x1b[" in run("roles", "--color", color).out) is (color == "always")

    def test_no_line_is_a_command_to_a_ci_service(
        self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(project / "::a.md", BAD)
        monkeypatch.setenv("CI", "1")
        for name in ("text", "concise"):
            assert run("::a.md", "-f", name).out.startswith(": :a.md:")

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

    def test_is_read_as_far_as_a_file_may_be_long(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(regular, "LARGEST", 5)
        self.feed(monkeypatch, "12345678")
        assert read_standard_input() == b"123456"

    def test_may_be_closed(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys, "stdin", None)
        told = "herdr-lint: standard input is closed; give a file by its name instead\n"
        assert run("--stdin-filename", "roles/a.md") == (2, "", told)

    def test_may_fail(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(_: int) -> bytes:
            raise IsADirectoryError(errno.EISDIR, "Is a directory")

        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=SimpleNamespace(read=fail)))
        told = "herdr-lint: cannot read standard input: Is a directory\n"
        assert run("--stdin-filename", "roles/a.md") == (2, "", told)

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

    def test_what_is_accepted_is_not_told_again(self, run: Run, project: Path) -> None:
        text = BAD.replace("[read]", "read").replace("thinking: High", "auto-exit: yes")
        write(project / "roles/scout.md", text)
        run("roles", "--write-baseline", "b.json")
        accepted = ("--baseline", "b.json", "-f", "concise")
        assert run("roles", "--fix", *accepted) == (0, "", "")

    def test_what_is_not_fixed_is_ignored(self, run: Run, project: Path) -> None:
        path = write(project / "roles/scout.md", BAD)
        rules = "invalid-capability-declaration, value-ignored"
        told = f"herdr-lint: roles/scout.md: ignores {rules}\n"
        assert run("roles", "--add-ignore") == (0, "", told)
        assert run("roles", "-f", "concise") == (0, "", "")
        assert path.read_text() != BAD

    def test_a_buffer(self, run: Run, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is printed, whole or as a diff, and the file that it stands for is left alone."""
        text = BAD.replace("thinking: High", "auto-exit: yes")
        path = write(project / "roles/scout.md", text)
        told = "herdr-lint: roles/scout.md: 2 findings: {}\n"
        for options, fixed in (((), "1 fixed, 1 left"), (("--unsafe",), "2 fixed, 0 left")):
            TestStandardInput.feed(monkeypatch, text)
            code, out, err = run("--fix", "--stdin-filename", "roles/scout.md", *options)
            after = text.replace("[read]", "read")
            assert out == (after.replace("yes", "true") if options else after)
            assert (code, err) == (0, told.format(fixed))
        TestStandardInput.feed(monkeypatch, text)
        code, out, err = run("--diff", "--stdin-filename", "roles/scout.md")
        assert (code, err) == (1, told.format("1 to fix, 1 left"))
        assert "-tools: [read]\n+tools: read\n auto-exit: yes\n" in out
        TestStandardInput.feed(monkeypatch, "---\n---\nx\n")
        assert run("--fix", "--stdin-filename", "roles/a.md", "-q") == (1, "---\n---\nx\n", "")
        assert path.read_text() == text

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


class TestAsked:
    """What a command line asks of a run, which is not made here."""

    @pytest.fixture
    def asked(self, project: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Request]:
        requests: list[Request] = []

        def start(request: Request) -> None:
            requests.append(request)
            raise UsageError("not now")

        def ask(**fields: Any) -> Request:
            with pytest.raises(UsageError, match=r"^not now$"):
                run_lint(LintOptions(**fields))
            return requests.pop()

        monkeypatch.setattr(Session, "start", start)
        for name, listed in (
            ("list", "b.md\n \nc d.md\n"),
            ("nul", "b\n.md\0c.md\0"),
            ("none", "\n"),
        ):
            write(project / name, listed)
        return ask

    @pytest.mark.parametrize(
        ("fields", "paths"),
        [
            ({}, ["."]),
            ({"paths": ["a.md", "b.md"]}, ["a.md", "b.md"]),
            ({"stdin_filename": "x.md"}, ["x.md"]),
            ({"stdin_filename": "x.md", "paths": ["a.md"]}, ["a.md"]),
            ({"stdin_filename": "x.md", "paths": ["a.md", "-", "b.md"]}, ["a.md", "x.md", "b.md"]),
            ({"files_from": "list"}, ["b.md", "c d.md"]),
            ({"files_from": "list", "paths": ["a.md"]}, ["a.md", "b.md", "c d.md"]),
            ({"files_from": "nul"}, ["b\n.md", "c.md"]),
            ({"files_from": "none", "paths": ["a.md"]}, ["a.md"]),
            ({"files_from": "none", "allow_empty": True}, []),
            ({"files_from": "none", "allow_empty": True, "stdin_filename": "x.md"}, ["x.md"]),
        ],
    )
    def test_which_files(
        self,
        asked: Callable[..., Request],
        monkeypatch: pytest.MonkeyPatch,
        fields: dict[str, Any],
        paths: list[str],
    ) -> None:
        TestStandardInput.feed(monkeypatch, "text")
        named = {name: Path(text) for name, text in fields.items() if isinstance(text, str)}
        given = {**fields, **named, "paths": tuple(map(Path, fields.get("paths", ())))}
        request = asked(**given)
        assert [*request.paths] == [*map(Path, paths)]
        buffers = {Path("x.md"): b"text"} if "stdin_filename" in fields else {}
        assert dict(request.overlay) == buffers

    def test_how(self, asked: Callable[..., Request], project: Path) -> None:
        plain, other = asked(), asked(jobs=3, allow_empty=True)
        assert (plain.jobs, plain.allow_empty) == (0, False)
        assert (other.jobs, other.allow_empty) == (3, True)

    def test_what_is_left_to_the_configuration(
        self, asked: Callable[..., Request], project: Path
    ) -> None:
        own = (
            'layer = "global"\nprofile = "openwop/v2"\nfail-on = "never"\nshow = "error"\n'
            'baseline = "b.json"\nselect = ["role"]\n'
        )
        write(project / "herdr-lint.toml", own)
        write(project / "b.json", '{"version": 1, "findings": []}')
        run = asked().configs.run
        assert (run.layer, run.profile) == ("global", "openwop/v2")
        assert (run.fail_on, run.show, run.baseline) == ("never", "error", project / "b.json")
        assert run.asked == Choice()
        given = {
            "layer": "project",
            "profile": "openwop/v1",
            "fail_on": "warning",
            "show": "note",
            "baseline": Path("c.json"),
            "select": ("openwop",),
            "ignore": ("empty-body",),
        }
        run = asked(**given).configs.run
        assert (run.layer, run.profile) == ("project", "openwop/v1")
        assert (run.fail_on, run.show, run.baseline) == ("warning", "note", project / "c.json")
        assert run.asked == Choice(("openwop",), ("empty-body",))

    def test_a_list_without_end(self, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
        monkeypatch.setattr(regular, "LARGEST", 5)
        TestStandardInput.feed(monkeypatch, "a.md\n")
        assert "`a.md` does not exist" in run("--files-from", "-").err
        TestStandardInput.feed(monkeypatch, "aa.md\n")
        told = "herdr-lint: the list of paths on standard input is larger than 5 bytes\n"
        assert run("--files-from", "-") == (2, "", told)

    def test_schemas_of_another_release(self, run: Run) -> None:
        told = "herdr-lint: there is no folder `nowhere` of schemas; give one\n"
        assert run("--schemas", "nowhere") == (2, "", told)


@pytest.mark.parametrize(
    ("fields", "remembered"),
    [({}, True), ({"statistics": True}, True), ({"fix": True}, False), ({"diff": True}, False)],
)
def test_what_only_tells_is_remembered(
    project: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, Any], remembered: bool
) -> None:
    good(project)
    seen: list[object] = []

    def watched(*arguments: Any) -> object:
        seen.append(arguments[1])
        return remembered_by_disk(*arguments)

    monkeypatch.setattr("herdr_lint.cli.lint.remembered", watched)
    assert run_lint(LintOptions(paths=(Path("roles"),), **fields)) == 0
    assert seen == ([(Path("roles"),)] if remembered else [])


@pytest.mark.parametrize("accepting", [(), ("--write-baseline", "b.json")])
def test_a_quiet_run_counts_nothing(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch, accepting: tuple[str, ...]
) -> None:
    good(project)
    told: list[object] = []
    report = Session.report

    def listening(session: Session, progress: Progress | None = None) -> Report:
        told.append(progress)
        return report(session)

    monkeypatch.setattr(Session, "report", listening)
    run("roles", *accepting)
    run("roles", "-q", *accepting)
    assert told == [counted, None]


class TestEachConfiguration:
    """A folder may have its own level from which on findings are shown."""

    HIGH = (
        "---\n# herdr-lint: ignore[{}] w\nname: x\ndescription: d\nthinking: High\nk: x\n---\nDo.\n"
    )

    def shown(self, project: Path, run: Run) -> tuple[list[str], list[str]]:
        for folder, ignored in (("a", "no-such"), ("b", "no-such"), ("c", "value-ignored")):
            write(project / folder / "roles/x.md", self.HIGH.format(ignored))
        data = json.loads(run("a", "b", "c", "-f", "sarif").out)
        lines: tuple[list[str], list[str]] = ([], [])
        for one in data["runs"][0]["results"]:
            place = one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            lines[bool(one.get("suppressions"))].append(f"{place[0]} {one['ruleId']}")
        return lines

    def test_shows(self, project: Path, run: Run) -> None:
        write(project / "herdr-lint.toml", 'show = "warning"\n')
        write(project / "a/herdr-lint.toml", 'show = "note"\n')
        write(project / "b/herdr-lint.toml", 'show = "error"\n')
        told = ["a ignore-unknown", "a value-ignored", "a key-unknown"]
        assert self.shown(project, run) == (told, ["c value-ignored"])
        write(project / "c/herdr-lint.toml", 'show = "error"\n')
        assert self.shown(project, run) == (told, [])

    def test_shows_nothing(self, project: Path, run: Run) -> None:
        write(project / "a/herdr-lint.toml", 'show = "note"\n')
        good(project / "a")
        assert run("a", "-f", "concise") == (0, "", "")

    def test_shows_as_all_others(self, project: Path, run: Run) -> None:
        write(project / "roles/scout.md", BAD.replace("thinking: High", "k: x"))
        for show in ("warning", "error"):
            write(project / "herdr-lint.toml", f'show = "{show}"\n')
            told = "\n1 file checked: 1 error.\n1 note is not shown; `--show note` shows it.\n"
            assert told in run("roles").out


def test_statistics_begin_with_what_is_found_most() -> None:
    found = [("b", "note"), ("c", "error"), ("a", "error"), ("b", "note"), ("a", "note")]
    findings = [
        Finding(rule, Severity(level), "m", "h", f"{9 - number}.md")
        for number, (rule, level) in enumerate(found)
    ]
    assert statistics(Report.of(findings)) == (
        "     2  note     b\n     1  error    a\n     1  note     a\n     1  error    c\n"
    )
