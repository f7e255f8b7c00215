"""``prompt-not-bundled``: files that are there and that the registry's builder leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from herdr_lint.model import Finding
from herdr_lint.openwop.paths import form
from herdr_lint.openwop.references import Use, references
from herdr_lint.openwop.subject import OpenwopPack

_SCHEMA = re.compile(r"schemas/[^/]+\.json").fullmatch
_PLACES = {
    Use.PROMPT: (re.compile(r"prompts/[^/]+\.(?:md|txt)").fullmatch, None),
    Use.HANDOFF: (_SCHEMA, "schema"),
    Use.NODE_SCHEMA: (_SCHEMA, "schema"),
    Use.EVAL_SUITE: (_SCHEMA, "eval-suite"),
}


def unbundled_files(pack: OpenwopPack) -> Iterator[Finding]:
    """Each reference to a place that is not packed (OpenWOP registry, builder and host)."""
    for reference in references(pack):
        is_packed, cause = _PLACES.get(reference.use, (bool, None))
        if not is_packed(reference.name) and _leads_to_a_file(pack, reference.name):
            yield pack.finding("prompt-not-bundled", reference.way, reference.name, cause=cause)


def _leads_to_a_file(pack: OpenwopPack, name: str) -> bool:
    """Whether a reference is right as far as the source goes; others have another fault."""
    return form(name) is None if pack.files is None else name in pack.files
