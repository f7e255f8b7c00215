"""What roles and skills have in them: skills shipped and asked for, roles that prose names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from herdr_lint.judge import validator
from herdr_lint.judge.judge import judge, show
from herdr_lint.model import Finding, Span
from herdr_lint.role_pack.skill import body_start
from herdr_lint.role_pack.subject import CONTEXT, Pack, skills_of
from herdr_lint.syntax.text import SourceText

SCHEMA = "role/skill.schema.json"
LARGEST_IN_ALL = 256 << 10
"""Bytes of all skills together that one role declares."""

LONGEST_LINE = 2_000
"""Characters of a line that are searched."""

_AGENT = re.compile(r"""\bagent\s*:\s*(["'])([A-Za-z0-9][\w.-]*)\1""")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def shipped_skills(pack: Pack) -> Iterator[Finding]:
    """What the schema has to say of each skill."""
    for _, document in pack.skills or ():
        yield from judge(document, validator.shipped(SCHEMA), CONTEXT)


def size_of_skills(pack: Pack) -> Iterator[Finding]:
    """``role-pack-skill-size``: a role that declares more than can be loaded."""
    sizes = {str(skill.data["name"]): int(skill.data["size"]) for _, skill in pack.skills or ()}
    for _, role in pack.roles:
        key, names = skills_of(role)
        total = sum(sizes.get(name, 0) for name in dict.fromkeys(names))
        if total > LARGEST_IN_ALL:
            yield pack.finding(
                role, "role-pack-skill-size", f"/declared/{key}", cause="role", size=total
            )


def skills_not_in_pack(pack: Pack) -> Iterator[Finding]:
    """``skill-not-in-pack``: neither among the pack's skills nor named in its README."""
    if pack.skills is None:
        return
    known = {skill.data["name"] for _, skill in pack.skills}
    for _, role in pack.roles:
        key, names = skills_of(role)
        for index, name in enumerate(names):
            if name not in known and _NAME.fullmatch(name) and name not in pack.readme:
                pointer = f"/declared/{key}/entries/{index}"
                yield pack.finding(role, "skill-not-in-pack", pointer, value=show(name))


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
