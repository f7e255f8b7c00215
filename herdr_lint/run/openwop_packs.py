"""Checks OpenWOP packs, single manifests and archives."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.config.filters import apply_settings
from herdr_lint.model import Finding
from herdr_lint.project.targets import AgentPack, ArchiveFile, Manifest
from herdr_lint.run.check_result import CheckResult, Settings

if TYPE_CHECKING:
    from herdr_lint.openwop.pack import Terms


def check_agent_pack(pack: AgentPack, settings: Settings) -> CheckResult:
    """A pack in a source tree: its manifest, and the files that the manifest refers to."""
    from herdr_lint.files.folder import read_folder
    from herdr_lint.openwop.pack import check_pack

    folder = pack.display_path.rpartition("/")[0]
    check = check_pack(
        read_folder(pack.root).members,
        f"{folder}/" if folder else "",
        settings.configs.nearest(pack.manifest).profile,
        manifest=pack.manifest.name,
        terms=_terms(pack.manifest, settings),
    )
    records = (check.record,) if check.record else ()
    if not pack.requested:
        return CheckResult(packs=records)
    return CheckResult(
        _wanted(check.findings, pack.manifest, settings),
        check.unchecked,
        files=((pack.display_path, pack.manifest),),
        packs=records,
    )


def check_lone_manifest(manifest: Manifest, settings: Settings) -> CheckResult:
    """A manifest of a pack or of a single agent that stands outside a pack."""
    from herdr_lint.openwop.pack import check_manifest

    check = check_manifest(
        manifest.display_path,
        settings.contents(manifest.path),
        settings.configs.nearest(manifest.path).profile,
        terms=_terms(manifest.path, settings),
    )
    return CheckResult(
        _wanted(check.findings, manifest.path, settings),
        check.unchecked,
        files=((manifest.display_path, manifest.path),),
        packs=(check.record,) if check.record else (),
    )


def check_archive(archive: ArchiveFile, settings: Settings) -> CheckResult:
    """An archive, judged as a registry would judge it, but for all that is its own affair."""
    from herdr_lint.run.packed import read_and_judge

    relative = Path(archive.display_path)
    path = relative if relative.exists() else archive.path
    config = settings.configs.nearest(archive.path)
    _, result = read_and_judge(path, config.profile, schemas=config.schemas)
    record = result.check.record if result.check else None
    return CheckResult(
        _wanted(result.findings, archive.path, settings),
        result.unchecked,
        files=((archive.display_path, archive.path),),
        packs=(record,) if record else (),
    )


def _terms(path: Path, settings: Settings) -> Terms:
    from herdr_lint.openwop.pack import Terms

    configs = settings.configs
    selected = configs.for_file(path).selection.requested
    return Terms(selected, configs.nearest(path).schemas)


def _wanted(findings: tuple[Finding, ...], path: Path, settings: Settings) -> tuple[Finding, ...]:
    return tuple(apply_settings(findings, settings.configs.for_file(path)))
