"""The pages of rules, to the letter, and what is said where there is no such rule or schema.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest -n0 tests/cli/test_explain.py``; then read
the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from herdr_lint.judge import shipped
from tests.cli.conftest import Run

GOLDEN = Path(__file__).parents[1] / "golden" / "explain.txt"
SHOWN = {
    "archive-too-large": 60,
    "baseline-unused": 200,
    "explicit-role": 80,
    "external-cli-unsupported": 50,
    "ignore-unknown": 80,
    "model-not-qualified": 80,
    "schema-id-stale": 80,
    "skill-singular": 79,
    "version-immutable": 40,
}
"""Rules of which each has something to say that the others do not have, and a width for each."""


@pytest.mark.parametrize("rule", SHOWN)
def test_a_page(run: Run, monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    monkeypatch.setenv("COLUMNS", str(SHOWN[rule]))
    told = run("explain", rule).out
    parts = GOLDEN.read_text("utf-8").split("\n=== ")[1:]
    agreed = dict(part.split(" ===\n", 1) for part in parts)
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        agreed[rule] = told
        page = "".join(f"\n=== {name} ===\n{text}" for name, text in sorted(agreed.items()))
        GOLDEN.write_text(page, "utf-8", newline="\n")
    assert agreed[rule] == told
    assert agreed.keys() == SHOWN.keys()


def test_the_list_of_rules(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = run("rules").out.splitlines()
    assert lines[-9:] == [
        "The run itself (run)",
        "  baseline-unused  warning  The baseline accepts a finding that is no longer",
        "                            there",
        "  config-unused    warning  A setting of the configuration matches nothing",
        "  ignore-unknown   warning  An ignore names a rule that does not exist",
        "  ignore-unused    warning  An ignore silences nothing",
        "  internal-error   error    A rule of herdr-lint failed",
        "",
        "`herdr-lint explain RULE` tells more about one of them.",
    ]
    assert lines[0] == "Role files (role)"
    monkeypatch.setenv("COLUMNS", "50")
    at = run("rules").out.splitlines().index("The run itself (run)")
    assert run("rules").out.splitlines()[at + 1 : at + 4] == [
        "  baseline-unused  warning  The baseline accepts a",
        "                            finding that is no",
        "                            longer there",
    ]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("explain empty-bdy", "there is no rule 'empty-bdy'; did you mean `empty-body`?"),
        ("explain zzzz", "there is no rule 'zzzz'; `herdr-lint rules` lists them all"),
        ("schema reprt", "there is no schema 'reprt'; did you mean `report`?"),
        ("schema zzzz", "there is no schema 'zzzz'; `herdr-lint schema` lists them"),
    ],
)
def test_what_there_is_not(run: Run, command: str, told: str) -> None:
    assert run(*command.split()) == (2, "", f"herdr-lint: {told}\n")


def test_a_schema_by_its_name_or_its_file(run: Run) -> None:
    text = run("schema", "verdict").out
    assert run("schema", "verdict.schema.json").out == text
    assert text == (shipped.root() / "verdict.schema.json").read_text("utf-8")
    names = run("schema").out.splitlines()
    assert names == sorted(names)
    assert names[0] == "annotation                     The annotation x-herdr of a policy"
