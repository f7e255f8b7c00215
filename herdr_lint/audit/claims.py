"""What a pack claims before all others: names, ids, tools, versions; and who contradicts it.

A claim is small and flat. Those that can contradict each other share a *bucket*, so that each
bucket is merged by itself, by anybody: node types and the tools that ask for them by namespace,
agents by their id, versions by the name of their pack.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from herdr_lint.audit.versions import precedence
from herdr_lint.judge.document import Document, NodeSpans, to_pointer
from herdr_lint.model import Finding, Position, Span, Unchecked
from herdr_lint.openwop import profiles, succession
from herdr_lint.openwop.across import crossing
from herdr_lint.openwop.record import PackRecord, Stated, record_of
from herdr_lint.openwop.subject import Pack
from herdr_lint.syntax.text import SourceText

BUCKETS = 256
_NOWHERE = SourceText("")
_STATED = ("type_ids", "agent_ids", "tools", "mentions")


class Claim(NamedTuple):
    """``value`` is JSON: what is claimed, by whom, and where that is written."""

    bucket: int
    value: str


class Contradictions(NamedTuple):
    """What the claims of a bucket show together."""

    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]


def claims_of(pack: Pack) -> list[Claim]:
    """The claims of an OpenWOP pack that has a name."""
    if not pack.name:
        return []
    record = record_of(pack)
    head = {"path": record.path, "name": record.name, "version": record.version}
    head["profile"] = record.profile
    found = [_version(pack, head)]
    for kind in _STATED:
        for stated in getattr(record, kind):
            key = stated.id if kind == "agent_ids" else stated.id.rpartition(".")[0]
            what = {"kind": kind, "stated": _flat(stated)}
            found.append(Claim(_bucket(kind == "agent_ids", key), json.dumps({**head, **what})))
    return found


def contradictions(values: Iterable[str]) -> Contradictions:
    """What the claims of one bucket show; their order does not matter, nor does repetition."""
    claims = [json.loads(value) for value in sorted(set(values))]
    told = crossing(_records(claims))
    lost = _regressions(claim for claim in claims if claim["kind"] == "version")
    return Contradictions((*told.findings, *lost), told.unchecked)


def _bucket(*key: object) -> int:
    digest = hashlib.blake2b(repr(key).encode("utf-8", "surrogatepass"), digest_size=4).digest()
    return int.from_bytes(digest) % BUCKETS


def _flat(stated: Stated) -> list[Any]:
    return [stated.id, stated.path, _corners(stated.span), stated.pointer]


def _corners(span: Span) -> list[int]:
    return [span.start.line, span.start.column, span.end.line, span.end.column]


def _span(corners: Sequence[int]) -> Span:
    line, column, end_line, end_column = corners
    return Span(Position(line, column), Position(end_line, end_column))


def _records(claims: Iterable[Mapping[str, Any]]) -> Iterator[PackRecord]:
    """The packs of a bucket, as far as they are known in it."""
    stated: dict[tuple[str, str, str, str], dict[str, list[Stated]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for claim in claims:
        if claim["kind"] in _STATED:
            id_, path, corners, pointer = claim["stated"]
            pack = (claim["path"], claim["name"], claim["version"], claim["profile"])
            stated[pack][claim["kind"]].append(Stated(id_, path, _span(corners), pointer))
    for pack, kinds in stated.items():
        yield PackRecord(*pack, *(tuple(kinds[kind]) for kind in _STATED))


def _version(pack: Pack, head: Mapping[str, str]) -> Claim:
    """A version of a pack, with what a later one may not lose in silence."""
    agents: list[dict[str, Any]] = []
    spans = {}
    for way, agent in pack.agents:
        agents += [{}] * (int(way[-1]) - len(agents))
        agents.append({key: agent[key] for key in ("agentId", "role") if key in agent})
        for key in agents[-1]:
            pointer = to_pointer((*way, key))
            spans[pointer] = _corners(pack.document.locate(pointer))
    value = {**head, "kind": "version", "agents": agents, "spans": spans}
    return Claim(_bucket("version", pack.name), json.dumps(value))


def _regressions(versions: Iterable[Mapping[str, Any]]) -> Iterator[Finding]:
    """What each version of a pack lost, held against the one before it."""
    by_name: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for claim in versions:
        by_name[claim["name"]].append(claim)
    for found in by_name.values():
        ordered = sorted(found, key=lambda claim: (precedence(claim["version"]), claim["path"]))
        for before, after in pairwise(ordered):
            if before["version"] != after["version"]:
                yield from succession.check(_pack(after), _pack(before))


def _pack(claim: Mapping[str, Any]) -> Pack:
    """The pack of a claim, as much of it as the claim holds."""
    data = {key: claim[key] for key in ("name", "version", "agents")}
    spans = {
        pointer: NodeSpans(None, _span(corners)) for pointer, corners in claim["spans"].items()
    }
    document = Document("manifest", claim["path"], data, _NOWHERE, spans)
    return Pack(document, profiles.shipped()[claim["profile"]])
