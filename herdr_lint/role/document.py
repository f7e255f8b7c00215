"""A role file as a canonical document: what the host reads, and the facts around it.

The shape is described, member by member, in ``schemas/role/role.schema.json``, which also judges
it. Nothing here decides whether anything is right.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.model import FILE_START, Edit, Layer, Related, Span
from herdr_lint.role.closing import closed_early
from herdr_lint.role.fields import FIELDS, SKILL_NAME, Field, split_list
from herdr_lint.role.fixes import delete_lines, mend_fence, mend_key, mend_tool, mend_value
from herdr_lint.role.frontmatter import (
    FENCE,
    Entry,
    Frontmatter,
    KeyLine,
    misread_fence,
    missing_cause,
    read_frontmatter,
)
from herdr_lint.role.intent import Intent, read_intent
from herdr_lint.role.keys import deceiving, skeleton
from herdr_lint.role.lines import Lines, resemblance, sort_lines
from herdr_lint.syntax.text import SourceText

_IGNORE = re.compile(r"^#\s*herdr-lint:\s*(?:ignore\[([^\]]*)\])?\s*(.*)$")
_EXACT_FIELDS = ("name", "tools", "deny-tools", "model")
_NAME_FORMS = frozenset({"single-quoted", "double-quoted", "commented"})
_PROSE = frozenset({"README", "CHANGELOG", "CONTRIBUTING", "LICENSE", "AGENTS", "CLAUDE"})


def read_role(path: str, data: bytes, *, stem: str, layer: Layer) -> Document:
    """Read one role file; never fails, whatever the bytes are.

    ``stem`` is the file name without ``.md``, which is the role's name unless it declares one. A
    role is looked at for itself and for its pack, so small ones are remembered for a while; a
    document is not to be changed.
    """
    read = _remembered if len(data) <= _SMALL else _read
    return read(path, data, stem, layer)


def _read(path: str, data: bytes, stem: str, layer: Layer) -> Document:
    return _Reader(path, SourceText.decode(data), stem, layer).document()


_SMALL = 32 << 10
_remembered = lru_cache(maxsize=256)(_read)


class _Reader:
    """Collects facts, places and edits of one file, then hands them over as a document."""

    def __init__(self, path: str, text: SourceText, stem: str, layer: Layer) -> None:
        self.path = path
        self.text = text
        self.stem = stem
        self.layer = layer
        self.block = read_frontmatter(text)
        self.anchors = self.block.anchors if self.block else frozenset[str]()
        self.spans: dict[str, NodeSpans] = {}
        self.edits: dict[str, Edit] = {}
        self.related: dict[str, tuple[Related, ...]] = {}
        self.lines = Lines()
        self.intents: dict[str, Intent] = {}

    def document(self) -> Document:
        facts: dict[str, Any] = {
            "kind": "role",
            "layer": self.layer.value,
            "stem": self.stem,
            "text": {"bom": self.text.bom, "replaced": len(self.text.replaced)},
            "fence": self._fence(),
        }
        if facts["fence"].get("cause") == "utf-16":
            facts["text"]["replaced"] = 0
        elif self.text.replaced:
            self._place(
                "/text/replaced", self.text.span(self.text.replaced[0], self.text.replaced[0] + 1)
            )
        if self.block:
            facts |= self._block_facts(self.block)
        return Document("role", self.path, facts, self.text, self.spans, self.edits, self.related)

    def _place(self, pointer: str, value: Span | None, key: Span | None = None) -> None:
        self.spans[pointer] = NodeSpans(key, value)

    # The fences

    def _fence(self) -> dict[str, Any]:
        self._place("/fence", self.text.line_span(1))
        if self.block is None:
            cause = missing_cause(self.text)
            if cause == "default" and self.stem.upper() in _PROSE:
                cause = "prose"
            edit = mend_fence(self.text, cause)
            if edit:
                self.edits["/fence/found"] = edit
            self._place("/fence/found", self._fault_of_fence(cause))
            return {"found": False, "cause": cause}
        self._place("/frontmatter", self.text.line_span(1))
        self._place("/fence/early", self.text.line_span(self.block.close_line))
        early = closed_early(self.text, self.block)
        return {"found": True} | ({"early": early} if early else {})

    def _fault_of_fence(self, cause: str) -> Span:
        match cause:
            case "utf-16":
                return FILE_START
            case "second-bom":
                return Span.at(1, 1, 2)
            case "lone-cr":
                return Span.at(1, 1, len(FENCE) + 1)
            case "close-indented" | "close-dots":
                return self.text.line_span(misread_fence(self.text) or 1)
        return self.text.line_span(1)

    def _block_facts(self, block: Frontmatter) -> dict[str, Any]:
        self.lines = sort_lines(block)
        declared = {
            key: self._declared(field) for key, field in FIELDS.items() if self.lines.has(key)
        }
        frontmatter = self._frontmatter()
        self._place("/body", self.text.line_span(block.close_line))
        facts: dict[str, Any] = {
            "frontmatter": frontmatter,
            "declared": declared,
            "name": self._name(frontmatter),
            "body": {"empty": not block.body},
        }
        optional = {
            "absent": self._absent(frontmatter),
            "overlap": self._overlap(frontmatter),
            "keys": self._keys(),
            "lines": self._passed_over(block),
            "characters": self._characters(),
            "ignores": self._ignores(block),
        }
        return facts | {name: value for name, value in optional.items() if value}

    # The fields

    def _declared(self, field: Field) -> dict[str, Any]:
        pointer = f"/declared/{field.name}"
        lines = self.lines.canonical.get(field.name, [])
        facts: dict[str, Any] = {
            "times": len(lines),
            "canonical": field.name not in self.lines.strays,
        }
        if lines:
            facts |= self._reading(pointer, lines[0], field)
        if len(lines) > 1:
            self._repeated(pointer, lines)
        if field.name in self.lines.strays:
            facts["stray"] = [
                self._stray(f"{pointer}/stray/{index}", line)
                for index, line in enumerate(self.lines.strays[field.name])
            ]
        return facts

    def _reading(self, pointer: str, entry: Entry, field: Field) -> dict[str, Any]:
        """How the first occurrence is written, and what YAML makes of it."""
        head = entry.head
        self._place(pointer, head.value_span if head.value else None, head.key_span)
        intent = self.intents[field.name] = read_intent(entry, self.anchors)
        unparsed = intent.form in {"plain", "unreadable", "long"} and not entry.goes_on
        facts: dict[str, Any] = {
            "raw": head.value,
            "form": intent.form,
            "same": intent.meant == head.value or unparsed,
            "strict": field.strict,
            "taken": field.takes(head.value),
        }
        facts["plain"] = (
            facts["taken"]
            and intent.form == "plain"
            and not field.judged
            and field.name not in self.lines.strays
            and len(self.lines.canonical[field.name]) == 1
        )
        if not facts["same"] and intent.meant is not None:
            facts["meant"] = intent.meant
        self._mend(pointer, entry, field, taken=facts["taken"])
        times = (self.lines.top_level["skill"], self.lines.top_level["skills"])
        if field.name == "skill" and times == (1, 0):
            self.edits["/frontmatter/skill"] = mend_key(head, "skills", safe=True)
        return facts | self._particulars(pointer, head, field)

    def _mend(self, pointer: str, entry: Entry, field: Field, *, taken: bool) -> None:
        edit = mend_value(self.text, entry, self.intents[field.name], field)
        if edit is None:
            return
        if not self._is_welcome(field, edit.text.rpartition(f"{field.name}: ")[2]):
            edit = replace(edit, safe=False)
        self.edits[pointer] = self.edits[f"{pointer}/same"] = edit
        if field.entries:
            self.edits[f"{pointer}/raw"] = edit
        if field.words and not taken:
            self.edits[f"/frontmatter/{field.name}"] = edit

    def _is_welcome(self, field: Field, value: str) -> bool:
        """Whether the host, once it reads a value, has nothing to say against it."""
        match field.name:
            case "cli":
                return False
            case "name":
                return value == self.stem
            case "skills" | "skill":
                return all(map(SKILL_NAME.fullmatch, split_list(value)))
        return True

    def _particulars(self, pointer: str, head: KeyLine, field: Field) -> dict[str, Any]:
        """The facts that only some keys have."""
        match field.name:
            case "name":
                return {"matches": head.value in {self.stem, ""}}
            case "description":
                return {"missing": self.layer is Layer.PACKAGE and not head.value}
            case "skill" if self._has_value("skills"):
                return {"shadowed": True}
            case "skills" | "skill" | "model":
                entries = [entry for entry in split_list(head.value) if entry]
                self._place_entries(f"{pointer}/entries", head, entries)
                return {"entries": entries}
        return {}

    def _has_value(self, key: str) -> bool:
        return key in self.lines.canonical and self.lines.canonical[key][0].head.value != ""

    def _repeated(self, pointer: str, lines: list[Entry]) -> None:
        first, second = lines[0].head, lines[1].head
        self._place(f"{pointer}/times", second.key_span)
        self.related[f"{pointer}/times"] = (
            Related(self.path, first.key_span, "first declared here; the host reads this one"),
        )
        written = {self.text.lines[line.head.line - 1] for line in lines}
        if len(written) == 1 and not any(line.tail for line in lines):
            safe = self.intents[first.key].form != "unreadable"
            self.edits[f"{pointer}/times"] = delete_lines(second.line, second.line, safe=safe)

    def _stray(self, pointer: str, line: KeyLine) -> dict[str, Any]:
        self._place(pointer, line.key_span)
        owner = self.lines.owners.get(line.line)
        if owner is None:
            self.edits[pointer] = mend_key(line, line.key, safe=self.lines.is_plainly(line))
            return {"key": line.key, "form": line.form}
        return {
            "key": line.key,
            "form": "nested",
            "owner": owner.head.key,
            "owner_line": owner.head.line,
        }

    def _frontmatter(self) -> dict[str, Any]:
        """What the host reads, typed; a value that it does not take stays the raw text."""
        values: dict[str, Any] = {}
        for key, field in FIELDS.items():
            if key not in self.lines.canonical:
                continue
            head = self.lines.canonical[key][0].head
            if head.value or field.strict:
                values[key] = field.read(head.value)
                self._place(
                    f"/frontmatter/{key}", head.value_span if head.value else None, head.key_span
                )
                if isinstance(values[key], list):
                    self._place_entries(f"/frontmatter/{key}", head, values[key])
        return values

    def _place_entries(self, pointer: str, head: KeyLine, entries: list[str]) -> None:
        for index, (at, entry) in enumerate(_entry_places(head.value, entries)):
            start = head.value_span.start.column + at
            span = Span.at(head.line, start, start + len(entry))
            self._place(f"{pointer}/{index}", span)
            edit = mend_tool(entry, span) if head.key == "tools" else None
            if edit:
                self.edits[f"{pointer}/{index}"] = edit

    def _name(self, frontmatter: dict[str, Any]) -> dict[str, Any]:
        declared = frontmatter.get("name")
        if declared is None:
            return {"effective": self.stem, "matches": True}
        self.spans["/name"] = self.spans["/frontmatter/name"]
        facts = {"effective": declared, "declared": declared, "matches": declared == self.stem}
        if declared == self.stem:
            return facts
        intent = self.intents["name"]
        span = self.lines.canonical["name"][0].head.value_span
        self.edits["/name/matches"] = Edit(span, self.stem, safe=False)
        if intent.meant == self.stem and "/declared/name" in self.edits:
            self.edits["/name/matches"] = self.edits["/declared/name"]
        return facts | {"form": self._mismatch(declared, intent)}

    def _mismatch(self, declared: str, intent: Intent) -> str:
        """By what the name differs from the stem, as a word that the rules know."""
        if intent.meant == self.stem and intent.form in _NAME_FORMS:
            return intent.form
        if intent.meant not in {declared, None}:
            return "default"
        if skeleton(declared) == self.stem:
            return "lookalike"
        return "case" if declared.lower() == self.stem.lower() else "other"

    def _absent(self, frontmatter: dict[str, Any]) -> dict[str, Any]:
        """Why the host sees no description, although there may be a line for one."""
        if "description" in frontmatter:
            return {}
        pointer = "/absent/description"
        self._place(pointer, self.text.line_span(1))
        if "description" in self.lines.canonical:
            return {"description": {"how": self._lost_description(pointer)}}
        for line in self.lines.unread:
            found = resemblance(line)
            if found and found.key == "description":
                self._place(pointer, line.key_span)
                self.edits[pointer] = mend_key(
                    line, "description", safe=self.lines.is_plainly(line)
                )
                how = "colon" if found.by == "colon" else "unread"
                return {"description": {"how": how, "written": line.head}}
        return {"description": {"how": "missing"}}

    def _lost_description(self, pointer: str) -> str:
        """How a description was lost whose key the host does see."""
        first, *more = self.lines.canonical["description"]
        self._place(pointer, None, first.head.key_span)
        if first.goes_on:
            if "/declared/description" in self.edits:
                self.edits[pointer] = self.edits["/declared/description"]
            return "continued"
        if any(entry.head.value for entry in more):
            self.edits[pointer] = delete_lines(first.head.line, first.last_line, safe=False)
            return "second"
        return "empty"

    def _overlap(self, frontmatter: dict[str, Any]) -> list[str]:
        """Tools that are both allowed and denied."""
        allowed, denied = frontmatter.get("tools"), frontmatter.get("deny-tools")
        if not isinstance(allowed, list) or not isinstance(denied, list):
            return []
        wanted, both = set(allowed), dict[str, int]()
        for index, name in enumerate(denied):
            if name in wanted:
                both.setdefault(name, index)
        for at, index in enumerate(both.values()):
            self.spans[f"/overlap/{at}"] = self.spans[f"/frontmatter/deny-tools/{index}"]
        return list(both)

    # What the host passes over

    def _keys(self) -> list[dict[str, Any]]:
        keys: list[dict[str, Any]] = []
        for line in sorted(self.lines.unread, key=lambda line: line.line):
            pointer = f"/keys/{len(keys)}"
            self._place(pointer, line.key_span)
            found = resemblance(line)
            fact: dict[str, Any] = {"key": line.key}
            if found:
                fact |= {
                    "reads": found.key,
                    "by": found.by,
                    "declared": found.key in self.lines.canonical,
                }
                if not fact["declared"]:
                    self.edits[pointer] = mend_key(
                        line, found.key, safe=self.lines.is_plainly(line)
                    )
            keys.append(fact)
        return keys

    def _passed_over(self, block: Frontmatter) -> list[str]:
        """Lines that are neither key, value, comment nor blank."""
        found = list(self.lines.without_meaning(block))
        for index, (number, _) in enumerate(found):
            self._place(f"/lines/{index}", self.text.line_span(number))
        return [content.strip() for _, content in found]

    def _characters(self) -> list[dict[str, str]]:
        """Characters in exact values that a reader cannot see or takes for another."""
        found: list[dict[str, str]] = []
        for key in _EXACT_FIELDS:
            if key not in self.lines.canonical or (key == "name" and self._name_deceives()):
                continue
            head = self.lines.canonical[key][0].head
            if head.value.isascii() and head.value.isprintable():
                continue
            entries = [head.value] if key == "name" else split_list(head.value)
            for start, entry in _entry_places(head.value, entries):
                for at, char in deceiving(entry):
                    column = head.value_span.start.column + start + at
                    self._place(f"/characters/{len(found)}", Span.at(head.line, column, column + 1))
                    name = unicodedata.name(char, "unnamed character")
                    found.append({"field": key, "code": f"U+{ord(char):04X}", "name": name})
        return found

    def _name_deceives(self) -> bool:
        """Whether the name differs from the stem by such a character, which is a finding itself."""
        declared = self.lines.canonical["name"][0].head.value
        return declared != self.stem and skeleton(declared) == self.stem

    def _ignores(self, block: Frontmatter) -> list[dict[str, Any]]:
        ignores: list[dict[str, Any]] = []
        for number, content in block.numbered():
            directive = _IGNORE.match(content) if content.startswith("#") else None
            if directive:
                self._place(f"/ignores/{len(ignores)}", self.text.line_span(number))
                names = (directive[1] or "").split(",")
                rules = [name.strip() for name in names if name.strip()]
                ignores.append({"rules": rules, "reason": directive[2].strip()})
        return ignores


def _entry_places(value: str, entries: list[str]) -> Iterator[tuple[int, str]]:
    """Where in a list each of its entries stands."""
    at = 0
    for entry in entries:
        at = value.index(entry, at)
        yield at, entry
        at += len(entry)
