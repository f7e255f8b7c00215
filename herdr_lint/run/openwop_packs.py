"""Checks OpenWOP packs, single manifests and archives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.config.filters import apply_settings, silenced
from herdr_lint.config.ignores import has_directives
from herdr_lint.files.regular import larger_than, why_unread
from herdr_lint.judge.document import Document
from herdr_lint.late import late
from herdr_lint.model import Unchecked
from herdr_lint.project.targets import AgentPack, ArchiveFile, Manifest
from herdr_lint.run.check_result import CheckResult, Settings

if TYPE_CHECKING:
    from herdr_lint.files import folder
    from herdr_lint.files.collect import PackFiles
    from herdr_lint.openwop import pack as openwop
    from herdr_lint.run import packed
else:
    folder = late("herdr_lint.files.folder")
    openwop = late("herdr_lint.openwop.pack")
    packed = late("herdr_lint.run.packed")

LARGEST = 5 << 20
"""Bytes of a lone manifest that are read: what registries take of any one file."""


def check_agent_pack(pack: AgentPack, settings: Settings) -> CheckResult:
    """A pack in a source tree: its manifest, and the files that the manifest refers to."""
    above, _, name = pack.display_path.rpartition("/")
    prefix = f"{above}/" if above else ""
    buffers = dict(settings.system.buffers_below(pack.root))
    files = folder.read_folder(Path(pack.root), buffers=buffers)
    left_out = tuple(_left_out(files, prefix))
    if name not in files.members:
        own = (one.reason for one in left_out if one.path == pack.display_path)
        rest = (one.reason for one in left_out)
        return _unread(pack, next(own, next(rest, "cannot be read")))
    check = openwop.check_openwop_pack(
        files.members,
        prefix,
        settings.configs.around(pack.path).profile,
        manifest=name,
        left_out=files.left_out,
        terms=_terms(pack.path, settings),
    )
    records = (check.record,) if check.record else ()
    if not pack.requested:
        return CheckResult(packs=records)
    wants = settings.configs.for_file(pack.path)
    return CheckResult(
        tuple(apply_settings(check.findings, wants)),
        (*check.unchecked, *left_out),
        files=(pack.display_path,),
        packs=records,
        ignoring=_ignoring(check),
        silenced=silenced(check.findings, wants),
    )


def _left_out(files: PackFiles, prefix: str) -> Iterator[Unchecked]:
    """What was not read of a pack: a reference to it is missing only to us."""
    for issue in files.issues:
        words = _LEFT_OUT.get(issue.kind)
        if words is not None:
            path = prefix + issue.member if issue.member else prefix.removesuffix("/") or "."
            larger = larger_than(issue.params.get("limit", 0))
            reason = words.format_map({**issue.params, "larger": larger})
            yield Unchecked(path, reason, decides=True)


_LEFT_OUT = {
    "unreadable": "cannot be read: {reason}",
    "member-too-large": "{larger}",
    "unpacked-too-large": "the files of the pack are {larger} together",
    "too-many-members": "the pack has more than {limit} files",
}
"""By the kind of an issue of a folder, why something of it is not among the files."""


def check_lone_manifest(manifest: Manifest, settings: Settings) -> CheckResult:
    """A manifest of a pack or of a single agent that stands outside a pack."""
    try:
        data = settings.system.read(manifest.path, LARGEST)
    except OSError as error:
        return _unread(manifest, why_unread(error))
    check = openwop.check_manifest(
        manifest.display_path,
        data,
        settings.configs.nearest(manifest.path).profile,
        terms=_terms(manifest.path, settings),
    )
    wants = settings.configs.for_file(manifest.path)
    return CheckResult(
        tuple(apply_settings(check.findings, wants)),
        check.unchecked,
        files=(manifest.display_path,),
        packs=(check.record,) if check.record else (),
        ignoring=_ignoring(check),
        silenced=silenced(check.findings, wants),
    )


def check_archive(archive: ArchiveFile, settings: Settings) -> CheckResult:
    """An archive, judged as a registry would judge it, but for all that is its own affair."""
    config = settings.configs.nearest(archive.path)
    _, result = packed.read_and_judge(
        Path(archive.path), config.profile, schemas=config.schemas, label=archive.display_path
    )
    record = result.check.record if result.check else None
    wants = config.for_file(archive.path)
    return CheckResult(
        tuple(apply_settings(result.findings, wants)),
        result.unchecked,
        files=(archive.display_path,),
        packs=(record,) if record else (),
        ignoring=result.ignoring,
        silenced=silenced(result.findings, wants),
    )


def _ignoring(check: openwop.ManifestCheck) -> tuple[Document, ...]:
    """The manifest, if it says anything of ignoring."""
    document = check.pack.document
    return (document,) if has_directives(document) else ()


def _unread(target: AgentPack | Manifest, reason: str) -> CheckResult:
    return CheckResult(
        unchecked=(Unchecked(target.display_path, reason, decides=True),),
        files=(target.display_path,),
    )


def _terms(path: str, settings: Settings) -> openwop.Terms:
    config = settings.configs.around(path)
    return openwop.Terms(config.for_file(path).selection.requested, config.schemas)
