"""What judging the files of a pack yields, whatever sort of pack it is."""

from __future__ import annotations

from dataclasses import dataclass

from herdr_lint.model import Finding, Need, Unchecked
from herdr_lint.openwop.pack import PackCheck


@dataclass(frozen=True, slots=True)
class PackResult:
    """Findings, and what the manifest calls the pack; ``republished`` as in `Verdict`.

    ``check`` is what judging an OpenWOP manifest came to.
    """

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    needs: tuple[Need, ...] = ()
    name: str | None = None
    version: str | None = None
    republished: bool = False
    check: PackCheck | None = None
