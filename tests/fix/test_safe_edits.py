"""No safe edit changes what YAML means, or what the host read right already."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, note
from hypothesis import strategies as st

from herdr_lint.fix.plan import plan
from herdr_lint.fix.rounds import fix
from herdr_lint.model import Edit, Finding, Layer, Severity
from herdr_lint.role.fields import FIELDS
from herdr_lint.syntax.text import SourceText
from tests.effort import examples
from tests.fix.roles import as_yaml, host, lint, meaning
from tests.strategies.fixes import role_files

FENCES = "invalid-role-definition"
RENAMES = {
    "skill-singular",
    "capability-key-misspelled",
    "key-misspelled",
    "missing-role-description",
}
"""Rules whose safe edits may write another key: nothing but that changes."""


def safe_edits(data: bytes) -> list[tuple[Finding, Edit]]:
    return [(finding, edit) for finding in lint(data) for edit in finding.edits if edit.safe]


def renames(finding: Finding, edit: Edit) -> bool:
    return finding.rule in RENAMES and edit.text.removesuffix(":") in FIELDS


def renamed(data: bytes, edit: Edit) -> str:
    """The key that an edit writes anew."""
    line = SourceText.decode(data).lines[edit.span.start.line - 1]
    return line.partition(":")[0].strip().strip("\"'")


def errors(findings: list[Finding] | tuple[Finding, ...]) -> Counter[str]:
    return Counter(one.rule for one in findings if one.severity is Severity.ERROR)


@given(role_files())
@examples(30)
def test_a_safe_edit_keeps_all_other_fields_and_the_body(data: bytes) -> None:
    for finding, edit in safe_edits(data):
        note(f"{finding.rule} {finding.cause} {edit}")
        after = plan(data, [edit])
        assert after is not None
        if finding.rule == FENCES or renames(finding, edit):
            continue
        was, now = host(data), host(after)
        changed = {key for key in was.keys() | now.keys() if was.get(key) != now.get(key)}
        assert len(changed) <= 1


@given(role_files())
@examples(30)
def test_a_safe_edit_means_the_same_to_yaml(data: bytes) -> None:
    was = as_yaml(data)
    if was is None:
        return
    for finding, edit in safe_edits(data):
        note(f"{finding.rule} {finding.cause} {edit}")
        after = plan(data, [edit])
        assert after is not None
        now = as_yaml(after)
        assert now is not None
        old = {str(key): value for key, value in was.items()}
        new = {str(key): value for key, value in now.items()}
        if renames(finding, edit) and renamed(data, edit) in old:
            old[edit.text.removesuffix(":")] = old.pop(renamed(data, edit))
        assert {k: meaning(k, v) for k, v in old.items()} == {
            k: meaning(k, v) for k, v in new.items()
        }


@given(role_files(), st.sampled_from(Layer), st.booleans())
@examples(30)
def test_fixing_ends_with_less_to_fix_and_no_new_error(
    data: bytes, layer: Layer, safe_only: bool
) -> None:
    result = fix(data, lambda source: lint(source, layer), safe_only=safe_only)
    assert list(result.found) == lint(data, layer)
    assert list(result.left) == lint(result.after, layer)
    assert not errors(result.left) - errors(result.found)
    assert result.changed == (result.after != data)
    again = fix(result.after, lambda source: lint(source, layer), safe_only=safe_only)
    assert again.after == result.after
