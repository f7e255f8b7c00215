"""What checking one target yields: all that the merge step needs, small enough to travel."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from herdr_lint.catalog.records import RoleRecord
from herdr_lint.config.filters import Silenced
from herdr_lint.config.loading import Configs
from herdr_lint.files.file_system import FileSystem
from herdr_lint.judge.document import Document
from herdr_lint.late import late
from herdr_lint.model import Finding, Unchecked

if TYPE_CHECKING:
    from herdr_lint import findings as many
    from herdr_lint.findings import Findings
    from herdr_lint.openwop.record import PackRecord
else:
    many = late("herdr_lint.findings")

FEW = 1_000
"""Findings that travel as they are."""


class Settings(NamedTuple):
    """What a check has to know of the run; the same for every target, and picklable."""

    configs: Configs
    system: FileSystem

    def with_buffers(self, buffers: Mapping[Path, bytes]) -> "Settings":
        """The same settings with more buffers over the disk."""
        more = {str(path): data for path, data in buffers.items()}
        return self._replace(system=FileSystem({**self.system.buffers, **more}))


class CheckResult(NamedTuple):
    """The outcome for one target, or for many of them merged; merging is associative.

    ``files`` are those that were judged, by display path.
    ``ignoring`` are the documents that suppress rules: theirs is the last word on a file.
    ``silenced`` is what the configuration does not want.
    """

    findings: Sequence[Finding] = ()
    unchecked: tuple[Unchecked, ...] = ()
    files: tuple[str, ...] = ()
    roles: tuple[RoleRecord, ...] = ()
    packs: "tuple[PackRecord, ...]" = ()
    ignoring: tuple[Document, ...] = ()
    silenced: frozenset[Silenced] = frozenset()

    @classmethod
    def merge(cls, parts: "Iterable[CheckResult]") -> "CheckResult":
        """The parts as one; each is let go as it is taken in, however many there are."""
        findings: list[Finding] | Findings[Finding] = []
        unchecked = list[Unchecked]()
        files, roles = list[str](), list[RoleRecord]()
        packs: list[PackRecord] = []
        ignoring = list[Document]()
        silenced = set[Silenced]()
        for part in parts:
            findings = _with_more(findings, part.findings)
            unchecked += part.unchecked
            files += part.files
            roles += part.roles
            packs += part.packs
            ignoring += part.ignoring
            silenced |= part.silenced
        return cls(
            tuple(findings) if isinstance(findings, list) else findings,
            tuple(unchecked),
            tuple(files),
            tuple(roles),
            tuple(packs),
            tuple(ignoring),
            frozenset(silenced),
        )


def _with_more(
    found: "list[Finding] | Findings[Finding]", more: Sequence[Finding]
) -> "list[Finding] | Findings[Finding]":
    """What was found so far and more of it; packed once it is much."""
    if isinstance(found, list):
        if len(found) + len(more) <= FEW:
            found += more
            return found
        found = many.Findings(found)
    found.add(more)
    return found
