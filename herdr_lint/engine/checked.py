"""What checking one unit yields: all that the merge step needs, small enough to travel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from herdr_lint.model import Finding, Unchecked
from herdr_lint.rules.records import RoleRecord


@dataclass(frozen=True, slots=True)
class Settings:
    """What a check has to know of the run; the same for every unit, and picklable.

    ``overlay`` holds contents that stand for those of a file, such as an editor's buffer on
    standard input. ``policies`` are schemas that lie over ours. ``selected`` names opt-in rules.
    """

    profile: str = "auto"
    overlay: Mapping[Path, bytes] = field(default_factory=dict)
    policies: tuple[Mapping[str, Any], ...] = ()
    selected: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Directive:
    """One ``# herdr-lint: ignore[…]`` of a file, for the step that applies them."""

    path: str
    rules: tuple[str, ...]
    finding: Finding
    """Where it stands, as a finding that can be reworded."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome for one unit, or for many of them merged; merging is associative."""

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    files: tuple[str, ...] = ()
    roles: tuple[RoleRecord, ...] = ()

    @classmethod
    def merge(cls, parts: Iterable[Checked]) -> Checked:
        parts = tuple(parts)
        return cls(
            tuple(finding for part in parts for finding in part.findings),
            tuple(item for part in parts for item in part.unchecked),
            tuple(path for part in parts for path in part.files),
            tuple(record for part in parts for record in part.roles),
        )
