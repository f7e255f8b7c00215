"""An ignore that silences nothing can be fixed away."""

from __future__ import annotations

from pathlib import Path

import pytest

from herdr_lint.cli.main import main

ROLE = "---\n{}name: scout\ndescription: d\nthinking: nonsense\n---\n\nx\n"


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ("duplicate-key", None),
        ("duplicate-key, empty-body", None),
        ("duplicate-key, value-ignored", "value-ignored"),
        ("value-ignored , duplicate-key", "value-ignored"),
        ("duplicate-key,value-ignored,  empty-body", "value-ignored"),
        ("value-ignored, duplicate-key, empty-body", "value-ignored"),
    ],
)
def test_idle_rules_are_taken_out_of_the_comment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, left: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    role = tmp_path / "roles/scout.md"
    role.parent.mkdir()
    role.write_text(ROLE.format(f"# herdr-lint: ignore[{rules}] why\n"))
    main(["--fix", "-q", "-f", "concise", "roles"])
    comment = f"# herdr-lint: ignore[{left}] why\n" if left else ""
    assert role.read_text() == ROLE.format(comment)
