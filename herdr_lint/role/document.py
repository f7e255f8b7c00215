"""A role file as a canonical document: what the host reads, and the facts around it.

The shape is described, member by member, in ``schemas/role/role.schema.json``, which also judges
it. Nothing here decides whether anything is right; a fact that a rule asks about is left out where
there is plainly nothing to say.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from herdr_lint.judge.document import Document, NodeSpans
from herdr_lint.late import late
from herdr_lint.model import Edit, Layer, Span
from herdr_lint.role.closing import closing
from herdr_lint.role.conflicts import conflicts
from herdr_lint.role.declared import declared
from herdr_lint.role.description import unseen_description
from herdr_lint.role.fields import CAPABILITIES
from herdr_lint.role.file_name import is_document, is_hard_to_use
from herdr_lint.role.frontmatter import (
    FENCE,
    misread_fence,
    missing_cause,
    read_frontmatter,
)
from herdr_lint.role.intent import Intent
from herdr_lint.role.lines import sort_lines
from herdr_lint.role.passed_over import characters, lines_without_meaning, unread_keys
from herdr_lint.role.places import FactPlaces, LateSpans
from herdr_lint.role.reading import RoleReading
from herdr_lint.syntax.text import SourceText

if TYPE_CHECKING:
    from herdr_lint.role import fixes, punctuation
    from herdr_lint.role import keys as likeness
    from herdr_lint.syntax import directives
else:
    fixes = late("herdr_lint.role.fixes")
    likeness = late("herdr_lint.role.keys")
    punctuation = late("herdr_lint.role.punctuation")
    directives = late("herdr_lint.syntax.directives")

_NAME_FORMS = frozenset({"single-quoted", "double-quoted", "commented"})
_LONGEST_NAME = 255


def read_role(path: str, data: bytes, *, stem: str, layer: Layer) -> Document:
    """Read one role file; never fails, whatever the bytes are.

    ``stem`` is the file name without ``.md``, which is the role's name unless it declares one.
    Each call gives a document of its own, which belongs to the caller.
    """
    return read_text(path, SourceText.decode(data), stem=stem, layer=layer)


def read_text(path: str, text: SourceText, *, stem: str, layer: Layer) -> Document:
    """Read the text of a role file; see `read_role`."""
    block = read_frontmatter(text)
    facts: dict[str, Any] = {
        "kind": "role",
        "layer": layer.value,
        "stem": stem,
        "text": {"bom": text.bom, "replaced": len(text.replaced)},
    }
    if block is None:
        return _without_block(path, text, facts)
    reading = RoleReading(path, text, stem, layer, block, sort_lines(block))
    facts |= _block_facts(reading)
    _note_decoding(reading.places, text)
    places = reading.places
    spans = LateSpans(places.spans, lambda: _spans(reading))
    return Document("role", path, facts, text, spans, places.edits, places.related)


def _note_decoding(places: FactPlaces, text: SourceText) -> None:
    if text.replaced:
        places.put("/text/replaced", text.span(text.replaced[0], text.replaced[0] + 1))


# A file that the host finds no block in


def _without_block(path: str, text: SourceText, facts: dict[str, Any]) -> Document:
    cause = missing_cause(text)
    found = conflicts(text, None)
    if found and found[0]["line"] == 1:
        cause, found = "conflict", found[1:]
    if cause == "default" and is_document(facts["stem"]):
        cause = "prose"
    places = FactPlaces()
    if cause == "utf-16":
        facts["text"]["replaced"] = 0
    else:
        _note_decoding(places, text)
    edit = fixes.fix_fence(text, cause)
    if edit:
        places.edits["/fence/found"] = edit
    if found:
        facts["conflicts"] = _placed(found, text, places)
    places.put("/fence/found", _missing_fence(text, cause))
    facts["fence"] = {"found": False, "cause": cause}
    return Document("role", path, facts, text, places.spans, places.edits, places.related)


def _missing_fence(text: SourceText, cause: str) -> Span | None:
    """Where it shows best why there is no block, if anywhere."""
    match cause:
        case "utf-16":
            return None
        case "second-bom":
            return Span.at(1, 1, 2)
        case "lone-cr":
            return Span.at(1, 1, len(FENCE) + 1)
    line = misread_fence(text) if cause in {"close-indented", "close-dots"} else None
    return text.line_span(line or 1)


# A block


def _block_facts(reading: RoleReading) -> dict[str, Any]:
    frontmatter = reading.typed()
    facts: dict[str, Any] = {
        "fence": {"found": True, **closing(reading)},
        "frontmatter": frontmatter,
        "declared": declared(reading, frontmatter),
        "name": _name(reading),
        "body": {"empty": not reading.block.body},
    }
    optional = {
        "description": unseen_description(reading),
        "overlap": _overlap(reading, frontmatter),
        "keys": unread_keys(reading),
        "lines": lines_without_meaning(reading),
        "characters": characters(reading),
        "conflicts": _conflicts(reading),
        "ignores": _ignores(reading),
    }
    return facts | {name: value for name, value in optional.items() if value}


def _conflicts(reading: RoleReading) -> list[dict[str, Any]]:
    """Conflicts, without those whose two sides are told of as a capability that stands twice."""
    found = conflicts(reading.text, reading.block)
    declared_at = [reading.lines.numbers(key) for key in CAPABILITIES]
    told = {
        (one["line"], one["last"])
        for one in found
        if any(_between(lines, one["line"], one["last"]) > 1 for lines in declared_at)
    }
    untold = [one for one in found if (one["line"], one["last"]) not in told]
    return _placed(untold, reading.text, reading.places)


def _between(numbers: list[int], first: int, last: int) -> int:
    """How many of the numbers, which are sorted, lie between two."""
    return bisect_left(numbers, last) - bisect_right(numbers, first)


def _placed(
    found: list[dict[str, Any]], text: SourceText, places: FactPlaces
) -> list[dict[str, Any]]:
    for index, one in enumerate(found):
        places.put(f"/conflicts/{index}", text.line_span(one["line"]))
    return found


def _name(reading: RoleReading) -> dict[str, Any]:
    """The effective name, and by what it differs from the stem."""
    declared, stem = reading.lines.value("name"), reading.stem
    if not declared:
        return {"effective": stem, "matches": True}
    span = reading.head("name").value_span
    reading.places.put("/name", span, reading.head("name").key_span)
    facts = {"effective": declared, "declared": declared, "matches": declared == stem}
    if declared == stem:
        return facts
    if not declared.isascii():
        facts["written"] = ascii(declared)[1:-1]
    edits, intent = reading.places.edits, reading.intents.get("name", Intent("plain", declared))
    own = edits.get("/declared/name/same") if intent.meant == stem else None
    edits["/name/matches"] = own or Edit(span, stem, safe=False)
    return facts | {"form": _mismatch(declared, stem, intent)}


def _mismatch(declared: str, stem: str, intent: Intent) -> str:
    """By what the name differs from the stem, as a word that the rules know."""
    if intent.meant == stem and intent.form in _NAME_FORMS:
        return intent.form
    if intent.meant not in {declared, None}:
        return "default"
    if len(declared) <= _LONGEST_NAME and _composed(declared) == _composed(stem):
        return "normalization"
    if punctuation.text_in(declared) == stem:
        return "punctuation"
    if likeness.skeleton(declared) == stem:
        return "lookalike"
    if is_hard_to_use(declared):
        return "default"
    return "case" if declared.lower() == stem.lower() else "other"


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _overlap(reading: RoleReading, frontmatter: dict[str, Any]) -> list[str]:
    """Tools that are both allowed and denied."""
    allowed, denied = frontmatter.get("tools"), frontmatter.get("deny-tools")
    if not isinstance(allowed, list) or not isinstance(denied, list):
        return []
    wanted, spans = set(allowed), [*reading.entry_spans("deny-tools", denied)]
    first: dict[str, int] = {}
    for at, name in enumerate(denied):
        if name in wanted:
            first.setdefault(name, at)
    for index, at in enumerate(first.values()):
        reading.places.put(f"/overlap/{index}", spans[at])
    return list(first)


def _ignores(reading: RoleReading) -> list[dict[str, Any]]:
    ignores: list[dict[str, Any]] = []
    for number, content in reading.block.numbered():
        says = directives.read_directive(content) if content[:1] == "#" else None
        if says is not None:
            reading.places.put(f"/ignores/{len(ignores)}", reading.text.line_span(number))
            fact: dict[str, Any] = {"rules": [*says.rules], "reason": says.reason}
            ignores.append(fact | ({"next-line": True} if says.next_line else {}))
    return ignores


# The places of what nobody looked at closely


def _spans(reading: RoleReading) -> dict[str, NodeSpans]:
    text, close = reading.text, reading.block.close_line
    spans = {
        "/fence": NodeSpans(None, text.line_span(1)),
        "/frontmatter": NodeSpans(None, text.line_span(1)),
        "/fence/closed": NodeSpans(None, text.line_span(close)),
        "/body": NodeSpans(None, text.line_span(close)),
    }
    return spans | dict(_key_spans(reading))


def _key_spans(reading: RoleReading) -> Iterator[tuple[str, NodeSpans]]:
    for key, value in reading.typed().items():
        head = reading.head(key)
        spans = NodeSpans(head.key_span, head.value_span if head.value else None)
        yield f"/frontmatter/{key}", spans
        yield f"/declared/{key}", spans
        if isinstance(value, list):
            for index, span in enumerate(reading.entry_spans(key, value)):
                entry = NodeSpans(None, span)
                yield f"/frontmatter/{key}/{index}", entry
                yield f"/declared/{key}/entries/{index}", entry
