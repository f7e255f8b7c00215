"""A Pi role pack at the gate: an npm tarball, its package and every role that it registers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from herdr_lint.catalog.collisions import collisions
from herdr_lint.catalog.records import RoleRecord
from herdr_lint.files.pack_input import PackInput
from herdr_lint.judge import validator
from herdr_lint.judge.isolation import shielded
from herdr_lint.judge.judge import judge, show, word
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.model import Finding, Layer, Need, Unchecked
from herdr_lint.project.packages import CONVENTIONAL
from herdr_lint.project.targets import RoleFile, RolePack
from herdr_lint.role.document import read_role
from herdr_lint.role.file_name import file_name
from herdr_lint.role_pack.rules import check_role_pack
from herdr_lint.run.budget import Budget
from herdr_lint.run.pack_result import ROLE_PACK, PackResult
from herdr_lint.run.roles import SCHEMA, role_record

PACKAGE = "package.json"


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
    roles = list(_roles(pack, view, manifest))
    unchecked = [*view.unchecked, *_unchecked(pack, view, roles)]
    records: list[RoleRecord] = []
    budget = Budget()
    for role in roles:
        size = len(pack.members[role.path.as_posix()])
        budget.spend(role.display_path, size, _role(role, pack, records))
    findings += budget.findings
    unchecked += budget.settle(document.path)
    findings += shielded(document.path, lambda: collisions(records))
    return PackResult(
        tuple(findings),
        tuple(unchecked),
        _needs(manifest),
        _text(manifest.get("name")),
        _text(manifest.get("version")),
        manifest=document,
        roles=tuple(records),
    )


def _no_package(pack: PackInput) -> Finding:
    return word("archive-manifest-missing", ROLE_PACK, pack.label, found="", expected=show(PACKAGE))


def _package_findings(pack: PackInput, views: list[PackageView]) -> Sequence[Finding]:
    views.append(judge_package(pack.members, pack.prefix))
    return views[0].findings


def _roles(pack: PackInput, view: PackageView, manifest: Mapping[str, Any]) -> Iterator[RoleFile]:
    """The role files that the pack registers, each with every way that leads to it."""
    owner = RolePack(
        Path(),
        pack.label,
        _text(manifest.get("name")),
        _text(manifest.get("version")),
        tuple(map(Path, view.places)),
        requested=True,
    )
    for member in sorted(pack.members):
        folder = member.rpartition("/")[0]
        ways = tuple(sorted({way for way in view.places if way in (folder, member)}))
        if ways and member.endswith(".md"):
            yield RoleFile(
                path=Path(member),
                display_path=pack.prefix + member,
                layer=Layer.PACKAGE,
                root=Path(folder),
                pack=owner,
                requested=True,
                via=ways,
            )


def _role(role: RoleFile, pack: PackInput, records: list[RoleRecord]) -> Iterator[Finding]:
    data = pack.members[role.path.as_posix()]
    document = read_role(role.display_path, data, stem=role.stem, layer=role.layer)
    findings = tuple(judge(document, validator.shipped(SCHEMA), role.layer.value))
    record = role_record(role, document, findings)
    records.append(record)
    yield from findings
    yield from file_name(record.path, record.layer, record.stem, record.name, record.span)


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
