"""What ``--help`` shows, and in which form."""

from __future__ import annotations

import pytest

from herdr_lint.cli.commands import COMMANDS
from herdr_lint.openwop.profiles import shipped
from tests.cli.conftest import Run


def test_help_names_every_command(run: Run) -> None:
    out = run("--help").out
    assert all(f"\n  {command} " in out for command in COMMANDS)
    assert max(map(len, out.splitlines())) <= 80
    assert out.count("\n  -h, --help ") == 1
    assert "\n  rules      List all rules, their severities and what they look for.\n" in out


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help(run: Run, command: str) -> None:
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: herdr-lint {command} ")
    assert "x>=" not in out


@pytest.mark.parametrize("command", ["lint", "gate", "audit"])
def test_help_names_every_profile(run: Run, command: str) -> None:
    told = " ".join(run(command, "--help").out.split()).partition("--profile PROFILE")[2]
    assert [name for name in ("auto", *shipped()) if name not in told.partition(" --")[0]] == []


def test_help_is_in_groups_and_in_colour(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    heads = [line for line in run("lint", "--help").out.splitlines() if line[:1].strip()][1:]
    groups = ["Choose what to check:", "Judge:", "Report:", "Fix:", "Run:", "Options:"]
    assert heads == groups
    heads = [line for line in run("--help").out.splitlines() if line[:1].strip()][1:]
    assert heads == ["Commands:", *groups, "Environment:", "Exit codes:"]
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("audit", "--help").out.splitlines()[5:7] == [
        "\x1b[33m\x1b[1mArguments\x1b[0m:",
        "  \x1b[36mINPUT\x1b[0m  Listings, folders, buckets (s3://, gs://), archives, indexes of",
    ]


def test_help_begins_with_what_it_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_help_ends_with_what_else_counts(run: Run) -> None:
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


def test_help_tells_bounds_in_words(run: Run) -> None:
    assert "[default: 0; 0 or more]" in run("lint", "--help").out
