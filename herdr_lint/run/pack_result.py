"""What judging the files of a pack yields, whatever sort of pack it is."""

from __future__ import annotations

from dataclasses import dataclass

from herdr_lint.catalog.records import RoleRecord
from herdr_lint.judge.document import Document
from herdr_lint.model import Finding, Need, Unchecked
from herdr_lint.openwop.pack import ManifestCheck

ROLE_PACK = "role-pack"
"""The profile of packs for Pi; all others are those of OpenWOP."""


@dataclass(frozen=True, slots=True)
class PackResult:
    """Findings, and what the manifest calls the pack.

    ``profile`` is what the pack was judged as, ``manifest`` its ``pack.json`` or ``package.json``,
    and ``check`` what judging an OpenWOP manifest came to; None where there was none to judge.
    ``ignoring`` are the role files that suppress rules; a registry takes no notice of that.
    ``roles`` are those of a role pack, as a catalogue sees them.
    """

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    needs: tuple[Need, ...] = ()
    name: str | None = None
    version: str | None = None
    profile: str = ""
    manifest: Document | None = None
    check: ManifestCheck | None = None
    ignoring: tuple[Document, ...] = ()
    roles: tuple[RoleRecord, ...] = ()
