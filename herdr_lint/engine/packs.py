"""Checks OpenWOP packs, single manifests and archives."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.config.filters import apply_settings
from herdr_lint.discover.units import AgentPack, ArchiveFile, Manifest
from herdr_lint.engine.checked import Checked, Settings
from herdr_lint.model import Finding


def check_agent_pack(pack: AgentPack, settings: Settings) -> Checked:
    """A pack in a source tree: its manifest, and the files that the manifest refers to."""
    from herdr_lint.rules.openwop.pack import check_pack
    from herdr_lint.source.archive import read_folder

    folder = pack.shown.rpartition("/")[0]
    check = check_pack(
        read_folder(pack.root).members,
        f"{folder}/" if folder else "",
        settings.configs.nearest(pack.manifest).profile,
        manifest=pack.manifest.name,
        selected=_requested(pack.manifest, settings),
    )
    records = (check.record,) if check.record else ()
    if not pack.given:
        return Checked(packs=records)
    return Checked(
        _wanted(check.findings, pack.manifest, settings),
        check.unchecked,
        files=((pack.shown, pack.manifest),),
        packs=records,
    )


def check_lone_manifest(manifest: Manifest, settings: Settings) -> Checked:
    """A manifest of a pack or of a single agent that stands outside a pack."""
    from herdr_lint.rules.openwop.pack import check_manifest

    check = check_manifest(
        manifest.shown,
        settings.contents(manifest.path),
        settings.configs.nearest(manifest.path).profile,
        selected=_requested(manifest.path, settings),
    )
    return Checked(
        _wanted(check.findings, manifest.path, settings),
        check.unchecked,
        files=((manifest.shown, manifest.path),),
        packs=(check.record,) if check.record else (),
    )


def check_archive(archive: ArchiveFile, settings: Settings) -> Checked:
    """An archive, judged as a registry would judge it, but for all that is its own affair."""
    from herdr_lint.admission import examine

    relative = Path(archive.shown)
    examined = examine(
        relative if relative.exists() else archive.path,
        settings.configs.nearest(archive.path).profile,
    )
    return Checked(
        _wanted(examined.findings, archive.path, settings),
        examined.unchecked,
        files=((archive.shown, archive.path),),
        packs=(examined.record,) if examined.record else (),
    )


def _requested(path: Path, settings: Settings) -> frozenset[str]:
    return settings.configs.for_file(path).selection.requested


def _wanted(findings: tuple[Finding, ...], path: Path, settings: Settings) -> tuple[Finding, ...]:
    return tuple(apply_settings(findings, settings.configs.for_file(path)))
