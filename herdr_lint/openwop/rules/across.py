"""``tool-unresolved`` and ids in two packs: what only many packs together can show.

A function of the set of records, so a run may be split and merged in any way. A catalog is
complete: a tool that neither it nor the run has does not exist. Without one, the run answers only
for the namespaces that it has node types of; all other tools stay unchecked.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from herdr_lint.judge.document import from_pointer
from herdr_lint.judge.judge import show, word
from herdr_lint.model import Finding, Related, Unchecked
from herdr_lint.openwop.hints import Hints
from herdr_lint.openwop.published import PublishedPacks
from herdr_lint.openwop.record import PackRecord, Stated, merge

MOST_RELATED = 10


class Crossing(NamedTuple):
    """What the packs of a run show together."""

    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]


def crossing(records: Iterable[PackRecord], catalog: PublishedPacks | None = None) -> Crossing:
    """Tools that no pack has, and ids that two packs have."""
    known = merge(records)
    tools = _Tools(known, catalog)
    findings = [
        *tools.findings(),
        *_shared(known, "duplicate-agent-id", "agent_ids", catalog),
        *_shared(known, "duplicate-type-id", "type_ids", catalog),
    ]
    return Crossing(tuple(findings), tuple(tools.unchecked()))


class _Tools:
    """The node types that are known, and the namespaces they say everything about."""

    def __init__(self, records: Sequence[PackRecord], catalog: PublishedPacks | None) -> None:
        self._records = records
        self._catalog = catalog
        self._types = {stated.id for record in records for stated in record.type_ids}
        self._types |= set(catalog.type_ids) if catalog else set()
        self._hints = Hints()
        self._by_namespace = _grouped(self._types, _namespace)
        self._by_tier = _grouped(self._types, _tier)

    def findings(self) -> Iterator[Finding]:
        for record in self._records:
            for cause, wanted in ((None, record.tools), ("prompt", record.mentions)):
                for tool in wanted:
                    if tool.id not in self._types and self._answers_for(tool.id):
                        yield self._finding(record, tool, cause)

    def unchecked(self) -> Iterator[Unchecked]:
        """How many tools of a list nobody here can answer for."""
        for record in self._records:
            open_ = {
                tool.id
                for tool in record.tools
                if tool.id not in self._types and not self._answers_for(tool.id)
            }
            if open_:
                yield Unchecked(record.path, _reason(sorted(open_)))

    def _answers_for(self, type_id: str) -> bool:
        namespace = _namespace(type_id)
        return self._catalog is not None or (namespace != "" and namespace in self._by_namespace)

    def _finding(self, record: PackRecord, tool: Stated, cause: str | None) -> Finding:
        finding = word(
            "tool-unresolved",
            record.profile,
            tool.path,
            cause=cause,
            span=tool.span,
            member=_member(tool.pointer),
            value=show(f"openwop:{tool.id}"),
            hint=self._hints.of(tool.id, self._candidates(tool.id)),
        )
        return finding._replace(pointer=tool.pointer)

    def _candidates(self, type_id: str) -> Iterable[str]:
        """The types worth comparing: those of the same namespace, else all of the same tier."""
        near = self._by_namespace.get(_namespace(type_id), [])
        return near or self._by_tier.get(_tier(type_id), [])


def _reason(ids: Sequence[str]) -> str:
    named = ", ".join(map(show, ids[:3])) + (", …" if len(ids) > 3 else "")
    return f"without a catalog nobody can tell whether these tools exist: {named}"


def _namespace(type_id: str) -> str:
    return type_id.rpartition(".")[0]


def _tier(type_id: str) -> str:
    return type_id.partition(".")[0]


def _grouped(type_ids: Iterable[str], key: Callable[[str], str]) -> Mapping[str, list[str]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for type_id in type_ids:
        groups[key(type_id)].append(type_id)
    return dict(groups)


def _member(pointer: str | None) -> str:
    """The way to a member, `agents[0].toolAllowlist[1]`."""
    way = ""
    for step in from_pointer(pointer or ""):
        way += f"[{step}]" if step.isdecimal() else f".{step}"
    return f"`{way.removeprefix('.')}`"


def _shared(
    records: Sequence[PackRecord], rule: str, kind: str, catalog: PublishedPacks | None
) -> Iterator[Finding]:
    """Each id that a pack of another name has as well, in the run or in the catalog."""
    by_id: dict[str, list[tuple[PackRecord, Stated]]] = defaultdict(list)
    for record in records:
        for stated in getattr(record, kind):
            by_id[stated.id].append((record, stated))
    published = getattr(catalog, kind) if catalog else {}
    for id_, holders in by_id.items():
        names = {record.name for record, _ in holders}
        names |= published.get(id_, frozenset())
        for record, stated in holders:
            others = sorted(names - {record.name})
            if others:
                yield _shared_finding(rule, record, stated, others, holders)


def _shared_finding(
    rule: str,
    record: PackRecord,
    stated: Stated,
    others: Sequence[str],
    holders: Sequence[tuple[PackRecord, Stated]],
) -> Finding:
    related = (
        Related(other.path, other.span, f"it belongs to {show(holder.name)} here")
        for holder, other in holders
        if holder.name != record.name
    )
    finding = word(
        rule,
        record.profile,
        stated.path,
        cause="other-pack",
        span=stated.span,
        related=tuple(islice(related, MOST_RELATED)),
        value=show(stated.id),
        other=", ".join(map(show, others[:3])),
    )
    return finding._replace(pointer=stated.pointer, host_code=None)
