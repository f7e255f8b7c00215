"""What a file ignores of its own findings, in comments for the file or for the next line.

A role has them in its frontmatter, where the host skips such lines; a manifest in YAML has them
wherever a comment can be a line of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from herdr_lint.config.selection import ALWAYS
from herdr_lint.judge.document import Document, from_pointer
from herdr_lint.judge.judge import closest, make_finding, show
from herdr_lint.model import Edit, Finding, Position, Span, Suppressed
from herdr_lint.syntax.directives import Directive, read_directive

UNKNOWN = "ignore-unknown"
UNUSED = "ignore-unused"

_MENTION = re.compile(r"#\s*herdr-lint:\s*ignore\b", re.IGNORECASE)
_NAME = re.compile(r"(?<=[\[,\s])[^\s,\[\]]+(?=\s*[,\]])")
_COMMA_AFTER = re.compile(r"\s*,\s*")
_COMMA_BEFORE = re.compile(r"\s*,\s*$")


class Comment(NamedTuple):
    """A directive and where it stands."""

    span: Span
    says: Directive

    @property
    def line(self) -> int:
        return self.span.start.line


class Sifted(NamedTuple):
    """The findings of a file that are left, and those that it ignores."""

    findings: list[Finding]
    suppressed: list[Suppressed]


@dataclass(frozen=True, slots=True)
class _Ignore:
    """One rule of a directive, "" where it names none; ``line`` is None for the whole file."""

    rule: str
    comment: Comment
    span: Span
    line: int | None

    def covers(self, finding: Finding) -> bool:
        if finding.rule != self.rule or finding.rule in ALWAYS:
            return False
        return self.line is None or finding.span.start.line == self.line


def has_directives(document: Document) -> bool:
    """Whether a file says anything of ignoring, in a place where it counts or anywhere else."""
    if document.kind == "role" and "ignores" in document.data:
        return True
    return _can_have_comments(document) and _MENTION.search(document.text.text) is not None


def apply_ignores(
    findings: Sequence[Finding],
    document: Document,
    *,
    known: Collection[str],
    runs: Callable[[str], bool] = lambda _: True,
) -> Sifted:
    """The findings of one file without those that it ignores, and what is wrong with its ignores.

    ``known`` are the ids of all rules. ``runs`` tells whether a rule was selected: only of such a
    rule can an ignore be unused, and of none if one of them failed.
    """
    comments = [*comments_of(document)]
    ignores = [one for comment in comments for one in _ignores(document, comment)]
    wrong = [*_unknown(ignores, document, known)]
    if not ALWAYS.intersection(finding.rule for finding in findings):
        met = (*findings, *wrong)
        idle = [one for one in ignores if one.rule in known and not any(map(one.covers, met))]
        idle = [one for one in idle if one.rule != UNUSED and runs(one.rule)]
        wrong += [_idle(one, idle, document) for one in idle]
    if runs(UNUSED):
        wrong += _misplaced(document, {comment.line for comment in comments})
    return _sifted((*findings, *wrong), ignores)


def _sifted(findings: Iterable[Finding], ignores: Sequence[_Ignore]) -> Sifted:
    sifted = Sifted([], [])
    for finding in findings:
        by = next((one for one in ignores if one.covers(finding)), None)
        if by is None:
            sifted.findings.append(finding)
        else:
            sifted.suppressed.append(Suppressed(finding, "inSource", by.comment.says.reason))
    return sifted


# What is there


def comments_of(document: Document) -> Iterator[Comment]:
    """The directives that count, in file order."""
    if document.kind == "role":
        for index, fact in enumerate(document.data.get("ignores", ())):
            says = Directive(tuple(fact["rules"]), fact["reason"], fact.get("next-line", False))
            yield Comment(document.locate(f"/ignores/{index}"), says)
    elif _can_have_comments(document) and _MENTION.search(document.text.text):
        texts = lines_of_texts(document)
        for number, line in enumerate(document.text.lines, 1):
            content = line.strip()
            says_or_none = read_directive(content) if content.startswith("#") else None
            if says_or_none is not None and number not in texts:
                start = line.index("#") + 1
                yield Comment(Span.at(number, start, start + len(content)), says_or_none)


def _can_have_comments(document: Document) -> bool:
    return document.kind == "role" or is_yaml(document)


def is_yaml(document: Document) -> bool:
    """Whether a document is a manifest that is written in YAML."""
    return document.kind == "manifest" and document.path.lower().endswith((".yaml", ".yml"))


def lines_of_texts(document: Document) -> set[int]:
    """The lines of a manifest on which a text goes on, so that no comment can stand there."""
    found: set[int] = set()
    for pointer, place in document.spans.items():
        span = place.value
        goes_on = span is not None and span.start.line < span.end.line
        if span is not None and goes_on and isinstance(value_at(document, pointer), str):
            last = span.end.line - (span.end.column == 1)
            found.update(range(span.start.line, last + 1))
    return found


def value_at(document: Document, pointer: str) -> Any:
    """The value at a pointer, or None if there is none."""
    value: Any = document.data
    for part in from_pointer(pointer):
        try:
            value = value[int(part) if isinstance(value, list) else part]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return value


def _ignores(document: Document, comment: Comment) -> Iterator[_Ignore]:
    """The rules of a directive, each with its place."""
    named = _names(document.text.slice(comment.span))
    line = _next_line(document, comment.line) if comment.says.next_line else None
    for rule in comment.says.rules or ("",):
        yield _Ignore(rule, comment, _within(comment.span, named.get(rule)), line)


def _next_line(document: Document, number: int) -> int:
    """The next line that is neither empty nor a comment, so that several can stand above it."""
    lines = document.text.lines
    number += 1
    while number < len(lines) and (not lines[number - 1].strip() or _is_comment(lines[number - 1])):
        number += 1
    return number


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _names(text: str) -> dict[str, tuple[int, int]]:
    """Where each name stands first in the text of a directive."""
    found: dict[str, tuple[int, int]] = {}
    for name in _NAME.finditer(text):
        found.setdefault(name[0], name.span())
    return found


def _within(line: Span, named: tuple[int, int] | None) -> Span:
    """A part of a line, or all of it."""
    if named is None:
        return line
    first = line.start
    return Span.at(first.line, first.column + named[0], first.column + named[1])


# What is wrong with it


def _unknown(
    ignores: Iterable[_Ignore], document: Document, known: Collection[str]
) -> Iterator[Finding]:
    for one in ignores:
        if not one.rule:
            yield _say(UNKNOWN, one, document, cause="empty")
        elif one.rule not in known:
            near = closest(one.rule, sorted(known))
            hint = f" Did you mean {show(near)}?" if near else ""
            yield _say(UNKNOWN, one, document, hint=hint)


def _idle(one: _Ignore, idle: Sequence[_Ignore], document: Document) -> Finding:
    finding = _say(UNUSED, one, document, cause=None if one.line is None else "next-line")
    return finding._replace(edits=(_removal(one, idle, document),))


def _removal(one: _Ignore, idle: Sequence[_Ignore], document: Document) -> Edit:
    """The edit that takes an idle rule out of its directive; the whole line if no rule is left."""
    line = one.comment.line
    if {*one.comment.says.rules} <= {other.rule for other in idle if other.comment == one.comment}:
        return Edit(Span(Position(line, 1), Position(line + 1, 1)), "")
    text = document.text.lines[line - 1]
    start, end = one.span.start.column - 1, one.span.end.column - 1
    after, before = _COMMA_AFTER.match(text, end), _COMMA_BEFORE.search(text, 0, start)
    if after:
        end = after.end()
    elif before:
        start = before.start()
    return Edit(Span.at(line, start + 1, end + 1), "")


def _misplaced(document: Document, heeded: Collection[int]) -> Iterator[Finding]:
    """Directives that nobody heeds: indented, behind a value, in the body, in capitals."""
    cause = "misplaced" if document.kind == "role" else "misplaced-yaml"
    texts = set[int]() if document.kind == "role" else lines_of_texts(document)
    fenced = False
    for number, line in enumerate(document.text.lines, 1):
        if document.kind == "role":  # what a fence holds is an example
            fenced ^= line.lstrip().startswith(("```", "~~~"))
        found = _MENTION.search(line)
        if found and not fenced and number not in heeded and number not in texts:
            span = Span.at(number, found.start() + 1, len(line) + 1)
            finding = make_finding(document, UNUSED, _context(document), cause=cause)
            yield finding._replace(span=span, pointer=None)


def _say(rule: str, one: _Ignore, document: Document, **words: Any) -> Finding:
    name = show(one.rule)[1:-1]
    finding = make_finding(document, rule, _context(document), name=name, **words)
    return finding._replace(span=one.span, pointer=_pointer(document, one.comment))


def _context(document: Document) -> str:
    """The layer of a role, which decides severities; of anything else it is all the same."""
    return str(document.data["layer"]) if document.kind == "role" else "*"


def _pointer(document: Document, comment: Comment) -> str | None:
    """The pointer of a directive that the document of a role holds."""
    if document.kind != "role":
        return None
    lines = (document.locate(f"/ignores/{at}") for at in range(len(document.data["ignores"])))
    return next(f"/ignores/{at}" for at, span in enumerate(lines) if span == comment.span)
