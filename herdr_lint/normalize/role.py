"""A role file as a canonical document: what the host reads, and the facts around it.

The shape is described, member by member, in ``schemas/role/role.schema.json``, which also judges
it. Nothing here decides whether anything is right.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from typing import Any

from herdr_lint.model import Edit, Layer, Related, Span
from herdr_lint.normalize.document import Document, Place
from herdr_lint.normalize.fields import CAPABILITIES, FIELDS, Field
from herdr_lint.normalize.keys import COLONS, Resemblance, resembles, skeleton
from herdr_lint.normalize.mending import (
    delete_lines,
    mend_colon,
    mend_fence,
    mend_key,
    mend_tool,
    mend_value,
)
from herdr_lint.source.frontmatter import (
    FENCE,
    QUOTES,
    Entry,
    Frontmatter,
    KeyLine,
    continues,
    key_line,
    missing_cause,
    read_frontmatter,
)
from herdr_lint.source.intent import Intent, read_intent
from herdr_lint.source.text import SourceText, ecma_trim

_IGNORE = re.compile(r"^#\s*herdr-lint:\s*(?:ignore\[([^\]]*)\])?\s*(.*)$")
_EXACT_FIELDS = ("name", "tools", "deny-tools", "skills", "skill", "model")
_PROSE = frozenset({"README", "CHANGELOG", "CONTRIBUTING", "LICENSE", "AGENTS", "CLAUDE"})


def read_role(path: str, data: bytes, *, stem: str, layer: Layer) -> Document:
    """Read one role file; never fails, whatever the bytes are.

    ``stem`` is the file name without ``.md``, which is the role's name unless it declares one.
    """
    text = SourceText.decode(data)
    return _Reader(path, text, stem, layer).document()


class _Reader:
    """Collects facts, places and edits of one file, then hands them over as a document."""

    def __init__(self, path: str, text: SourceText, stem: str, layer: Layer) -> None:
        self.path = path
        self.text = text
        self.stem = stem
        self.layer = layer
        self.block = read_frontmatter(text)
        self.places: dict[str, Place] = {}
        self.edits: dict[str, Edit] = {}
        self.related: dict[str, tuple[Related, ...]] = {}
        self.canonical: dict[str, list[Entry]] = defaultdict(list)
        self.strays: dict[str, list[KeyLine]] = defaultdict(list)
        self.unread: list[KeyLine] = []
        self.owners: dict[int, Entry] = {}
        self.intents: dict[str, Intent] = {}
        self.top_level: Counter[str] = Counter()
        self.indented = 0

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
        return Document("role", self.path, facts, self.text, self.places, self.edits, self.related)

    def _place(self, pointer: str, value: Span | None, key: Span | None = None) -> None:
        self.places[pointer] = Place(key, value)

    # The fences

    def _fence(self) -> dict[str, Any]:
        self._place("/fence", self.text.line_span(1))
        if self.block is None:
            cause = missing_cause(self.text)
            if cause == "default" and self.stem in _PROSE:
                cause = "prose"
            edit = mend_fence(self.text, cause)
            if edit:
                self.edits["/fence/found"] = edit
                seen = Related(self.path, edit.span, "the host does not take this for the fence")
                self.related["/fence/found"] = (seen,) if edit.span.start.line > 1 else ()
            return {"found": False, "cause": cause}
        self._place("/frontmatter", self.text.line_span(1))
        self._place("/fence/early", self.text.line_span(self.block.close_line))
        early = _closed_early(self.text, self.block)
        return {"found": True} | ({"early": early} if early else {})

    def _block_facts(self, block: Frontmatter) -> dict[str, Any]:
        self._sort_lines(block)
        declared = {
            key: self._declared(field) for key, field in FIELDS.items() if self._occurs(key)
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
            "lines": self._stray_lines(block),
            "characters": self._characters(),
            "ignores": self._ignores(block),
        }
        return facts | {name: value for name, value in optional.items() if value}

    # Which line is what

    def _sort_lines(self, block: Frontmatter) -> None:
        heads = {entry.head.line: entry for entry in block.entries}
        self.owners = {number: entry for entry in block.entries for number, _ in entry.tail}
        self.indented = sum(line[:1] in {" ", "\t"} for _, line in block.numbered())
        for line in block.key_lines:
            self.top_level[line.key] += line.line not in self.owners
            entry = heads.get(line.line)
            if entry and line.canonical and line.key in FIELDS:
                self.canonical[line.key].append(entry)
            elif line.key in CAPABILITIES and not line.canonical:
                self.strays[line.key].append(line)
            elif line.line not in self.owners and (line.key in FIELDS or not continues(line.head)):
                self.unread.append(line)
        for number, content in block.numbered():
            disguised = _lookalike_colon(number, content)
            if disguised is not None and number not in self.owners:
                self.unread.append(disguised)

    def _occurs(self, key: str) -> bool:
        return key in self.canonical or key in self.strays

    # The fields

    def _declared(self, field: Field) -> dict[str, Any]:
        pointer = f"/declared/{field.name}"
        lines = self.canonical.get(field.name, [])
        facts: dict[str, Any] = {"times": len(lines), "canonical": field.name not in self.strays}
        if lines:
            facts |= self._reading(pointer, lines[0], field)
        if len(lines) > 1:
            self._repeated(pointer, lines)
        if field.name in self.strays:
            facts["stray"] = [
                self._stray(f"{pointer}/stray/{index}", line)
                for index, line in enumerate(self.strays[field.name])
            ]
        return facts

    def _reading(self, pointer: str, entry: Entry, field: Field) -> dict[str, Any]:
        """How the first occurrence is written, and what YAML makes of it."""
        head = entry.head
        self._place(pointer, head.value_span if head.value else None, head.key_span)
        intent = self.intents[field.name] = read_intent(entry)
        same = intent.meant == head.value or intent.form in {"unreadable", "plain"}
        facts: dict[str, Any] = {
            "raw": head.value,
            "form": intent.form,
            "same": same,
            "strict": field.strict,
            "taken": field.takes(head.value),
        }
        facts["plain"] = (
            facts["taken"]
            and intent.form == "plain"
            and not field.judged
            and field.name not in self.strays
            and len(self.canonical[field.name]) == 1
        )
        if not same and intent.meant is not None:
            facts["meant"] = intent.meant
        edit = mend_value(self.text, entry, intent, field)
        if edit and not field.name.startswith("cli"):
            for at in (pointer, f"{pointer}/same", f"{pointer}/raw", f"/frontmatter/{field.name}"):
                self.edits[at] = edit
        if field.name in {"skills", "skill"}:
            facts["entries"] = field.read(head.value)
            self._place_entries(f"{pointer}/entries", head, facts["entries"])
        if field.name == "name":
            facts["matches"] = head.value in {self.stem, ""}
        if field.name == "description":
            facts["missing"] = self.layer is Layer.PACKAGE and not head.value
        if field.name == "skill" and same and self._is_lone_skill():
            self.edits["/frontmatter/skill"] = mend_key(head, "skills", safe=True)
        return facts

    def _is_lone_skill(self) -> bool:
        return self.top_level["skill"] == 1 and not self.top_level["skills"]

    def _repeated(self, pointer: str, lines: list[Entry]) -> None:
        first, second = lines[0].head, lines[1].head
        self._place(f"{pointer}/times", second.key_span)
        self.related[f"{pointer}/times"] = (
            Related(self.path, first.key_span, "first declared here; the host reads this one"),
        )
        written = {ecma_trim(self.text.lines[line.head.line - 1]) for line in lines}
        if len(written) == 1 and not any(line.tail for line in lines):
            self.edits[f"{pointer}/times"] = delete_lines(second.line, second.line)

    def _stray(self, pointer: str, line: KeyLine) -> dict[str, Any]:
        self._place(pointer, line.key_span)
        owner = self.owners.get(line.line)
        if owner is None:
            self.edits[pointer] = mend_key(line, line.key, safe=self._is_sure(line))
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
            if key not in self.canonical:
                continue
            head = self.canonical[key][0].head
            if head.value or field.strict:
                values[key] = field.read(head.value)
                self._place(
                    f"/frontmatter/{key}", head.value_span if head.value else None, head.key_span
                )
                if isinstance(values[key], list):
                    self._place_entries(f"/frontmatter/{key}", head, values[key])
        return values

    def _place_entries(self, pointer: str, head: KeyLine, entries: list[str]) -> None:
        at = 0
        for index, entry in enumerate(entries):
            at = head.value.index(entry, at)
            start = head.value_span.start.column + at
            span = Span.at(head.line, start, start + len(entry))
            self._place(f"{pointer}/{index}", span)
            edit = mend_tool(entry, span) if head.key == "tools" else None
            if edit:
                self.edits[f"{pointer}/{index}"] = edit
            at += len(entry)

    def _name(self, frontmatter: dict[str, Any]) -> dict[str, Any]:
        declared = frontmatter.get("name")
        if declared is None:
            return {"effective": self.stem, "matches": True}
        self.places["/name"] = self.places["/frontmatter/name"]
        intent = self.intents["name"]
        facts = {"effective": declared, "declared": declared, "matches": declared == self.stem}
        if declared == self.stem:
            return facts
        if intent.meant == self.stem and "/declared/name" in self.edits:
            self.edits["/name/matches"] = self.edits["/declared/name"]
            return facts | {"form": intent.form}
        span = self.canonical["name"][0].head.value_span
        self.edits["/name/matches"] = Edit(span, self.stem, safe=False)
        return facts | {"form": "case" if declared.lower() == self.stem.lower() else "other"}

    def _absent(self, frontmatter: dict[str, Any]) -> dict[str, Any]:
        """Why the host sees no description, although there may be a line for one."""
        if "description" in frontmatter:
            return {}
        pointer = "/absent/description"
        self._place(pointer, self.text.line_span(1))
        if "description" in self.canonical:
            first, *more = self.canonical["description"]
            self._place(pointer, None, first.head.key_span)
            how = (
                "continued"
                if first.tail
                else "second"
                if any(m.head.value for m in more)
                else "empty"
            )
            edit = self.edits.get("/declared/description")
            if edit:
                self.edits[pointer] = edit
            return {"description": {"how": how}}
        for line in self.unread:
            found = _resemblance(line)
            if found and found.key == "description":
                self._place(pointer, line.key_span)
                self.edits[pointer] = self._mend_key(line, found)
                return {"description": {"how": "unread", "key": line.head}}
        return {"description": {"how": "missing"}}

    def _overlap(self, frontmatter: dict[str, Any]) -> list[str]:
        """Tools that are both allowed and denied."""
        allowed, denied = frontmatter.get("tools"), frontmatter.get("deny-tools")
        if not isinstance(allowed, list) or not isinstance(denied, list):
            return []
        both = [name for name in denied if name in allowed]
        for index, name in enumerate(both):
            self.places[f"/overlap/{index}"] = self.places[
                f"/frontmatter/deny-tools/{denied.index(name)}"
            ]
        return both

    # What the host passes over

    def _keys(self) -> list[dict[str, Any]]:
        keys: list[dict[str, Any]] = []
        for line in sorted(self.unread, key=lambda line: line.line):
            pointer = f"/keys/{len(keys)}"
            self._place(pointer, line.key_span)
            found = _resemblance(line)
            fact: dict[str, Any] = {"key": line.key}
            if found:
                fact |= {
                    "reads": found.key,
                    "by": found.by,
                    "declared": found.key in self.canonical,
                }
                self.edits[pointer] = self._mend_key(line, found)
            keys.append(fact)
        return keys

    def _mend_key(self, line: KeyLine, found: Resemblance) -> Edit:
        if found.by == "colon":
            return mend_colon(line, found.key)
        return mend_key(line, found.key, safe=line.key == found.key and self._is_sure(line))

    def _is_sure(self, line: KeyLine) -> bool:
        """Whether YAML reads the key alike when it stands bare at the start of its line.

        A line that is moved to the left takes leave of its neighbours that stay where they are.
        """
        visible = line.head.strip(" \t").strip(QUOTES) == line.key
        moved = line.head[:1] in {" ", "\t"} and self.indented > 1
        return visible and not moved and self.top_level[line.key] == 1

    def _stray_lines(self, block: Frontmatter) -> list[str]:
        """Lines that are neither key, value, comment nor blank."""
        known = {line.line for line in (*block.key_lines, *self.unread)} | set(self.owners)
        lines: list[str] = []
        for number, content in block.numbered():
            if content.strip() and not content.startswith("#") and number not in known:
                self._place(f"/lines/{len(lines)}", self.text.line_span(number))
                lines.append(content.strip())
        return lines

    def _characters(self) -> list[dict[str, str]]:
        """Characters in exact values that a reader cannot see or takes for another."""
        found: list[dict[str, str]] = []
        for key in _EXACT_FIELDS:
            if key not in self.canonical:
                continue
            head = self.canonical[key][0].head
            if head.value.isascii():
                continue
            for at, char in enumerate(head.value):
                if _deceives(char, head.value):
                    column = head.value_span.start.column + at
                    self._place(f"/characters/{len(found)}", Span.at(head.line, column, column + 1))
                    name = unicodedata.name(char, "unnamed character")
                    found.append({"field": key, "code": f"U+{ord(char):04X}", "name": name})
        return found

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


def _resemblance(line: KeyLine) -> Resemblance | None:
    """The known key that a line was meant to set, seen or not."""
    if line.key in FIELDS:
        return Resemblance(line.key, line.form if line.form != "plain" else "colon")
    return resembles(line.key)


def _lookalike_colon(number: int, content: str) -> KeyLine | None:
    """A line whose colon is another character, if a known key stands before it."""
    if content.isascii() or content[:1].isspace():
        return None
    at = next((index for index, char in enumerate(content) if char in COLONS), -1)
    if at < 0 or skeleton(content[:at]).strip() not in FIELDS:
        return None
    return key_line(number, f"{content[:at]}:{content[at + 1 :]}")


def _deceives(char: str, value: str) -> bool:
    """Whether a character is invisible, or a foreign letter among ASCII ones."""
    if char.isascii():
        return False
    if unicodedata.category(char) in {"Cf", "Cc", "Zs", "Zl", "Zp"}:
        return True
    return skeleton(char).isascii() and any(other.isascii() and other.isalpha() for other in value)


def _closed_early(text: SourceText, block: Frontmatter) -> dict[str, Any] | None:
    """A closing line that the author did not mean as one (role reading 1.2)."""
    if text.lines[1].rstrip() == FENCE:
        return {"how": "late", "line": block.close_line, "capability": False}
    lost = _lost_keys(text, block.close_line)
    if block.close_rest.strip():
        how = "longer" if set(block.close_rest.strip()) == {"-"} else "suffix"
    elif lost:
        how = "inside"
    else:
        return None
    capability = any(key in CAPABILITIES for key in lost)
    return {"how": how, "capability": capability, "lost": ", ".join(f"`{key}`" for key in lost)}


def _lost_keys(text: SourceText, close_line: int) -> list[str]:
    """Known keys between the closing line and a later fence, where all looks like frontmatter."""
    lost: list[str] = []
    for number in range(close_line + 1, len(text.lines) + 1):
        line = text.lines[number - 1]
        if line.startswith(FENCE):
            return lost
        found = key_line(number, line)
        if found and found.canonical and found.key in FIELDS:
            lost.append(found.key)
        elif line.strip() and not found and not continues(line) and not line.startswith("#"):
            break
    return []
