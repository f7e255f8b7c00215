"""An OpenWOP pack at the gate: its manifest, its files, and what has been published before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from herdr_lint.admission.handed_in import HandedIn
from herdr_lint.admission.judgment import Judgment
from herdr_lint.model import Finding, Limits, Unchecked
from herdr_lint.normalizer.manifest import read_manifest
from herdr_lint.rules.isolation import shielded
from herdr_lint.rules.openwop.across import crossing
from herdr_lint.rules.openwop.pack import MANIFESTS, PackCheck, Submission, check_pack
from herdr_lint.rules.openwop.published import PublishedPacks
from herdr_lint.rules.openwop.record import PackRecord
from herdr_lint.schema.judge import make_finding, show, word

MANIFEST = MANIFESTS[0]


@dataclass(frozen=True, slots=True)
class Publication:
    """What a pack has to fit in with where it is to be published."""

    submission: Submission
    previous: HandedIn | None = None
    catalog: PublishedPacks | None = None


def judge_pack(
    pack: HandedIn, profile: str, limits: Limits, publication: Publication | None = None
) -> Judgment:
    """Everything about a pack whose archive could be read; ``profile`` is one of OpenWOP's.

    Without a publication it is judged by itself.
    """
    if MANIFEST not in pack.members or pack.files.prefix:
        return Judgment(findings=tuple(_no_manifest(pack, profile)))
    if len(pack.members[MANIFEST]) > limits.manifest:
        return Judgment(unchecked=(Unchecked(pack.prefix + MANIFEST, "too large to be judged"),))
    check = check_pack(
        pack.members,
        pack.prefix,
        profile,
        built=True,
        submission=publication.submission if publication else None,
        limits=limits,
    )
    record = check.record
    if record is None:
        return Judgment(check.findings, check.unchecked)
    alone = Judgment(
        check.findings,
        check.unchecked,
        check.needs,
        record.name or None,
        record.version or None,
        record=record,
    )
    return alone if publication is None else _published(pack, check, record, alone, publication)


def _published(
    pack: HandedIn,
    check: PackCheck,
    record: PackRecord,
    alone: Judgment,
    publication: Publication,
) -> Judgment:
    """The judgment of a pack among those that are published already."""
    crossed = crossing([record], publication.catalog)
    earlier = _earlier(pack, record, publication.previous, publication.catalog)
    conflict = shielded(check.manifest.path, lambda: _conflict(check, record, earlier))
    return replace(
        alone,
        findings=(*alone.findings, *crossed.findings, *conflict),
        unchecked=(*alone.unchecked, *crossed.unchecked),
        republished=earlier == "same",
    )


def _no_manifest(pack: HandedIn, profile: str) -> Iterator[Finding]:
    """That the manifest is not where registries look for it (OpenWOP packs, archives)."""
    if not pack.members and pack.files.breaches:
        return  # nothing could be read, and why has been said
    nested = sorted(
        pack.files.stored(name)
        for name in pack.members
        if f"/{pack.files.stored(name)}".endswith(f"/{MANIFEST}")
    )
    yield word(
        "archive-manifest-missing",
        profile,
        pack.label,
        cause="nested" if nested else None,
        found=show(nested[0]) if nested else "",
        expected=show(MANIFEST),
    )


def _earlier(
    pack: HandedIn, record: PackRecord, previous: HandedIn | None, catalog: PublishedPacks | None
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


def _named(pack: HandedIn) -> tuple[object, object]:
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
