"""Edits that write comments by which a file ignores findings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from herdr_lint.config.ignores import Comment, comments_of, lines_of_texts
from herdr_lint.judge.document import Document, is_yaml
from herdr_lint.model import Edit, Finding, Position, Span
from herdr_lint.syntax.directives import written


def ignoring_edits(document: Document, findings: Iterable[Finding]) -> list[Edit] | None:
    """The edits that silence findings: above its line where a rule is found in one line alone.

    What stands nowhere in particular, or in many lines, is ignored in the whole file, as is
    everything where the file has a comment for that. None where no comment can be written.
    """
    lines: dict[str, set[int]] = defaultdict(set)
    for finding in findings:
        lines[finding.rule].add(finding.span.start.line)
    whole = any(not one.says.next_line for one in comments_of(document))
    in_file: list[str] = []
    by_line: dict[int, list[str]] = defaultdict(list)
    for rule, where in sorted(lines.items()):
        line = min(where)
        if len(where) == 1 and not whole and _can_stand_above(document, line):
            by_line[line].append(rule)
        else:
            in_file.append(rule)
    edits = [ignore_line(document, line, rules) for line, rules in by_line.items()]
    edits += [ignore_file(document, in_file)] if in_file else []
    found = [edit for edit in edits if edit is not None]
    return found if len(found) == len(edits) else None


def ignore_line(document: Document, line: int, rules: Sequence[str]) -> Edit | None:
    """The edit that silences rules in one line; None where no comment can stand above it."""
    if not _can_stand_above(document, line):
        return None
    above = next(_comments(document, line - 1, next_line=True), None)
    if above is not None:
        return _joined(document, above, rules)
    content = document.text.lines[line - 1]
    indent = content[: len(content) - len(content.lstrip())]
    comment = written(list(rules), next_line=True)
    return Edit(Span.at(line, 1), f"{indent}{comment}\n")


def ignore_file(document: Document, rules: Sequence[str]) -> Edit | None:
    """The edit that silences rules in the whole file; None where no comment can stand in it."""
    there = next(_comments(document, None, next_line=False), None)
    if there is not None:
        return _joined(document, there, rules)
    if document.kind == "role" and not document.data["fence"]["found"]:
        return None
    if document.kind != "role" and not is_yaml(document.path):
        return None
    line = 2 if document.kind == "role" else 1
    return Edit(Span.at(line, 1), written(list(rules), next_line=False) + "\n")


def _can_stand_above(document: Document, line: int) -> bool:
    """Whether a comment above a line is one: at the start of a key of a role, in YAML anywhere."""
    if not 1 <= line <= len(document.text.lines):
        return False
    if document.kind != "role":
        return is_yaml(document.path) and line not in lines_of_texts(document)
    if not document.data["fence"]["found"]:
        return False
    last = document.locate("/fence/closed").start.line
    content = document.text.lines[line - 1]
    return 1 < line <= last and not content[:1].isspace() and content[:2] != "- "


def _comments(document: Document, line: int | None, *, next_line: bool) -> Iterator[Comment]:
    """The comments with a list of rules, in a line or anywhere."""
    for one in comments_of(document):
        wanted = one.says.next_line == next_line and line in {None, one.line}
        if wanted and "[" in document.text.slice(one.span):
            yield one


def _joined(document: Document, comment: Comment, rules: Sequence[str]) -> Edit:
    """The edit that adds rules to the list of a comment that is there."""
    text, start = document.text.slice(comment.span), comment.span.start.column
    first, last = text.index("[") + 1, text.index("]")
    listed = [*comment.says.rules, *(rule for rule in rules if rule not in comment.says.rules)]
    span = Span(Position(comment.line, start + first), Position(comment.line, start + last))
    return Edit(span, ", ".join(listed))
