"""The skills that a pack ships, and those that its roles ask for."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.judge import validator
from herdr_lint.judge.judge import judge, show
from herdr_lint.late import late_pattern
from herdr_lint.model import Finding
from herdr_lint.role_pack.subject import CONTEXT, Pack

SCHEMA = "role/skill.schema.json"
LARGEST_IN_ALL = 256 << 10
"""Bytes of all skills together that one role declares."""

_NAME = late_pattern(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def shipped_skills(pack: Pack) -> Iterator[Finding]:
    """What the schema has to say of each skill."""
    for _, document in pack.skills or ():
        yield from judge(document, validator.shipped(SCHEMA), CONTEXT)


def size_of_skills(pack: Pack) -> Iterator[Finding]:
    """``role-pack-skill-size``: a role that declares more than can be loaded."""
    sizes = {str(skill.data["name"]): int(skill.data["size"]) for _, skill in pack.skills or ()}
    for role, key, names in pack.asking:
        total = sum(sizes.get(name, 0) for name in dict.fromkeys(names))
        if total > LARGEST_IN_ALL:
            yield pack.finding(
                role, "role-pack-skill-size", f"/declared/{key}", cause="role", size=total
            )


def skills_not_in_pack(pack: Pack) -> Iterator[Finding]:
    """``skill-not-in-pack``: neither among the pack's skills nor named in its README."""
    if pack.skills is None or any(skill.data["block"] == "in-part" for _, skill in pack.skills):
        return  # one of them may have any name
    known = {skill.data["name"] for _, skill in pack.skills}
    for role, key, names in pack.asking:
        for index, name in enumerate(names):
            if name not in known and _NAME.fullmatch(name) and name not in pack.readme:
                pointer = f"/declared/{key}/entries/{index}"
                yield pack.finding(role, "skill-not-in-pack", pointer, value=show(name))
