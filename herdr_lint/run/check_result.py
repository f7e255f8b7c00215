"""What checking one unit yields: all that the merge step needs, small enough to travel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.catalog.records import RoleRecord
from herdr_lint.config.loading import Configs
from herdr_lint.files.regular import read_regular
from herdr_lint.judge.document import Document
from herdr_lint.model import Finding, Unchecked

if TYPE_CHECKING:
    from herdr_lint.openwop.record import PackRecord


@dataclass(frozen=True, slots=True)
class Settings:
    """What a check has to know of the run; the same for every unit, and picklable.

    ``overlay`` holds contents that stand for those of a file, such as an editor's buffer on
    standard input, by absolute path.
    """

    configs: Configs
    overlay: Mapping[Path, bytes] = field(default_factory=dict)

    def contents(self, path: Path) -> bytes:
        """The bytes of a file, or those that stand for them."""
        overlaid = self.overlay.get(path)
        return read_regular(path) if overlaid is None else overlaid


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The outcome for one unit, or for many of them merged; merging is associative.

    ``files`` are those that were judged, by the path that a report shows, with the path that opens
    them. ``ignoring`` are the documents that silence rules: theirs is the last word on a file.
    """

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    files: tuple[tuple[str, Path], ...] = ()
    roles: tuple[RoleRecord, ...] = ()
    packs: tuple[PackRecord, ...] = ()
    ignoring: tuple[Document, ...] = ()

    @classmethod
    def merge(cls, parts: Iterable[CheckResult]) -> CheckResult:
        parts = tuple(parts)
        return cls(
            tuple(finding for part in parts for finding in part.findings),
            tuple(item for part in parts for item in part.unchecked),
            tuple(file for part in parts for file in part.files),
            tuple(record for part in parts for record in part.roles),
            tuple(record for part in parts for record in part.packs),
            tuple(document for part in parts for document in part.ignoring),
        )
