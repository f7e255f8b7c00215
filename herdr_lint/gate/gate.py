"""One call for the publish step of a registry."""

from __future__ import annotations

from typing import NamedTuple

from herdr_lint.files.pack_input import Handed, PackInput
from herdr_lint.gate import used_schemas as used
from herdr_lint.gate.arguments import (
    Catalog,
    Schemas,
    check_arguments,
    read_published,
    read_schemas,
)
from herdr_lint.gate.codes import primary
from herdr_lint.gate.publication import Expected, Publication, judge_publication
from herdr_lint.model import Limits, Outcome, Report, Severity, Unchecked, Verdict
from herdr_lint.openwop import profiles
from herdr_lint.openwop.pinned import PinnedSchemas
from herdr_lint.run.pack_result import PackResult
from herdr_lint.run.packed import AUTO, ROLE_PACK, read_and_judge


class Judged(NamedTuple):
    """A verdict, the pack that it is about, and what judging that by itself came to."""

    verdict: Verdict
    pack: PackInput
    alone: PackResult


def gate(
    pack: Handed,
    profile: str = AUTO,
    name: str | None = None,
    version: str | None = None,
    catalog: Catalog | None = None,
    previous: Handed | None = None,
    limits: Limits | None = None,
    *,
    schemas: Schemas | None = None,
) -> Verdict:
    """Judge a pack that is handed in to a registry.

    ``pack`` is an archive as bytes, the path of an archive or a folder, or a mapping from names
    of files to their bytes. ``profile`` is that of a version of OpenWOP, ``role-pack``, or
    ``auto``, which goes by the pack itself; the verdict says which it was. ``name`` and
    ``version`` are what the registry expects the pack to be. ``catalog`` is what it has published:
    the shape of ``schemas/catalog.schema.json``, the path of such a file, or a folder of archives.
    ``previous`` is the version before this one in any of the forms of ``pack``, ``limits`` is how
    much is read, what the profile admits if nothing is said, and ``schemas``
    are the registry's own, pinned to a release: a folder, or a mapping from file names to contents.
    A registry that calls often may hand in a `PinnedSchemas` and a `PublishedPacks` that it keeps.

    Raises:
        UsageError: for arguments of a wrong type, a path that leads to nothing, an unknown profile,
            or a catalog or schemas that cannot be read. Nothing that is in a pack raises.

    """
    return judge_submission(
        pack, profile, name, version, catalog, previous, limits, schemas=schemas
    ).verdict


def judge_submission(
    pack: Handed,
    profile: str = AUTO,
    name: str | None = None,
    version: str | None = None,
    catalog: Catalog | None = None,
    previous: Handed | None = None,
    limits: Limits | None = None,
    *,
    schemas: Schemas | None = None,
) -> Judged:
    """The verdict of `gate`, and the pack as it was read; raises what that raises."""
    check_arguments(pack, profile, name, version, previous, limits)
    published, pinned = read_published(catalog), read_schemas(schemas)
    given, alone = read_and_judge(pack, profile, limits, pinned)
    before = None if previous is None else PackInput.read(previous, limits or profiles.widest())
    among = judge_publication(given, alone, Expected(name, version, before, published))
    return Judged(_verdict(given, alone, among, pinned), given, alone)


def _verdict(
    given: PackInput, alone: PackResult, among: Publication, pinned: PinnedSchemas | None
) -> Verdict:
    profile = alone.profile
    schemas = dict(used.of_role_packs() if profile == ROLE_PACK else used.of_profile(profile))
    unchecked = [*alone.unchecked, *among.unchecked]
    if pinned is not None and profile == ROLE_PACK:
        unchecked.append(Unchecked(given.label, "no schema of a registry judges a role pack"))
    elif pinned is not None:
        schemas |= pinned.hashes
    report = Report.of((*alone.findings, *among.findings), unchecked)
    outcome = _outcome(report)
    return Verdict(
        outcome=outcome,
        profile=profile,
        primary=primary(report.findings, profiles.shipped().get(profile)),
        name=alone.name,
        version=alone.version,
        findings=tuple(report.findings),
        unchecked=report.unchecked,
        needs=alone.needs,
        republished=among.republished and outcome is not Outcome.REJECTED,
        integrity=given.integrity,
        schemas=schemas,
    )


def _outcome(report: Report) -> Outcome:
    if report.worst is Severity.ERROR:
        return Outcome.REJECTED
    decides = any(item.decides for item in report.unchecked)
    return Outcome.UNDECIDED if decides else Outcome.ACCEPTED
