"""A Pi role pack at the gate: an npm tarball, its package and every role that it registers."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from herdr_lint.catalog.collisions import collisions
from herdr_lint.catalog.records import RoleRecord
from herdr_lint.config.ignores import has_directives
from herdr_lint.files.file_system import FileSystem
from herdr_lint.files.pack_input import PackInput
from herdr_lint.judge.document import Document
from herdr_lint.judge.isolation import shielded
from herdr_lint.judge.judge import show, word
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Finding, Need, Unchecked
from herdr_lint.project.inventory import Inventory
from herdr_lint.project.options import Options
from herdr_lint.project.packages import CONVENTIONAL
from herdr_lint.project.targets import RoleFile
from herdr_lint.project.walk import Walk
from herdr_lint.role_pack.rules import check_role_pack
from herdr_lint.run.budget import Budget
from herdr_lint.run.pack_result import ROLE_PACK, PackResult
from herdr_lint.run.roles import judged

PACKAGE = "package.json"
_ROOT = "/pack"
"""Where the files of a pack lie that is in no folder."""


@dataclass(frozen=True, slots=True)
class PackageView:
    """What a judge of packages found: findings, and where the pack's roles are.

    ``places`` are the folders and files of roles in the pack that are there.
    """

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    places: tuple[str, ...] = ()


PackageJudge: TypeAlias = Callable[[Mapping[str, bytes], str], PackageView]
"""Judges ``package.json``, the extension and what is shipped, by the files of a pack and the
prefix of its findings. No role is any affair of it."""


def judge_shipped(files: Mapping[str, bytes], prefix: str) -> PackageView:
    """Judge the package as npm made it, whatever it was meant for."""
    check = check_role_pack(files, prefix, packed=True, certain=True)
    return PackageView(check.findings, check.unchecked, check.places)


judge_package: PackageJudge = judge_shipped


def judge_role_pack(pack: PackInput) -> PackResult:
    """Everything about a role pack whose archive could be read (role reading 1.7 to 1.9, 3.2)."""
    if PACKAGE not in pack.members:
        missing = () if pack.files.issues and not pack.members else (_no_package(pack),)
        return PackResult(findings=missing)
    document = read_manifest(pack.prefix + PACKAGE, pack.members[PACKAGE])
    manifest = document.data if isinstance(document.data, Mapping) else {}
    views: list[PackageView] = []
    findings = shielded(document.path, lambda: _package_findings(pack, views))
    view = views[0] if views else PackageView()
    roles = _roles(pack, view, manifest)
    unchecked = [*view.unchecked, *_unchecked(pack, view, roles)]
    records: list[RoleRecord] = []
    ignoring: list[Document] = []
    budget = Budget()
    for role in roles:
        data = pack.members[posixpath.relpath(role.path, _ROOT)]
        budget.spend(role.display_path, data, _role(role, data, records, ignoring))
    findings += budget.findings
    unchecked += budget.settle(document.path)
    findings += shielded(document.path, lambda: collisions(records))
    return PackResult(
        tuple(findings),
        tuple(unchecked),
        _needs(manifest),
        _text(manifest.get("name")) or None,
        _text(manifest.get("version")) or None,
        manifest=document,
        ignoring=tuple(ignoring),
        roles=tuple(records),
    )


def _no_package(pack: PackInput) -> Finding:
    return word("archive-manifest-missing", ROLE_PACK, pack.label, expected=show(PACKAGE))


def _package_findings(pack: PackInput, views: list[PackageView]) -> Sequence[Finding]:
    views.append(judge_package(pack.members, pack.prefix))
    return views[0].findings


def _roles(pack: PackInput, view: PackageView, manifest: Mapping[str, Any]) -> Sequence[RoleFile]:
    """The role files of the pack, found as they are found in a folder that holds the same files."""
    system = FileSystem(
        {posixpath.join(_ROOT, name): data for name, data in pack.members.items()}, disk=False
    )
    options = Options(
        system=system,
        registered=lambda _: view.places or None,
        directory=Path(_ROOT),
        gitignore=False,
    )
    inventory = Inventory(
        options,
        lambda path: pack.prefix + posixpath.relpath(path, _ROOT) if path != _ROOT else pack.label,
    )
    inventory.requested.add(_ROOT)
    Walk(_ROOT, inventory).run()
    return [one for one in inventory.settle().targets if isinstance(one, RoleFile)]


def _role(
    role: RoleFile, data: bytes, records: list[RoleRecord], ignoring: list[Document]
) -> Iterator[Finding]:
    """The findings of a role; of its document no more is kept than somebody asks for."""
    one = judged(role, data)
    records.append(one.record)
    if has_directives(one.document):
        ignoring.append(one.document)
    yield from one.findings


def _unchecked(
    pack: PackInput, view: PackageView, roles: Sequence[RoleFile]
) -> Iterator[Unchecked]:
    if not view.places and not roles:
        named = " nor ".join(f"{folder}/" for folder in CONVENTIONAL)
        yield Unchecked(
            pack.prefix + PACKAGE, f"no role was found: neither {named} has any", decides=True
        )


def _needs(manifest: Mapping[str, Any]) -> tuple[Need, ...]:
    """The peers of the package, which the host has to bring."""
    peers = manifest.get("peerDependencies")
    remarks = manifest.get("peerDependenciesMeta")
    found = peers if isinstance(peers, Mapping) else {}
    return tuple(
        sorted(
            Need("peer", peer, _text(wanted) or "", _is_optional(remarks, peer))
            for peer, wanted in found.items()
        )
    )


def _is_optional(remarks: Any, peer: str) -> bool:
    remark = remarks.get(peer) if isinstance(remarks, Mapping) else None
    return isinstance(remark, Mapping) and remark.get("optional") is True


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
