"""What a pack claims before all others: names, ids, tools, versions; and who contradicts it.

A claim is small and flat. Those that can contradict each other share a *bucket*, so that each
bucket is merged by itself, by anybody: node types, the tools that ask for them and agents by
namespace, versions by the name of their pack, roles by their name. What else comes to lie in a
bucket does not matter.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from zlib import crc32

from herdr_lint.catalog.collisions import collisions
from herdr_lint.catalog.records import RoleOrigin, RoleRecord
from herdr_lint.gate.previous import precedence
from herdr_lint.judge.document import Document, NodeSpans, to_pointer
from herdr_lint.model import Finding, Layer, Position, Span, Unchecked
from herdr_lint.openwop import profiles
from herdr_lint.openwop.record import PackRecord, Stated, record_of
from herdr_lint.openwop.rules.across import crossing
from herdr_lint.openwop.rules.succession import lost_roles
from herdr_lint.openwop.subject import OpenwopPack
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


def claims_of(pack: OpenwopPack) -> list[Claim]:
    """The claims of an OpenWOP pack that has a name."""
    if not pack.name:
        return []
    record = record_of(pack)
    head = {"path": record.path, "name": record.name, "version": record.version}
    head["profile"] = record.profile
    found = [_version(pack, head)]
    for kind in _STATED:
        for stated in getattr(record, kind):
            what = {"kind": kind, "stated": _flat(stated)}
            namespace = stated.id.rpartition(".")[0]
            found.append(Claim(_bucket(namespace), json.dumps({**head, **what})))
    return found


def role_claims(roles: Iterable[RoleRecord]) -> list[Claim]:
    """The claims of a role pack: the names of its roles."""
    return [
        Claim(_bucket(role.name.casefold()), json.dumps({"kind": "role", **_flat_role(role)}))
        for role in roles
    ]


def contradictions(values: Iterable[str], *, together: bool = False) -> Contradictions:
    """What the claims of one bucket show; their order does not matter, nor does repetition.

    Roles of two packs contradict each other only where these are installed ``together``.
    """
    claims = [json.loads(value) for value in sorted(set(values))]
    told = crossing(_records(claims))
    lost = _regressions(claim for claim in claims if claim["kind"] == "version")
    met = _collisions(claims) if together else ()
    return Contradictions((*told.findings, *lost, *met), told.unchecked)


def _collisions(claims: Iterable[Mapping[str, Any]]) -> Iterator[Finding]:
    """Roles of several packs that get in each other's way; what one pack shows is told already."""
    by_home: dict[str, list[RoleRecord]] = defaultdict(list)
    for claim in claims:
        if claim["kind"] == "role":
            role = _role(claim)
            by_home[role.home].append(role)
    alone = {finding for roles in by_home.values() for finding in collisions(roles)}
    everywhere = collisions(role for roles in by_home.values() for role in roles)
    return (finding for finding in everywhere if finding not in alone)


def _bucket(key: str) -> int:
    return crc32(ascii(key).encode()) % BUCKETS


def _flat(stated: Stated) -> list[Any]:
    return [stated.id, stated.path, _corners(stated.span), stated.pointer]


def _flat_role(role: RoleRecord) -> dict[str, Any]:
    return {**role._asdict(), "origin": role.origin._asdict(), "span": _corners(role.span)}


def _role(claim: Mapping[str, Any]) -> RoleRecord:
    stated = claim["origin"]
    more = {"layer": Layer(stated["layer"]), "via": tuple(stated["via"])}
    known = {key: value for key, value in claim.items() if key != "kind"}
    origin = RoleOrigin(**{**stated, **more})
    return RoleRecord(**{**known, "origin": origin, "span": _span(claim["span"])})


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


def _version(pack: OpenwopPack, head: Mapping[str, str]) -> Claim:
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
    return Claim(_bucket(pack.name), json.dumps(value))


def _regressions(versions: Iterable[Mapping[str, Any]]) -> Iterator[Finding]:
    """What each version of a pack lost, held against the one before it."""
    by_name: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for claim in versions:
        by_name[claim["name"]].append(claim)
    for found in by_name.values():
        ordered = sorted(found, key=lambda claim: (_order(claim["version"]), claim["path"]))
        for before, after in pairwise(ordered):
            if before["version"] != after["version"]:
                yield from lost_roles(_pack(after), _pack(before))


def _order(version: str) -> tuple[Any, ...]:
    """A key to sort versions by; what is not a version comes before all that are."""
    return (precedence(version) or (), version)


def _pack(claim: Mapping[str, Any]) -> OpenwopPack:
    """The pack of a claim, as much of it as the claim holds."""
    data = {key: claim[key] for key in ("name", "version", "agents")}
    spans = {
        pointer: NodeSpans(None, _span(corners)) for pointer, corners in claim["spans"].items()
    }
    document = Document("manifest", claim["path"], data, _NOWHERE, spans)
    return OpenwopPack(document, profiles.shipped()[claim["profile"]])
