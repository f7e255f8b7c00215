"""A skill of a role pack as a canonical document, described in ``skill.schema.json``.

Read as Pi 1.6 reads it: the block between two lines that begin with ``---`` is YAML; the name is
the one declared there, else that of the folder.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from posixpath import basename, dirname
from typing import Any, NamedTuple

from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.model import Span
from herdr_lint.role.frontmatter import FENCE
from herdr_lint.syntax.parse import DUPLICATE, ParseIssue, Reading
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
    block = _Block.read(text)
    description = block.values.get("description")
    if basename(name) != FILE and not (isinstance(description, str) and description.strip()):
        return None
    folder = basename(dirname(name))
    own = block.values.get("name")
    effective = own if isinstance(own, str) and own else folder
    facts: dict[str, Any] = {
        "kind": "skill",
        "name": effective,
        "size": len(data),
        "declared": effective in declared,
        "block": block.state,
    }
    if basename(name) == FILE and folder:
        facts |= {"folder": folder, "folder-matches": effective == folder}
    if description is not None:
        facts["description"] = description
        facts["long"] = isinstance(description, str) and _units(description) > LONGEST_DESCRIPTION
    problems = () if block.unread is None else (block.unread,)
    return Document("skill", path, facts, text, block.spans, problems=problems)


def _closing_line(text: SourceText) -> int | None:
    """The line that ends the block, or None where there is none."""
    if not text.text.startswith(FENCE):
        return None
    close = text.text.find(f"\n{FENCE}", len(FENCE))
    return None if close == -1 else text.position(close + 1).line


class _Block(NamedTuple):
    """What a block is to Pi, and where what is wrong with it stands.

    ``read``, ``missing`` or what Pi refuses, which is ``broken``, ``repeated`` or ``outdented``.
    Of one that is read ``in-part`` Pi may know more, for the reason ``unread``.
    """

    state: str
    reading: Reading | None = None
    fault: Span | None = None
    unread: ParseIssue | None = None

    @classmethod
    def read(cls, text: SourceText) -> _Block:
        """The block as YAML; what stands before it is left out, but not its lines."""
        close = _closing_line(text)
        if close is None:
            return cls("missing")
        lines = ["", *text.lines[1 : close - 1], ""]
        reading = read_yaml(SourceText("\n".join(lines)))
        first = {problem.kind: problem for problem in reversed(reading.problems)}
        if "yaml-syntax" in first:
            return cls("broken", reading, first["yaml-syntax"].span)
        unread = _unread(reading)
        if unread is not None:
            return cls("in-part", reading, unread=unread)
        stray = _stray_alias(reading)
        if stray is not None:
            return cls("broken", reading, stray.span)
        if DUPLICATE in first:
            return cls("repeated", reading, first[DUPLICATE].span)
        outdented = _outdented(lines, reading)
        return cls("outdented" if outdented else "read", reading, outdented)

    @property
    def values(self) -> Mapping[str, Any]:
        if self.reading is None or self.state not in {"read", "in-part"}:
            return {}
        return self.reading.data if isinstance(self.reading.data, dict) else {}

    @property
    def spans(self) -> dict[str, NodeSpans]:
        """The places of the facts about a skill that its block decides."""
        spans: dict[str, NodeSpans] = {}
        known = {} if self.reading is None else self.reading.spans
        for member, facts in (
            ("/name", ("/name", "/folder-matches")),
            ("/description", ("/description", "/long")),
        ):
            if member in known:
                spans |= dict.fromkeys(facts, known[member])
        if self.fault is not None:
            spans["/block"] = NodeSpans(None, self.fault)
        return spans


def _unread(reading: Reading) -> ParseIssue | None:
    """Why Pi may know another name or description than is read here; None where it cannot."""
    kinds = {problem.kind for problem in reading.problems}
    told = {reading.spans[way].value for way in ("/name", "/description") if way in reading.spans}
    others = {value for _, value, _ in reading.spans.written()} - told
    for problem in reading.problems:
        if problem.kind == "yaml-alias" and problem.span in others:
            continue
        if problem.kind == "yaml-key" and DUPLICATE in kinds:  # `1` and `"1"` are two keys
            return problem
        if problem.fatal and problem.kind not in {"empty", "yaml-merge-key"}:
            return problem  # a merge key is a key like others to Pi
    return None


def _stray_alias(reading: Reading) -> ParseIssue | None:
    """The first alias of something that has no anchor before it."""
    anchors = set()
    for problem in reading.problems:
        if problem.kind == "yaml-anchor":
            anchors.add(problem.params["found"])
        elif problem.kind == "yaml-alias" and problem.params["found"] not in anchors:
            return problem
    return None


def _outdented(lines: Sequence[str], reading: Reading) -> Span | None:
    """A line on which a value in quotes or brackets goes on too far to the left.

    YAML 1.2 wants it further to the right than the key or the ``-`` before the value (7.3 to 7.5);
    Pi's reader admits a closing bracket right below.
    """
    done = 0
    for key, value, holds in reading.spans.written():
        (first, column), (last, end) = value.start, value.end
        if last <= max(first, done):
            continue
        opens = lines[first - 1][column - 1]
        if opens not in "[{" and (holds or opens not in "'\""):
            continue
        done = last
        begins = key.start.column if key else lines[first - 1].rfind("-", 0, column) + 1
        for number, line in enumerate(lines[first:last], first + 1):
            content = line.lstrip(" ")
            indent = len(line) - len(content)
            closes = number == last and opens in "[{" and indent == end - 2
            if content and indent < begins - closes:
                return Span.at(number, indent + 1, len(line) + 1)
    return None


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
