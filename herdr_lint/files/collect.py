"""The members of a pack as they come in, held to the limits, with all that is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from herdr_lint.files import names
from herdr_lint.model import Limits

Form = Literal["tgz", "tar", "zip", "folder", "mapping", "unknown"]

MANIFEST = "pack.json"
NPM_FOLDER = "package/"


@dataclass(frozen=True, slots=True)
class ArchiveIssue:
    """One thing in an archive that is broken, too large, or open to two readings.

    A fact like `ParseIssue`: ``kind`` names it, ``member`` is the entry's name as it is stored
    (None for the archive as a whole), ``params`` what it is about.
    """

    kind: str
    member: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PackFiles:
    """The files of a pack by their names, ``/``-separated, and what is wrong with the archive.

    ``prefix`` is ``package/`` where npm has put everything into that folder; names in
    ``members`` are without it. Members with unsafe names, links and whatever was too large are
    not among ``members``: each has a breach.
    """

    form: Form
    members: Mapping[str, bytes]
    issues: tuple[ArchiveIssue, ...] = ()
    prefix: str = ""

    def stored(self, name: str) -> str:
        """The name of a member as the archive has it."""
        return self.prefix + name


class ArchiveError(Exception):
    """Why the reading of an archive cannot go on, as the breach that says so."""

    def __init__(self, kind: str, member: str | None = None, **params: str | int) -> None:
        super().__init__(kind)
        self.issue = ArchiveIssue(kind, member, params)


class Collector:
    """Takes entries one by one; every reader reports through it and asks it before it reads."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.members: dict[str, bytes] = {}
        self.issues: list[ArchiveIssue] = []
        self._entries = 0
        self._total = 0
        self._seen: dict[str, str] = {}

    def report(self, kind: str, member: str | None = None, **params: str | int) -> None:
        self.issues.append(ArchiveIssue(kind, member, params))

    def count_entry(self) -> None:
        """Count an entry; `ArchiveError` when there are too many to go on."""
        self._entries += 1
        if self._entries > self.limits.members:
            raise ArchiveError("too-many-members", limit=self.limits.members)

    def count_bytes(self, size: int) -> None:
        """Count bytes that come out; `ArchiveError` when there are too many to go on."""
        self._total += size
        if self._total > self.limits.unpacked:
            raise ArchiveError("unpacked-too-large", limit=self.limits.unpacked)

    def admits_size(self, member: str, size: int) -> bool:
        """Whether an entry of that size may be read; a breach if not."""
        if size <= self.limits.member:
            return True
        self.report("member-too-large", member, size=size, limit=self.limits.member)
        return False

    def place(self, raw: bytes) -> str | None:
        """Judge a name; the place in the pack that it means, or None where it is unsafe."""
        member = names.label(raw)
        unsafe = False
        for kind in names.faults(raw, self.limits.member_name):
            params = {"size": len(raw), "limit": self.limits.member_name}
            self.report(kind, member, **(params if kind == "name-too-long" else {}))
            unsafe = unsafe or kind in names.UNSAFE
        return None if unsafe else names.normal(member)

    def folder(self, raw: bytes) -> None:
        """Note an entry for a folder, which the files in it make superfluous."""
        if raw not in {b".", b"./"}:
            self.place(raw.removesuffix(b"/"))
        self.report("directory-entry", names.label(raw))

    def special(self, kind: str, raw: bytes, **params: str) -> None:
        """Report an entry that is neither a file nor a folder."""
        self.place(raw)
        self.report(kind, names.label(raw), **params)

    def keep(self, name: str, content: bytes, member: str) -> None:
        """Add a file; the last of equal names stays, as it does when an archive is unpacked."""
        key = names.folded(name)
        other = self._seen.setdefault(key, name)
        if name in self.members:
            self.report("duplicate-member", member)
        elif other != name:
            self.report("case-collision", member, other=other)
        self.members[name] = content

    def finish(self, form: Form) -> PackFiles:
        members, prefix = self.members, ""
        if members and all(name.startswith(NPM_FOLDER) for name in members):
            prefix = NPM_FOLDER
            members = {name.removeprefix(prefix): data for name, data in members.items()}
        size = len(members.get(MANIFEST, b""))
        if size > self.limits.manifest:
            self.report("manifest-too-large", MANIFEST, size=size, limit=self.limits.manifest)
        return PackFiles(form, members, tuple(self.issues), prefix)
