"""A whole pack, in whatever form it is handed in: archive, folder or mapping."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from herdr_lint.files.pack_input import PackInput
from herdr_lint.judge.isolation import shielded
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Finding, Limits, Report
from herdr_lint.openwop import profiles
from herdr_lint.openwop.pack import Submission
from herdr_lint.run.archive_findings import archive_findings
from herdr_lint.run.pack_result import PackResult
from herdr_lint.run.packed_openwop import MANIFEST, judge_pack
from herdr_lint.run.packed_roles import PACKAGE, judge_role_pack

AUTO = "auto"
ROLE_PACK = "role-pack"


def judge_packed(
    pack: PackInput,
    profile: str,
    limits: Limits,
    submission: Submission | None = None,
) -> PackResult:
    """Judge the archive and what is in it; ``submission`` is what a registry adds to that.

    Should a judge itself fail, a finding says so.
    """
    outcome: list[PackResult] = []

    def judge() -> tuple[Finding, ...]:
        if profile == ROLE_PACK:
            outcome.append(judge_role_pack(pack, submission))
        else:
            outcome.append(judge_pack(pack, profile, limits, submission))
        return ()

    failed = shielded(pack.label, judge)
    failed += shielded(pack.label, lambda: archive_findings(pack.files, pack.label, profile))
    result = outcome[0] if outcome else PackResult()
    report = Report.of([*failed, *result.findings], result.unchecked)
    return replace(result, findings=report.findings, unchecked=report.unchecked)


def profile_of(pack: PackInput) -> str:
    """The profile that a pack was written for, by the place it lies in or else by itself."""
    if pack.tree and f"openwop/{pack.tree}" in profiles.shipped():
        return f"openwop/{pack.tree}"
    if MANIFEST not in pack.members and PACKAGE in pack.members:
        return ROLE_PACK
    data = read_manifest(MANIFEST, pack.members.get(MANIFEST, b"{}")).data
    return profiles.recognise(data if isinstance(data, Mapping) else {}).name
