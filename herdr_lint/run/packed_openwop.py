"""An OpenWOP pack as it is handed in: its manifest and its files, judged by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.files.pack_input import PackInput
from herdr_lint.judge.judge import show, word
from herdr_lint.model import Finding, Limits, Unchecked
from herdr_lint.openwop.pack import MANIFESTS, Submission, check_pack
from herdr_lint.run.pack_result import PackResult

MANIFEST = MANIFESTS[0]


def judge_pack(
    pack: PackInput, profile: str, limits: Limits, submission: Submission | None = None
) -> PackResult:
    """Everything about a pack whose archive could be read; ``profile`` is one of OpenWOP's."""
    if MANIFEST not in pack.members or pack.files.prefix:
        return PackResult(findings=tuple(_no_manifest(pack, profile)))
    if len(pack.members[MANIFEST]) > limits.manifest:
        return PackResult(unchecked=(Unchecked(pack.prefix + MANIFEST, "too large to be judged"),))
    check = check_pack(
        pack.members, pack.prefix, profile, built=True, submission=submission, limits=limits
    )
    if check.record is None:
        return PackResult(check.findings, check.unchecked)
    return PackResult(
        check.findings,
        check.unchecked,
        check.needs,
        check.record.name or None,
        check.record.version or None,
        check=check,
    )


def _no_manifest(pack: PackInput, profile: str) -> Iterator[Finding]:
    """That the manifest is not where registries look for it (OpenWOP packs, archives)."""
    if not pack.members and pack.files.issues:
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
