"""What each key of a role file is for, and what it may be."""

from __future__ import annotations

import os
from pathlib import Path

from herdr_lint.role.fields import FIELDS
from tests.lsp.subjects import hovered, offered, opened


def test_what_each_key_is_for(tree: Path) -> None:
    """After a change that is meant: ``UPDATE_GOLDEN=1``, then read the difference."""
    role = "".join(f"{key}: x\n" for key in sorted(FIELDS))
    subject = opened(tree, "roles/scout.md", f"---\n{role}---\n")
    told = (hovered(subject, line, 0) for line in range(1, len(FIELDS) + 1))
    text = "\n\n".join(one.partition("\n\nThe host reads")[0] for one in told) + "\n"
    golden = Path(__file__).parent.parent / "golden" / "hover.txt"
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")


def test_each_tool_is_offered_once(tree: Path) -> None:
    found = offered(opened(tree, "roles/scout.md", "---\ntools: \n---\n"), 1, 7)
    assert [one.label for one in found] == [
        *("read", "bash", "edit", "write", "grep", "find", "ls", "powershell", "subagent"),
        *("subagent_interrupt", "subagent_cancel", "subagent_send", "subagent_stop"),
        *("subagents_list", "subagent_resume"),
    ]
