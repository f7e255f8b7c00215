"""Whether a misspelled key may be written right without asking."""

from __future__ import annotations

import pytest

from herdr_lint.model import Layer
from herdr_lint.role.document import read_role


def renamed(block: str) -> list[tuple[str, bool]]:
    """The keys that are offered, and whether each is safe."""
    text = f"---\ndescription: d\n{block}---\n\nB\n"
    document = read_role("x.md", text.encode(), stem="x", layer=Layer.PROJECT)
    edits = sorted(document.edits.items())
    return [(edit.text, edit.safe) for pointer, edit in edits if pointer.startswith("/keys/")]


@pytest.mark.parametrize(
    ("block", "key", "safe"),
    [
        ("denyTools: subagent\n", "deny-tools:", True),
        ("Tools: read\n", "tools:", True),
        ("deny_tools: subagent\n", "deny-tools:", True),
        ("toosl: read\n", "tools:", True),
        ("TOOSL: read\n", "tools:", True),
        ('"Tools": read\n', "tools:", False),
        ("disable-modle-invocatoin: true\n", "disable-model-invocation:", False),
        ("disable-modle-invocation: true\n", "disable-model-invocation:", True),
        ("Tools: read\n  # why\n", "tools:", True),
        ("thinking : high\n", "thinking:", True),
        ('"thinking": high\n', "thinking:", True),
        ("t\u043eols: read\n", "tools:", False),
        ("to\u200bols: read\n", "tools:", False),
        ("tools\uff1a read\n", "tools:", False),
        ("tools = read\n", "tools:", False),
        ("Name: x\n", "name:", False),
        ("tool: read\n", "tools:", False),
        ("Tool: read\n", "tools:", False),
        ("models: a/b\n", "model:", False),
        ("descritpino: d\n", None, False),
        ("thniking: high\n", "thinking:", True),
        ("Thinking: High\n", "thinking:", False),
        ("Thinking: 'high'\n", "thinking:", False),
        ("Model: 'a/b'\n", "model:", False),
        ("Model: a/b # why\n", "model:", False),
        ("Model: a/b\n  c\n", "model:", False),
    ],
)
def test_whether_a_key_may_be_written_right(block: str, key: str | None, safe: bool) -> None:
    assert renamed(block) == ([] if key is None else [(key, safe)])


def test_two_lines_for_one_key_are_for_a_person_to_choose_from() -> None:
    assert renamed("Tools: read\ntoosl: read\n") == [("tools:", False), ("tools:", False)]
    assert renamed("Tools: read\nModel: a/b\n") == [("tools:", True), ("model:", True)]
