from __future__ import annotations

import pytest

from herdr_lint.cli.commands import COMMANDS, with_command
from herdr_lint.config.selection import groups
from herdr_lint.judge.rule_registry import RuleRegistry
from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ([""], [*COMMANDS]),
        (["ex"], ["explain"]),
        (["--form"], ["--format"]),
        (["--vers"], ["--version"]),
        (["roles", "--fail"], ["--fail-on"]),
        (["--format", "sa"], ["sarif"]),
        (["lint", "--format", "j"], ["json", "json-lines", "junit"]),
        (["gate", "--pack"], ["--pack-version"]),
    ],
)
def test_what_bash_is_offered(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], offered: list[str]
) -> None:
    monkeypatch.setenv("_HERDR_LINT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(["herdr-lint", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    code, out, err = run()
    assert (code, sorted(out.splitlines()), err) == (0, sorted(offered), "")


def test_the_script_for_a_shell_calls_back(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    code, out, _ = run("--show-completion", "bash")
    assert code == 0
    assert "_HERDR_LINT_COMPLETE=complete_bash" in out


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], ["lint"]),
        (["roles"], ["lint", "roles"]),
        (["--fix", "roles"], ["lint", "--fix", "roles"]),
        (["./list"], ["lint", "./list"]),
        (["list"], ["list"]),
        (["--version"], ["--version"]),
        (["-V"], ["-V"]),
        (["--help"], ["--help"]),
        (["-h"], ["-h"]),
        (["--show-completion", "bash"], ["--show-completion", "bash"]),
        (["--install-completion"], ["--install-completion"]),
    ],
)
def test_the_command_that_is_implied(given: list[str], meant: list[str]) -> None:
    assert with_command(given) == meant


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["--select", "duplicate-key,empty-b"], ["duplicate-key,empty-body"]),
        (["--ignore", "role-pack-api"], ["role-pack-api-version"]),
        (["explain", "empty-b"], ["empty-body"]),
        (["--output-file", "sar"], ["sarif="]),
        (["--ignore", "role,role-pack-api"], ["role,role-pack-api-version"]),
        (["--select", "role-p"], None),
        (["--output-file", "json"], ["json=", "json-lines="]),
        (["--profile", "au"], ["auto"]),
        (["gate", "--profile", "au"], ["auto"]),
        (["--profile", "openwop"], ["openwop/v1", "openwop/v2"]),
        (["--profile", "role"], []),
        (["gate", "--profile", "openwop"], ["openwop/v1", "openwop/v2"]),
        (["gate", "--profile", "role"], ["role-pack"]),
        (["schema", "role/sk"], ["role/skill"]),
    ],
)
def test_what_is_known_by_name_is_offered(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: list[str], offered: list[str] | None
) -> None:
    if offered is None:
        offered = sorted(
            name for name in {*RuleRegistry.shipped().ids, *groups()} if name.startswith(words[-1])
        )
        assert "role-pack" in offered
    monkeypatch.setenv("_HERDR_LINT_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", " ".join(["herdr-lint", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    assert run().out.split() == offered
