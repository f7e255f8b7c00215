from __future__ import annotations

import pytest

from herdr_lint.config.selection import Choice, Selection, groups_of, highest
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.model import Severity

ON, OFF = True, False
ON_REQUEST = "explicit-role"


@pytest.mark.parametrize(
    ("choice", "rule", "expected"),
    [
        pytest.param(Choice(), "key-unknown", ON, id="nothing said"),
        pytest.param(Choice(ignore=("key-unknown",)), "key-unknown", OFF, id="ignored"),
        pytest.param(Choice(ignore=("role",)), "key-unknown", OFF, id="its group ignored"),
        pytest.param(Choice(ignore=("default",)), "key-unknown", OFF, id="everything ignored"),
        pytest.param(Choice(ignore=("openwop",)), "key-unknown", ON, id="another group ignored"),
        pytest.param(Choice(("key-unknown",)), "key-unknown", ON, id="selected"),
        pytest.param(Choice(("role",)), "key-unknown", ON, id="its group selected"),
        pytest.param(Choice(("empty-body",)), "key-unknown", OFF, id="another selected"),
        pytest.param(Choice(()), "key-unknown", OFF, id="none selected"),
        pytest.param(
            Choice(("key-unknown",), ("role",)), "key-unknown", ON, id="a name beats a group"
        ),
        pytest.param(
            Choice(("role",), ("default",)), "key-unknown", OFF, id="ignore beats select: groups"
        ),
        pytest.param(
            Choice(("key-unknown",), ("key-unknown",)),
            "key-unknown",
            OFF,
            id="ignore beats select: names",
        ),
        pytest.param(Choice(severity={"key-unknown": None}), "key-unknown", OFF, id="off"),
        pytest.param(
            Choice(("openwop",), severity={"key-unknown": Severity.ERROR}),
            "key-unknown",
            ON,
            id="a severity selects",
        ),
        pytest.param(
            Choice(ignore=("key-unknown",), severity={"key-unknown": Severity.ERROR}),
            "key-unknown",
            OFF,
            id="ignored in spite of a severity",
        ),
        pytest.param(Choice(), ON_REQUEST, OFF, id="on request: not asked for"),
        pytest.param(Choice(("default",)), ON_REQUEST, OFF, id="on request: not in everything"),
        pytest.param(Choice(("openwop",)), ON_REQUEST, OFF, id="on request: not in its group"),
        pytest.param(Choice(("default", ON_REQUEST)), ON_REQUEST, ON, id="on request: selected"),
        pytest.param(
            Choice(severity={ON_REQUEST: Severity.NOTE}), ON_REQUEST, ON, id="on request: severity"
        ),
        pytest.param(Choice(("policy",)), "short-stem", ON, id="a policy's rule: by its group"),
        pytest.param(Choice(("role",)), "short-stem", OFF, id="a policy's rule: another group"),
        pytest.param(Choice((), ("run",)), "internal-error", ON, id="what nobody can switch off"),
    ],
)
def test_one_choice(choice: Choice, rule: str, expected: bool) -> None:
    assert Selection((choice,)).runs(rule) is expected


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        pytest.param([Choice(ignore=("key-unknown",)), Choice(("role",))], ON, id="selected later"),
        pytest.param([Choice(("role",)), Choice(ignore=("role",))], OFF, id="ignored later"),
        pytest.param([Choice(("key-unknown",)), Choice(("empty-body",))], OFF, id="left out later"),
        pytest.param([Choice(ignore=("role",)), Choice()], OFF, id="nothing said later"),
        pytest.param(
            [
                Choice(severity={"key-unknown": None}),
                Choice(severity={"key-unknown": Severity.NOTE}),
            ],
            ON,
            id="a severity later",
        ),
    ],
)
def test_the_later_choice_decides(choices: list[Choice], expected: bool) -> None:
    assert Selection(tuple(choices)).runs("key-unknown") is expected


def test_severities() -> None:
    first = Choice(severity={"key-unknown": Severity.WARNING, "empty-body": Severity.ERROR})
    last = Choice(severity={"key-unknown": Severity.ERROR, "empty-body": None})
    selection = Selection((first, last))
    assert selection.severity("key-unknown", Severity.NOTE) is Severity.ERROR
    assert selection.severity("empty-body", Severity.NOTE) is Severity.ERROR
    assert selection.severity("model-pinned", Severity.NOTE) is Severity.NOTE


def test_rules_on_request_that_were_asked_for() -> None:
    assert Selection().requested == frozenset()
    assert Selection((Choice((ON_REQUEST,)),)).requested == {ON_REQUEST}
    given = Choice(severity={ON_REQUEST: Severity.NOTE})
    assert Selection((given,)).requested == {ON_REQUEST}
    assert Selection((given, Choice(ignore=(ON_REQUEST,)))).requested == frozenset()


def test_groups() -> None:
    assert groups_of("key-unknown") == ("role", "default")
    assert groups_of(ON_REQUEST) == ()
    assert groups_of("short-stem") == ("policy", "default")


def test_a_rule_on_request_cannot_be_made_graver() -> None:
    book = RuleRegistry.shipped()
    assert highest(book[ON_REQUEST]) is Severity.NOTE
    assert highest(book["key-unknown"]) is Severity.ERROR
