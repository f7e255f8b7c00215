"""Who does the work of an audit, and how much of it is under way at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from distributed import LocalCluster

from herdr_lint.audit import pool as pools
from herdr_lint.audit.pool import WINDOW, Cluster, Here, pool
from herdr_lint.audit.run import chunks


@pytest.mark.parametrize(
    ("packs", "workers", "sizes"),
    [
        (0, 1, []),
        (1, 1, [1]),
        (31, 1, [1] * 31),
        (32, 1, [2] * 16),
        (33, 1, [2] * 16 + [1]),
        (64, 2, [2] * 32),
        (32_000, 1, [2000] * 16),
        (32_100, 1, [2000] * 16 + [100]),
    ],
)
def test_packs_are_shared_out_in_their_order(packs: int, workers: int, sizes: list[int]) -> None:
    names = [str(number) for number in range(packs)]
    found = chunks(names, workers)
    assert [len(chunk) for chunk in found] == sizes
    assert [name for chunk in found for name in chunk] == names


def outcomes(crew: Any, items: Iterator[int]) -> list[tuple[int, str]]:
    """What comes of dividing a number by each item."""
    return sorted((item, str(result)) for item, result in crew.run(whole_of_100, items))


def whole_of_100(number: int) -> int:
    return 100 // number


EXPECTED = [(0, "integer division or modulo by zero"), (3, "33"), (3, "33"), (4, "25"), (9, "11")]


def test_what_goes_wrong_comes_back_with_its_item() -> None:
    with pool(1, None) as crew:
        assert isinstance(crew, Here)
        assert crew.workers == 1
        assert outcomes(crew, iter([9, 0, 3, 4, 3])) == EXPECTED


def test_a_cluster_has_work_ahead_for_each_of_its_workers() -> None:
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0"
        ) as cluster,
        pool(3, cluster.scheduler_address) as crew,
    ):
        assert isinstance(crew, Cluster)
        assert crew.workers == 1
        assert outcomes(crew, iter([9, 0, 3, 4, 3])) == EXPECTED
        taken: list[int] = []

        def items() -> Iterator[int]:
            for number in range(1, 9):
                taken.append(number)
                yield number

        ahead = [(len(taken), item) for item, _ in crew.run(whole_of_100, items())]
    assert sorted(item for _, item in ahead) == [*range(1, 9)]
    assert [count for count, _ in ahead] == [min(WINDOW + done, 8) for done in range(8)]


@pytest.mark.parametrize(("there", "counted"), [(0, 1), (6, 6)])
def test_the_workers_of_a_cluster_are_counted(there: int, counted: int) -> None:
    """One whose workers are yet to come counts as one."""
    with (
        LocalCluster(
            n_workers=there, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0"
        ) as cluster,
        pool(1, cluster.scheduler_address) as crew,
    ):
        assert crew.workers == counted


def test_processes_of_this_machine_are_asked_for_by_their_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of one thread, since what they do takes all of a core, and none that serves pages."""
    asked: list[dict[str, Any]] = []

    def made(**options: Any) -> LocalCluster:
        asked.append(options)
        here = {"n_workers": 1, "processes": False}
        return LocalCluster(**options | here)

    monkeypatch.setattr(pools, "LocalCluster", made)
    with pool(2, None) as crew:
        assert outcomes(crew, iter([9])) == [(9, "11")]
    [options] = asked
    assert options.pop("dashboard_address").startswith("127.0.0.1:")
    assert options == {"n_workers": 2, "threads_per_worker": 1, "processes": True}
