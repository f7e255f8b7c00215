"""One OpenWOP pack, or one manifest: everything that can be said of it by itself."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, TypeAlias

from herdr_lint.judge import parse_findings as reading
from herdr_lint.judge import validator
from herdr_lint.judge.document import Document
from herdr_lint.judge.isolation import MOST_FINDINGS, Shield
from herdr_lint.judge.judge import judge, show
from herdr_lint.judge.manifest import JUDGED_DEPTH, Syntax, read_manifest
from herdr_lint.model import Finding, Limits, Need, Unchecked
from herdr_lint.openwop import (
    bundling,
    connector,
    contracts,
    identities,
    peers,
    profiles,
    prompts,
    publication,
    resolution,
    runtime,
    succession,
    tools,
)
from herdr_lint.openwop.needs import needs_of
from herdr_lint.openwop.pinned import PinnedSchemas
from herdr_lint.openwop.profiles import Profile
from herdr_lint.openwop.record import PackRecord, record_of
from herdr_lint.openwop.references import references
from herdr_lint.openwop.subject import Files, Pack

Rule: TypeAlias = Callable[[Pack], Iterable[Finding]]

MANIFESTS = ("pack.json", "pack.yaml", "pack.yml")
"""What the manifest of a pack may be called; only the first is one to a registry."""

AUTO: Literal["auto"] = "auto"

RULES: tuple[Rule, ...] = (
    bundling.check,
    connector.check,
    identities.check,
    peers.check,
    prompts.check,
    resolution.check,
    runtime.check,
    tools.check,
)
"""The rules beyond the schema that every pack has to satisfy."""

RULES_OF_AGENTS: tuple[Rule, ...] = (bundling.check, resolution.check, tools.check)
"""Those of them that an agent has to satisfy which stands alone."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What a registry knows of a pack that is handed in, beside its files.

    ``name`` and ``version`` are those of the address that it is uploaded to, ``previous`` the
    files of the version before it, and ``schemas`` the registry's own.
    """

    name: str | None = None
    version: str | None = None
    previous: Files | None = None
    schemas: PinnedSchemas | None = None


@dataclass(frozen=True, slots=True)
class PackCheck:
    """What checking one pack yields; ``record`` is what its neighbours need to know of it."""

    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]
    profile: Profile
    manifest: Document
    needs: tuple[Need, ...] = ()
    record: PackRecord | None = None


def check_pack(
    files: Files,
    prefix: str = "",
    profile: str = AUTO,
    *,
    manifest: str = MANIFESTS[0],
    built: bool = False,
    submission: Submission | None = None,
    selected: Container[str] = (),
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> PackCheck:
    """Judge a pack by its files, of which ``manifest`` is one; never raises for their contents.

    ``prefix`` stands before each name in findings. A ``built`` pack is what gets published, with
    its programs and its signature. ``selected`` names opt-in rules.
    """
    data = files[manifest]
    document = read_manifest(prefix + manifest, data)
    pack = Pack(document, _profile(profile, document.data), files, prefix, built)
    return _checked(pack, data, selected, limits, submission)


def check_manifest(
    path: str,
    data: bytes,
    profile: str = AUTO,
    *,
    syntax: Syntax | None = None,
    selected: Container[str] = (),
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> PackCheck:
    """Judge a manifest that stands alone, of a pack or of a single agent; never raises for it.

    Whether the files are there that it refers to cannot be told, and is reported as unchecked.
    """
    document = read_manifest(path, data, syntax=syntax)
    if is_agent(document.data):
        return _check_agent(document, data, _profile(profile, {}), selected)
    return _checked(Pack(document, _profile(profile, document.data)), data, selected, limits, None)


def is_agent(data: Any) -> bool:
    """Whether a manifest is that of a single agent and not of a pack."""
    if not isinstance(data, Mapping) or not data.keys().isdisjoint(_OF_PACKS):
        return False
    return not data.keys().isdisjoint(_OF_AGENTS)


_OF_PACKS = frozenset({"agents", "engines", "kind", "nodes", "runtime"})
_OF_AGENTS = frozenset({"agentId", "modelClass", "persona", "systemPrompt", "systemPromptRef"})


def _profile(name: str, data: Any) -> Profile:
    if name != AUTO:
        return profiles.shipped()[name]
    return profiles.recognise(data if isinstance(data, Mapping) else {})


def _check_agent(
    document: Document, data: bytes, profile: Profile, selected: Container[str]
) -> PackCheck:
    """An agent by itself: the schema, and the rules that look at nothing but the agent."""
    pack = Pack(document, profile, alone=True)
    shield = Shield(document.path)
    shield.gather(lambda: reading.findings(document, profile.name, data))
    if document.readable:
        schema = validator.shipped(profile.agent)
        shield.gather(lambda: judge(document, schema, profile.name, selected))
        for rule in RULES_OF_AGENTS:
            shield.gather(partial(rule, pack))
    unchecked = (*_unread(pack), *_untold(pack, shield))
    return PackCheck(_told_apart(shield.findings), unchecked, profile, document, needs_of(pack))


def _checked(
    pack: Pack,
    data: bytes,
    selected: Container[str],
    limits: Limits,
    submission: Submission | None,
) -> PackCheck:
    document, profile = pack.document, pack.profile
    if len(data) > limits.manifest:
        finding = reading.too_large(document.path, profile.name, len(data), limits.manifest)
        unchecked = Unchecked(document.path, "too large to be judged")
        return PackCheck((finding,), (unchecked,), profile, document)
    shield = Shield(document.path)
    shield.gather(lambda: reading.findings(document, profile.name, data))
    if not document.readable or not isinstance(document.data, Mapping):
        unchecked = Unchecked(document.path, "not readable, so nothing in it was judged")
        return PackCheck(_told_apart(shield.findings), (unchecked,), profile, document)
    shield.gather(lambda: _by_schema(pack, selected, submission))
    for rule in RULES:
        shield.gather(partial(rule, pack))
    if _is_node_pack(pack):
        shield.gather(partial(contracts.check, pack))
    if submission:
        shield.gather(lambda: _handed_in(pack, submission))
    return PackCheck(
        _told_apart(shield.findings),
        (*_kind_unchecked(pack, submission), *_unread(pack), *_untold(pack, shield)),
        profile,
        document,
        needs_of(pack),
        record_of(pack),
    )


def _untold(pack: Pack, shield: Shield) -> Iterator[Unchecked]:
    """What was left out for the sake of bounds."""
    yield from shield.unchecked
    path = pack.document.path
    if any(problem.kind == "deeply-nested" for problem in pack.document.problems):
        yield Unchecked(path, f"what lies deeper than {JUDGED_DEPTH} levels was not judged")
    if shield.cut_short:
        yield Unchecked(path, f"more than {MOST_FINDINGS} findings of a kind; the rest is not told")


def _told_apart(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(dict.fromkeys(findings), key=lambda finding: finding.sort_key))


def _by_schema(
    pack: Pack, selected: Container[str], submission: Submission | None
) -> Iterable[Finding]:
    profile = pack.profile
    schema = validator.shipped(profile.schema_for(pack.manifest))
    ours = judge(pack.document, schema, profile.name, selected)
    pinned = submission.schemas if submission else None
    if pinned is None:
        return ours
    shield = Shield(pack.document.path)
    shield.gather(lambda: ours)
    found = shield.findings
    theirs = pinned.judge(pack.document, profile, found)
    return found if theirs is None else theirs


def _handed_in(pack: Pack, submission: Submission) -> Iterator[Finding]:
    yield from publication.check_name(pack, submission.name)
    yield from publication.check_version(pack, submission.version)
    yield from publication.check_namespace(pack)
    before = submission.previous
    if before is not None and MANIFESTS[0] in before:
        document = read_manifest(MANIFESTS[0], before[MANIFESTS[0]])
        yield from succession.check(pack, Pack(document, pack.profile))


def _is_node_pack(pack: Pack) -> bool:
    kind = pack.profile.kind_of(pack.manifest)
    return kind is not None and kind.schema is not None


def _kind_unchecked(pack: Pack, submission: Submission | None) -> Iterator[Unchecked]:
    kind = pack.profile.kind_of(pack.manifest)
    pinned = submission.schemas if submission else None
    if pinned and pack.manifest.get("kind") in pinned.kinds:
        return
    if kind is not None and kind.schema is None:
        named = show(pack.manifest.get("kind"))
        reason = f"packs of the kind {named} have no schema here; only their frame was judged"
        yield Unchecked(pack.document.path, reason)


def _unread(pack: Pack) -> Iterator[Unchecked]:
    """References of a manifest that stands without its pack."""
    if pack.files is None and any(True for _ in references(pack)):
        yield Unchecked(
            pack.document.path, "the manifest stands alone, so the files it refers to were not seen"
        )
