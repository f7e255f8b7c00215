"""What an editor offers to do about a finding: its edits, and to ignore it in this file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lsprotocol import types

from herdr_lint.config.ignore_edits import ignore_file, ignore_line
from herdr_lint.config.selection import ALWAYS
from herdr_lint.fix.plan import chosen
from herdr_lint.judge.document import Document
from herdr_lint.lsp.buffer import BufferText
from herdr_lint.lsp.diagnostics import SOURCE
from herdr_lint.model import Edit, Finding, Span

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.{SOURCE}"


def actions(
    findings: Sequence[Finding],
    wanted: Span,
    shown: Iterable[types.Diagnostic],
    text: BufferText,
    uri: str,
    document: Document | None,
) -> Iterator[types.CodeAction]:
    """What can be done about the findings that touch a place, then what can be for the file.

    ``shown`` are the diagnostics that the editor asks about; ``document`` is that of a role or a
    manifest, which may hold ignores.
    """
    known = list(shown)
    here = [finding for finding in findings if touches(finding.span, wanted)]
    for finding in here:
        for edit in finding.edits:
            yield _edit(finding, edit, text, uri, _about(finding, known))
    for finding in {finding.rule: finding for finding in here}.values():
        for title, edit in _ignoring(document, finding):
            yield _action(title, [edit], text, uri, _about(finding, known))
    safe = chosen((edit for one in findings for edit in one.edits), safe_only=True)
    if safe:
        yield types.CodeAction(
            title="Fix all that is safe (herdr-lint)",
            kind=FIX_ALL,
            edit=_change(safe, text, uri),
        )


def _ignoring(document: Document | None, finding: Finding) -> Iterator[tuple[str, Edit]]:
    """The ways to ignore a finding, the narrowest first."""
    if document is None or finding.rule in ALWAYS:
        return
    ways = (
        ("line", ignore_line(document, finding.span.start.line, [finding.rule])),
        ("file", ignore_file(document, [finding.rule])),
    )
    for where, edit in ways:
        if edit is not None:
            yield f"Ignore {finding.rule} in this {where}", edit


def touches(span: Span, wanted: Span) -> bool:
    """Whether two places have a point in common, their ends included."""
    return span.start <= wanted.end and wanted.start <= span.end


def _about(finding: Finding, shown: Iterable[types.Diagnostic]) -> list[types.Diagnostic]:
    return [one for one in shown if one.source == SOURCE and one.code == finding.rule]


def _edit(
    finding: Finding, edit: Edit, text: BufferText, uri: str, about: list[types.Diagnostic]
) -> types.CodeAction:
    action = _action(_title(finding, edit), [edit], text, uri, about)
    action.is_preferred = edit.safe
    return action


def _title(finding: Finding, edit: Edit) -> str:
    """What an edit does, as far as a line can say it."""
    new = edit.text.strip("\n").partition("\n")[0]
    deletes = f"Delete it ({finding.rule})"
    title = f"Write `{new}` ({finding.rule})" if new else deletes
    return title if edit.safe else f"{title}: a guess, look at it"


def _action(
    title: str, edits: Iterable[Edit], text: BufferText, uri: str, about: list[types.Diagnostic]
) -> types.CodeAction:
    return types.CodeAction(
        title=title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=about or None,
        edit=_change(edits, text, uri),
    )


def _change(edits: Iterable[Edit], text: BufferText, uri: str) -> types.WorkspaceEdit:
    return types.WorkspaceEdit(
        changes={
            uri: [
                types.TextEdit(text.range_of(edit.span), edit.text.replace("\n", text.line_end))
                for edit in edits
            ]
        }
    )
