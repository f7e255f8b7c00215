"""What judging the files of a pack yields, whatever sort of pack it is."""

from __future__ import annotations

from dataclasses import dataclass

from herdr_lint.model import Finding, Need, Unchecked


@dataclass(frozen=True, slots=True)
class Judgment:
    """Findings, and what the manifest calls the pack; ``republished`` as in `Verdict`."""

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    needs: tuple[Need, ...] = ()
    name: str | None = None
    version: str | None = None
    republished: bool = False
