"""Checks role packs: the package around the roles, which are units of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from herdr_lint.config.filters import apply_settings
from herdr_lint.discover.units import RolePack
from herdr_lint.engine.checked import Checked, Settings
from herdr_lint.model import Finding


def check_pack(pack: RolePack, settings: Settings) -> Checked:
    """The manifest, the extension and the skills of a pack that was asked for."""
    from herdr_lint.rules.role_pack import check_role_pack
    from herdr_lint.source.pack_tree import FolderTree

    if not pack.given:
        return Checked()
    prefix = "" if pack.shown == "." else f"{pack.shown}/"
    configured = [path for path in settings.configs.run.roles if path in pack.registered]
    check = check_role_pack(
        FolderTree(pack.root, dict(_overlay(pack.root, settings))),
        prefix,
        certain=bool(configured),
        configured=[_name(path, pack.root) for path in configured] if configured else None,
    )
    files = tuple((shown, pack.root / shown.removeprefix(prefix)) for shown in check.files)
    return Checked(
        tuple(_wanted(check.findings, pack.root, prefix, settings)), check.unchecked, files
    )


def _name(path: Path, root: Path) -> str:
    name = path.relative_to(root).as_posix()
    return "" if name == "." else name


def _overlay(root: Path, settings: Settings) -> Iterator[tuple[str, bytes]]:
    for path, data in settings.overlay.items():
        if path.is_relative_to(root):
            yield _name(path, root), data


def _wanted(
    findings: Iterable[Finding], root: Path, prefix: str, settings: Settings
) -> Iterator[Finding]:
    """The findings that the configuration wants of each file."""
    by_path: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_path[finding.path].append(finding)
    for shown, found in by_path.items():
        path = root / shown.removeprefix(prefix)
        yield from apply_settings(found, settings.configs.for_file(path))


def registered_paths(root: Path) -> tuple[Path, ...] | None:
    """What the extension of a package registers; what reads extensions is loaded only here."""
    from herdr_lint.rules.role_pack import registered_paths as read

    return read(root)
