"""The light reading of command lines says what the whole one says, or leaves it to that one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.cli import lint, main, plain
from herdr_lint.cli.app import app
from herdr_lint.cli.options import LintOptions
from herdr_lint.cli.plain import plain_options
from tests.effort import examples

WORDS = ("a.md", "roles", "-", "--", "x,y", "", "-x", "error", "json", "auto", "never", "2")
FIELDS = sorted({*plain.FLAGS, *plain.CHOICES, *plain._VALUED})
OPTIONS = [*(f"--{field.replace('_', '-')}" for field in FIELDS), *plain.SHORT]
SPELLED = st.one_of(
    st.sampled_from(OPTIONS),
    st.builds("{}={}".format, st.sampled_from(OPTIONS), st.sampled_from(WORDS)),
    st.sampled_from([*WORDS, "--help", "--jobs", "--fi", "-qf", "--fail_on", "--watch"]),
)


def whole_options(arguments: list[str]) -> LintOptions | None:
    """What typer makes of a command line; None if it refuses it."""
    taken: list[LintOptions] = []

    def take(options: LintOptions) -> int:
        taken.append(options)
        return 0

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lint, "run_lint", take)
        main._app(["lint", *arguments])
    return taken[0] if taken else None


@examples(60)
@given(st.lists(SPELLED, max_size=5))
def test_what_is_plain_is_read_as_typer_reads_it(arguments: list[str]) -> None:
    options = plain_options(arguments)
    if options is not None:
        assert options == whole_options(arguments)


def parameters() -> dict[str, Any]:
    command = typer.main.get_command(app).commands["lint"]  # type: ignore[attr-defined]
    return {parameter.name.rstrip("_"): parameter for parameter in command.params}


@pytest.mark.parametrize("field", [one for one in LintOptions._fields if one != "paths"])
def test_each_option_says_its_own_setting_and_no_other(field: str) -> None:
    known = parameters()
    parameter = known.get(field) or known[field.removesuffix("s")]
    value = max(plain.CHOICES.get(field, ["3"]))
    before = LintOptions()
    options = whole_options([parameter.opts[0], *([] if parameter.is_flag else [value])])
    assert options is not None
    assert [one for one in before._fields if getattr(options, one) != getattr(before, one)] == [
        field
    ]
    said = getattr(options, field)
    told = said[0] if isinstance(said, tuple) else said
    assert str(told) == ("True" if parameter.is_flag else value)


def test_each_plain_option_is_one_of_typers_with_the_same_values() -> None:
    known = parameters()
    for field in FIELDS:
        parameter = known[field]
        assert f"--{field.replace('_', '-')}" in parameter.opts
        assert parameter.is_flag is (field in plain.FLAGS)
    for short, field in plain.SHORT.items():
        assert short in known[field].opts


@pytest.mark.parametrize(
    ("field", "choice"),
    [(field, choice) for field, choices in plain.CHOICES.items() for choice in sorted(choices)],
)
def test_every_choice_is_one(field: str, choice: str) -> None:
    arguments = [f"--{field.replace('_', '-')}", choice]
    assert plain_options(arguments) == whole_options(arguments) is not None


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], LintOptions()),
        (
            ["a.md", "-", "--", "b", "--fix"],
            LintOptions(tuple(map(Path, ["a.md", "-", "b", "--fix"]))),
        ),
        (["-", "-q"], LintOptions((Path("-"),), quiet=True)),
        (["-f", "json", "-o", "x"], LintOptions(format="json", output=Path("x"))),
        (["--fix", "--no-cache"], LintOptions(fix=True, no_cache=True)),
        (["--config="], LintOptions(config=Path())),
        (["--config=a=b", "--profile", "c"], LintOptions(config=Path("a=b"), profile="c")),
        (
            ["--select", "a,,b", "--ignore=,c", "--select", "d,"],
            LintOptions(select=("a", "b", "d"), ignore=("c",)),
        ),
        (["--policy", "a,b", "--policy=c"], LintOptions(policy=(Path("a,b"), Path("c")))),
        (
            ["--exclude", "a,b", "--exclude", "c", "--output-file", "json=d"],
            LintOptions(exclude=("a,b", "c"), output_files=("json=d",)),
        ),
    ],
)
def test_a_plain_line_is_read(arguments: list[str], options: LintOptions) -> None:
    assert plain_options(arguments) == whole_options(arguments) == options


def test_what_is_never_plain_is_read_as_well() -> None:
    assert whole_options(["--jobs", "3", "--max-warnings", "4", "--watch"]) == LintOptions(
        jobs=3, max_warnings=4, watch=True
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--nonsense"],
        ["--format"],
        ["--format", "pdf"],
        ["--jobs", "2"],
        ["--fix=1"],
        ["--format", "-q"],
        ["--format="],
        ["--config", "-"],
        ["-ffix"],
        ["-x"],
        ["-fjson"],
        ["--show=eror"],
        ["--no_cache"],
    ],
)
def test_what_is_not_plain_is_left_alone(arguments: list[str]) -> None:
    assert plain_options(arguments) is None


HEAVY = (
    "dataclasses",
    "inspect",
    "jsonschema",
    "pathspec",
    "ruamel.yaml",
    "tomllib",
    "tree_sitter",
)
"""What one clean role outside of a pack has no use for."""


@pytest.mark.parametrize(
    ("arguments", "absent"),
    [
        (["--version"], ("typer", "rich", "dataclasses", "json", "pathlib", "jsonschema")),
        (["-q", "roles"], ("typer", "click", "rich", "pydantic", *HEAVY)),
    ],
)
def test_a_plain_run_loads_no_more_than_it_needs(
    project: Path, arguments: list[str], absent: tuple[str, ...]
) -> None:
    (project / "roles").mkdir()
    (project / "roles/a.md").write_text("---\nname: a\ndescription: d\nspawning: false\n---\nx\n")
    code = (
        "import sys; from herdr_lint.cli.main import main;"
        f"code = main({arguments!r});"
        f"print(code, [name for name in {absent!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stderr == "0 []\n"
