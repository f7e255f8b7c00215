"""An OpenWOP pack among those that are published already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from herdr_lint.files.pack_input import PackInput
from herdr_lint.judge.isolation import shielded
from herdr_lint.judge.judge import make_finding
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Finding
from herdr_lint.openwop.across import crossing
from herdr_lint.openwop.pack import PackCheck
from herdr_lint.openwop.published import PublishedPacks
from herdr_lint.openwop.record import PackRecord
from herdr_lint.run.pack_result import PackResult
from herdr_lint.run.packed_openwop import MANIFEST


def judge_publication(
    pack: PackInput,
    alone: PackResult,
    previous: PackInput | None,
    catalog: PublishedPacks | None,
) -> PackResult:
    """The result of a pack, and what comes of those that are published already."""
    check = alone.check
    if check is None or check.record is None:
        return alone
    record = check.record
    crossed = crossing([record], catalog)
    earlier = _earlier(pack, record, previous, catalog)
    conflict = shielded(check.manifest.path, lambda: _conflict(check, record, earlier))
    return replace(
        alone,
        findings=(*alone.findings, *crossed.findings, *conflict),
        unchecked=(*alone.unchecked, *crossed.unchecked),
        republished=earlier == "same",
    )


def _earlier(
    pack: PackInput, record: PackRecord, previous: PackInput | None, catalog: PublishedPacks | None
) -> str | None:
    """What has been published under this name and version: nothing, the same, another, unknown."""
    if previous is not None and _named(previous) == (record.name, record.version):
        return "same" if pack.is_same_as(previous) else "other"
    published = catalog.packs.get(record.name) if catalog else None
    if published is None or record.version not in published.versions:
        return None
    known = published.versions[record.version]
    if known is None or pack.integrity is None:
        return "unknown"
    return "same" if known == pack.integrity else "other"


def _named(pack: PackInput) -> tuple[object, object]:
    data = read_manifest(MANIFEST, pack.members.get(MANIFEST, b"")).data
    return (data.get("name"), data.get("version")) if isinstance(data, Mapping) else (None, None)


def _conflict(check: PackCheck, record: PackRecord, earlier: str | None) -> Iterator[Finding]:
    """A version that is published already, with other bytes (OpenWOP packs, publishing)."""
    if earlier in {None, "same"}:
        return
    yield make_finding(
        check.manifest,
        "version-immutable",
        check.profile.name,
        cause="unknown" if earlier == "unknown" else None,
        pointer="/version",
        name=record.name,
        version=record.version,
    )
