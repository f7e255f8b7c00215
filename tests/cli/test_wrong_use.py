"""A mistyped command line is told of in a sentence, with what was probably meant."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--selct", "role", "."], "there is no option `--selct`; did you mean `--select`?"),
        (["--xyzzy"], "there is no option `--xyzzy`"),
        (["gate", "x", "--nmae", "y"], "there is no option `--nmae`; did you mean `--name`?"),
        (
            ["--show", "eror"],
            "wrong value for '--show': 'eror' is not one of 'note', 'warning', 'error'; did you "
            "mean 'error'?",
        ),
        (
            ["--layer", "moon"],
            "wrong value for '--layer': 'moon' is not one of 'auto', 'package', 'global', "
            "'project'",
        ),
        (["--jobs", "x"], "wrong value for '--jobs': not a whole number"),
        (
            ["--max-warnings", "-1"],
            "wrong value for '--max-warnings': it has to be greater than or equal to 0",
        ),
        (["explain"], "an argument is missing: 'RULE'"),  # in capitals before typer 0.29
        (["audit", "x"], "an option is missing: '--output' / '-o'"),
        (["rules", "x"], "too many arguments (x)"),
    ],
)
def test_what_is_wrong_and_where_to_read_more(run: Run, arguments: list[str], told: str) -> None:
    code, out, err = run(*arguments)
    command = arguments[0] if arguments[0].isalpha() else "lint"
    assert (code, out) == (2, "")
    assert err.replace("'rule'", "'RULE'").splitlines() == [
        f"herdr-lint: {told}",
        f"herdr-lint: `herdr-lint {command} --help` tells what there is",
    ]


def test_an_option_without_its_value(run: Run) -> None:
    code, _, err = run("--select")
    assert code == 2
    assert "Option '--select' needs a value" in err


@pytest.mark.parametrize(
    ("word", "meant"), [("lnit", "lint"), ("shwo", "show"), ("gaet", "gate"), ("rule", "rules")]
)
def test_a_mistyped_command(run: Run, word: str, meant: str) -> None:
    code, _, err = run(word)
    assert code == 2
    assert err.splitlines()[-1] == f"herdr-lint: did you mean the command `herdr-lint {meant}`?"
