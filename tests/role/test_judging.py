"""Edits are offered where they do what they are for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.fix.plan import plan
from herdr_lint.model import Finding, Layer, Severity
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
