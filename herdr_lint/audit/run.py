"""The audit itself: map over packs, merge what they claim, sum up."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from itertools import pairwise
from typing import Any, TypeAlias

from herdr_lint.audit.addresses import addresses
from herdr_lint.audit.claims import BUCKETS, contradictions
from herdr_lint.audit.judging import Rows, row
from herdr_lint.audit.pool import Pool, pool
from herdr_lint.audit.store import Store
from herdr_lint.audit.tally import Tally, tally
from herdr_lint.gate.arguments import raise_for_profile
from herdr_lint.model import UsageError
from herdr_lint.version import __version__

STATE = "audit.json"
LARGEST_TASK = 2_000
"""Packs of a task: some seconds of work, and few enough parts for ten million packs."""
TASKS_PER_WORKER = 16

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many packs are done, of how many."""

Chunk: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Audit:
    """What an audit came to: the counts, and where the tables are (see `store`)."""

    tally: Tally
    output: str


@dataclass(frozen=True)
class Job:
    """What each task has to know; the same for all, and picklable."""

    store: Store
    profile: str
    together: bool
    storage: Mapping[str, Any]


def audit(
    inputs: Sequence[str],
    output: str,
    *,
    profile: str = "auto",
    together: bool = False,
    workers: int = 1,
    scheduler: str | None = None,
    storage: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Judge every pack that the inputs stand for, and write the results into ``output``.

    ``inputs`` are listings, folders, buckets and indexes (`addresses`); ``output`` is a folder or a
    URL of fsspec's. ``workers`` is a number of processes of this machine, ``scheduler`` the address
    of a Dask cluster. Roles of two packs are held against each other if all packs are installed
    ``together``. ``storage`` holds options for fsspec. What stands in ``output`` already is
    not judged again, so an audit that was broken off is continued by the same call.

    Raises:
        UsageError: if there is no such profile, an input cannot be read, or ``output`` holds an
            audit by another version or profile. Nothing in a pack raises.

    """
    raise_for_profile(profile)
    packs = addresses(inputs, storage or {})
    job = Job(Store(output, storage or {}), profile, together, storage or {})
    _continue(job)
    done = {one["pack"] for one in job.store.rows("verdicts", ["pack"])}
    left = [pack for pack in packs if pack not in done]
    told = progress or _quietly
    with pool(workers, scheduler) as crew:
        _judge_all(job, crew, chunks(left, crew.workers), lambda count: told(count, len(left)))
        _merge(job, crew)
        counts = _sum_up(job, crew)
    job.store.put("summary.json", json.dumps(counts.to_dict(), indent=2).encode())
    job.store.put("summary.md", counts.to_markdown().encode())
    return Audit(counts, output)


def _quietly(_: int, __: int) -> None:
    pass


def _continue(job: Job) -> None:
    """Make sure that what stands in the output is of the same kind, and whole."""
    state = {"version": __version__, "profile": job.profile}
    found = job.store.get(STATE)
    if found is None:
        job.store.put(STATE, json.dumps(state).encode())
    elif json.loads(found) != state:
        was = json.loads(found)
        raise UsageError(
            f"{job.store.url} holds an audit by version {was.get('version')} with the profile"
            f" {was.get('profile')}; give this one another folder"
        )
    whole = set(job.store.parts("verdicts"))
    for table in ("findings", "claims"):
        job.store.keep(table, whole)
    for table in ("unread", "across", "open"):
        job.store.keep(table, ())


def chunks(packs: Sequence[str], workers: int) -> list[Chunk]:
    """The packs in tasks: many enough to keep all workers busy to the end."""
    size = min(LARGEST_TASK, max(1, len(packs) // (workers * TASKS_PER_WORKER)))
    return [tuple(packs[start : start + size]) for start in range(0, len(packs), size)]


def _judge_all(job: Job, crew: Pool, waiting: list[Chunk], told: Callable[[int], None]) -> None:
    """Judge the packs, some at a time.

    A task that ends its worker again and again is cut in two until the one pack is found that does
    it; that pack is told as unread.
    """
    count = 0
    told(count)
    while waiting:
        failed: list[tuple[Chunk, Exception]] = []
        for chunk, outcome in crew.run(partial(judge_chunk, job), waiting):
            if isinstance(outcome, Exception):
                failed.append((chunk, outcome))
            else:
                told(count := count + len(chunk))
        waiting = []
        for chunk, error in failed:
            if len(chunk) == 1:
                reason = f"{type(error).__name__}: {error}"
                job.store.write("unread", part_of(chunk), [{"pack": chunk[0], "reason": reason}])
                told(count := count + 1)
            else:
                middle = len(chunk) // 2
                waiting += (chunk[:middle], chunk[middle:])


def judge_chunk(job: Job, chunk: Chunk) -> None:
    """Judge some packs and write what they came to."""
    rows = Rows()
    for address in chunk:
        rows.add(address, job.profile, job.storage)
    part = part_of(chunk)
    claims = sorted(set(rows.claims))
    job.store.write("findings", part, rows.findings)
    job.store.write("claims", part, (claim._asdict() for claim in claims))
    job.store.write("unread", part, rows.unread)
    job.store.write("verdicts", part, rows.verdicts)


def part_of(chunk: Chunk) -> str:
    """The name of the parts that a task writes: the same for the same packs."""
    return hashlib.sha256(json.dumps(chunk).encode()).hexdigest()


def _merge(job: Job, crew: Pool) -> None:
    """Hold the claims of all packs against each other, bucket by bucket."""
    parts = job.store.parts("claims")
    ranges = min(BUCKETS, len(parts))
    bounds = [BUCKETS * number // ranges for number in range(ranges + 1)] if ranges else []
    tasks = list(pairwise(bounds))
    for _ in _all(crew.run(partial(merge_buckets, job, parts), tasks)):
        pass


def merge_buckets(job: Job, parts: Sequence[str], buckets: tuple[int, int]) -> None:
    """What the claims of some buckets show, from the first one up to the last."""
    first, last = buckets
    values: dict[int, set[str]] = {}
    for part in parts:
        for claim in job.store.claims(part, first, last):
            values.setdefault(claim["bucket"], set()).add(claim["value"])
    for bucket, found in sorted(values.items()):
        told = contradictions(found, together=job.together)
        rows = (row(one.path.partition("!")[0], one.path, one) for one in told.findings)
        job.store.write("across", f"{bucket:03}", rows)
        job.store.write("open", f"{bucket:03}", (one.to_dict() for one in told.unchecked))


def _sum_up(job: Job, crew: Pool) -> Tally:
    tables = [("verdicts", part) for part in job.store.parts("verdicts")]
    tables += [("across", part) for part in job.store.parts("across")]
    tables += [("unread", part) for part in job.store.parts("unread")]
    return reduce(Tally.__add__, _all(crew.run(partial(count_part, job), tables)), Tally())


def count_part(job: Job, part: tuple[str, str]) -> Tally:
    """The counts of one part of a table; with verdicts go the findings of their packs."""
    table, name = part
    if table == "unread":
        return tally([], [], len(job.store.read(table, name)))
    columns = ["rule", "severity"]
    if table == "across":
        return tally([], job.store.read(table, name, columns))
    findings = job.store.read("findings", name, columns) if _has(job, name) else []
    return tally(job.store.read("verdicts", name), findings)


def _has(job: Job, part: str) -> bool:
    return part in job.store.parts("findings")


def _all(results: Iterable[tuple[Any, Any]]) -> Iterator[Any]:
    for _, result in results:
        if isinstance(result, Exception):
            raise result
        yield result
