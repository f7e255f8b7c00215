"""``role-file-name``: names that the host accepts and that something else trips over."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from herdr_lint.judge.judge import show, word
from herdr_lint.model import FILE_START, Finding, Layer, Span
from herdr_lint.syntax.text import ECMA_SPACE

DOCUMENTS = frozenset(
    {
        "agents",
        "changelog",
        "changes",
        "claude",
        "code-of-conduct",
        "code_of_conduct",
        "contributing",
        "gemini",
        "licence",
        "license",
        "notice",
        "readme",
        "skill",
    }
)
"""Stems of Markdown files that stand in many folders and by themselves make none a place of roles.

Once a directory is one, the host reads these as roles too, and so do we.
"""

OTHER_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx"})


def is_document(name: str) -> bool:
    """Whether a file name is that of a document, such as ``README.md``."""
    return name.partition(".")[0].casefold() in DOCUMENTS


def is_other_markdown(name: str) -> bool:
    """Whether a name ends like Markdown but not in ``.md``, which is all that the host takes."""
    extension = posixpath.splitext(name)[1]
    return extension != ".md" and extension.casefold() in OTHER_MARKDOWN


def is_hard_to_use(name: str) -> bool:
    """Whether a file should not be given this name, since something trips over it."""
    return name.startswith(".") or name == "list" or not frozenset(ECMA_SPACE).isdisjoint(name)


def file_name(
    path: str, layer: Layer, stem: str, name: str, name_span: Span = FILE_START
) -> Iterator[Finding]:
    """What is awkward about the name of a role (role reading, edge cases 109 to 111).

    The command `/subagent` takes the effective ``name``, which stands at ``name_span``, so that one
    is looked at; for the dot at the beginning it is the file, whose ``stem`` matters.
    """

    def finding(cause: str, awkward: str) -> Finding:
        span = FILE_START if awkward == stem else name_span
        return word("role-file-name", layer.value, path, cause=cause, span=span, name=show(awkward))

    if stem.startswith("."):
        yield finding("hidden", stem)
    if not frozenset(ECMA_SPACE).isdisjoint(name):
        yield finding("blank", name)
    elif name == "list":
        yield finding("list", name)
