"""Findings in the order of a report, in little room where there are many.

As objects, a million findings take a gigabyte. Here they are sorted and packed by the thousand, and
unpacked again by the thousand whenever somebody goes through them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import groupby, islice, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar, overload

from herdr_lint.late import late

if TYPE_CHECKING:
    import pickle
    import zlib

else:
    pickle = late("pickle")
    zlib = late("zlib")

MOST_WHOLE = 20_000
"""Findings that are kept as they are: they take some 20 MiB."""
RUN = 1_000
"""Findings that are packed, and unpacked, together."""

_sort_key = attrgetter("sort_key")
_FAST = 1
"""How hard zlib tries: texts that repeat each other need no more."""


class Found(Protocol):
    """What has to be known of a finding here; see ``model.Finding``."""

    @property
    def rule(self) -> str: ...
    @property
    def severity(self) -> Any: ...
    @property
    def sort_key(self) -> tuple[Any, ...]: ...


F = TypeVar("F", bound=Found)
Tally = Counter[tuple[str, Any]]
"""How many findings there are of each rule and severity."""


class Findings(Sequence[F]):
    """Many findings, sorted as they stand in a report whatever order they come in.

    Equal ones stay; ``settled`` leaves them out. Going through them unpacks them anew each time.
    """

    def __init__(self, found: Iterable[F] = ()) -> None:
        self._runs: list[_Run[F]] = []
        self._whole: list[F] = []
        self._tally: Tally = Counter()
        self.add(found)

    def add(self, found: Iterable[F]) -> None:
        """Take in more of them; those that are packed stay so."""
        if isinstance(found, Findings):
            runs, found, tallied = found.parts()
            if runs:
                self._pack()  # what came before stays before
            self._runs += runs
            self._tally += tallied
        for one in found:
            self._whole.append(one)
            if len(self._whole) == MOST_WHOLE:
                self._pack()

    def _pack(self) -> None:
        self._tally += _tallied(self._whole)
        self._whole.sort(key=_sort_key)
        for start in range(0, len(self._whole), RUN):
            self._runs.append(_Run.of(self._whole[start : start + RUN]))
        self._whole.clear()

    @property
    def is_packed(self) -> bool:
        """Whether there are so many that some are packed."""
        return bool(self._runs)

    @property
    def tally(self) -> Tally:
        """How many there are of each rule and severity, without going through them."""
        return self._tally + _tallied(self._whole)

    def as_they_came(self) -> tuple[F, ...]:
        """Those that are not packed."""
        return tuple(self._whole)

    @property
    def is_settled(self) -> bool:
        """Whether they are known to have come in order, and each once."""
        before: Any = ()
        for run in self._runs:
            if not (run.is_strict and before < run.first):
                return False
            before = run.last
        return _is_strict([before, *(one.sort_key for one in self._whole)])

    def parts(self) -> tuple[list[_Run[F]], list[F], Tally]:
        """What is packed, what is not, and the tally of what is packed."""
        return self._runs, self._whole, self._tally

    def __getstate__(self) -> tuple[list[_Run[F]], list[F], Tally]:
        """What travels from a worker: packed, where it is enough for a run."""
        if len(self._whole) >= RUN:
            self._pack()
        return self.parts()

    def __setstate__(self, parts: tuple[list[_Run[F]], list[F], Tally]) -> None:
        self._runs, self._whole, self._tally = parts

    def __len__(self) -> int:
        return sum(run.size for run in self._runs) + len(self._whole)

    def __iter__(self) -> Iterator[F]:
        self._pack()
        return _merged(self._runs.copy())

    def drained(self) -> Iterator[F]:
        """All of them in order; each run is let go once it has been unpacked."""
        self._pack()
        runs, self._runs = self._runs, []
        self._tally.clear()
        return _merged(runs)

    @overload
    def __getitem__(self, index: int) -> F: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[F]: ...
    def __getitem__(self, index: int | slice) -> F | Sequence[F]:
        """Some of them; this goes through all that stand before."""
        if isinstance(index, slice):
            return [*islice(self, *index.indices(len(self)))]
        at = range(len(self))[index]
        return next(islice(self, at, None))


class _Run(NamedTuple, Generic[F]):
    """Some findings in order, packed; ``first`` and ``last`` are the sort keys of its ends.

    It is ``strict`` where no two have the same key.
    """

    first: Any
    last: Any
    size: int
    is_strict: bool
    packed: bytes

    @classmethod
    def of(cls, found: list[F]) -> _Run[F]:
        keys = [one.sort_key for one in found]
        packed = zlib.compress(pickle.dumps(found, pickle.HIGHEST_PROTOCOL), _FAST)
        return cls(keys[0], keys[-1], len(found), _is_strict(keys), packed)

    def unpacked(self) -> list[F]:
        found: list[F] = pickle.loads(zlib.decompress(self.packed))
        return found


def _is_strict(keys: Sequence[Any]) -> bool:
    """Whether each is less than the next one."""
    return all(one < other for one, other in pairwise(keys))


def _merged(runs: list[_Run[F]]) -> Iterator[F]:
    """The findings of all runs in order; only those runs are unpacked that overlap."""
    waiting = sorted(enumerate(runs), key=lambda one: one[1].first, reverse=True)
    runs.clear()
    open_: list[tuple[Any, int, F, Iterator[F]]] = []
    while waiting or open_:
        while waiting and (not open_ or waiting[-1][1].first <= open_[0][0]):
            number, run = waiting.pop()
            if not open_ and (not waiting or run.last < waiting[-1][1].first):
                yield from run.unpacked()
            else:
                _go_on(open_, number, iter(run.unpacked()))
        if open_:
            _, number, finding, rest = heappop(open_)
            yield finding
            _go_on(open_, number, rest)


def _go_on(open_: list[tuple[Any, int, F, Iterator[F]]], number: int, rest: Iterator[F]) -> None:
    finding = next(rest, None)
    if finding is not None:
        heappush(open_, (finding.sort_key, number, finding, rest))


def _tallied(findings: Iterable[F]) -> Tally:
    return Counter((one.rule, one.severity) for one in findings)


def settled(findings: Iterable[F]) -> Sequence[F]:
    """Findings as a report has them: in order and each once; a tuple unless they are many."""
    found = Findings(findings)
    if not found.is_packed:
        return tuple(sorted(dict.fromkeys(found.as_they_came()), key=_sort_key))
    if found.is_settled:
        return found
    single = Findings[F]()
    for _, alike in groupby(found.drained(), key=_sort_key):
        single.add(dict.fromkeys(alike))
    return single if single.is_packed else single.as_they_came()


def kept(findings: Sequence[F], test: Callable[[F], bool]) -> Sequence[F]:
    """The findings of a report that pass a test, in the form that the report has them in."""
    passing = filter(test, findings)
    return settled(passing) if isinstance(findings, Findings) else tuple(passing)


def tally(findings: Sequence[F]) -> Tally:
    """How many findings there are of each rule and severity."""
    return findings.tally if isinstance(findings, Findings) else _tallied(findings)
