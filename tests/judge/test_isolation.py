"""Rules that throw, and rules that have no end of findings."""

from collections.abc import Iterator

import pytest

from herdr_lint.judge import isolation
from herdr_lint.judge.isolation import Shield, internal_error, shielded
from herdr_lint.judge.judge import word
from herdr_lint.model import Finding, Severity, Unchecked

ERROR = word("duplicate-agent-id", "openwop/v1", "a", name="x", others="y", member="m")
WARNING = ERROR._replace(severity=Severity.WARNING)
NOTE = ERROR._replace(severity=Severity.NOTE)
MORE = Unchecked("b", "why")
LONG = ERROR._replace(pointer="/" + "a" * 999)
LONGER = ERROR._replace(pointer="/" + "a" * 9_999)
SHORTER = ERROR._replace(pointer="/" + "a" * 998)


@pytest.mark.parametrize("path", ["a"], ids=lambda path: f"run/internal-error: {path}")
def test_what_was_thrown_is_told_with_its_place(path: str) -> None:
    def deep() -> Iterator[Finding]:
        yield WARNING
        raise LookupError("lost")

    before, told = shielded(path, deep)
    assert before == WARNING
    assert told.rule == "internal-error"
    line = deep.__code__.co_firstlineno + 2
    assert f"test_isolation.py:{line}" in f"{told.message} {told.help}"
    assert "LookupError: lost" in told.message
    assert told == Finding(
        rule="internal-error",
        severity=Severity.ERROR,
        message=f"test_isolation.py:{line} failed: LookupError: lost",
        help="report this as a bug of herdr-lint, with the file that caused it",
        consequence="What this rule would have found is not known, and the run ends with exit"
        " code 3.",
        path="a",
        source="herdr-lint",
    )


def test_what_was_never_thrown_has_no_place() -> None:
    told = internal_error("a", ValueError("x"))
    assert "?" in f"{told.message} {told.help}"
    assert "ValueError: x" in told.message


@pytest.mark.parametrize(
    ("said", "told", "cut_short"),
    [
        ([ERROR] * 3, [ERROR] * 3, False),
        ([ERROR] * 4 + [WARNING], [ERROR] * 3, True),
        ([WARNING] * 4 + [ERROR], [WARNING] * 3 + [ERROR], True),
        ([WARNING] * 2 + [NOTE] * 2, [WARNING] * 2 + [NOTE], True),
        ([WARNING] * 3 + [ERROR] * 3, [WARNING] * 3 + [ERROR] * 3, False),
        # one below names of 1,000 characters counts twice
        ([ERROR, LONG, ERROR], [ERROR, LONG], True),
        ([LONG, ERROR, ERROR], [LONG, ERROR], True),
        ([LONGER, ERROR], [LONGER], True),
        ([SHORTER, ERROR, ERROR], [SHORTER, ERROR, ERROR], False),
    ],
)
def test_of_errors_and_of_others_so_many_are_told(
    monkeypatch: pytest.MonkeyPatch, said: list[Finding], told: list[Finding], cut_short: bool
) -> None:
    monkeypatch.setattr(isolation, "MOST_FINDINGS", 3)
    shield = Shield("a")
    shield.gather(lambda: [MORE, *said])
    shield.gather(lambda: [WARNING])
    assert shield.findings == [*told, WARNING]
    assert shield.unchecked == [MORE]
    assert shield.cut_short is cut_short
