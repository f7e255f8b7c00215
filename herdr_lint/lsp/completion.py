"""What can stand where somebody is typing: keys, values, tools, skills, rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types

from herdr_lint.config.selection import groups
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.late import late_pattern
from herdr_lint.lsp import role_words
from herdr_lint.lsp.cursor import Cursor
from herdr_lint.lsp.hover import place
from herdr_lint.lsp.subject import Subject
from herdr_lint.role.fields import FIELDS, split_list
from herdr_lint.role.frontmatter import FENCE, key_line

Skills = Callable[[], Sequence[str]]
"""The skills that a role's pack ships, found out when they are needed."""

_IGNORE = late_pattern(r"^#\s*herdr-lint:\s*ignore(?:-next-line)?\[(?:[^\]]*[,\s])?([\w-]*)$")
_RULE_LISTS = frozenset({"select", "ignore"})
_SEVERITY = "severity"
_QUOTES = frozenset({'"', "'"})
_OTHER_FILES = frozenset({"archive", "openwop"})
"""Groups of rules that find nothing in a role file."""
_KINDS = types.CompletionItemKind


@dataclass(frozen=True)
class _Slot:
    """What a candidate takes the place of. Editors differ in what they take for a word."""

    place: types.Range

    @classmethod
    def before(cls, subject: Subject, offset: int, typed: str, after: int = 0) -> _Slot:
        """What is typed before the cursor, and some characters after it."""
        start, end = map(subject.text.client_position, (offset - len(typed), offset + after))
        return cls(types.Range(start, end))

    def item(
        self, label: str, kind: types.CompletionItemKind, text: str | None = None
    ) -> types.CompletionItem:
        edit = types.TextEdit(self.place, label if text is None else text)
        return types.CompletionItem(label, kind=kind, filter_text=label, text_edit=edit)


def completion(subject: Subject, offset: int, skills: Skills) -> list[types.CompletionItem]:
    """The candidates at a place; the editor sorts out which of them go with what is typed."""
    if subject.path.suffix == ".md":
        return [*_in_role(subject, offset, skills)]
    return [*_in_manifest(subject, offset)]


# Role files


def _in_role(subject: Subject, offset: int, skills: Skills) -> Iterator[types.CompletionItem]:
    at = subject.text.own_position(offset)
    line = subject.text.line(at.line)
    before = line[: at.column - 1]
    if not _in_block(subject, at.line):
        return
    ignore = _IGNORE.match(before)
    if ignore:
        yield from _rules(subject, _Slot.before(subject, offset, ignore[1]))
    elif ":" not in before:
        # A key that is there already is replaced as a whole.
        rest = line[len(before) :].partition(":")[0] if ":" in line else ""
        slot = _Slot.before(subject, offset, before, len(rest))
        yield from _keys(subject, slot, before, written=":" in line)
    else:
        head = key_line(at.line, before)
        if head is not None and head.key in FIELDS:
            written = before.partition(":")[2]
            typed = written.rpartition(",")[2] if FIELDS[head.key].entries else written
            slot = _Slot.before(subject, offset, typed.lstrip())
            yield from _values(head.key, written, subject, slot, skills)


def _in_block(subject: Subject, number: int) -> bool:
    """Whether a line is between the fences; the closing one may not be written yet."""
    if subject.text.line(1) != FENCE or number < 2:
        return False
    return not any(subject.text.line(above).startswith(FENCE) for above in range(2, number + 1))


def _keys(
    subject: Subject, slot: _Slot, before: str, *, written: bool
) -> Iterator[types.CompletionItem]:
    if before[:1].isspace() or before.startswith("#"):
        return
    declared = subject.role.data.get("declared", {}) if subject.role else {}
    for key in FIELDS:
        if key not in declared or (written and key.startswith(before)):
            item = slot.item(key, _KINDS.Property, key if written else f"{key}: ")
            item.documentation = role_words.KEYS[key]
            yield item


def _values(
    key: str, written: str, subject: Subject, slot: _Slot, skills: Skills
) -> Iterator[types.CompletionItem]:
    if key == "name":
        yield slot.item(subject.path.stem, _KINDS.Value)
        return
    found = skills() if key in {"skills", "skill"} else role_words.values(key)
    taken = {*split_list(written)[:-1]} if FIELDS[key].entries else frozenset[str]()
    kind = _KINDS.EnumMember if FIELDS[key].words else _KINDS.Value
    for value in found:
        if value not in taken:
            yield slot.item(value, kind)


def _rules(subject: Subject, slot: _Slot) -> Iterator[types.CompletionItem]:
    """The rules of role files, those that found something in this file first."""
    book = RuleRegistry.shipped()
    found = {finding.rule for finding in subject.findings}
    for rule_id in book.ids:
        if book[rule_id].group not in _OTHER_FILES:
            item = slot.item(rule_id, _KINDS.Constant)
            item.detail = book[rule_id].title
            item.sort_text = f"{rule_id not in found:d}{rule_id}"
            yield item


# Manifests and configurations


def _in_manifest(subject: Subject, offset: int) -> Iterator[types.CompletionItem]:
    here = place(subject, subject.text.text[:offset])
    if subject.guide is None or here is None:
        return
    guide, base = subject.guide
    if here.path[: len(base)] != base:
        return
    path = here.path[len(base) :]
    quote = here.typed[:1] in _QUOTES
    if quote and ("\n" in here.typed or here.typed[1:].endswith(here.typed[0])):
        return  # it has ended, be it on a line above
    slot = _Slot.before(subject, offset, here.typed[quote:])
    if subject.kind == "configuration" and _names_rules(path):
        for name in _rule_names(path):
            yield _written(name, here, subject, slot, _KINDS.Constant)
        return
    if here.is_key:
        for member in guide.members(path):
            item = _written(member.name, here, subject, slot, _KINDS.Property)
            item.detail = "required" if member.required else None
            item.documentation = member.title or None
            yield item
    for value in guide.values(path):
        yield _written(value, here, subject, slot, _KINDS.EnumMember)


def _names_rules(path: Sequence[str | int]) -> bool:
    names = [step for step in path if isinstance(step, str) and step != "overrides"]
    listing = len(names) == 1 and names[0] in _RULE_LISTS
    return (listing and path[-1] == 0) or names == [_SEVERITY]


def _rule_names(path: Sequence[str | int]) -> Iterable[str]:
    ids = {*RuleRegistry.shipped().ids}
    return sorted(ids if _SEVERITY in path else ids | groups())


def _written(
    value: object, here: Cursor, subject: Subject, slot: _Slot, kind: types.CompletionItemKind
) -> types.CompletionItem:
    """A candidate as the syntax wants it: in quotes, unless they are there already."""
    label = value if isinstance(value, str) else json.dumps(value)
    bare = subject.syntax == ".yaml" or (subject.syntax == ".toml" and here.is_key)
    quoted = isinstance(value, str) and not bare and here.typed[:1] not in _QUOTES
    return slot.item(label, kind, f'"{label}"' if quoted else label)
