"""What is read from each key of a role in each form of a value, and from lines of many kinds.

After a change that is meant: ``UPDATE_GOLDEN=1 pytest -n0 tests/role/test_readings.py``; then read
the difference. Under a key, each form of a value has what the document holds because of it, and
the edits by which the host would read what is meant; a guess is marked with a question mark.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.judge.document import Document
from herdr_lint.model import Edit, Layer
from herdr_lint.role.document import read_role
from herdr_lint.role.fields import FIELDS

GOLDEN = Path(__file__).parents[1] / "golden" / "readings"

FORMS = (
    "",
    "x",
    " x",
    "x # why",
    "x # why~",
    "[x]\rb: y",
    "x\rb: y",
    'x "y" # why',
    '"x # y"\n  z',
    "x\n  # why\n  y # more",
    "[x, # why\n  y]",
    "# why",
    "#why",
    '"x"',
    "'x'",
    '"x" # why',
    '""',
    "''",
    "~",
    "null",
    "[]",
    "{}",
    "[x]",
    "[x, y-z]",
    "[ x , 'y' ] # why",
    "[x",
    "{x: true}",
    "{x: true, y: false, z: allow}",
    "\n  x: true\n  y: on",
    "\n  x: off",
    "\n- x",
    "\n- x\n- y # why",
    "\n  - x",
    "- x",
    "x, y",
    "x,y,",
    "x,, y",
    ",",
    "x y",
    "x: y",
    "x\n  y",
    "x,\n  y",
    "\n  x",
    "|\n  x\n  y",
    ">-\n  x\n  y",
    "|",
    "&a x",
    "*a",
    "!t x",
    "@x",
    "`x`",
    "(x)",
    "x(y)",
    "+x",
    "X",
    "true",
    "false",
    "True",
    '"true"',
    "true # why",
    "yes",
    "1",
    "high",
    "High",
    "fork",
    "read, bash",
    "Read, Bash",
    "read, Read",
    "Read, read",
    "Read, bash, Read",
    "{[x]: true}",
    "read; bash",
    "subagent",
    "a/b",
    "a/b, c/d:high",
    "/work",
    "~/work",
    "x\ty",
    "x\u00a0",
    "\u201cx\u201d",
    "\u201cX_y\u201d",
    "\n  []",
    '\n  "true"',
    "true\n  x",
    "~,",
    "~a,",
)


LINES = (
    "Tools: x",
    "TOOLS: x",
    "tools : x",
    " tools: x",
    "\ttools: x",
    "tools:x",
    "tools",
    "tools = x",
    "tools=x",
    "tools~ x",
    "tools~ x: y",
    "\ttools: x\n\tcwd: /a",
    "cwd: /a\n\tspawning: true",
    '"tools": x',
    "'tools': x",
    "? tools",
    "- tools: x",
    "#tools: x",
    "# tools: x",
    "tool: x",
    "toosl: x",
    "toosl: x\ntoolx: y",
    "toosl: x\n  y",
    "toosl: [x]",
    "tools\u200b: x",
    "t\u043eols: x",
    "tools\uff1a x",
    "tools: x\ntools: y",
    "tools: x\nTools: y",
    "deny_tools: x",
    "denyTools: x",
    "DenyTools: x",
    "deny tools: x",
    "denytools: x",
    "deny-tool: x",
    "disallowedTools: x",
    "disallowed-tools: x",
    "allowed-tools: x",
    "allowedTools: x",
    "permission: x",
    "permissionMode: plan",
    "self_spawn: x",
    "selfSpawn: x",
    "Spawning: x",
    "spawn: x",
    "sessionMode: x",
    "session mode: x",
    "System-Prompt: x",
    "systemPrompt: x",
    "Model: x",
    "modle: x",
    "model:\tx",
    "Name: x",
    "nmae: x",
    "Description: x",
    "desc: x",
    "Description: d",
    "description = d",
    "description\uff1a d",
    " description: d",
    "color: x",
    "x-mine: y",
    "cli-Model: x",
    "autoExit: x",
    "skill: a\nskills: b",
    "skills: a\n\n# c\n  b",
    "lost\n  z",
    "  z",
    "- z",
    "}",
    "...",
    "--",
    "<<<<<<< ours",
    "cwd: /a\ncwd: b",
    "tools: &a x\nskills: *a",
    "tools: read\nspawning: true",
    "spawning: false\nself-spawn: true",
    "persistent: true\nauto-exit: true",
    "tools: read\ndeny-tools: read",
    "session-mode: fork\nsystem-prompt: append",
    "cli: claude\ncli-model: x",
    'description: "it maps\ncode',
    'description: "it" maps\ncode',
    "description: 'it maps\ncode\nand more",
    "description: it maps\ncode",
    "description: it maps\ncode\nand more",
    "description: it maps\ncode\n\nand more",
    "description: it maps\n(code)\nand more",
    "description: a map\ncode\nof data",
    "description: it maps\n  # why\ncode\nand more",
    "description: it: maps\n  the\ncode\nand more",
    'description: "it maps\ncode"',
    'description: "it maps"\ncode\nand more',
    'description: "it maps\n  the\n\n  code\nand more"',
    "description:\nit maps",
    'description: ""\nit maps',
    'description: "x\nit maps',
    "allowed-tools: [Read, Bash]",
    "allowed-tools:\n  - Read\n  - Bash",
    "allowed-tools:\n  - Read # why\n  - Bash",
    "description: a\ndescription: b",
    "description:\ndescription: b",
    "description: a\n  b\ndescription: c",
    "model: a\n\nmodel: b",
    "model: inherit\nmodel: b",
    "cli:\ncli: x",
    "- tools\uff1a x",
    "description: |\n  tools\uff1a x",
    "# tools\uff1a x",
    "# herdr-lint: ignore[x] why",
    "# herdr-lint: ignore-next-line[x, y]\ncolor: z",
)


def lines(field: str) -> Iterator[tuple[str, str]]:
    """What stands in a block beside a line that says nothing of it."""
    if not field:
        yield from ((line, f"{line}\n") for line in LINES)
    for form in FORMS if field else ():
        yield form, f"{field}: {form}\n".replace(": \n", ":\n")


def page(field: str) -> Iterator[str]:
    for form, line in lines(field):
        yield told(form)
        other = "name: x\n" if "description" in line.casefold() else "description: d\n"
        found, without = read(line + other), facts(read(other))
        for place, value in facts(found).items():
            if value != without.get(place):
                yield f"  {place}: {told(value)}"
        for edit in dict.fromkeys(found.edits.values()):
            pointers = ", ".join(at for at, one in found.edits.items() if one == edit)
            yield f"  edit {pointers}: {written(edit)}"


def facts(document: Document) -> dict[str, Any]:
    """What a document holds, each part by itself."""
    found: dict[str, Any] = {}
    for key, value in document.data.items():
        parts = value if isinstance(value, dict) else {"": value}
        found |= {f"{key}/{part}" if part else key: fact for part, fact in parts.items()}
    return found


def told(value: Any) -> str:
    return json.dumps(value, ensure_ascii=True, sort_keys=True)


def written(edit: Edit) -> str:
    start, end = edit.span
    place = f"{start.line}:{start.column}-{end.line}:{end.column}"
    return f"{place} {told(edit.text)}{'' if edit.safe else ' ?'}"


def read(line: str) -> Document:
    text = f"---\n{line}---\nBody.\n"
    return read_role("x.md", text.encode(), stem="x", layer=Layer.PACKAGE)


@pytest.mark.parametrize("field", [*FIELDS, ""])
def test_each_form_of_a_value_is_read_as_it_was(field: str) -> None:
    golden = GOLDEN / f"{field or 'lines'}.txt"
    actual = "\n".join(page(field)) + "\n"
    if os.environ.get("UPDATE_GOLDEN") and not os.environ.get("CI"):  # pragma: no cover
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(actual, "utf-8", newline="\n")
    assert actual == golden.read_text("utf-8")
