"""Edits are offered where they do what they are for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.fix.plan import plan
from herdr_lint.model import Finding, Layer, Severity
from herdr_lint.role import judging
from herdr_lint.role.document import read_role
from herdr_lint.role.judging import judge_role
from tests.effort import examples
from tests.strategies import roles

REVEALING = ("invalid-role-definition", "frontmatter-closed-early")
"""What edits of these bring to light was there before."""


def judged(data: bytes, layer: Layer = Layer.PACKAGE) -> tuple[Finding, ...]:
    return judge_role(read_role("x.md", data, stem="x", layer=layer))


def role(block: str) -> bytes:
    return f"---\ndescription: d\n{block}---\n\nBody.\n".encode()


def kinds(findings: tuple[Finding, ...], *, grave: bool = False) -> list[str]:
    return sorted(
        f"{finding.rule}/{finding.cause}"
        for finding in findings
        if not grave or finding.severity > Severity.NOTE
    )


@pytest.mark.parametrize(
    ("block", "offered"),
    [
        ("tools: [read]\n", True),
        ("Tools: read\n", True),
        ("Tools: [read]\n", False),
        ("session-mode: Fork\n", False),
        ("thinking: low\nthinking: low\nthinking: low\n", True),
        ("thinking: low\ncwd: /a\nthinking: low\ncwd: /b\nthinking: low\n", False),
    ],
)
def test_an_edit_is_offered_where_it_helps(block: str, offered: bool) -> None:
    assert any(finding.edits for finding in judged(role(block))) is offered


THREE = "Tools: read\nauto-exit: True\nthinking: High\n"


@pytest.mark.parametrize(
    ("findings", "characters", "offered"),
    [(3, 3, 3), (2, 9, 2), (9, 2, 2), (1, 9, 1), (0, 9, 0), (9, 0, 0)],
)
def test_so_many_edits_are_tried_as_the_file_is_large(
    monkeypatch: pytest.MonkeyPatch, findings: int, characters: int, offered: int
) -> None:
    """An edit costs as many findings and characters as the file has."""
    data = role(THREE)
    known = judged(data)
    assert [len(one.edits) for one in known if one.edits] == [1, 1, 1]
    size = len(data.decode())
    monkeypatch.setattr(judging, "MOST_TRIED", findings * len(known) + len(known) - 1)
    monkeypatch.setattr(judging, "MOST_READ_AGAIN", characters * size + size - 1)
    monkeypatch.setattr(judging, "ALWAYS_TRIED", 0)
    assert [one.rule for one in judged(data)] == [one.rule for one in known]
    left = [len(one.edits) for one in judged(data) if judging_offers(one, known)]
    assert left == [1] * offered + [0] * (3 - offered)


def judging_offers(finding: Finding, known: tuple[Finding, ...]) -> bool:
    """Whether a finding had an edit when there was no end of patience."""
    return any(one.edits and one.rule == finding.rule for one in known)


@given(roles.role_files(), st.sampled_from(Layer))
@examples(100)
def test_each_edit_removes_its_finding_and_brings_no_warning(data: bytes, layer: Layer) -> None:
    before = judged(data, layer)
    for finding in before:
        for edit in finding.edits:
            after = plan(data, [edit], safe_only=False)
            if after is None or finding.rule in (
                "invalid-role-definition",
                "frontmatter-closed-early",
            ):
                continue
            now = judged(after, layer)
            kind = f"{finding.rule}/{finding.cause}"
            assert kinds(now).count(kind) < kinds(before).count(kind)
            graver = [one for one in kinds(now, grave=True) if one not in kinds(before, grave=True)]
            assert graver == []


def test_edits_of_a_large_file_are_tried_as_far_as_that_may_cost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = role("Thinking: low\nCwd: /a\nInteractive: true\nPersistent: true\n")
    size = len(data)
    edited = [len([one for one in judged(data) if one.edits])]
    for most, always in ((2 * size, 0), (2 * size - 1, 0), (size, 0), (size - 1, 0), (size, 3)):
        monkeypatch.setattr(judging, "MOST_READ_AGAIN", most)
        monkeypatch.setattr(judging, "ALWAYS_TRIED", always)
        edited.append(len([one for one in judged(data) if one.edits]))
    assert edited == [4, 2, 1, 1, 0, 3]


MISSPELLED = (
    *("Thinking: low", "Cwd: /a", "Interactive: true", "Persistent: true", "Model: a/b"),
    *("Session-mode: standalone", "System-prompt: append", "Auto-exit: false", "Skills: a"),
    *("Disable-model-invocation: true", "Tools: read"),
)


@pytest.mark.parametrize(("size", "offered"), [(1_000, 11), (58_254, 9), (58_255, 8), (1 << 20, 8)])
def test_some_edits_of_the_largest_file_are_tried(size: int, offered: int) -> None:
    """Half a mebibyte is read again in all, and eight edits are tried in any case."""
    data = role("\n".join((*MISSPELLED, "")))
    data += b"x" * (size - len(data))
    assert len([one for one in judged(data) if one.edits]) == offered


@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (b"--- \nname: x\ndescription: d\n---\nB\n", "invalid-role-definition"),
        (b"---\nname: x\n--\nMaps code.\n---\n", "frontmatter-closed-early"),
    ],
)
def test_what_lets_the_host_see_is_offered_untried(
    data: bytes, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judging, "MOST_TRIED", 0)
    found = judged(data)
    assert [len(one.edits) for one in found if one.rule == rule] == [1]


def test_severities_depend_on_the_layer_unless_more_is_known() -> None:
    document = read_role("x.md", role("skill: a\nname: x\n"), stem="x", layer=Layer.PACKAGE)
    for context, severity in ((None, Severity.WARNING), ("package/unshipped", Severity.NOTE)):
        found = judge_role(document, context)
        assert [(one.rule, one.severity) for one in found] == [("skill-singular", severity)]


def test_a_file_with_nothing_in_it_has_nothing_to_be_tried() -> None:
    assert [one.rule for one in judged(b"")] == ["invalid-role-definition"]
    assert judged(role("name: x\ntools: read\nspawning: false\n")) == ()
