"""Keys that the host passes over, and characters that nobody sees."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge.document import Document
from herdr_lint.model import Layer, Span
from herdr_lint.role.document import read_role
from herdr_lint.role.passed_over import MOST_CHARACTERS


def read(block: str, layer: Layer = Layer.PACKAGE, stem: str = "x") -> Document:
    return read_role("x.md", f"---\n{block}---\n\nB\n".encode(), stem=stem, layer=layer)


ALLOW = {"kind": "foreign", "wish": "allow"}
BESIDE = {"kind": "foreign", "wish": "beside"}
DENY = {"kind": "foreign", "wish": "deny"}


@pytest.mark.parametrize(
    ("block", "key", "edit"),
    [
        ("allowed-tools: Read, Bash\n", ALLOW, "tools: read, bash"),
        ("allowed-tools: [Read,, mine]\n", ALLOW, None),
        ("allowed-tools:\n- Read\n- Glob\n", ALLOW, "tools: read, find"),
        ("allowed-tools:\n- Read # c\n", ALLOW, None),
        ("allowed-tools: Read, WebFetch\n", ALLOW, None),
        ("allowed-tools:\n", ALLOW, None),
        ("\u00a0allowed-tools: Read\n", ALLOW, None),
        ("tools: read\nallowed-tools: Read\n", BESIDE, None),
        ("tools: read\ndisallowedTools: Task\n", DENY, "deny-tools: subagent"),
        ("disallowedTools: Bash\n", DENY, None),
        ("tools: read\ndisallowedTools: Bash\n", BESIDE, None),
        ("deny-tools: subagent\ndisallowedTools: Task\n", DENY, None),
        ("tools: read\nsandbox: true\n", {"kind": "foreign", "wish": "default"}, None),
        ("colour: red\n", {"kind": "unknown"}, None),
        ("Tools: read\n", {"kind": "capability", "reads": "tools", "by": "case"}, "tools:"),
        ("Model: a/b\n", {"kind": "setting", "reads": "model", "by": "case"}, "model:"),
        ("model: a/b\nModel: a/b\n", {"kind": "setting", "reads": "model", "by": "beside"}, None),
        ("CLI: pi\n", {"kind": "setting", "reads": "cli", "by": "unsupported"}, None),
    ],
)
def test_what_a_key_is(block: str, key: dict[str, Any], edit: str | None) -> None:
    document = read(block)
    (found,) = document.data["keys"]
    assert {name: value for name, value in found.items() if name != "key"} == key
    made = document.edits.get("/keys/0")
    assert (made and made.text) == edit


@pytest.mark.parametrize("layer", Layer)
def test_a_description_that_a_pack_lacks_is_told_of_once(layer: Layer) -> None:
    keys = read("Description: d\nTools: read\n", layer).data["keys"]
    told = ["Tools"] if layer is Layer.PACKAGE else ["Description", "Tools"]
    assert [one["key"] for one in keys] == told


@pytest.mark.parametrize("more", [0, 1])
def test_so_many_characters_are_told_one_by_one(more: int) -> None:
    document = read("model: a/" + "\u200b" * (MOST_CHARACTERS + more) + "\n")
    told = {"field": "model", "code": "U+200B", "name": "ZERO WIDTH SPACE"}
    assert document.data["characters"] == [told] * MOST_CHARACTERS
    assert document.locate("/characters/1") == Span.at(2, 11, 12)


@pytest.mark.parametrize(
    ("block", "codes"),
    [
        ("name: x\n", []),
        ("name: \u0445\n", []),
        ("name: \u0445y\n", ["U+0445"]),
        ("tools: re\u200bad, b\u0430sh\n", ["U+200B", "U+0430"]),
        ("deny-tools: \u0441\u0430\n", []),
        ("model: a/b\x07\n", ["U+0007"]),
        ("cwd: /a\u200b\n", []),
        ("tools: a\uff0c\u200bb\n", ["U+200B"]),
        ("name: z\u0430, \u0430z\n", ["U+0430", "U+0430"]),
    ],
)
def test_characters_in_exact_values(block: str, codes: list[str]) -> None:
    found = read(block).data.get("characters", [])
    assert [one["code"] for one in found] == codes
