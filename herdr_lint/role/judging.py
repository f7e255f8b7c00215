"""A role file judged: its findings, with those edits only that do what they are for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final

from herdr_lint.judge import validator
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import judge
from herdr_lint.model import Edit, Finding, Layer, Severity
from herdr_lint.role.document import read_text
from herdr_lint.role.fields import SCHEMA
from herdr_lint.syntax.text import SourceText

MOST_TRIED: Final = 4_000
"""Findings that trying the edits of one file may make: an edit costs as many as the file has."""

MOST_READ_AGAIN: Final = 512 << 10
"""Characters that trying the edits of one file may read: an edit costs as many as the file has."""

ALWAYS_TRIED: Final = 8
"""Edits of one file that may be tried however many characters it has."""

_REVEALING: Final = frozenset({"invalid-role-definition", "frontmatter-closed-early"})
"""Rules whose edits let the host see what it did not: that was there before, good or bad."""


def judge_role(document: Document, context: str | None = None) -> tuple[Finding, ...]:
    """The findings of a role's document, in the order of the host's demands.

    ``context`` is what severities depend on, where that is more than the layer.

    An edit is kept where, made by itself, it leaves one finding of its kind less and brings none at
    warning or above; only edits that there are cost a second look. In a file with no end of
    findings or of text the first edits are tried and offered; once they are made, so are the next.
    """
    judged = partial(_judged, context=context or str(document.data["layer"]))
    findings = judged(document)
    if not any(finding.edits for finding in findings):
        return findings
    affordable = max(MOST_READ_AGAIN // len(document.text.text), ALWAYS_TRIED)
    left = min(MOST_TRIED // len(findings), affordable)
    told = []
    for finding in findings:
        if finding.rule not in _REVEALING:
            tried, left = finding.edits[: max(left, 0)], left - len(finding.edits)
            edits = (edit for edit in tried if _helps(document, findings, finding, edit, judged))
            told.append(finding._replace(edits=tuple(edits)))
        else:
            told.append(finding)
    return tuple(told)


def _judged(document: Document, context: str) -> tuple[Finding, ...]:
    return tuple(judge(document, validator.shipped(SCHEMA), context))


def _helps(
    document: Document,
    before: tuple[Finding, ...],
    finding: Finding,
    edit: Edit,
    judged: Callable[[Document], tuple[Finding, ...]],
) -> bool:
    text = document.text
    start, end = text.offset(edit.span.start), text.offset(edit.span.end)
    edited = SourceText(text.text[:start] + edit.text + text.text[end:], text.bom)
    stem, layer = str(document.data["stem"]), Layer(document.data["layer"])
    after = judged(read_text(document.path, edited, stem=stem, layer=layer))
    kind = (finding.rule, finding.cause)
    fewer = _kinds(after)[kind] < _kinds(before)[kind]
    return fewer and not _kinds(_grave(after)) - _kinds(_grave(before))


def _kinds(findings: Iterable[Finding]) -> Counter[tuple[str, str | None]]:
    return Counter((finding.rule, finding.cause) for finding in findings)


def _grave(findings: Iterable[Finding]) -> Iterable[Finding]:
    return (finding for finding in findings if finding.severity > Severity.NOTE)
