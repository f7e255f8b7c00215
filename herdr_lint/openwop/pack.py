"""One OpenWOP pack, or one manifest: everything that can be said of it by itself."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Literal, TypeAlias

from herdr_lint.files.collect import MANIFEST
from herdr_lint.files.regular import larger_than
from herdr_lint.judge import parse_findings as reading
from herdr_lint.judge import validator
from herdr_lint.judge.document import Document
from herdr_lint.judge.isolation import MOST_FINDINGS, Shield
from herdr_lint.judge.judge import judge, show, word
from herdr_lint.judge.manifest import JUDGED_DEPTH, read_manifest
from herdr_lint.model import Finding, Need, Unchecked
from herdr_lint.openwop import profiles
from herdr_lint.openwop.needs import needs_of
from herdr_lint.openwop.pinned import PinnedSchemas
from herdr_lint.openwop.profiles import Profile
from herdr_lint.openwop.record import PackRecord, record_of
from herdr_lint.openwop.references import references
from herdr_lint.openwop.rules.bundling import unbundled_files
from herdr_lint.openwop.rules.connector import unresolved_actions
from herdr_lint.openwop.rules.contracts import broken_schemas
from herdr_lint.openwop.rules.identities import misplaced_ids
from herdr_lint.openwop.rules.peers import undefined_peers
from herdr_lint.openwop.rules.prompts import unreadable_prompts
from herdr_lint.openwop.rules.resolution import unresolved_references
from herdr_lint.openwop.rules.runtime import missing_entry
from herdr_lint.openwop.rules.tools import malformed_tools
from herdr_lint.openwop.subject import Files, OpenwopPack

Rule: TypeAlias = Callable[[OpenwopPack], Iterable[Finding]]

AUTO: Literal["auto"] = "auto"

RULES: tuple[Rule, ...] = (
    unbundled_files,
    unresolved_actions,
    misplaced_ids,
    undefined_peers,
    unreadable_prompts,
    unresolved_references,
    missing_entry,
    malformed_tools,
)
"""The rules beyond the schema that every pack has to satisfy."""

RULES_OF_AGENTS: tuple[Rule, ...] = (unbundled_files, unresolved_references, malformed_tools)
"""Those of them that an agent has to satisfy which stands alone."""


@dataclass(frozen=True, slots=True)
class Terms:
    """By what a manifest is judged beside its profile.

    ``selected`` names opt-in rules, ``schemas`` are those of a registry, which overrule ours, and
    ``largest`` is how many bytes of a manifest are judged; None leaves that to the profile.
    """

    selected: Container[str] = ()
    schemas: PinnedSchemas | None = None
    largest: int | None = None


@dataclass(frozen=True, slots=True)
class ManifestCheck:
    """What checking one pack yields; ``whole`` says that its manifest was judged as one."""

    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]
    pack: OpenwopPack
    needs: tuple[Need, ...] = ()
    whole: bool = False

    @property
    def record(self) -> PackRecord | None:
        """What its neighbours need to know of it."""
        return record_of(self.pack) if self.whole else None


def check_openwop_pack(
    files: Files,
    prefix: str = "",
    profile: str = AUTO,
    *,
    manifest: str = MANIFEST,
    document: Document | None = None,
    built: bool = False,
    left_out: Container[str] = (),
    terms: Terms = Terms(),
) -> ManifestCheck:
    """Judge a pack by its files, of which ``manifest`` is one; never raises for their contents.

    ``prefix`` stands before each name in findings. ``document`` is the manifest, where it has been
    read already. A ``built`` pack is what gets published, with its programs and its signature.
    ``left_out`` are the names of files that are there and not among ``files``.
    """
    data = files[manifest]
    document = document or read_manifest(prefix + manifest, data)
    of = profile_for(profile, document.data)
    pack = OpenwopPack(document, of, files, prefix, built, left_out=left_out)
    return _checked(pack, data, terms)


def check_manifest(
    path: str,
    data: bytes,
    profile: str = AUTO,
    *,
    terms: Terms = Terms(),
) -> ManifestCheck:
    """Judge a manifest that stands alone, of a pack or of a single agent; never raises for it.

    Whether the files are there that it refers to cannot be told, and is reported as unchecked.
    """
    document = read_manifest(path, data)
    if is_agent(document.data):
        return _check_agent(document, data, profile_for(profile, {}), terms)
    return _checked(OpenwopPack(document, profile_for(profile, document.data)), data, terms)


def is_agent(data: Any) -> bool:
    """Whether a manifest is that of a single agent and not of a pack."""
    if not isinstance(data, Mapping) or not data.keys().isdisjoint(_OF_PACKS):
        return False
    return not data.keys().isdisjoint(_OF_AGENTS)


_OF_PACKS = frozenset({"agents", "engines", "kind", "nodes", "runtime"})
_OF_AGENTS = frozenset({"agentId", "modelClass", "persona", "systemPrompt", "systemPromptRef"})


def profile_for(name: str, data: Any) -> Profile:
    """The profile of that name; with ``auto`` the one that a manifest shows to be written for."""
    if name != AUTO:
        return profiles.shipped()[name]
    return profiles.recognise(data if isinstance(data, Mapping) else {})


def _check_agent(document: Document, data: bytes, profile: Profile, terms: Terms) -> ManifestCheck:
    """An agent by itself: the schema, and the rules that look at nothing but the agent."""
    pack = OpenwopPack(document, profile, alone=True)
    shield = Shield(document.path)
    shield.gather(lambda: reading.findings(document, profile.name, data))
    if document.readable:
        schema = validator.shipped(profile.agent)
        shield.gather(lambda: judge(document, schema, profile.name, terms.selected))
        for rule in RULES_OF_AGENTS:
            shield.gather(partial(rule, pack))
    unchecked = (*_unread(pack), *_untold(pack, shield, terms))
    return ManifestCheck(_told_apart(shield.findings), unchecked, pack, needs_of(pack))


def _checked(pack: OpenwopPack, data: bytes, terms: Terms) -> ManifestCheck:
    document, profile = pack.document, pack.profile
    largest = profile.limits.manifest if terms.largest is None else terms.largest
    if len(data) > largest:
        finding = word(
            "archive-manifest-too-large",
            profile.name,
            document.path,
            cause="manifest-too-large",
            member=show(document.path.removeprefix(pack.prefix).rpartition("/")[2]),
            size=len(data),
            limit=largest,
        )
        unchecked = Unchecked(document.path, larger_than(largest), decides=True)
        return ManifestCheck((finding,), (unchecked,), pack)
    shield = Shield(document.path)
    shield.gather(lambda: reading.findings(document, profile.name, data))
    if not document.readable or not isinstance(document.data, Mapping):
        reason = "not readable, so nothing in it was judged"
        unchecked = Unchecked(document.path, reason, decides=True)
        return ManifestCheck(_told_apart(shield.findings), (unchecked,), pack)
    shield.gather(lambda: _by_schema(pack, terms))
    for rule in RULES:
        shield.gather(partial(rule, pack))
    if _is_node_pack(pack):
        shield.gather(partial(broken_schemas, pack))
    return ManifestCheck(
        _told_apart(shield.findings),
        (*_kind_unchecked(pack, terms), *_unread(pack), *_untold(pack, shield, terms)),
        pack,
        needs_of(pack),
        whole=True,
    )


def _untold(pack: OpenwopPack, shield: Shield, terms: Terms) -> Iterator[Unchecked]:
    """What was left out for the sake of bounds.

    Our schemas say nothing of what lies so deep; those of a registry may.
    """
    yield from shield.unchecked
    path = pack.document.path
    if any(problem.kind == "deeply-nested" for problem in pack.document.problems):
        reason = f"what lies deeper than {JUDGED_DEPTH} levels was not judged"
        yield Unchecked(path, reason, decides=terms.schemas is not None)
    if shield.cut_short:
        yield Unchecked(path, f"more than {MOST_FINDINGS} findings of a kind; the rest is not told")


def _told_apart(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.sort_key))


def _by_schema(pack: OpenwopPack, terms: Terms) -> Iterable[Finding]:
    profile = pack.profile
    schemas = map(validator.shipped, profile.schemas_for(pack.manifest))
    ours = chain.from_iterable(
        judge(pack.document, schema, profile.name, terms.selected) for schema in schemas
    )
    if terms.schemas is None:
        return ours
    shield = Shield(pack.document.path)
    shield.gather(lambda: ours)
    found = shield.findings
    theirs = terms.schemas.judge(pack.document, profile, found)
    return found if theirs is None else theirs


def _is_node_pack(pack: OpenwopPack) -> bool:
    kind = pack.profile.kind_of(pack.manifest)
    return kind is not None and kind.frame is None


def _kind_unchecked(pack: OpenwopPack, terms: Terms) -> Iterator[Unchecked]:
    """That nobody has a schema for packs of this kind, or the registry has none."""
    kind, named = pack.profile.kind_of(pack.manifest), pack.profile.kind_named(pack.manifest)
    if kind is None or (terms.schemas and named in terms.schemas.kinds):
        return
    if kind.frame:
        reason = (
            f"packs of the kind {show(named)} have no schema here, so only what all kinds share was"
            " judged; give the registry's own schemas (`--schemas`)"
        )
        yield Unchecked(pack.document.path, reason, decides=True)
    elif terms.schemas:
        reason = f"none of the given schemas judges packs of the kind {show(named)}; ours did"
        yield Unchecked(pack.document.path, reason)


def _unread(pack: OpenwopPack) -> Iterator[Unchecked]:
    """References of a manifest that stands without its pack."""
    if pack.files is None and next(references(pack), None):
        reason = (
            "the manifest stands alone, so the files it refers to were not seen; check the folder"
            " or the archive of its pack"
        )
        yield Unchecked(pack.document.path, reason, decides=True)
