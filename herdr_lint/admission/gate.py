"""One call for the publish step of a registry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from herdr_lint.admission import used
from herdr_lint.admission.codes import primary
from herdr_lint.admission.handed_in import Handed, HandedIn
from herdr_lint.admission.judgment import Judgment
from herdr_lint.admission.openwop import MANIFEST, Publication, judge_pack
from herdr_lint.admission.role_packs import PACKAGE, judge_role_pack
from herdr_lint.model import Finding, Limits, Report, Severity, Unchecked, UsageError, Verdict
from herdr_lint.normalizer.manifest import read_manifest
from herdr_lint.rules.archive import archive_findings
from herdr_lint.rules.isolation import shielded
from herdr_lint.rules.openwop.pack import Submission
from herdr_lint.rules.openwop.pinned import PinnedSchemas
from herdr_lint.rules.openwop.published import PublishedPacks
from herdr_lint.rules.openwop.record import PackRecord
from herdr_lint.schema import profiles

AUTO = "auto"
ROLE_PACK = "role-pack"

Schemas = PinnedSchemas | Mapping[str, bytes | Mapping[str, Any]] | str | Path
Catalog = PublishedPacks | Mapping[str, Any]


def gate(
    pack: Handed,
    profile: str = AUTO,
    name: str | None = None,
    version: str | None = None,
    catalog: Catalog | None = None,
    previous: Handed | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    *,
    schemas: Schemas | None = None,
) -> Verdict:
    """Judge a pack that is handed in to a registry.

    ``pack`` is an archive as bytes, the path of an archive or a folder, or a mapping from names
    of files to their bytes. ``profile`` is ``openwop/v1``, ``openwop/v2``, ``role-pack`` or
    ``auto``, which goes by the pack itself; the verdict says which it was. ``name`` and
    ``version`` are what the registry expects the pack to be, ``catalog`` what it has published
    (the shape of ``schemas/catalog.schema.json``), ``previous`` the version before this one in
    any of the forms of ``pack``, and ``schemas`` its own schemas, pinned to a release: a folder,
    or a mapping from file names to contents. A registry that calls often may hand in a
    `PinnedSchemas` and a `PublishedPacks` that it keeps.

    Raises:
        UsageError: for an unknown profile, or a catalog or schemas that are none. Nothing that
            is in a pack raises.

    """
    known = (AUTO, *profiles.shipped(), ROLE_PACK)
    if profile not in known:
        raise UsageError(f"there is no profile {profile!r}, only {', '.join(known)}")
    published = _catalog(catalog)
    pinned = _schemas(schemas)
    given = HandedIn.read(pack, limits)
    before = None if previous is None else HandedIn.read(previous, limits)
    taken = _profile_of(given) if profile == AUTO else profile
    submission = Submission(name, version, before.members if before else None, pinned)
    publication = Publication(submission, before, published)
    judgment = _judged(given, taken, limits, publication)
    return _verdict(given, taken, judgment, pinned)


@dataclass(frozen=True, slots=True)
class Examined:
    """A pack judged by itself; ``record`` is what other packs of the run need to know of it."""

    profile: str
    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]
    record: PackRecord | None


def examine(
    pack: Handed,
    profile: str = AUTO,
    *,
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> Examined:
    """Judge an archive or a folder as `gate` does, but for all that is a matter of publishing."""
    given = HandedIn.read(pack, limits)
    taken = _profile_of(given) if profile == AUTO else profile
    judgment = _judged(given, taken, limits, None)
    report = Report.of([*_archive(given, taken), *judgment.findings], judgment.unchecked)
    return Examined(taken, report.findings, report.unchecked, judgment.record)


def _judged(
    given: HandedIn, profile: str, limits: Limits, publication: Publication | None
) -> Judgment:
    """What the pack's own judge says; should even that fail, a finding that says so."""
    outcome: list[Judgment] = []

    def judge() -> tuple[Finding, ...]:
        if profile == ROLE_PACK:
            asked = publication.submission if publication else Submission()
            outcome.append(judge_role_pack(given, asked.name, asked.version))
        else:
            outcome.append(judge_pack(given, profile, limits, publication))
        return ()

    failed = shielded(given.label, judge)
    return outcome[0] if outcome else Judgment(findings=tuple(failed))


def _archive(given: HandedIn, profile: str) -> list[Finding]:
    return shielded(given.label, lambda: archive_findings(given.files, given.label, profile))


def _verdict(
    given: HandedIn, profile: str, judgment: Judgment, pinned: PinnedSchemas | None
) -> Verdict:
    report = Report.of([*_archive(given, profile), *judgment.findings], judgment.unchecked)
    schemas = dict(used.of_role_packs() if profile == ROLE_PACK else used.of_profile(profile))
    if pinned is not None:
        schemas |= pinned.hashes
    return Verdict(
        accepted=report.worst is not Severity.ERROR,
        profile=profile,
        primary=primary(report.findings, profiles.shipped().get(profile)),
        name=judgment.name,
        version=judgment.version,
        findings=report.findings,
        unchecked=report.unchecked,
        needs=judgment.needs,
        republished=judgment.republished and report.worst is not Severity.ERROR,
        integrity=given.integrity,
        schemas=schemas,
    )


def _profile_of(pack: HandedIn) -> str:
    """The profile that a pack was written for, by the place it lies in or else by itself."""
    if pack.tree and f"openwop/{pack.tree}" in profiles.shipped():
        return f"openwop/{pack.tree}"
    if MANIFEST not in pack.members and PACKAGE in pack.members:
        return ROLE_PACK
    data = read_manifest(MANIFEST, pack.members.get(MANIFEST, b"{}")).data
    return profiles.recognise(data if isinstance(data, Mapping) else {}).name


def _catalog(catalog: Catalog | None) -> PublishedPacks | None:
    if catalog is None or isinstance(catalog, PublishedPacks):
        return catalog
    return PublishedPacks.read(catalog)


def _schemas(schemas: Schemas | None) -> PinnedSchemas | None:
    if schemas is None or isinstance(schemas, PinnedSchemas):
        return schemas
    return PinnedSchemas.read(schemas)
