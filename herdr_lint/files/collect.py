"""The members of a pack as they come in, held to the limits, with all that is wrong with them."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from herdr_lint.files import names
from herdr_lint.files.name_tree import NameTree
from herdr_lint.model import Limits

Form = Literal["tgz", "tar", "zip", "folder", "mapping", "unknown"]

MANIFEST = "pack.json"
"""What the manifest of an OpenWOP pack is called to a registry."""
PACKAGE = "package.json"
NPM_FOLDER = "package/"
TARBALLS = frozenset({"tgz", "tar"})


@dataclass(frozen=True, slots=True)
class ArchiveIssue:
    """One thing in an archive that is broken, too large, or open to two readings.

    A fact like `ParseIssue`: ``kind`` names it, ``member`` is the entry's name as it is stored
    (None for the archive as a whole), ``params`` what it is about.
    """

    kind: str
    member: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)


_UNREAD = frozenset(
    {
        "compression-bomb",
        "encrypted",
        "member-checksum",
        "member-damaged",
        "member-too-large",
        "unreadable",
        "unsupported-method",
    }
)
"""The kinds of issue for which one file is not among the members."""

_STOPS = frozenset(
    {
        "no-end-marker",
        "tar-parse-failed",
        "tar-truncated",
        "too-many-members",
        "unpacked-too-large",
    }
)
"""The kinds of issue after which nothing more was read."""


class _EveryName:
    """Holds whatever name is asked for."""

    def __contains__(self, name: object) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class PackFiles:
    """The files of a pack by their names, ``/``-separated, and what is wrong with the archive.

    ``prefix`` is the folder into which npm has put everything, as a rule ``package/``; names in
    ``members`` are without it. Members with unsafe names, links and whatever was too large are
    not among ``members``: each has an issue. ``roots`` are the first steps of the stored names,
    ``crew/`` for folders: npm drops this step, whatever it is called.
    """

    form: Form
    members: Mapping[str, bytes]
    issues: tuple[ArchiveIssue, ...] = ()
    prefix: str = ""
    roots: tuple[str, ...] = field(default=(), compare=False)

    @property
    def left_out(self) -> Container[str]:
        """The names of files that are there and were not read; every name, if reading stopped."""
        if any(issue.kind in _STOPS for issue in self.issues):
            return _EveryName()
        unread = (issue.member for issue in self.issues if issue.kind in _UNREAD and issue.member)
        return frozenset(names.normal(one).removeprefix(self.prefix) for one in unread)

    def stored(self, name: str) -> str:
        """The name of a member as the archive has it."""
        return self.prefix + name

    def npm_issues(self) -> tuple[ArchiveIssue, ...]:
        """That npm would install other files: it drops the first step of each name in a tarball.

        A package packed as ``./`` is installed as it is, since this is such a step too.
        """
        if self.form not in TARBALLS or not self.members or self.prefix or self.roots == ("./",):
            return ()
        return (ArchiveIssue("outside-npm-folder"),)


class ArchiveError(Exception):
    """Why the reading of an archive cannot go on, as the issue that says so."""

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
        self._places = NameTree()
        self._roots: dict[str, None] = {}

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
        """Whether an entry of that size may be read; an issue if not."""
        if size <= self.limits.member:
            return True
        self.report("member-too-large", member, size=size, limit=self.limits.member)
        return False

    def place(self, raw: bytes) -> str | None:
        """Judge a name; the place in the pack that it means, or None where it is unsafe."""
        member = names.label(raw)
        unsafe = False
        for kind in names.issues(raw, self.limits.member_name):
            params = {"size": len(raw), "limit": self.limits.member_name}
            self.report(kind, member, **(params if kind == "name-too-long" else {}))
            unsafe = unsafe or kind in names.UNSAFE
        return None if unsafe else names.normal(member)

    def file(self, raw: bytes, content: bytes | memoryview) -> None:
        """Take a file as it is stored, unless its name or its size forbids it."""
        member = names.label(raw)
        name = self.place(raw)
        if self.admits_size(member, len(content)) and name:
            self.keep(name, bytes(content), member)

    def folder(self, raw: bytes) -> None:
        """Take an entry for a folder: its name counts, although the files in it say the same."""
        if raw not in {b".", b"./"}:
            name = self.place(raw.removesuffix(b"/"))
            if name:
                self._settle(name, is_file=False)

    def special(self, kind: str, raw: bytes, **params: str) -> None:
        """Report an entry that is neither a plain file nor a folder."""
        self.place(raw.removesuffix(b"/"))
        self.report(kind, names.label(raw), **params)

    def keep(self, name: str, content: bytes, member: str) -> None:
        """Add a file; the last of equal names stays, as it does when an archive is unpacked."""
        if name in self.members:
            self.report("duplicate-member", member)
        self._settle(name, is_file=True)
        self.members[name] = content
        first, slash, _ = member.partition("/")
        self._roots[first + slash] = None

    def _settle(self, name: str, *, is_file: bool) -> None:
        """Report whatever else lies in the place of a file or folder."""
        for clash in self._places.take(name, is_file=is_file):
            self.report(clash.kind, clash.name, other=clash.other)
        if len(self._places) > 2 * self.limits.members:
            raise ArchiveError("too-many-members", limit=self.limits.members)

    def finish(self, form: Form) -> PackFiles:
        roots = tuple(self._roots)
        prefix = self._npm_folder(form, roots)
        members = {name.removeprefix(prefix): data for name, data in self.members.items()}
        size = len(members.get(MANIFEST, b""))
        if size > self.limits.manifest:
            self.report("manifest-too-large", MANIFEST, size=size, limit=self.limits.manifest)
        return PackFiles(form, members, tuple(self.issues), prefix, roots)

    def _npm_folder(self, form: Form, roots: tuple[str, ...]) -> str:
        """The folder that npm would drop: the only one, with a package in it."""
        if len(roots) != 1:
            return ""
        folder = roots[0]
        is_package = form in TARBALLS and f"{folder}{PACKAGE}" in self.members
        return folder if is_package or folder == NPM_FOLDER else ""
