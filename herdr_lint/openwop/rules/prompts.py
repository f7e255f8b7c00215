"""``ref-not-utf8`` and ``text-invisible``: prompts are read as text, so they have to be some."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.model import Finding, Span
from herdr_lint.openwop.references import Use, references
from herdr_lint.openwop.subject import OpenwopPack, Way
from herdr_lint.syntax.text import SourceText

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def prompt_files(pack: OpenwopPack) -> Iterator[tuple[str, bytes, Way]]:
    """Each prompt file that the pack has, once: its name, its bytes and what refers to it first."""
    seen = set()
    for reference in references(pack):
        data = (pack.files or {}).get(reference.name)
        if reference.use is Use.PROMPT and data is not None and reference.name not in seen:
            seen.add(reference.name)
            yield reference.name, data, reference.way


def unreadable_prompts(pack: OpenwopPack) -> Iterator[Finding]:
    """Each prompt that is not UTF-8 to its last byte, or that shows nothing (RFC 0003, C)."""
    for name, data, way in prompt_files(pack):
        error = _fault(data)
        if error:
            cause, offset, span = error
            related = pack.related(way, "referred to here")
            yield pack.finding_in(
                name, "ref-not-utf8", span, cause=cause, offset=offset, related=related
            )
        elif not any(char.isprintable() and not char.isspace() for char in data.decode()):
            related = pack.related(way, "referred to here")
            yield pack.finding_in(
                name, "text-invisible", Span.at(1, 1), cause="file", related=related
            )


def _fault(data: bytes) -> tuple[str | None, int, Span] | None:
    """Why bytes are not UTF-8: the cause, the offset of the first that does not fit, its place.

    Decoded strictly; a comparison of lengths after a round trip lets a character pass that is
    cut short at the end.
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        cause = "truncated" if "end" in error.reason else None
        if data.startswith(_UTF_16):
            cause = "utf16"
        text = SourceText.decode(data)
        at = text.replaced[0]
        return cause, error.start, text.span(at, at + 1)
    return None
