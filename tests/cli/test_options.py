"""Which options of ``lint`` go together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.cli.options import LintOptions, refuse_conflicts
from herdr_lint.model import UsageError

GIVEN: Mapping[str, Mapping[str, Any]] = {
    "--format": {"format": "json"},
    "--output": {"output": Path("x")},
    "--output-file": {"output_files": ("json=y",)},
    "--fix": {"fix": True},
    "--show": {"show": "note"},
    "--fail-on": {"fail_on": "error"},
    "--max-warnings": {"max_warnings": 0},
    "--stdin-filename": {"stdin_filename": Path("x")},
}
MODES: Mapping[str, tuple[Mapping[str, Any], set[str]]] = {
    "--statistics": (
        {"statistics": True},
        {"--fix", "--show", "--fail-on", "--max-warnings", "--stdin-filename"},
    ),
    "--diff": ({"diff": True}, {"--fix", "--show", "--stdin-filename"}),
    "--write-baseline": ({"write_baseline": Path("z")}, set()),
    "--prune-baseline": ({"prune_baseline": True}, set()),
    "--add-ignore": ({"add_ignore": True}, {"--show"}),
    "--watch": (
        {"watch": True},
        {"--fix", "--show", "--fail-on", "--max-warnings", "--stdin-filename", "--format"},
    ),
}
"""What is done instead of a report, each with the options that go with it."""


@pytest.mark.parametrize("mode", MODES)
def test_which_options_go_together(mode: str) -> None:
    own, together = MODES[mode]
    for option, fields in GIVEN.items():
        told = refused(LintOptions(**own, **fields))
        assert told == (() if option in together else (f"{mode} does not go with {option}",))
    for other in MODES.keys() - {mode}:
        first, second = sorted((mode, other), key=[*MODES].index)
        told = refused(LintOptions(**own, **MODES[other][0]))
        assert told == (f"{first} does not go with {second}",)
    told = refused(LintOptions(**own, cache_dir=Path("c")))
    acts = f"--cache-dir does not go with {mode}: of such a run nothing is kept"
    assert told == (() if mode == "--statistics" else (acts,))


X, Y = Path("x"), Path("y")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (LintOptions(stdin_filename=X, format="json"), ()),
        (LintOptions(stdin_filename=X, statistics=True), ()),
        (LintOptions(stdin_filename=X, stdin=True), ()),
        (LintOptions(stdin_filename=X, paths=(Path("-"),)), ()),
        (LintOptions(fix=True, format="json", statistics=False), ()),
        (LintOptions(fix=True, statistics=True), ()),
        (
            LintOptions(fix=True, diff=True, stdin_filename=X, output=Y),
            ("--diff does not go with --output",),
        ),
        (
            LintOptions(fix=True, stdin_filename=X, output=Y, output_files=("json=z",)),
            (
                "--fix prints the fixed text of standard input, so it does not go with --output",
                "--fix prints the fixed text of standard input, so it does not go with"
                " --output-file",
            ),
        ),
        (LintOptions(fix=True, stdin_filename=X, show="note"), ()),
        (LintOptions(unsafe=True), ("--unsafe goes with --fix or --diff",)),
        (
            LintOptions(stdin=True),
            ("--stdin needs --stdin-filename PATH: the file that the text stands for",),
        ),
        (
            LintOptions(paths=(X, Path("-"))),
            ("`-` needs --stdin-filename PATH: the file that the text stands for",),
        ),
        (
            LintOptions(files_from=Path("-"), stdin_filename=X),
            ("standard input cannot be both a file and a list of files",),
        ),
        (
            LintOptions(fail_on="never", max_warnings=0),
            ("--max-warnings does not go with --fail-on never",),
        ),
        (
            LintOptions(no_cache=True, cache_dir=X),
            ("--no-cache does not go with --cache-dir",),
        ),
        (
            LintOptions(fix=True, stdin_filename=X, statistics=True),
            ("--fix prints the fixed text of standard input, so it does not go with --statistics",),
        ),
        (
            LintOptions(cache_dir=X, fix=True, format="json"),
            ("--cache-dir does not go with --fix: of such a run nothing is kept",),
        ),
        (
            LintOptions(write_baseline=X, baseline=Y),
            ("--write-baseline does not go with --baseline, unless both name one file",),
        ),
        (LintOptions(unsafe=True, fix=True), ()),
        (LintOptions(unsafe=True, diff=True), ()),
        (LintOptions(files_from=Path("-")), ()),
        (LintOptions(files_from=X, stdin_filename=Y), ()),
        (LintOptions(fail_on="never"), ()),
        (LintOptions(fail_on="error", max_warnings=0), ()),
        (LintOptions(no_cache=True), ()),
        (LintOptions(cache_dir=X), ()),
        (LintOptions(cache_dir=X, statistics=True), ()),
        (
            LintOptions(cache_dir=X, statistics=True, fix=True),
            ("--cache-dir does not go with --fix: of such a run nothing is kept",),
        ),
        (
            LintOptions(cache_dir=X, stdin_filename=Y),
            ("--cache-dir does not go with --stdin-filename: of such a run nothing is kept",),
        ),
        (LintOptions(write_baseline=X, baseline=X), ()),
        (LintOptions(write_baseline=X), ()),
        (LintOptions(prune_baseline=True, baseline=X), ()),
        (LintOptions(output=X, output_files=("json=y", "sarif=z")), ()),
        (
            LintOptions(output=Y, output_files=("json=y", "sarif=x", "text=x", "junit=x")),
            ("two reports cannot both be written to x", "two reports cannot both be written to y"),
        ),
    ],
)
def test_what_goes_together(options: LintOptions, told: tuple[str, ...]) -> None:
    assert refused(options) == told


def test_nothing_is_refused_where_nothing_is_said() -> None:
    refuse_conflicts(LintOptions())


def refused(options: LintOptions) -> tuple[str, ...]:
    try:
        refuse_conflicts(options)
    except UsageError as error:
        return error.problems
    return ()
