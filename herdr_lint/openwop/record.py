"""What other packs have to know of a pack: a small value that travels and merges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from herdr_lint.judge.document import to_pointer
from herdr_lint.model import FILE_START, Span
from herdr_lint.openwop.rules import tools
from herdr_lint.openwop.subject import OpenwopPack, Way


@dataclass(frozen=True, slots=True, order=True)
class Stated:
    """An id and where it stands; ``pointer`` is None outside a manifest."""

    id: str
    path: str
    span: Span
    pointer: str | None = None


@dataclass(frozen=True, slots=True)
class PackRecord:
    """One pack as the others see it.

    ``tools`` are the node types that its tool lists name, ``mentions`` those that its prompts
    speak of; its own are left out of both, since no other pack has to answer for them.
    """

    path: str
    name: str
    version: str
    profile: str
    type_ids: tuple[Stated, ...] = ()
    agent_ids: tuple[Stated, ...] = ()
    tools: tuple[Stated, ...] = ()
    mentions: tuple[Stated, ...] = ()

    @property
    def sort_key(self) -> tuple[Any, ...]:
        return (self.path, self.name, self.version)


def merge(*parts: Iterable[PackRecord]) -> tuple[PackRecord, ...]:
    """The records of several parts of a run, each once, in order: associative, like the run."""
    records = {record for part in parts for record in part}
    return tuple(sorted(records, key=lambda record: (record.sort_key, repr(record))))


def record_of(pack: OpenwopPack, *, located: bool = True) -> PackRecord:
    """The record of a pack; where its ids stand takes longer to find out than all the rest."""

    def stated(found: Iterable[tuple[Way, str]]) -> Iterator[Stated]:
        for way, value in found:
            pointer = to_pointer(way)
            span = pack.document.locate(pointer) if located else FILE_START
            yield Stated(value, pack.document.path, span, pointer)

    own = set(pack.type_ids)
    return PackRecord(
        path=pack.document.path,
        name=pack.name,
        version=pack.version,
        profile=pack.profile.name,
        type_ids=tuple(stated(_named(pack.nodes, "typeId"))),
        agent_ids=tuple(stated(_named(pack.agents, "agentId"))),
        tools=tuple(tool for tool in stated(tools.node_types(pack)) if tool.id not in own),
        mentions=tuple(
            Stated(mention.tool, pack.prefix + mention.file, mention.span)
            for mention in tools.mentions(pack)
            if mention.tool not in own
        ),
    )


def _named(items: Iterable[tuple[Way, Any]], key: str) -> Iterator[tuple[Way, str]]:
    for way, item in items:
        if isinstance(item.get(key), str) and item[key]:
            yield (*way, key), item[key]
