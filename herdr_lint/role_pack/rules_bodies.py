"""The roles that the prose of roles and skills refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from herdr_lint.judge.judge import show
from herdr_lint.model import Finding, Span
from herdr_lint.role_pack.skill import body_start
from herdr_lint.role_pack.subject import Pack
from herdr_lint.syntax.text import SourceText

LONGEST_LINE = 2_000
"""Characters of a line that are searched."""

_AGENT = re.compile(r"""\bagent\s*:\s*(["'])([A-Za-z0-9][\w.-]*)\1""")


def agents(pack: Pack) -> Iterator[Finding]:
    """``agent-not-in-pack``: ``agent: "…"`` with a role that the pack does not have."""
    if not pack.role_names:
        return
    for path, text in _texts(pack):
        for number, line in _body(text):
            for found in _AGENT.finditer(line):
                if found[2] not in pack.role_names:
                    span = Span.at(number, found.start(2) + 1, found.end(2) + 1)
                    yield pack.finding_in(path, "agent-not-in-pack", span, name=show(found[2]))


def _texts(pack: Pack) -> Iterator[tuple[str, SourceText]]:
    for path, document in (*pack.roles, *(pack.skills or ())):
        yield path, document.text


def _body(text: SourceText) -> Iterator[tuple[int, str]]:
    """The lines of a body with their numbers."""
    start = body_start(text)
    for number, line in enumerate(text.lines[start - 1 :], start):
        yield number, line[:LONGEST_LINE]
