"""``ref-unsafe`` and ``ref-missing``: what a manifest refers to is there, under that very name."""

from __future__ import annotations

import json
from collections.abc import Iterator

from herdr_lint.judge.judge import show
from herdr_lint.model import Edit, Finding
from herdr_lint.openwop.paths import Names, RefError, form
from herdr_lint.openwop.references import Reference, Use, references
from herdr_lint.openwop.subject import OpenwopPack

_OWN_CAUSES = {Use.NODE_SCHEMA: "node-schema", Use.SIGNATURE: "signing"}
"""Where a registry has a code of its own for a file that is missing."""


def unresolved_references(pack: OpenwopPack) -> Iterator[Finding]:
    """Each reference to no file (RFC 0003, sections C and D; OpenWOP registry, check 8).

    Where the files are not known, only forms that are right for no pack are reported.
    """
    names = pack.names
    for reference in references(pack):
        if reference.use is Use.SIGNATURE and not pack.built:
            continue
        error = names.error(reference.name) if names else form(reference.name)
        if error:
            yield _finding(pack, reference, error, names)


def _finding(
    pack: OpenwopPack, reference: Reference, error: RefError, names: Names | None
) -> Finding:
    cause = error.cause
    if error.rule == "ref-missing":
        cause = _OWN_CAUSES.get(reference.use, cause)
    found = pack.finding(
        error.rule,
        reference.way,
        reference.name,
        cause=cause,
        expected=show(error.expected),
        hint=names.hint(reference.name) if names else "",
    )
    if not error.expected:
        return found
    return found._replace(edits=(Edit(found.span, json.dumps(error.expected, ensure_ascii=False)),))
