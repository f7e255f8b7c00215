"""A pack against all that a registry gave to compare it with; beyond that a verdict is a lint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial

from herdr_lint.files.pack_input import PackInput
from herdr_lint.gate.previous import Previous, previous_of
from herdr_lint.judge.document import Document
from herdr_lint.judge.isolation import Shield
from herdr_lint.judge.judge import make_finding, show
from herdr_lint.model import Finding, Unchecked
from herdr_lint.openwop.pack import ManifestCheck
from herdr_lint.openwop.published import PublishedPacks
from herdr_lint.openwop.record import record_of
from herdr_lint.openwop.rules.across import crossing
from herdr_lint.openwop.rules.namespaces import unpublishable_names
from herdr_lint.openwop.rules.succession import lost_roles
from herdr_lint.openwop.subject import OpenwopPack
from herdr_lint.run.pack_result import PackResult
from herdr_lint.run.packed import ROLE_PACK


@dataclass(frozen=True, slots=True)
class Expected:
    """What a registry expects of a pack, and what it has published already."""

    name: str | None = None
    version: str | None = None
    previous: PackInput | None = None
    catalog: PublishedPacks | None = None


class Earlier(Enum):
    """What is published already under the name and version of a pack."""

    SAME = auto()
    OTHER = auto()
    UNKNOWN = auto()
    """It is not known which of the two."""


@dataclass(frozen=True, slots=True)
class Publication:
    """What the comparison yields; ``republished`` as in `Verdict`."""

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    republished: bool = False


def judge_publication(pack: PackInput, alone: PackResult, expected: Expected) -> Publication:
    """What becomes of a pack among those that are published, once it has been judged alone.

    Nothing becomes of one whose manifest could not be judged.
    """
    if alone.manifest is None or (alone.check and not alone.check.whole):
        return Publication()
    manifest = alone.manifest
    shield = Shield(manifest.path)
    shield.gather(lambda: _address(manifest, alone, expected))
    if alone.check:
        shield.gather(partial(_among_packs, alone.check, expected.catalog))
    earlier = None
    if expected.previous is not None:
        before = previous_of(expected.previous, alone)
        shield.gather(lambda: _held_against(alone, before))
        earlier = _published(pack, alone, before)
    earlier = earlier or _listed(pack, alone, expected.catalog)
    shield.gather(lambda: _conflict(manifest, alone, earlier))
    return Publication(tuple(shield.findings), tuple(shield.unchecked), earlier is Earlier.SAME)


def _among_packs(
    check: ManifestCheck, catalog: PublishedPacks | None
) -> Iterator[Finding | Unchecked]:
    """What only packs of OpenWOP have: a namespace, ids, and tools of other packs."""
    yield from unpublishable_names(check.pack)
    crossed = crossing([record_of(check.pack, located=False)], catalog)
    if crossed.findings:
        crossed = crossing([record_of(check.pack)], catalog)
    yield from crossed.findings
    yield from crossed.unchecked


def _address(manifest: Document, alone: PackResult, expected: Expected) -> Iterator[Finding]:
    """A pack that is called otherwise than the address of its upload says (OpenWOP packs)."""
    for rule, key, given, wanted in (
        ("name-mismatch", "name", alone.name, expected.name),
        ("version-mismatch", "version", alone.version, expected.version),
    ):
        is_missing = given is None and alone.profile != ROLE_PACK  # its schema says so
        if wanted is not None and given != wanted and not is_missing:
            yield make_finding(
                manifest,
                rule,
                alone.profile,
                pointer=f"/{key}",
                value=show(given),
                expected=show(wanted),
            )


def _held_against(alone: PackResult, before: Previous) -> Iterable[Finding | Unchecked]:
    """What the pack lost since the version before; or that this could not be found out."""
    assert alone.manifest is not None  # noqa: S101 - the caller has looked
    if before.trouble is not None:
        roles = "" if alone.profile == ROLE_PACK else ", or an agent lost its role"
        reason = (
            f"what was given as the previous version {before.trouble}, so it was not checked"
            f" whether this version is published already{roles}; give the version before this one"
        )
        yield Unchecked(alone.manifest.path, reason, decides=True)
    elif alone.check is not None and before.manifest is not None:
        pack = alone.check.pack
        yield from lost_roles(pack, OpenwopPack(before.manifest, pack.profile))


def _published(pack: PackInput, alone: PackResult, before: Previous) -> Earlier | None:
    """What the previous version is to this one, if both are one."""
    if before.name_and_version != (alone.name, alone.version):
        return None
    return Earlier.SAME if pack.is_same_as(before.pack) else Earlier.OTHER


def _listed(pack: PackInput, alone: PackResult, catalog: PublishedPacks | None) -> Earlier | None:
    """What a catalog has under this name and version."""
    if catalog is None or alone.name is None or alone.version is None:
        return None
    published = catalog.packs.get(alone.name)
    if published is None or alone.version not in published.versions:
        return None
    known = published.versions[alone.version]
    if known is None or pack.integrity is None:
        return Earlier.UNKNOWN
    return Earlier.SAME if known == pack.integrity else Earlier.OTHER


def _conflict(manifest: Document, alone: PackResult, earlier: Earlier | None) -> Iterator[Finding]:
    """A version that is published already, with other bytes (OpenWOP packs, publishing)."""
    if earlier in {None, Earlier.SAME}:
        return
    yield make_finding(
        manifest,
        "version-immutable",
        alone.profile,
        cause="unknown" if earlier is Earlier.UNKNOWN else None,
        pointer="/version",
        name=show(alone.name)[1:-1],
        version=show(alone.version)[1:-1],
    )
