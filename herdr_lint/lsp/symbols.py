"""The outline of a file: the keys and headings of a role, the members of a manifest."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from herdr_lint.late import late_pattern
from herdr_lint.lsp.buffer import BufferText
from herdr_lint.lsp.subject import Subject
from herdr_lint.model import Span
from herdr_lint.role.frontmatter import read_frontmatter
from herdr_lint.syntax.spans import from_pointer
from herdr_lint.syntax.text import SourceText

MOST = 2_000
"""Members of a manifest that are listed."""
DEEPEST = 3

_HEADING = late_pattern(r"(#{1,6})[ \t]+(.*?)[ \t#]*$")


def symbols(subject: Subject) -> list[types.DocumentSymbol]:
    if subject.role is not None:
        return [*_of_role(subject.role.text, subject.text)]
    if subject.kind in {"manifest", "package"} and subject.manifest.readable:
        return _of_manifest(subject)
    return []


def _of_role(text: SourceText, shown: BufferText) -> Iterator[types.DocumentSymbol]:
    block = read_frontmatter(text)
    if block is None:
        return
    for entry in block.entries:
        whole = Span(entry.head.key_span.start, text.line_span(entry.last_line).end)
        yield _symbol(
            entry.head.key,
            types.SymbolKind.Property,
            whole,
            entry.head.key_span,
            shown,
            entry.head.value,
        )
    for number, line in enumerate(text.lines[block.close_line :], block.close_line + 1):
        found = _HEADING.match(line)
        if found and found[2]:
            span = text.line_span(number)
            yield _symbol(found[2], types.SymbolKind.String, span, span, shown)


def _of_manifest(subject: Subject) -> list[types.DocumentSymbol]:
    top: list[types.DocumentSymbol] = []
    known: dict[str, types.DocumentSymbol] = {}
    for pointer in subject.manifest.spans:
        steps = from_pointer(pointer)
        if not steps or len(steps) > DEEPEST or len(known) >= MOST:
            continue
        places = [place for place in subject.manifest.spans[pointer] if place is not None]
        whole = Span(places[0].start, places[-1].end)
        symbol = _symbol(steps[-1], types.SymbolKind.Field, whole, places[0], subject.text)
        known[pointer] = symbol
        parent = known.get(pointer.rpartition("/")[0])
        if parent is None:
            top.append(symbol)
        else:
            parent.children = [*(parent.children or ()), symbol]
    return top


def _symbol(
    name: str, kind: types.SymbolKind, whole: Span, own: Span, text: BufferText, detail: str = ""
) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=name or "(empty)",
        kind=kind,
        range=text.range_of(whole),
        selection_range=text.range_of(own),
        detail=detail or None,
    )
