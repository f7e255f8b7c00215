"""What the host reads at a place, and what the rules that found something there are about."""

from __future__ import annotations

import json
from collections.abc import Iterator

from herdr_lint.judge.rule_registry import RuleRegistry
from herdr_lint.late import late_pattern
from herdr_lint.links import rule_page
from herdr_lint.lsp import cursor, role_words
from herdr_lint.lsp.actions import touches
from herdr_lint.lsp.subject import Subject
from herdr_lint.model import Position, Span
from herdr_lint.role.fields import FIELDS
from herdr_lint.role.frontmatter import FIRST_LINE, key_line, read_frontmatter
from herdr_lint.syntax.spans import Step

_WORD = late_pattern(r"[\w$.-]*\"?")


def hover(subject: Subject, offset: int) -> str:
    """Markdown about a place, nothing where there is nothing to say."""
    at = subject.text.own_position(offset)
    about = [*_role(subject, at), *_member(subject, offset), *_rules(subject, at)]
    return "\n\n".join(about)


def _role(subject: Subject, at: Position) -> Iterator[str]:
    if subject.role is None:
        return
    block = read_frontmatter(subject.role.text)
    if block is None or not FIRST_LINE <= at.line < block.close_line:
        return
    line = key_line(at.line, block.text.lines[at.line - 1])
    if line is None:
        return
    if line.key not in FIELDS:
        yield f"`{line.key}`: the host does not read this key."
        return
    yield f"**`{line.key}`** {role_words.KEYS[line.key]}"
    words = FIELDS[line.key].words
    if words:
        yield f"One of {', '.join(f'`{word}`' for word in words)}."
    first = next((one for one in block.key_lines if one.key == line.key and one.canonical), None)
    if first is None or first.line != line.line:
        yield "The host does not read this line."
        return
    value = subject.role.data["frontmatter"].get(line.key)
    read = f"`{json.dumps(value, ensure_ascii=False)}`" if value is not None else "nothing"
    yield f"The host reads here: {read}"


def _member(subject: Subject, offset: int) -> Iterator[str]:
    """What the schema says of a member of a manifest or a setting of a configuration."""
    if subject.guide is None:
        return
    guide, base = subject.guide
    path = member_at(subject, offset)
    if path is None or path[: len(base)] != base:
        return
    meaning = guide.meaning(path[len(base) :])
    if meaning:
        name = next((step for step in reversed(path) if isinstance(step, str)), "")
        yield f"**`{name}`** {meaning}" if name else meaning


def member_at(subject: Subject, offset: int) -> tuple[Step, ...] | None:
    """The way to the member whose name or value a place is in."""
    text = subject.text.text
    end = offset + len(_WORD.match(text, offset)[0])  # type: ignore[index]  # matches anything
    here = place(subject, text[:end])
    if here is None:
        return None
    name = here.typed.strip("\"'")
    return (*here.path, name) if here.is_key and name else here.path


def place(subject: Subject, before: str) -> cursor.Cursor | None:
    """Where the end of a beginning of the file is; None for a syntax without members."""
    reader = {".json": cursor.in_json, ".yaml": cursor.in_yaml, ".toml": cursor.in_toml}.get(
        subject.syntax
    )
    return reader(before.removeprefix("\ufeff")) if reader else None


def _rules(subject: Subject, at: Position) -> Iterator[str]:
    book = RuleRegistry.shipped()
    here = Span(at, at)
    for rule_id in dict.fromkeys(one.rule for one in subject.findings if touches(one.span, here)):
        if rule_id in book:
            rule = book[rule_id]
            yield f"[{rule_id}]({rule_page(rule_id)}): **{rule.title}.** {rule.explanation}"
