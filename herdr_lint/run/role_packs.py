"""Checks role packs: the package around the roles, which are targets of their own."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from herdr_lint.config.filters import Silenced, apply_settings, silenced
from herdr_lint.files.tree import PackTree
from herdr_lint.late import late
from herdr_lint.model import Finding
from herdr_lint.project.targets import RolePack
from herdr_lint.run.check_result import CheckResult, Settings

if TYPE_CHECKING:
    from herdr_lint.role_pack import rules
else:
    rules = late("herdr_lint.role_pack.rules")


def check_pack(pack: RolePack, settings: Settings) -> CheckResult:
    """The manifest, the extension and the skills of a pack that was asked for."""
    if not pack.requested:
        return CheckResult()
    prefix = "" if pack.display_path == "." else f"{pack.display_path}/"
    named = settings.configs.around(os.path.join(pack.root, "package.json")).roles
    configured = [path for path in map(str, named) if path in pack.registered]
    check = rules.check_role_pack(
        pack.tree,
        prefix,
        certain=bool(configured),
        configured=[_name(path, pack.root) for path in configured] if configured else None,
        roles_only=pack.roles_only,
    )
    wanted: list[Finding] = []
    unwanted: set[Silenced] = set()
    for path, found in _by_file(check.findings, pack.root, prefix):
        wants = settings.configs.for_file(path)
        wanted += apply_settings(found, wants)
        unwanted |= silenced(found, wants)
    return CheckResult(tuple(wanted), check.unchecked, check.files, silenced=frozenset(unwanted))


def _name(path: str, root: str) -> str:
    name = os.path.relpath(path, root).replace(os.sep, "/")
    return "" if name == "." else name


def _by_file(
    findings: Iterable[Finding], root: str, prefix: str
) -> Iterator[tuple[str, list[Finding]]]:
    """The findings of each file, by the path that opens it."""
    by_path: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_path[finding.path].append(finding)
    for display_path, found in by_path.items():
        yield os.path.join(root, display_path.removeprefix(prefix)), found


def registered_paths(tree: PackTree) -> tuple[str, ...] | None:
    """What the extension of a package registers; what reads extensions is loaded only here."""
    return rules.registered_paths(tree)
