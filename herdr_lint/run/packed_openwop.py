"""An OpenWOP pack as it is handed in: its manifest and its files, judged by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from herdr_lint.files.collect import MANIFEST
from herdr_lint.files.pack_input import PackInput
from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import show, word
from herdr_lint.model import Finding, Limits
from herdr_lint.openwop.pack import Terms, check_openwop_pack
from herdr_lint.openwop.pinned import PinnedSchemas
from herdr_lint.run.pack_result import PackResult


def judge_pack(
    pack: PackInput,
    manifest: Document | None,
    profile: str,
    limits: Limits,
    schemas: PinnedSchemas | None = None,
) -> PackResult:
    """Everything about a pack whose archive could be read; ``profile`` is one of OpenWOP's.

    ``manifest`` is its ``pack.json``.
    """
    if manifest is None or pack.files.prefix:
        return PackResult(findings=tuple(_no_manifest(pack, profile)))
    check = check_openwop_pack(
        pack.members,
        pack.prefix,
        profile,
        document=manifest,
        built=True,
        left_out=pack.files.left_out,
        terms=Terms(schemas=schemas, largest=limits.manifest),
    )
    return PackResult(
        check.findings,
        check.unchecked,
        check.needs,
        check.pack.name or None,
        check.pack.version or None,
        manifest=manifest,
        check=check,
    )


def _no_manifest(pack: PackInput, profile: str) -> Iterator[Finding]:
    """That the manifest is not where registries look for it (OpenWOP packs, archives)."""
    if not pack.members and pack.files.issues:
        return  # nothing could be read, and why has been said
    nested = sorted(
        pack.files.stored(name)
        for name in pack.members
        if pack.files.stored(name).endswith(f"/{MANIFEST}")
    )
    cause, found = ("nested", show(nested[0])) if nested else (None, None)
    yield word(
        "archive-manifest-missing",
        profile,
        pack.label,
        cause=cause,
        found=found,
        expected=show(MANIFEST),
    )
