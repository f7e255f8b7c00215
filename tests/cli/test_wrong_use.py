"""A mistyped command line is told of in a sentence, with what was probably meant."""

from __future__ import annotations

import pytest

from herdr_lint.cli.wrong_use import is_wrong_use, tell_wrong_use
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


class RefusedError(Exception):
    """What the library of commands raises, as far as it is looked at."""

    def __init__(self, text: str, **more: object) -> None:
        self.ctx = None
        self.format_message = lambda: text
        vars(self).update(more)


@pytest.mark.parametrize(
    ("refused", "told"),
    [
        (
            RefusedError("Invalid value for '--jobs': 'x' is not a valid integer range."),
            "wrong value for '--jobs': not a whole number",
        ),
        (
            RefusedError("Invalid value for '--jobs': 'x' is not a valid int"),
            "wrong value for '--jobs': not a whole number",
        ),
        (
            RefusedError("Invalid value for '--jobs': -12 is not in the range x>=10."),
            "wrong value for '--jobs': it has to be greater than or equal to 10",
        ),
        (RefusedError("No such thing: ~."), "No such thing: ~"),
        (RefusedError("", option_name="--x", possibilities=None), "there is no option `--x`"),
    ],
)
def test_what_other_releases_of_the_library_say(
    capsys: pytest.CaptureFixture[str], refused: Exception, told: str
) -> None:
    assert tell_wrong_use(refused) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"herdr-lint: {told}",
        "herdr-lint: `herdr-lint --help` tells what there is",
    ]


@pytest.mark.parametrize("lacks", ["ctx", "format_message"])
def test_another_exception_is_no_wrong_use(lacks: str) -> None:
    error = RefusedError("x")
    assert is_wrong_use(error)
    delattr(error, lacks)
    assert not is_wrong_use(error)
