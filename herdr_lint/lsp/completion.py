"""What can stand where somebody is typing: keys, values, tools, skills, rules."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from lsprotocol import types

from herdr_lint.config.selection import groups
from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.lsp import role_words
from herdr_lint.lsp.cursor import Cursor
from herdr_lint.lsp.hover import place
from herdr_lint.lsp.subject import Subject
from herdr_lint.role.fields import FIELDS, split_list
from herdr_lint.role.frontmatter import FENCE, key_line

Skills = Callable[[], Sequence[str]]
"""The skills that a role's pack ships, found out when they are needed."""

_IGNORE = re.compile(r"^#\s*herdr-lint:\s*ignore\[(?:[^\]]*[,\s])?[\w-]*$")
_RULE_LISTS = frozenset({"select", "ignore"})
_SEVERITY = "severity"
_KINDS = types.CompletionItemKind


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
    if _IGNORE.match(before):
        yield from _rules(subject)
    elif ":" not in before:
        yield from _keys(subject, before, ":" in line)
    else:
        head = key_line(at.line, before)
        if head is not None and head.key in FIELDS:
            yield from _values(head.key, before.partition(":")[2], subject, skills)


def _in_block(subject: Subject, number: int) -> bool:
    """Whether a line is between the fences; the closing one may not be written yet."""
    if subject.text.line(1) != FENCE or number < 2:
        return False
    return not any(subject.text.line(above).startswith(FENCE) for above in range(2, number + 1))


def _keys(subject: Subject, before: str, written: bool) -> Iterator[types.CompletionItem]:
    if before[:1].isspace() or before.startswith("#"):
        return
    declared = subject.role.data.get("declared", {}) if subject.role else {}
    for key in FIELDS:
        if key not in declared or (written and key.startswith(before)):
            yield types.CompletionItem(
                key,
                kind=_KINDS.Property,
                documentation=role_words.KEYS[key],
                insert_text=key if written else f"{key}: ",
            )


def _values(
    key: str, written: str, subject: Subject, skills: Skills
) -> Iterator[types.CompletionItem]:
    if key == "name":
        yield types.CompletionItem(subject.path.stem, kind=_KINDS.Value)
        return
    found = skills() if key in {"skills", "skill"} else role_words.values(key)
    taken = {*split_list(written)[:-1]} if FIELDS[key].entries else frozenset[str]()
    kind = _KINDS.EnumMember if FIELDS[key].words else _KINDS.Value
    for value in found:
        if value not in taken:
            yield types.CompletionItem(value, kind=kind)


def _rules(subject: Subject) -> Iterator[types.CompletionItem]:
    """Rule ids, those that found something in this file first."""
    book = RuleRegistry.shipped()
    found = {finding.rule for finding in subject.findings}
    for rule_id in book.ids:
        yield types.CompletionItem(
            rule_id,
            kind=_KINDS.Constant,
            detail=book[rule_id].title,
            sort_text=f"{rule_id not in found:d}{rule_id}",
        )


# Manifests and configurations


def _in_manifest(subject: Subject, offset: int) -> Iterator[types.CompletionItem]:
    before = subject.text.text[:offset]
    here = place(subject, before)
    if subject.guide is None or here is None:
        return
    guide, base = subject.guide
    if here.path[: len(base)] != base:
        return
    path = here.path[len(base) :]
    if subject.kind == "configuration" and _names_rules(path):
        yield from _named(_rule_names(path), here, subject)
        return
    if here.is_key:
        for member in guide.members(path):
            detail = "required" if member.required else None
            yield _written(member.name, here, subject, _KINDS.Property, member.title, detail)
    for value in guide.values(path):
        yield _written(value, here, subject, _KINDS.EnumMember)


def _names_rules(path: Sequence[str | int]) -> bool:
    names = [step for step in path if isinstance(step, str) and step != "overrides"]
    listing = len(names) == 1 and names[0] in _RULE_LISTS
    return (listing and bool(path) and path[-1] == 0) or names == [_SEVERITY]


def _rule_names(path: Sequence[str | int]) -> Iterable[str]:
    ids = {*RuleRegistry.shipped().ids}
    return sorted(ids if _SEVERITY in path else ids | groups())


def _named(names: Iterable[str], here: Cursor, subject: Subject) -> Iterator[types.CompletionItem]:
    for name in names:
        yield _written(name, here, subject, _KINDS.Constant)


def _written(
    value: object,
    here: Cursor,
    subject: Subject,
    kind: types.CompletionItemKind,
    documentation: str = "",
    detail: str | None = None,
) -> types.CompletionItem:
    """A candidate as the syntax wants it: in quotes, unless they are there already."""
    label = value if isinstance(value, str) else json.dumps(value)
    bare = subject.syntax == ".yaml" or (subject.syntax == ".toml" and here.is_key)
    quoted = isinstance(value, str) and not bare and not here.typed.startswith('"')
    return types.CompletionItem(
        label,
        kind=kind,
        detail=detail,
        documentation=documentation or None,
        insert_text=f'"{label}"' if quoted else label,
        filter_text=label,
    )
