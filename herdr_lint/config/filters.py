"""What remains of the findings of one file: pure functions from findings to findings."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from herdr_lint.config.selection import ALWAYS
from herdr_lint.config.settings import FileSettings
from herdr_lint.judge.document import Document, from_pointer
from herdr_lint.judge.judge import closest, make_finding, show
from herdr_lint.model import Edit, Finding, Position, Span
from herdr_lint.role.tools import group

UNKNOWN = "ignore-unknown"
UNUSED = "ignore-unused"

_KEY_RULES = frozenset({"key-unknown", "key-misspelled", "capability-key-foreign"})
_TOOL_RULES = frozenset(
    {"tool-name-suspect", "deny-tools-unknown", "tool-scope-unknown", "tool-unresolved"}
)


def apply_settings(
    findings: Iterable[Finding], settings: FileSettings, document: Document | None = None
) -> list[Finding]:
    """The findings that are wanted, with the severities that they are to have.

    ``document`` is the one that the findings are about; without it, known tools and keys cannot
    be told.
    """
    selection = settings.selection
    wanted = (finding for finding in findings if selection.runs(finding.rule))
    if document is not None and (settings.known_keys or settings.known_tools):
        told = (_of_unknown(finding, settings, document) for finding in wanted)
        wanted = (finding for finding in told if finding is not None)
    return [
        finding._replace(severity=selection.severity(finding.rule, finding.severity))
        for finding in wanted
    ]


class Silenced(NamedTuple):
    """A finding that the configuration does not want."""

    path: str
    rule: str


def silenced(findings: Iterable[Finding], settings: FileSettings) -> frozenset[Silenced]:
    """What ``apply_settings`` leaves out because its rule does not run."""
    runs = settings.selection.runs
    return frozenset(Silenced(one.path, one.rule) for one in findings if not runs(one.rule))


def _of_unknown(finding: Finding, settings: FileSettings, document: Document) -> Finding | None:
    """A finding as far as it is about tools or keys that the configuration does not vouch for."""
    if finding.rule in _KEY_RULES:
        known, value = settings.known_keys, _value(document, f"{finding.pointer}/key")
    elif finding.rule in _TOOL_RULES:
        known, value = settings.known_tools, _value(document, finding.pointer or "")
    else:
        return finding
    names = value if isinstance(value, list) else [value]
    left = [name for name in names if not _matches(name, known)]
    if left == names:
        return finding
    return _about(finding, document, names, left) if left else None


def _matches(name: Any, patterns: Iterable[str]) -> bool:
    return isinstance(name, str) and any(fnmatchcase(name, pattern) for pattern in patterns)


def _about(finding: Finding, document: Document, names: list[Any], left: list[Any]) -> Finding:
    """A finding about several tools, told of some of them; its edit would change the others."""
    layer, pointer = str(document.data["layer"]), str(finding.pointer)
    means = _value(document, f"{pointer.rpartition('/')[0]}/means")
    facts = group({name: means.get(name, "") for name in left})
    told = make_finding(
        document, finding.rule, layer, cause=finding.cause, pointer=pointer, **facts
    )
    first = document.locate(f"{pointer}/{names.index(left[0])}")
    return told._replace(span=first, edits=())


def _value(document: Document, pointer: str) -> Any:
    """The value at a pointer, or None if there is none."""
    value: Any = document.data
    for part in from_pointer(pointer):
        try:
            value = value[int(part) if isinstance(value, list) else part]
        except (KeyError, IndexError, TypeError, ValueError):
            return None
    return value


class _Directive(NamedTuple):
    """``# herdr-lint: ignore[rule, …]``, one for each rule; ``rule`` is "" where it names none."""

    rule: str
    pointer: str
    span: Span


