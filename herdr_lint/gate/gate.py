"""One call for the publish step of a registry."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from herdr_lint.files.pack_input import Handed, PackInput
from herdr_lint.gate import used_schemas as used
from herdr_lint.gate.codes import primary
from herdr_lint.gate.publication import judge_publication
from herdr_lint.model import Limits, Report, Severity, UsageError, Verdict
from herdr_lint.openwop import profiles
from herdr_lint.openwop.pack import Submission
from herdr_lint.openwop.pinned import PinnedSchemas
from herdr_lint.openwop.published import PublishedPacks
from herdr_lint.run.pack_result import PackResult
from herdr_lint.run.packed import AUTO, ROLE_PACK, judge_packed, profile_of

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
    given = PackInput.read(pack, limits)
    before = None if previous is None else PackInput.read(previous, limits)
    taken = profile_of(given) if profile == AUTO else profile
    submission = Submission(name, version, before.members if before else None, pinned)
    alone = judge_packed(given, taken, limits, submission)
    result = judge_publication(given, alone, before, published)
    return _verdict(given, taken, result, pinned)


def _verdict(
    given: PackInput, profile: str, result: PackResult, pinned: PinnedSchemas | None
) -> Verdict:
    report = Report.of(result.findings, result.unchecked)
    schemas = dict(used.of_role_packs() if profile == ROLE_PACK else used.of_profile(profile))
    if pinned is not None:
        schemas |= pinned.hashes
    return Verdict(
        accepted=report.worst is not Severity.ERROR,
        profile=profile,
        primary=primary(report.findings, profiles.shipped().get(profile)),
        name=result.name,
        version=result.version,
        findings=report.findings,
        unchecked=report.unchecked,
        needs=result.needs,
        republished=result.republished and report.worst is not Severity.ERROR,
        integrity=given.integrity,
        schemas=schemas,
    )


def _catalog(catalog: Catalog | None) -> PublishedPacks | None:
    if catalog is None or isinstance(catalog, PublishedPacks):
        return catalog
    return PublishedPacks.read(catalog)


def _schemas(schemas: Schemas | None) -> PinnedSchemas | None:
    if schemas is None or isinstance(schemas, PinnedSchemas):
        return schemas
    return PinnedSchemas.read(schemas)
