"""Role names that get in each other's way.

Only names that meet in one host can collide, so records are compared within their scope and
layer. A project or global role that overrides one of a lower layer is meant to and is not a
finding. The findings depend on the set of records alone, not on how a run was split.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from itertools import islice
from typing import NamedTuple

from herdr_lint.catalog.records import RoleRecord, merge
from herdr_lint.judge.judge import show, show_path, word
from herdr_lint.model import Finding, Layer, Related

Alternatives = Sequence[Sequence[str]]
"""Groups of packs that are never installed together, by package name or glob of their folder."""

MOST_RELATED = 10
"""Other places that one finding points to."""

LONGEST_NAME = 255
"""Names of more characters are compared as they are: composing them may take long."""

MOST_NAMED = 2
"""Other places that a message names."""


def collisions(records: Iterable[RoleRecord], alternatives: Alternatives = ()) -> Iterator[Finding]:
    """``duplicate-package-role``, ``duplicate-layer-role`` and ``case-collision`` (1.8)."""
    known = list(records)
    apart = _Apart(alternatives)
    packaged = (one for one in known if one.layer is Layer.PACKAGE and one.valid)
    for group in _grouped(packaged, lambda record: record.name):
        yield from _package_duplicates(_Rivals(group, apart))
    layered = (one for one in known if one.layer is not Layer.PACKAGE)
    for group in _grouped(layered, lambda record: record.name):
        if any(record.valid for record in group):
            yield from _layer_duplicates(_Rivals(group, apart))
    valid = (one for one in known if one.valid)
    for group in _grouped(valid, _alike):
        yield from _case_collisions(group, apart)


def _package_duplicates(rivals: "_Rivals") -> Iterator[Finding]:
    for record in rivals.records:
        met = rivals.of(record)
        if not met.total and record.times == 1:
            continue
        cause = None
        if not met.total:
            cause = "registered-twice"
        elif all(other.home == record.home for other in met.first) and record.home:
            cause = "same-pack"
        yield _finding(
            "duplicate-package-role",
            record,
            met,
            cause,
            pack=show_path(record.source),
            times=record.times,
            ways=" and ".join(map(show_path, record.via[:MOST_NAMED])),
        )


def _layer_duplicates(rivals: "_Rivals") -> Iterator[Finding]:
    cause = None if all(record.valid for record in rivals.records) else "invalid"
    for record in rivals.records:
        met = rivals.of(record)
        if met.total:
            yield _finding("duplicate-layer-role", record, met, cause)


def _case_collisions(group: Sequence[RoleRecord], apart: "_Apart") -> Iterator[Finding]:
    rivals = _Rivals(group, apart)
    for record in group:
        met = rivals.of_other_names(record)
        if met.total:
            name = _composed(record.name)
            alike = all(_composed(other.name) == name for other in met.first)
            cause = "normalization" if alike else None
            written = ascii(record.name)[1:-1]
            yield _finding("case-collision", record, met, cause, written=written)


def _composed(name: str) -> str:
    """A name with its accents and letters as one character each; a very long one as it is."""
    if name.isascii() or len(name) > LONGEST_NAME:
        return name
    return unicodedata.normalize("NFC", name)


def _alike(record: RoleRecord) -> str:
    """What names have in common that differ in case or in the form of their letters alone."""
    name = _composed(record.name).casefold()
    return record.name if name == record.name else name  # most are so already; one text each


class _Met(NamedTuple):
    """The records that one meets: the first of them in order, and how many there are."""

    first: tuple[RoleRecord, ...]
    total: int


class _Apart:
    """Which alternatives a pack is one of."""

    def __init__(self, alternatives: Alternatives) -> None:
        self._alternatives = alternatives
        self._known: dict[tuple[str | None, str], frozenset[int]] = {}

    def groups(self, record: RoleRecord) -> frozenset[int]:
        key = (record.package, record.home)
        if key not in self._known:
            names = [name for name in key if name]
            self._known[key] = frozenset(
                number
                for number, members in enumerate(self._alternatives)
                if any(fnmatchcase(name, member) for name in names for member in members)
            )
        return self._known[key]


class _Rivals:
    """Records that would collide, kept so that each finds those it meets without a search.

    Packs of one group of alternatives do not meet; within a pack everything does.
    """

    def __init__(self, records: Sequence[RoleRecord], apart: _Apart) -> None:
        self.records = records
        self._members = frozenset(records)
        self._apart = apart
        self._by_groups: dict[frozenset[int], list[RoleRecord]] = defaultdict(list)
        self._by_home: dict[tuple[frozenset[int], str], list[RoleRecord]] = defaultdict(list)
        self._spellings: dict[int, Counter[str]] = {}
        self._others: dict[tuple[int, str], _Met] = {}
        for record in records:
            groups = apart.groups(record)
            self._by_groups[groups].append(record)
            self._by_home[groups, record.home].append(record)

    def of(self, record: RoleRecord) -> _Met:
        """The records that this one meets, itself left out."""
        found = self._met_by(record)
        first = (
            other
            for members in found
            for other in islice((one for one in members if one != record), MOST_RELATED)
        )
        return _Met(_head(first), sum(map(len, found)) - (record in self._members))

    def of_other_names(self, record: RoleRecord) -> _Met:
        """Those of them whose names are spelled otherwise."""
        found = [self._spelled_otherwise(members, record.name) for members in self._met_by(record)]
        return _Met(_head(r for met in found for r in met.first), sum(met.total for met in found))

    def _met_by(self, record: RoleRecord) -> list[list[RoleRecord]]:
        own = self._apart.groups(record)
        found = (
            self._by_home.get((groups, record.home)) if groups & own else members
            for groups, members in self._by_groups.items()
        )
        return [members for members in found if members]

    def _spelled_otherwise(self, members: list[RoleRecord], name: str) -> _Met:
        """Looked for once for each name, however many records have it."""
        key = id(members), name
        if key not in self._others:
            others = (other for other in members if other.name != name)
            if id(members) not in self._spellings:
                self._spellings[id(members)] = Counter(other.name for other in members)
            total = len(members) - self._spellings[id(members)][name]
            self._others[key] = _Met(tuple(islice(others, MOST_RELATED)), total)
        return self._others[key]


def _head(records: Iterable[RoleRecord]) -> tuple[RoleRecord, ...]:
    return tuple(sorted(records, key=lambda record: record.sort_key)[:MOST_RELATED])


def _grouped(
    records: Iterable[RoleRecord], key: Callable[[RoleRecord], str]
) -> Iterator[Sequence[RoleRecord]]:
    """The records of one layer and scope that have a key in common, each once and in order.

    So is one that the host counts twice. Nearly all are alone: nothing is made but for the others.
    """
    alone: dict[Hashable, dict[str, RoleRecord]] = defaultdict(dict)
    groups: dict[Hashable, list[RoleRecord]] = {}
    for record in records:
        place, name = (record.layer, record.scope), key(record)
        met = alone[place].setdefault(name, record)
        if met is not record:
            groups.setdefault((place, name), [met]).append(record)
        elif record.times > 1:
            groups.setdefault((place, name), [record])
    alone.clear()
    yield from sorted(map(merge, groups.values()), key=lambda group: group[0].sort_key)


def _finding(
    rule: str, record: RoleRecord, met: _Met, cause: str | None, **params: object
) -> Finding:
    named = [f"{show_path(other.path)}{_origin(record, other)}" for other in met.first[:MOST_NAMED]]
    if met.total > MOST_NAMED:
        named.append(f"{met.total - MOST_NAMED} more")
    finding = word(
        rule,
        record.layer.value,
        record.path,
        cause=cause,
        span=record.span,
        related=tuple(
            Related(other.path, other.span, f"role {show(other.name)}{_origin(record, other)}")
            for other in met.first
        ),
        name=show(record.name),
        others=", ".join(named),
        **params,
    )
    # Only roles that are sound by themselves meet, so there is nothing that the host tells before.
    return finding._replace(host_reports=finding.host_code is not None)


def _origin(record: RoleRecord, other: RoleRecord) -> str:
    """Whose the other role is, where that is not the same."""
    return "" if other.home == record.home else f" of {show_path(other.source)}"