def apply_ignores(
    findings: Sequence[Finding],
    document: Document,
    context: str,
    *,
    known: Collection[str],
    runs: Callable[[str], bool] = lambda _: True,
) -> list[Finding]:
    """The findings of one file without those that it ignores, and what is wrong with its ignores.

    A directive holds for the whole file. ``known`` are the ids of all rules. ``runs`` tells
    whether a rule was selected: only of such a rule can an ignore be unused, and of none if one
    of them failed. ``context`` is the layer or profile that decides severities.
    """
    directives = [*_directives(document)]
    ignored = {directive.rule for directive in directives} - ALWAYS
    wrong = [*_unknown(directives, document, context, known)]
    if not ALWAYS.intersection(finding.rule for finding in findings):
        used = {finding.rule for finding in (*findings, *wrong)}
        idle = [one for one in directives if one.rule in known and one.rule not in used]
        idle = [one for one in idle if one.rule != UNUSED and runs(one.rule)]
        wrong += [
            _say(UNUSED, one, document, context)._replace(edits=(_removal(one, idle, document),))
            for one in idle
        ]
    if runs(UNUSED):
        wrong += _misplaced(document, context)
    return [finding for finding in (*findings, *wrong) if finding.rule not in ignored]


def _removal(one: _Directive, idle: Sequence[_Directive], document: Document) -> Edit:
    """The edit that takes an idle rule out of its directive; the whole line if no rule is left."""
    rules = _value(document, one.pointer)["rules"]
    line = document.locate(one.pointer).start.line
    if {*rules} <= {other.rule for other in idle if other.pointer == one.pointer}:
        return Edit(Span(Position(line, 1), Position(line + 1, 1)), "")
    text = document.text.lines[line - 1]
    start, end = one.span.start.column - 1, one.span.end.column - 1
    after, before = _COMMA_AFTER.match(text, end), _COMMA_BEFORE.search(text, 0, start)
    if after:
        end = after.end()
    elif before:
        start = before.start()
    return Edit(Span.at(line, start + 1, end + 1), "")


_COMMA_AFTER = re.compile(r"\s*,\s*")
_COMMA_BEFORE = re.compile(r"\s*,\s*$")


def has_directives(document: Document) -> bool:
    """Whether a role says anything of ignoring, in a place where it counts or anywhere else."""
    return "ignores" in document.data or _DIRECTIVE.search(document.text.text) is not None


def _misplaced(document: Document, context: str) -> Iterator[Finding]:
    """Directives that nobody reads: indented, behind a value, in the body, in capitals."""
    read = {
        document.locate(f"/ignores/{index}").start.line
        for index in range(len(document.data.get("ignores", ())))
    }
    fenced = False
    for number, line in enumerate(document.text.lines, 1):
        fenced ^= line.lstrip().startswith(("```", "~~~"))  # what a fence holds is an example
        found = _DIRECTIVE.search(line)
        if found and not fenced and number not in read:
            span = Span.at(number, found.start() + 1, len(line) + 1)
            finding = make_finding(document, UNUSED, context, cause="misplaced")
            yield finding._replace(span=span, pointer=None)


_DIRECTIVE = re.compile(r"#\s*herdr-lint:\s*ignore\b", re.IGNORECASE)


def _directives(document: Document) -> Iterator[_Directive]:
    for index, ignore in enumerate(document.data.get("ignores", ())):
        pointer = f"/ignores/{index}"
        line = document.locate(pointer)
        named = _names(document.text.slice(line))
        for rule in ignore["rules"] or ("",):
            yield _Directive(rule, pointer, _within(line, named.get(rule)))


_NAME = re.compile(r"(?<=[\[,\s])[^\s,\[\]]+(?=\s*[,\]])")


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
    return Span(
        Position(first.line, first.column + named[0]),
        Position(first.line, first.column + named[1]),
    )


def _unknown(
    directives: Iterable[_Directive], document: Document, context: str, known: Collection[str]
) -> Iterator[Finding]:
    for one in directives:
        if not one.rule:
            yield _say(UNKNOWN, one, document, context, cause="empty")
        elif one.rule not in known:
            near = closest(one.rule, sorted(known))
            hint = f" Did you mean {show(near)}?" if near else ""
            yield _say(UNKNOWN, one, document, context, hint=hint)


def _say(
    rule: str, directive: _Directive, document: Document, context: str, **words: Any
) -> Finding:
    name = show(directive.rule)[1:-1]
    finding = make_finding(document, rule, context, pointer=directive.pointer, name=name, **words)
    return finding._replace(span=directive.span)
