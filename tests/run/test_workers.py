"""Many processes: the same results in the same order, whatever becomes of the processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import Pipe, active_children, get_context
from pathlib import Path
from typing import Any

import pytest

from herdr_lint.run import workers
from herdr_lint.run.workers import in_order, processors

ROOT = Path(__file__).parent.parent.parent


def square(item: int) -> tuple[int, int]:
    return item * item, os.getpid()


def gone(item: int) -> tuple[int, int]:
    return -item, 0


def each(
    function: Callable[[int], tuple[int, int]],
    items: Sequence[int],
    crew: int,
    lost: Callable[[int], tuple[int, int]],
) -> Iterator[tuple[int, int]]:
    """The result of each item by itself."""
    for number, results in in_order(function, items, crew, lost, list):
        assert len(results) == number
        yield from results


def numbers(results: Iterator[tuple[int, int]]) -> list[int]:
    return [number for number, _ in results]


@pytest.mark.parametrize("count", [0, 1, 2, 7, 100])
@pytest.mark.parametrize("crew", [1, 2, 5])
def test_results_come_each(count: int, crew: int) -> None:
    assert numbers(each(square, range(count), crew, gone)) == [n * n for n in range(count)]


def test_few_results_are_held_at_a_time() -> None:
    """However many items there are: what is made of them is smaller."""
    sizes = [number for number, _ in in_order(square, range(10_000), 2, gone, list)]
    assert (max(sizes), sum(sizes)) == (workers.LARGEST_CHUNK, 10_000)


@pytest.mark.parametrize(
    ("count", "crew", "sizes"),
    [
        (100, 2, [6] * 16 + [4]),
        (16, 2, [1] * 16),
        (31, 2, [1] * 31),
        (32, 2, [2] * 16),
        (3, 50, [1] * 3),
        (4_000, 2, [250] * 16),
        (4_000, 1, [250] * 16),
    ],
)
def test_each_worker_has_several_turns(count: int, crew: int, sizes: list[int]) -> None:
    """So that one with much to do does not keep the others waiting."""
    assert [size for size, _ in in_order(square, range(count), crew, gone, list)] == sizes


def test_no_more_workers_than_work() -> None:
    found = [pid for _, pid in each(square, [1, 2], 50, gone)]
    assert len(set(found) - {os.getpid()}) == len(found) == 2


def test_as_many_processors_as_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert processors() == len(os.sched_getaffinity(0))
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    monkeypatch.setattr(os, "sched_getaffinity", {0: {3, 4, 6}}.get)
    assert processors() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    assert processors() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processors() == 1


def deadly(killers: set[int], marks: Path | None, item: int) -> tuple[int, int]:
    """Ends its process at some items; with marks, only the first one that gets there."""
    if item in killers:
        with suppress(FileExistsError):
            if marks is not None:
                (marks / str(item)).touch(exist_ok=False)
            os.kill(os.getpid(), signal.SIGKILL)
    return square(item)


def test_what_a_killed_worker_did_is_done_again(tmp_path: Path) -> None:
    task = partial(deadly, {3, 50, 99}, tmp_path)
    assert numbers(each(task, range(100), 3, gone)) == [n * n for n in range(100)]


def test_what_ends_every_worker_is_given_up_and_nothing_else() -> None:
    found = numbers(each(partial(deadly, {3, 50}, None), range(100), 3, gone))
    assert found == [-n if n in (3, 50) else n * n for n in range(100)]
    assert active_children() == []


def ends(deaths: Path, item: int) -> tuple[int, int]:
    """Ends its process each time, and notes it."""
    with deaths.open("a") as file:
        file.write("x")
    os.kill(os.getpid(), signal.SIGKILL)
    return square(item)


def test_an_item_is_given_up_once_three_workers_died_of_it(tmp_path: Path) -> None:
    """One that did others as well, and two that did nothing else."""
    assert numbers(each(partial(ends, tmp_path / "deaths"), [5], 1, gone)) == [-5]
    assert (tmp_path / "deaths").read_text() == "xxx"


def fails(item: int) -> tuple[int, int]:
    if item == 5:
        raise ValueError("five")
    return square(item)


def test_an_exception_is_raised_here() -> None:
    found: list[tuple[int, int]] = []
    with pytest.raises(ValueError, match="five"):
        found.extend(each(fails, range(9), 1, gone))
    assert [number for number, _ in found] == [0, 1, 4, 9, 16]


def without_processes(*_: Any, **__: Any) -> Any:
    raise OSError("no more processes")


def test_without_processes_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    for way in ("fork", "spawn"):
        monkeypatch.setattr(type(get_context(way)), "Process", without_processes)
    found = list(each(square, range(20), 3, gone))
    assert found == [(n * n, os.getpid()) for n in range(20)]


def test_no_semaphore_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "_multiprocessing", None)
    assert numbers(each(square, range(20), 2, gone)) == [n * n for n in range(20)]


def test_a_process_with_threads_is_not_forked() -> None:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert numbers(each(square, range(4), 2, gone)) == [0, 1, 4, 9]
    finally:
        done.set()
        thread.join()


@pytest.mark.parametrize(
    ("platform", "threads", "way"),
    [("linux", 1, "fork"), ("linux", 2, "spawn"), ("darwin", 1, "spawn"), ("win32", 1, "spawn")],
)
def test_only_where_it_is_safe_a_process_is_forked(
    monkeypatch: pytest.MonkeyPatch, platform: str, threads: int, way: str
) -> None:
    asked: list[str] = []

    def forking(name: str) -> Any:
        asked.append(name)
        return get_context("fork")

    monkeypatch.setattr(workers, "get_context", forking)
    monkeypatch.setattr(threading, "active_count", lambda: threads)
    monkeypatch.setattr(sys, "platform", platform)
    assert numbers(each(square, [2, 3], 1, gone)) == [4, 9]
    assert asked == [way]


def waits(item: int) -> tuple[int, int]:
    time.sleep(60 * item)
    return square(item)


def test_who_stops_to_listen_does_not_wait() -> None:
    results = each(waits, range(2), 2, gone)
    assert next(results)[0] == 0
    start = time.monotonic()
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - start < 30
    assert active_children() == []


def test_a_worker_that_dies_while_it_has_nothing_to_do_is_missed_by_nobody() -> None:
    crew = workers._Crew(workers._Job(square, list), range(2), 2)
    try:
        crew._hire([0, 1])
        first, second = crew._workers
        first.process.kill()
        assert [*crew._collect()] == []
        assert crew._workers == [second]
    finally:
        crew.end()


def test_an_exception_of_an_item_by_itself_is_raised_here() -> None:
    crew = workers._Crew(workers._Job(fails, list), (), 1)
    try:
        with pytest.raises(ValueError, match="five"):
            crew.attempt(5, [])
    finally:
        crew.end()


def test_an_item_that_kills_is_given_up_where_no_process_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "_start", lambda *_: None)
    crew = workers._Crew(workers._Job(square, list), (), 1)
    assert crew.attempt(5, []) is None
    assert [*crew._one_by_one([5], gone)] == [gone(5)]


def test_a_worker_stops_when_its_run_is_over() -> None:
    ours, theirs = Pipe()
    ours.send([2, 3])
    ours.close()
    with pytest.raises(EOFError):
        workers._outcome(workers._Job(square, list), (), theirs)


def test_who_stops_to_listen_leaves_no_process() -> None:
    results = each(square, range(100), 2, gone)
    _, pid = next(results)
    results.close()  # type: ignore[attr-defined]
    assert not _alive(pid)


def test_a_worker_ends_with_its_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    codes: list[int] = []
    monkeypatch.setattr(os, "_exit", codes.append)
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    ours, theirs = Pipe()
    other, _ = Pipe()
    answers: list[Any] = []
    thread = threading.Thread(target=_ask, args=(ours, answers))
    thread.start()
    try:
        workers._work(workers._Job(fails, list), theirs, (), [other])
        heard = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    finally:
        thread.join()
        signal.signal(signal.SIGINT, before[0])
        signal.signal(signal.SIGTERM, before[1])
    assert (codes, other.closed) == ([0], True)
    assert heard == [signal.SIG_IGN, signal.SIG_DFL]
    assert answers[0] == (False, [(4, os.getpid()), (9, os.getpid())])
    assert (answers[1][0], str(answers[1][1])) == (True, "five")


def _ask(pipe: Any, into: list[Any]) -> None:
    for chunk in ([2, 3], [5]):
        pipe.send(chunk)
        into.append(pipe.recv())
    pipe.close()


SLOW = """
import os, sys, time
from herdr_lint.run.workers import in_order

def slow(item):
    os.write(1, b"%d\\n" % os.getpid())
    time.sleep(0.2)
    return item

for _ in in_order(slow, range(1000), 2, slow, list):
    pass
"""


@pytest.mark.parametrize("kill", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_no_worker_outlives_the_run(kill: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SLOW],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as run:
        assert run.stdout
        pids = {int(run.stdout.readline()) for _ in range(2)}
        run.send_signal(kill)
        rest = run.stdout.read()  # ends when nobody is left that could write
        run.wait()
    assert run.returncode != 0
    assert len(rest.split()) < 10
    assert not any(_alive_soon(pid) for pid in pids)


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not _is_zombie(pid)


def _is_zombie(pid: int) -> bool:
    """Whether a process has ended, and nobody has asked for its outcome yet."""
    with suppress(OSError):
        return " Z " in Path(f"/proc/{pid}/stat").read_text("utf-8")
    return True


def _alive_soon(pid: int) -> bool:
    return not _until(lambda: not _alive(pid))


def _until(holds: Callable[[], bool]) -> bool:
    for _ in range(200):
        if holds():
            return True
        time.sleep(0.05)
    return False
