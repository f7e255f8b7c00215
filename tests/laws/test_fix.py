"""L5: fixing a file leaves nothing that it can fix, nothing new, and all else as it was.

No safe edit changes what YAML means, or what the host read right already; what is fixed once is
fixed; and in a tree no file gets a finding because another one was fixed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import example, given, note
from hypothesis import strategies as st

from herdr_lint.cli import fix as fixing
from herdr_lint.config.loading import Configs
from herdr_lint.fix.plan import plan
from herdr_lint.fix.rounds import fix
from herdr_lint.model import Edit, Finding, Layer, Report, Severity
from herdr_lint.role.fields import FIELDS
from herdr_lint.run.run import Request, Session
from herdr_lint.syntax.text import SourceText
from tests.effort import examples
from tests.fix.roles import as_yaml, host, lint, meaning
from tests.laws.test_way_in import linted
from tests.laws.trees import trees
from tests.project.trees import plant
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


def fix_tree() -> None:
    """The law, for the working directory."""
    before, was = contents(), linted(["."])
    fixed = fixing.fix(session(), write=True, unsafe=False, show=Severity.NOTE)
    after, now = contents(), linted(["."])
    unsound = {one.path for one in was.findings if one.severity is Severity.ERROR}
    assert not grave(now, unsound) - grave(was)
    offered = [one.path for one in was.findings if any(edit.safe for edit in one.edits)]
    edited = {os.path.relpath(os.path.realpath(path)) for path in offered}
    assert {path for path in before if before[path] != after[path]} <= edited
    for file in fixed:
        if file.problem is None:
            left = [one for one in now.findings if one.path == file.display_path]
            assert not [one.rule for one in left if any(edit.safe for edit in one.edits)]
    again = fixing.fix(session(), write=True, unsafe=False, show=Severity.NOTE)
    assert not [one.display_path for one in again if one.written]


def session() -> Session:
    return Session.start(Request((".",), Configs.load(), allow_empty=True, jobs=1))


def contents() -> dict[str, bytes]:
    return {
        path.as_posix(): path.read_bytes()
        for path in sorted(Path().rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


MEETINGS = frozenset({"case-collision", "duplicate-layer-role", "duplicate-package-role"})
"""What sound roles do to each other: it comes to light when they have been made sound."""


def grave(
    report: Report, unsound: Collection[str] = frozenset()
) -> Counter[tuple[str, str, str | None]]:
    """What is more than a note, without what roles that were ``unsound`` do to others."""
    return Counter(
        (one.path, one.rule, one.cause)
        for one in report.findings
        if one.severity > Severity.NOTE
        and not (
            one.rule in MEETINGS
            and not {one.path, *(other.path for other in one.related)}.isdisjoint(unsound)
        )
    )


TWINS = "---\nname: other\ndescription: Reads\ntools: [read]\n---\n\nRead.\n"


@given(trees())
@example(
    {
        ".git/": "",
        "docs/scout.md": "---\nname: other\ndescription: Reads\ntools: [read]\n---\n\nRead.\n",
        "a/roles/away.md": "->../../docs/scout.md",
    }
)
@example({".git/": "", ".pi/agents/scout.md": TWINS, ".pi/agents/lead.md": TWINS})
@examples(25)
def test_any_tree(tree: Mapping[str, str]) -> None:
    with TemporaryDirectory() as scratch, chdir(scratch):
        plant(Path(scratch), tree)
        fix_tree()
