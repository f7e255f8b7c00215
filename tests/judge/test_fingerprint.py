"""What a fingerprint rests on."""

import pytest

from herdr_lint.judge.fingerprint import digest, fingerprint
from herdr_lint.model import Finding, Severity, Span

ONE = Finding(
    rule="r",
    severity=Severity.ERROR,
    message="m",
    help="h",
    path="a.md",
    span=Span.at(1, 1),
    pointer="/a",
)
OTHER = ONE._replace(message="n", pointer="/b")


@pytest.mark.parametrize(
    ("line", "alike"),
    [
        ("a: 1", True),
        ("", True),
        ("x" * 1_000, True),
        ("x" * 1_001, False),
        (None, False),
    ],
)
def test_the_text_of_a_line_stands_for_what_is_found_in_it(line: str | None, alike: bool) -> None:
    assert (fingerprint(ONE, "a", line) == fingerprint(OTHER, "a", line)) is alike


def test_it_stays_what_baselines_hold() -> None:
    assert fingerprint(ONE, "a", " x é ") == (
        "41a6b1e14dbf25cc3da55a8187dad9cd7deb25d45aeecd79cab01fd438c8a396"
    )
    assert fingerprint(ONE, "a", None, 1, None) == (
        "151f42255d3ea9ee18d6a6abe43a5766e8256a21958a5f2bb47c7efd1c758b86"
    )


def test_what_else_tells_two_apart() -> None:
    same = fingerprint(ONE, "a", " x  y ")
    assert same == fingerprint(ONE, "a", "x y") == digest("r", None, "a", "x y")
    others = (
        fingerprint(ONE._replace(rule="s"), "a", "x y"),
        fingerprint(ONE._replace(cause="c"), "a", "x y"),
        fingerprint(ONE, "b", "x y"),
        fingerprint(ONE, "a", "xy"),
        fingerprint(ONE, "a", "x y", 1),
        fingerprint(ONE, "a", "x y", "1"),
        fingerprint(ONE, "a", None),
        fingerprint(OTHER, "a", None),
        fingerprint(OTHER._replace(pointer="/a"), "a", None),
        fingerprint(ONE, "a", None, 1),
    )
    assert len({same, *others}) == len(others) + 1
    assert digest("ab", "c") != digest("a", "bc")
