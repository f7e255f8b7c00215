"""Where the roles of a pack lie: packages in between, and files beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname

from herdr_lint.judge.judge import show
from herdr_lint.model import FILE_START, Finding, Related
from herdr_lint.role.file_name import is_document, is_other_markdown
from herdr_lint.role_pack.document import MANIFEST
from herdr_lint.role_pack.subject import Pack
from herdr_lint.syntax.text import ECMA_SPACE

_PLAIN = re.compile(r"[a-z0-9-]+\.md")


def inner_package(pack: Pack) -> Iterator[Finding]:
    """``role-pack-inner-package``: another package between the roles and the root."""
    tree = pack.reading.tree
    told: set[str] = set()
    for place in pack.reading.role_places:
        folder = place if tree.is_folder(place) else dirname(place)
        while folder and not tree.is_file(f"{folder}/{MANIFEST}"):
            folder = dirname(folder)
        if folder and folder not in told:
            told.add(folder)
            outer = Related(pack.shown(MANIFEST), FILE_START, "the manifest of the pack")
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
    Markdown, names with a dot at the beginning or with blanks.
    """
    for place in pack.reading.role_places:
        if not place or not pack.reading.tree.is_folder(place):
            continue
        for name in pack.reading.tree.entries(place):
            path = f"{place}/{name}"
            if not _PLAIN.fullmatch(name) and pack.reading.tree.is_file(path):
                cause = _oddity(name)
                if cause is not None:
                    yield pack.finding_in(
                        path,
                        "role-pack-roles-folder",
                        FILE_START,
                        cause=cause,
                        name=show(name),
                        place=show(place),
                    )


def _oddity(name: str) -> str | None:
    if name == MANIFEST or name.startswith(".") or is_other_markdown(name) or is_document(name):
        return None
    if not name.endswith(".md"):
        return "other"
    return None if set(name) & set(ECMA_SPACE) else "name"
