"""What judging the files of a pack yields, whatever sort of pack it is."""

from __future__ import annotations

from dataclasses import dataclass

from herdr_lint.model import Finding, Need, Unchecked
from herdr_lint.rules.openwop.record import PackRecord


@dataclass(frozen=True, slots=True)
class Judgment:
    """Findings, and what the manifest calls the pack; ``republished`` as in `Verdict`.

    ``record`` is what other OpenWOP packs need to know of this one.
    """

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    needs: tuple[Need, ...] = ()
    name: str | None = None
    version: str | None = None
    republished: bool = False
    record: PackRecord | None = None
