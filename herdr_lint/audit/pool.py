"""Who does the work: this process, processes of this machine, or a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Protocol, TypeVar

from distributed import Client, LocalCluster, as_completed

T = TypeVar("T")
R = TypeVar("R")

WINDOW = 4
"""Tasks under way for each worker: enough that none is idle, few enough for any scheduler."""


class Pool(Protocol):
    """Runs tasks; each item comes back with its result, or with what went wrong."""

    workers: int

    def run(
        self, task: Callable[[T], R], items: Iterable[T]
    ) -> Iterator[tuple[T, R | Exception]]: ...


class Here:
    """The process at hand, one task after the other."""

    workers = 1

    def run(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[tuple[T, R | Exception]]:
        for item in items:
            try:
                yield item, task(item)
            except Exception as error:  # noqa: BLE001 - the caller decides what it means
                yield item, error


class Cluster:
    """The workers of a Dask cluster.

    A task whose worker dies is done again by another; after some such deaths Dask gives it up
    (``distributed.scheduler.allowed-failures``).
    """

    def __init__(self, client: Client) -> None:
        self._client = client
        self.workers = max(1, len(client.scheduler_info(n_workers=-1)["workers"]))

    def run(self, task: Callable[[T], R], items: Iterable[T]) -> Iterator[tuple[T, R | Exception]]:
        waiting = iter(items)
        done = as_completed()
        under_way: dict[Any, T] = {}

        def submit(number: int) -> None:
            for item in islice(waiting, number):
                future = self._client.submit(task, item, pure=False)
                under_way[future.key] = item
                done.add(future)

        submit(WINDOW * self.workers)
        for future in done:
            item = under_way.pop(future.key)
            error = future.exception()
            yield item, future.result() if error is None else error
            future.release()
            submit(1)


@contextmanager
def pool(workers: int, scheduler: str | None) -> Iterator[Pool]:
    """A pool of so many processes of this machine, or the cluster at an address.

    With one worker and no scheduler it is this process.
    """
    if scheduler is not None:
        with Client(scheduler) as client:
            yield Cluster(client)
    elif workers == 1:
        yield Here()
    else:
        with (
            LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                dashboard_address="127.0.0.1:0",
            ) as cluster,
            Client(cluster) as client,
        ):
            yield Cluster(client)
