from __future__ import annotations

import pytest

from herdr_lint import Unchecked, gate
from herdr_lint.model import FILE_START, Finding, Outcome, Severity
from herdr_lint.role.glance import LARGEST_ROLE
from herdr_lint.run import budget
from tests.gate.test_role_packs import SCOUT, pack


def role(name: str, size: int = 0, more: bytes = b"") -> bytes:
    start = b"---\nname: %s\ndescription: d\n%s---\n\nB\n" % (name.encode(), more)
    return start.ljust(size, b"x")


def test_a_role_of_a_mebibyte_and_one_that_is_larger() -> None:
    largest = gate(pack(scout=role("scout", LARGEST_ROLE)))
    assert (largest.outcome, largest.profile) == (Outcome.ACCEPTED, "role-pack")
    verdict = gate(pack(scout=role("scout", LARGEST_ROLE + 1), lead=role("lead")))
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.unchecked == (
        Unchecked("pack!roles/scout.md", "larger than 1 MiB", decides=True),
    )


def test_the_only_role_is_too_large() -> None:
    verdict = gate(pack(scout=role("scout", LARGEST_ROLE + 1)))
    assert verdict.outcome is Outcome.UNDECIDED
    assert [one.path for one in verdict.unchecked] == ["pack!roles/scout.md"]


HEAD = role("a").index(b"\n---\n\n")


@pytest.mark.parametrize(
    ("bound", "most"),
    [("ALL_ROLES", 2_000), ("ALL_FRONTMATTER", 2 * HEAD)],
)
def test_roles_that_are_too_large_together(
    monkeypatch: pytest.MonkeyPatch, bound: str, most: int
) -> None:
    monkeypatch.setattr(budget, bound, most)
    sized = {name: role(name, 1_000) for name in ("a", "b")}
    assert gate(pack(**sized)).outcome is Outcome.ACCEPTED
    verdict = gate(pack(**sized, c=role("c")))
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.unchecked == (
        Unchecked(
            "pack!package.json",
            "`pack!roles/c.md` was not judged: the roles before have used up what a pack may cost",
            decides=True,
        ),
    )


@pytest.mark.parametrize(
    ("most", "number"), [(b"x" * (1 << 20), 16), (b"x" * (256 << 10) + b"\n---\n", 8)]
)
def test_roles_and_their_frontmatter_have_a_bound_together(most: bytes, number: int) -> None:
    spent = budget.Budget()
    for name in map(str, range(number)):
        spent.spend(name, most, [])
    spent.spend("nothing", b"", [])
    assert [*spent.settle("package.json")] == []
    spent.spend("more", b"x\n---", [])
    reason = "`more` was not judged: the roles before have used up what a pack may cost"
    assert [*spent.settle("package.json")] == [Unchecked("package.json", reason, decides=True)]


def test_frontmatter_of_256_kib_and_one_that_is_larger() -> None:
    most = budget.LARGEST_FRONTMATTER
    line = b"x: %s\n"
    whole = line % (b"y" * (most - HEAD - len(line % b"")))
    assert gate(pack(a=role("a", more=whole))).outcome is Outcome.ACCEPTED
    verdict = gate(pack(a=role("a", more=whole.replace(b"y", b"yy", 1)), b=role("b")))
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.unchecked == (
        Unchecked("pack!roles/a.md", "its frontmatter is larger than 256 KiB", decides=True),
    )


def test_findings_that_are_not_told_have_cost_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_IN_ALL", 599)
    keys = b"".join(b"k%d: v\n" % number for number in range(600))
    verdict = gate(pack(a=role("a", more=keys), b=role("b")))
    assert [(one.path, one.decides) for one in verdict.unchecked] == [
        ("pack!package.json", True),
        ("pack!roles/a.md", False),
    ]


@pytest.mark.parametrize(
    ("names", "left_out"),
    [
        ("abc", "`pack!roles/c.md` was"),
        ("abcd", "`pack!roles/c.md` and 1 more role were"),
        ("abcde", "`pack!roles/c.md` and 2 more roles were"),
    ],
)
def test_more_findings_than_a_pack_may_have(
    monkeypatch: pytest.MonkeyPatch, names: str, left_out: str
) -> None:
    monkeypatch.setattr(budget, "MOST_IN_ALL", 3)
    wrong = {name: role("x", more=b"tools: [a]\nspawning: no\n") for name in names}
    verdict = gate(pack(**wrong))
    assert verdict.outcome is Outcome.REJECTED
    assert verdict.unchecked == (
        Unchecked(
            "pack!package.json",
            f"{left_out} not judged: the roles before have used up what a pack may cost",
            decides=True,
        ),
    )


def test_five_thousand_findings_are_enough() -> None:
    one = Finding("empty-body", Severity.WARNING, "m", "h", "a.md", FILE_START)
    spent = budget.Budget()
    for number in range(10):
        spent.spend(f"{number}.md", SCOUT, [one] * 500)
    spent.spend("at the limit.md", SCOUT, [one])
    spent.spend("over the limit.md", SCOUT, [one])
    assert len(spent.findings) == 5_001
    assert [one.path for one in spent.settle("package.json")] == ["package.json"]


def test_one_role_with_no_end_of_findings() -> None:
    verdict = gate(pack(scout=role("scout", more=b" tools: read\n" * 600)))
    assert verdict.outcome is Outcome.REJECTED
    assert len(verdict.findings) < 1_200
    assert verdict.unchecked == (
        Unchecked("pack!roles/scout.md", "more than 500 findings; the rest is not told"),
    )


def test_what_is_within_bounds_is_judged_whole() -> None:
    assert gate(pack(scout=SCOUT)).unchecked == ()
