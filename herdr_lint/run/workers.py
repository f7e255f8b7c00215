"""A function over many items by several processes: results in order, and none lost.

Each worker is a process with a pipe of its own. There is nothing else between them: no semaphore,
which some systems do not have, and no queue that a dying process could leave locked. When a pipe
ends, either the worker is gone, and others do its work; or this process is, and the worker stops.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import connection, get_context
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")
R = TypeVar("R")
S = TypeVar("S")

CHUNKS_PER_WORKER = 8
LARGEST_CHUNK = 250
"""Items whose results are in memory at one time."""
MOST_DEATHS = 2
"""Workers that may die of the same item before it is given up."""


def processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    function: Callable[[T], R],
    items: Sequence[T],
    workers: int,
    lost: Callable[[T], R],
    together: Callable[[Iterable[R]], S],
) -> Iterator[tuple[int, S]]:
    """The function's results for some items ``together``, and their number; in order.

    ``lost`` gives the result for an item of which workers die. The functions have to be picklable
    where processes cannot be forked. An exception in one ends the iteration. Where no process can
    be started, this one does the work.
    """
    size = max(1, min(LARGEST_CHUNK, len(items) // (workers * CHUNKS_PER_WORKER)))
    chunks = [slice(start, start + size) for start in range(0, len(items), size)]
    crew = _Crew(_Job(function, together), items, min(workers, len(chunks)))
    try:
        yield from crew.run(chunks, lost)
    finally:
        crew.end()


class _Job(NamedTuple, Generic[T, R, S]):
    """What is done to each item, and what is made of the results of a chunk."""

    function: Callable[[T], R]
    together: Callable[[Iterable[R]], S]

    def done(self, items: Iterable[T]) -> S:
        return self.together(map(self.function, items))


IDLE = -1
"""The task of a worker that has none."""


@dataclass
class _Worker:
    process: Any
    pipe: connection.Connection[Any, Any]
    has_items: bool
    """Whether it is a fork, which holds all that this process does."""

    task: int = IDLE


class _Crew(Generic[T, R, S]):
    def __init__(self, job: _Job[T, R, S], items: Sequence[T], size: int) -> None:
        self._job = job
        self._items = items
        self._size = size
        self._workers: list[_Worker] = []
        self._results: dict[int, bytes | S] = {}

    def run(self, chunks: Sequence[slice], lost: Callable[[T], R]) -> Iterator[tuple[int, S]]:
        """The results, chunk after chunk; what comes early waits for its turn, as it came."""
        waiting = list(range(len(chunks)))[::-1]
        for turn, chunk in enumerate(chunks):
            items = self._items[chunk]
            while turn not in self._results:
                self._hire(waiting)
                self._hand_out(waiting, chunks)
                if self._workers:
                    for task in self._collect():
                        lone = self._one_by_one(self._items[chunks[task]], lost)
                        self._results[task] = self._job.together(lone)
                else:  # and none can be had any more
                    self._results[turn] = self._job.done(items)
            found = self._results.pop(turn)
            yield len(items), _received(found) if isinstance(found, bytes) else found

    def _hire(self, waiting: Sequence[int]) -> None:
        """Start workers as long as there is work that nobody does."""
        busy = sum(worker.task != IDLE for worker in self._workers)
        while len(self._workers) < min(self._size, busy + len(waiting)):
            started = self._start([worker.pipe for worker in self._workers])
            if started is None:
                self._size = len(self._workers)
                return
            self._workers.append(started)

    def _start(self, others: Sequence[Any]) -> _Worker | None:
        return _start(self._job, self._items, others)

    def _hand_out(self, waiting: list[int], chunks: Sequence[slice]) -> None:
        for worker in self._workers:
            if worker.task == IDLE and waiting:
                worker.task = waiting.pop()
                chunk = chunks[worker.task]
                with suppress(OSError):  # it is gone, and will be found so when asked
                    worker.pipe.send(chunk if worker.has_items else self._items[chunk])

    def _collect(self) -> Iterator[int]:
        """Take in what is ready; the tasks of workers that died."""
        for pipe in connection.wait([worker.pipe for worker in self._workers]):
            worker = next(worker for worker in self._workers if worker.pipe is pipe)
            try:
                self._results[worker.task] = worker.pipe.recv_bytes()
            except (EOFError, OSError):
                self._workers.remove(worker)
                _dismiss(worker)
                if worker.task != IDLE:
                    yield worker.task
                continue
            worker.task = IDLE

    def _one_by_one(self, chunk: Sequence[T], lost: Callable[[T], R]) -> Iterator[R]:
        """The results of a chunk whose worker died, by workers that risk one item at a time."""
        for item in chunk:
            for _ in range(MOST_DEATHS):
                alone: _Crew[T, R, list[R]] = _Crew(_Job(self._job.function, list), (), 1)
                try:
                    outcome = alone.attempt(item, [worker.pipe for worker in self._workers])
                finally:
                    alone.end()
                if outcome is not None:
                    yield outcome[0]
                    break
            else:
                yield lost(item)

    def attempt(self, item: T, others: Sequence[Any]) -> S | None:
        """What comes of one item by one worker; None if that died."""
        worker = self._start(others)
        if worker is None:
            return None
        self._workers.append(worker)
        try:
            worker.pipe.send([item])
            data = worker.pipe.recv_bytes()
        except (EOFError, OSError):
            return None
        found: S = _received(data)
        return found

    def end(self) -> None:
        for worker in self._workers:
            _dismiss(worker)
        self._workers.clear()


def _received(data: bytes) -> Any:
    """What a worker has sent; what went wrong there goes wrong here."""
    failed, outcome = pickle.loads(data)  # noqa: S301 - our own
    if failed:
        raise outcome
    return outcome


def _start(job: _Job[Any, Any, Any], items: Sequence[Any], others: Sequence[Any]) -> _Worker | None:
    """A new worker, or None where the system gives no process."""
    forks = _may_fork()
    context: Any = get_context("fork" if forks else "spawn")
    try:
        ours, theirs = context.Pipe()
        known = (items, [ours, *others]) if forks else ((), [])
        process = context.Process(target=_work, args=(job, theirs, *known), daemon=True)
        process.start()
    except (OSError, ImportError):
        return None
    theirs.close()
    return _Worker(process, ours, forks)


def _may_fork() -> bool:
    """A fork of a process with threads may find their locks locked for ever."""
    return sys.platform == "linux" and threading.active_count() == 1


def _dismiss(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.terminate()
    worker.process.join()
    worker.process.close()


def _work(job: _Job[Any, Any, Any], pipe: Any, items: Sequence[Any], others: Sequence[Any]) -> None:
    """The life of a worker: chunks in, results out, until the pipe ends.

    A fork holds the other ends of all pipes that were open, its own among them, and would never
    see one of them end. Ctrl-C reaches all processes of a terminal; the first one decides.
    """
    for other in others:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_outcome(job, items, pipe))
    os._exit(0)


def _outcome(job: _Job[Any, Any, Any], items: Sequence[Any], pipe: Any) -> tuple[bool, Any]:
    """Whether the next chunk failed, and its results or what went wrong."""
    try:
        chunk = pipe.recv()
        wanted = items[chunk] if isinstance(chunk, slice) else chunk
        return False, job.done(_as_long_as_wanted(wanted, pipe))
    except EOFError:
        raise
    except Exception as error:  # noqa: BLE001 - the first process is told, whatever it is
        return True, error


def _as_long_as_wanted(items: Iterable[T], pipe: Any) -> Iterator[T]:
    """The items, until whoever wants their results has ended."""
    for item in items:
        yield item
        if pipe.poll():  # nothing is sent to who is at work: it has ended
            raise EOFError
