"""A skill of a role pack as a canonical document, described in ``skill.schema.json``.

Read as Pi 1.6 reads it: the block between two lines that begin with ``---`` is YAML; the name is
the one declared there, else that of the folder.
"""

from __future__ import annotations

from posixpath import basename, dirname
from typing import Any

from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.role.frontmatter import FENCE
from herdr_lint.syntax.parse import Reading
from herdr_lint.syntax.text import SourceText
from herdr_lint.syntax.yaml_reader import read_yaml

FILE = "SKILL.md"
LONGEST_DESCRIPTION = 1024
"""UTF-16 units of a description that Pi takes without a warning."""


def read_skill(path: str, data: bytes, *, name: str, declared: frozenset[str]) -> Document | None:
    """The document of a skill; None for a Markdown file that Pi takes for no skill.

    ``path`` is shown in findings and ``name`` the file's name in the pack; ``declared`` are the
    skills that roles of the pack ask for.
    """
    text = SourceText.decode(data)
    close = _closing_line(text)
    reading = None if close is None else _read_block(text, close)
    values = reading.data if reading is not None and isinstance(reading.data, dict) else {}
    description = values.get("description")
    if basename(name) != FILE and not (isinstance(description, str) and description.strip()):
        return None
    folder = basename(dirname(name))
    own = values.get("name")
    effective = own if isinstance(own, str) and own else folder
    facts: dict[str, Any] = {
        "kind": "skill",
        "name": effective,
        "size": len(data),
        "declared": effective in declared,
        "block": _state(reading),
    }
    if basename(name) == FILE and folder:
        facts |= {"folder": folder, "folder-matches": effective == folder}
    if description is not None:
        facts["description"] = description
        facts["long"] = isinstance(description, str) and _units(description) > LONGEST_DESCRIPTION
    return Document("skill", path, facts, text, _places(reading))


def _closing_line(text: SourceText) -> int | None:
    """The line that ends the block, or None where there is none."""
    if not text.text.startswith(FENCE):
        return None
    close = text.text.find(f"\n{FENCE}", len(FENCE))
    return None if close == -1 else text.position(close + 1).line


def _read_block(text: SourceText, close: int) -> Reading:
    """The block as YAML; what stands before it is left out, but not its lines."""
    return read_yaml(SourceText("\n" + "\n".join(text.lines[1 : close - 1])))


def _state(reading: Reading | None) -> str:
    if reading is None:
        return "missing"
    kinds = {problem.kind for problem in reading.problems if problem.fatal}
    if "yaml-syntax" in kinds:
        return "broken"
    return "read" if kinds <= {"empty"} else "unknown"


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _places(reading: Reading | None) -> dict[str, NodeSpans]:
    spans: dict[str, NodeSpans] = {}
    if reading is None:
        return spans
    for member, facts in (
        ("/name", ("/name", "/folder-matches")),
        ("/description", ("/description", "/long")),
    ):
        if member in reading.spans:
            spans |= dict.fromkeys(facts, reading.spans[member])
    broken = next((one for one in reading.problems if one.kind == "yaml-syntax"), None)
    if broken is not None:
        spans["/block"] = NodeSpans(None, broken.span)
    return spans
