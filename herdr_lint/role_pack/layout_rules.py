"""A ``package.json`` that some reader cannot make sense of, and where the roles of a pack lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from posixpath import dirname, join
from typing import TYPE_CHECKING

from herdr_lint.judge.judge import show
from herdr_lint.late import late, late_pattern
from herdr_lint.model import FILE_START, Finding, Related
from herdr_lint.role.file_name import is_document, is_other_markdown
from herdr_lint.role_pack.reading import MANIFEST
from herdr_lint.role_pack.subject import Pack, spelled
from herdr_lint.syntax.parse import ParseIssue
from herdr_lint.syntax.text import ECMA_SPACE

if TYPE_CHECKING:
    from herdr_lint.judge import parse_findings
else:
    parse_findings = late("herdr_lint.judge.parse_findings")

_MANIFEST_INVALID = "role-pack-manifest-invalid"

_CAUSES = {"byte-order-mark": "bom", "duplicate-key": "duplicate"}
_PLAIN = late_pattern(r"[a-z0-9-]+\.md")


def manifest(pack: Pack) -> Iterator[Finding]:
    """What the reader of the manifest met, as far as Node, npm or Pi stumble over it."""
    document = pack.reading.manifest
    for problem in document.problems:
        if problem.fatal or problem.kind in _CAUSES:
            yield _finding(pack, problem)
    if document.readable and not isinstance(document.data, Mapping):
        span = document.locate("")
        value = show(document.data)
        yield pack.finding_in(MANIFEST, _MANIFEST_INVALID, span, cause="not-an-object", value=value)


def _finding(pack: Pack, problem: ParseIssue) -> Finding:
    where = problem.related
    message = "it stands here first" if problem.kind == "duplicate-key" else "opened here"
    return pack.finding_in(
        MANIFEST,
        _MANIFEST_INVALID,
        problem.span,
        cause=_CAUSES.get(problem.kind),
        related=() if where is None else (Related(pack.display_path(MANIFEST), where, message),),
        problem=parse_findings.phrase(problem),
        key=show(problem.params.get("key", "")),
    )


def inner_package(pack: Pack) -> Iterator[Finding]:
    """``role-pack-inner-package``: another package between the roles and the root."""
    tree = pack.reading.tree
    told: set[str] = set()
    for place in pack.reading.role_places:
        folder = place
        while folder and not tree.is_file(f"{folder}/{MANIFEST}"):
            folder = dirname(folder)
        if folder and folder not in told:
            told.add(folder)
            outer = Related(pack.display_path(MANIFEST), FILE_START, "the manifest of the pack")
            yield pack.finding_in(
                f"{folder}/{MANIFEST}",
                "role-pack-inner-package",
                FILE_START,
                related=(outer,),
                place=show(place),
            )


def roles_folder(pack: Pack) -> Iterator[Finding]:
    """``role-pack-roles-folder``: what lies among the roles and is none, or is oddly named.

    What other rules tell of stays theirs: another manifest, documents, other spellings of
    Markdown, names with a dot at the beginning or with spaces.
    """
    for place in pack.reading.role_places:
        # At the root of the pack lies more than roles.
        for name in pack.reading.tree.entries(place) if place else ():
            path = join(place, name)
            if not _PLAIN.fullmatch(name) and pack.reading.tree.is_file(path):
                cause = _oddity(name)
                if cause is not None:
                    yield pack.finding_in(
                        path,
                        "role-pack-roles-folder",
                        FILE_START,
                        cause=cause,
                        name=show(spelled(name)),
                        place=show(place),
                    )


def _oddity(name: str) -> str | None:
    if name == MANIFEST or name.startswith(".") or is_other_markdown(name) or is_document(name):
        return None
    if not name.endswith(".md"):
        return "other"
    return None if set(name) & set(ECMA_SPACE) else "name"
