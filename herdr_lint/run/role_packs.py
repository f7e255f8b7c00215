"""Checks role packs: the package around the roles, which are units of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from herdr_lint.config.filters import apply_settings
from herdr_lint.model import Finding
from herdr_lint.project.targets import RolePack
from herdr_lint.run.check_result import CheckResult, Settings


def check_pack(pack: RolePack, settings: Settings) -> CheckResult:
    """The manifest, the extension and the skills of a pack that was asked for."""
    from herdr_lint.files.tree import FolderTree
    from herdr_lint.role_pack.rules import check_role_pack

    if not pack.requested:
        return CheckResult()
    prefix = "" if pack.display_path == "." else f"{pack.display_path}/"
    configured = [path for path in settings.configs.run.roles if path in pack.registered]
    check = check_role_pack(
        FolderTree(pack.root, dict(_overlay(pack.root, settings))),
        prefix,
        certain=bool(configured),
        configured=[_name(path, pack.root) for path in configured] if configured else None,
    )
    files = tuple(
        (display_path, pack.root / display_path.removeprefix(prefix))
        for display_path in check.files
    )
    return CheckResult(
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
    for display_path, found in by_path.items():
        path = root / display_path.removeprefix(prefix)
        yield from apply_settings(found, settings.configs.for_file(path))


def registered_paths(root: Path) -> tuple[Path, ...] | None:
    """What the extension of a package registers; what reads extensions is loaded only here."""
    from herdr_lint.role_pack.rules import registered_paths as read

    return read(root)
