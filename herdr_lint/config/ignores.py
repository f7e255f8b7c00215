"""What a file ignores of its own findings, in comments for the file or for the next line.

A role has them in its frontmatter, where the host skips such lines; a manifest in YAML has them
wherever a comment can be a line of its own.
"""

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from herdr_lint.config.selection import ALWAYS
from herdr_lint.judge.document import Document, from_pointer, is_yaml
from herdr_lint.judge.judge import closest, make_finding, show
from herdr_lint.late import late, late_pattern
from herdr_lint.model import Edit, Finding, Position, Span, Suppressed
from herdr_lint.syntax.spans import SpanTable

if TYPE_CHECKING:
    from herdr_lint.syntax import directives
else:
    directives = late("herdr_lint.syntax.directives")

UNKNOWN = "ignore-unknown"
UNUSED = "ignore-unused"

_MENTION = late_pattern(r"#\s*herdr-lint:\s*ignore\b", re.IGNORECASE)
_NAME = late_pattern(r"(?<=[\[,\s])[^\s,\[\]]+(?=\s*[,\]])")
_COMMA_AFTER = late_pattern(r"\s*,\s*")


class Comment(NamedTuple):
    """A directive and where it stands; ``pointer`` where the document of a role holds it."""

    span: Span
    says: "directives.Directive"
    pointer: str | None = None

    @property
    def line(self) -> int:
        return self.span.start.line


class Sifted(NamedTuple):
    """The findings of a file that are left, and those that it ignores."""

    findings: list[Finding]
    suppressed: list[Suppressed]


_Covered: TypeAlias = tuple[str, int | None]
"""A rule, and the line on which it is ignored; None stands for the whole file."""


class _Ignore(NamedTuple):
    """One rule of a directive, "" where it names none; ``line`` is None for the whole file."""

    rule: str
    comment: Comment
    span: Span
    line: int | None

    @property
    def covers(self) -> _Covered:
        return self.rule, self.line


def has_directives(document: Document) -> bool:
    """Whether a file says anything of ignoring, in a place where it counts or anywhere else."""
    if document.kind == "role" and "ignores" in document.data:
        return True
    can_have_comments = document.kind == "role" or is_yaml(document.path)
    return can_have_comments and _MENTION.search(document.text.text) is not None


def apply_ignores(
    findings: Sequence[Finding],
    document: Document,
    *,
    known: Collection[str],
    runs: Callable[[str], bool] = lambda _: True,
    wanted: Callable[[list[Finding]], list[Finding]] = list,
) -> Sifted:
    """The findings of one file without those that it ignores, and what is wrong with its ignores.

    ``known`` are the ids of all rules. ``runs`` tells whether a rule was selected: only of such a
    rule can an ignore be unused, and of none if one of them failed. ``wanted`` gives what is wrong
    as the configuration wants it told.
    """
    comments = [*comments_of(document)]
    below = _lines_below(document)
    ignores = [one for comment in comments for one in _ignores(document, comment, below)]
    wrong = [*_unknown(ignores, document, known)]
    if not ALWAYS.intersection(finding.rule for finding in findings):
        met = {way for finding in (*findings, *wrong) for way in _ways(finding)}
        idle = [one for one in ignores if one.rule in known and one.covers not in met]
        idle = [one for one in idle if one.rule != UNUSED and runs(one.rule)]
        whole = _idle_lines(idle)
        wrong += [_idle(one, whole, document) for one in idle]
    wrong += _misplaced(document, {comment.line for comment in comments})
    return _sifted((*findings, *wanted(wrong)), ignores)


def _sifted(findings: Iterable[Finding], ignores: Sequence[_Ignore]) -> Sifted:
    sifted = Sifted([], [])
    first: dict[_Covered, int] = {}
    for at, one in enumerate(ignores):
        first.setdefault(one.covers, at)
    for finding in findings:
        by = min((first[way] for way in _ways(finding) if way in first), default=None)
        if by is None:
            sifted.findings.append(finding)
        else:
            reason = ignores[by].comment.says.reason
            sifted.suppressed.append(Suppressed(finding, "inSource", reason))
    return sifted


def _ways(finding: Finding) -> tuple[_Covered, ...]:
    """Under what an ignore covers a finding."""
    if finding.rule in ALWAYS:
        return ()
    return (finding.rule, None), (finding.rule, finding.span.start.line)


