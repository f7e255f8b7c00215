"""A whole pack, in whatever form it is handed in: archive, folder or mapping."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from herdr_lint.files.collect import MANIFEST
from herdr_lint.files.pack_input import Handed, PackInput
from herdr_lint.judge.document import Document
from herdr_lint.judge.isolation import shielded
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.late import late
from herdr_lint.model import Finding, Limits, Report
from herdr_lint.openwop import profiles
from herdr_lint.openwop.pack import AUTO, profile_for
from herdr_lint.openwop.pinned import PinnedSchemas
from herdr_lint.run.archive_findings import archive_findings
from herdr_lint.run.pack_result import ROLE_PACK, PackResult
from herdr_lint.run.packed_openwop import judge_pack

if TYPE_CHECKING:
    from herdr_lint.run import packed_roles
else:
    packed_roles = late("herdr_lint.run.packed_roles")

__all__ = ["AUTO", "PACKAGE", "ROLE_PACK", "judge_packed", "read_and_judge"]

PACKAGE = "package.json"


def read_and_judge(
    pack: Handed,
    profile: str,
    limits: Limits | None = None,
    schemas: PinnedSchemas | None = None,
    label: str | None = None,
) -> tuple[PackInput, PackResult]:
    """Read a pack within limits, those of its profile if none are given, and judge it.

    ``label`` is how findings call it, its path if that is left out.
    Only a profile that turns out to admit less than another makes the pack be read a second time.
    """
    within = limits or profiles.widest()
    given = PackInput.read(pack, within, label)
    result = judge_packed(given, profile, within, schemas)
    found = profiles.shipped().get(result.profile)
    if limits is None and found is not None and found.limits != within:
        return read_and_judge(pack, result.profile, found.limits, schemas, label)
    return given, result


def judge_packed(
    pack: PackInput, profile: str, limits: Limits, schemas: PinnedSchemas | None = None
) -> PackResult:
    """Judge the archive and what is in it, by a profile or, with ``auto``, by its own.

    ``schemas`` are those of a registry. Should a judge itself fail, a finding says so.
    """
    manifest = manifest_of(pack, MANIFEST)
    named = _profile_of(pack, manifest) if profile == AUTO else profile
    outcome: list[PackResult] = []

    def judge() -> tuple[Finding, ...]:
        if named == ROLE_PACK:
            outcome.append(packed_roles.judge_role_pack(pack))
        else:
            outcome.append(judge_pack(pack, manifest, named, limits, schemas))
        return ()

    failed = shielded(pack.label, judge)
    failed += shielded(pack.label, lambda: archive_findings(pack.files, pack.label, named))
    result = outcome[0] if outcome else PackResult()
    found = tuple(Report.of([*failed, *result.findings]).findings)
    return replace(result, findings=found, profile=named)


def manifest_of(pack: PackInput, name: str) -> Document | None:
    """A manifest of the pack, read; None where there is no file of that name."""
    data = pack.members.get(name)
    return None if data is None else read_manifest(pack.prefix + name, data)


def _profile_of(pack: PackInput, manifest: Document | None) -> str:
    """The profile that a pack was written for, by the place it lies in or else by itself."""
    if f"openwop/{pack.tree}" in profiles.shipped():
        return f"openwop/{pack.tree}"
    if manifest is None and PACKAGE in pack.members:
        return ROLE_PACK
    return profile_for(AUTO, manifest and manifest.data).name
