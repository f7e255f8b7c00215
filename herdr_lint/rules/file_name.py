"""``role-file-name``: names that the host accepts and that something else trips over."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.model import FILE_START, Finding
from herdr_lint.rules.records import RoleRecord
from herdr_lint.schema.judge import show, word
from herdr_lint.source.text import ECMA_SPACE


def file_name(record: RoleRecord) -> Iterator[Finding]:
    """What is awkward about the name of a role (role reading, edge cases 109 to 111).

    The command `/subagent` takes the effective name, so that one is looked at; for the dot at
    the beginning it is the file that matters.
    """
    if record.stem.startswith("."):
        yield _finding(record, "hidden", record.stem)
    if not frozenset(ECMA_SPACE).isdisjoint(record.name):
        yield _finding(record, "blank", record.name)
    elif record.name == "list":
        yield _finding(record, "list", record.name)


def _finding(record: RoleRecord, cause: str, name: str) -> Finding:
    span = FILE_START if name == record.stem else record.span
    return word(
        "role-file-name", record.layer.value, record.path, cause=cause, span=span, name=show(name)
    )
