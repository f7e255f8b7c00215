"""What the prose of roles and skills refers to: other roles, and other files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import dirname, join
from urllib.parse import unquote

from herdr_lint.judge.judge import show
from herdr_lint.model import Finding, Span
from herdr_lint.role_pack.pi_resources import place
from herdr_lint.role_pack.skill import body_start
from herdr_lint.role_pack.subject import Pack
from herdr_lint.syntax.text import SourceText

LONGEST_LINE = 2_000
"""Characters of a line that are searched."""

_AGENT = re.compile(r"""\bagent\s*:\s*(["'])([A-Za-z0-9][\w.-]*)\1""")
_LINK = re.compile(r"\[[^\[\]]*\]\(<?([^()\s<>]+)>?(?:\s+\"[^\"]*\")?\)")
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|[#/$~]|.*[{}*]")
_CODE = re.compile(r"`[^`]*`")
_FENCE = re.compile(r" {0,3}(```+|~~~+)")


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


def links(pack: Pack) -> Iterator[Finding]:
    """``body-link-broken``: a relative link to a file that the pack does not have."""
    for path, text in _texts(pack):
        for number, line in _prose(text):
            for found in _LINK.finditer(line):
                target = _target(path, found[1])
                if target is not None and not _is_there(pack, target):
                    span = Span.at(number, found.start(1) + 1, found.end(1) + 1)
                    yield pack.finding_in(path, "body-link-broken", span, target=show(found[1]))


def _texts(pack: Pack) -> Iterator[tuple[str, SourceText]]:
    for path, document in (*pack.roles, *(pack.skills or ())):
        yield path, document.text


def _body(text: SourceText) -> Iterator[tuple[int, str]]:
    """The lines of a body with their numbers."""
    start = body_start(text)
    for number, line in enumerate(text.lines[start - 1 :], start):
        yield number, line[:LONGEST_LINE]


def _prose(text: SourceText) -> Iterator[tuple[int, str]]:
    """The lines of a body outside code blocks, what is code in them blanked."""
    fence = ""
    for number, line in _body(text):
        found = _FENCE.match(line)
        if found and (not fence or found[1].startswith(fence)):
            fence = "" if fence else found[1]
        elif not fence:
            yield number, _CODE.sub(lambda code: " " * len(code[0]), line)


def _target(path: str, link: str) -> str | None:
    """The place in the pack that a link means, or None for one that leads elsewhere."""
    if _ELSEWHERE.match(link):
        return None
    relative = unquote(re.split(r"[#?]", link, maxsplit=1)[0])
    return place(join(dirname(path), relative)) if relative else None


def _is_there(pack: Pack, target: str) -> bool:
    return pack.reading.tree.is_file(target) or pack.reading.tree.is_folder(target)
