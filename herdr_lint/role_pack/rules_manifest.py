"""``role-pack-manifest-invalid``: a ``package.json`` that some reader cannot make sense of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from herdr_lint.judge.judge import show
from herdr_lint.judge.parse_findings import phrase
from herdr_lint.model import Finding, Related
from herdr_lint.role_pack.document import MANIFEST
from herdr_lint.role_pack.subject import Pack
from herdr_lint.syntax.parse import ParseIssue

RULE = "role-pack-manifest-invalid"

_CAUSES = {"byte-order-mark": "bom", "duplicate-key": "duplicate"}


def check(pack: Pack) -> Iterator[Finding]:
    """What the reader of the manifest met, as far as Node, npm or Pi stumble over it."""
    document = pack.reading.manifest
    for problem in document.problems:
        if problem.fatal or problem.kind in _CAUSES:
            yield _finding(pack, problem)
    if document.readable and not isinstance(document.data, Mapping):
        span = document.locate("")
        value = show(document.data)
        yield pack.finding_in(MANIFEST, RULE, span, cause="not-an-object", value=value)


def _finding(pack: Pack, problem: ParseIssue) -> Finding:
    where = problem.related
    message = "it stands here first" if problem.kind == "duplicate-key" else "opened here"
    return pack.finding_in(
        MANIFEST,
        RULE,
        problem.span,
        cause=_CAUSES.get(problem.kind),
        related=() if where is None else (Related(pack.shown(MANIFEST), where, message),),
        problem=phrase(problem),
        key=show(problem.params.get("key", "")),
    )