# What is there


def comments_of(document: Document) -> Iterator[Comment]:
    """The directives that count, in file order."""
    if document.kind == "role":
        for index, fact in enumerate(document.data.get("ignores", ())):
            says = directives.Directive(
                tuple(fact["rules"]), fact["reason"], fact.get("next-line", False)
            )
            pointer = f"/ignores/{index}"
            yield Comment(document.locate(pointer), says, pointer)
    elif is_yaml(document.path):
        texts = lines_of_texts(document)
        for number, line in enumerate(document.text.lines, 1):
            content = line.strip()
            says_or_none = directives.read_directive(content)
            if says_or_none is not None and number not in texts:
                start = line.index("#") + 1
                yield Comment(Span.at(number, start, start + len(content)), says_or_none)


def lines_of_texts(document: Document) -> set[int]:
    """The lines of a manifest on which a text goes on, so that no comment can stand there."""
    found: set[int] = set()
    if not isinstance(document.spans, SpanTable):  # nothing of it could be read
        return found
    for _, value, holds in document.spans.written():
        if holds or value.start.line == value.end.line:
            continue
        if document.text.slice(value)[0] not in "[{":
            found.update(range(value.start.line, value.end.line + 1))
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


def _ignores(document: Document, comment: Comment, below: Sequence[int]) -> Iterator[_Ignore]:
    """The rules of a directive, each with its place."""
    named = _names(document.text.slice(comment.span))
    line = below[comment.line] if comment.says.next_line else None
    for rule in comment.says.rules or ("",):
        yield _Ignore(rule, comment, _within(comment.span, named.get(rule)), line)


def _lines_below(document: Document) -> list[int]:
    """By line, the next one that is neither empty nor a comment: several can stand above it."""
    lines = document.text.lines
    below = [*range(1, len(lines) + 2)]
    for number in range(len(lines) - 2, -1, -1):  # the last one, whatever it says, is the end
        content = lines[number].strip()
        if not content or content.startswith("#"):
            below[number] = below[number + 1]
    return below


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


def _idle_lines(idle: Iterable[_Ignore]) -> set[int]:
    """The lines of the directives of which every rule is idle."""
    left: dict[int, set[str]] = {}
    for one in idle:
        if one.comment.line not in left:
            left[one.comment.line] = {*one.comment.says.rules}
        left[one.comment.line].discard(one.rule)
    return {line for line, rules in left.items() if not rules}


def _idle(one: _Ignore, whole: Container[int], document: Document) -> Finding:
    finding = _say(UNUSED, one, document, cause=None if one.line is None else "next-line")
    return finding._replace(edits=(_removal(one, whole, document),))


def _removal(one: _Ignore, whole: Container[int], document: Document) -> Edit:
    """The edit that takes an idle rule out; a directive that is ``whole`` goes with its line."""
    line = one.comment.line
    if line in whole:
        return Edit(Span(Position(line, 1), Position(line + 1, 1)), "")
    text = document.text.lines[line - 1]
    start, end = one.span.start.column - 1, one.span.end.column - 1
    after = _COMMA_AFTER.match(text, end)
    if after:
        end = after.end()
    else:  # then a comma stands in front of it
        start = len(text[:start].rstrip().removesuffix(",").rstrip())
    return Edit(Span.at(line, start + 1, end + 1), "")


def _misplaced(document: Document, in_effect: Collection[int]) -> Iterator[Finding]:
    """Directives that do nothing: indented, behind a value, in the body, in capitals."""
    cause = "misplaced" if document.kind == "role" else "misplaced-yaml"
    texts = lines_of_texts(document)
    fenced = False
    for number, line in enumerate(document.text.lines, 1):
        if document.kind == "role":  # what a fence holds is an example
            fenced ^= line.lstrip().startswith(("```", "~~~"))
        found = _MENTION.search(line)
        if found and not fenced and number not in in_effect and number not in texts:
            span = Span.at(number, found.start() + 1, len(line) + 1)
            finding = make_finding(document, UNUSED, "*", cause=cause)
            yield finding._replace(span=span, pointer=None)


def _say(rule: str, one: _Ignore, document: Document, **words: Any) -> Finding:
    name = show(one.rule)[1:-1]
    finding = make_finding(document, rule, "*", name=name, **words)
    return finding._replace(span=one.span, pointer=one.comment.pointer)
