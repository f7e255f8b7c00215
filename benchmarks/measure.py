"""Whole processes in turn: what each run cost, and how two commands compare run by run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple


class Cost(NamedTuple):
    """What a process took with its children: seconds of the clock and of the processor, MiB."""

    wall: float
    cpu: float
    peak: float


class Command(NamedTuple):
    """A command, where it runs, and what it finds in its environment."""

    words: Sequence[str]
    folder: Path
    environment: Mapping[str, str]
    codes: tuple[int, ...] = (0,)


def run(command: Command) -> Cost:
    """The cost of one run. Raises SystemExit if it ends otherwise than it should."""
    start = time.perf_counter()
    with subprocess.Popen(
        command.words,
        cwd=command.folder,
        env=command.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr  # noqa: S101
        complaint = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in command.codes:
        shown = " ".join(command.words)[:200]
        raise SystemExit(f"{shown} ended with {process.returncode}: {complaint[-2000:]!r}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit / 2**20)


class Ratio(NamedTuple):
    """Ours against theirs: the medians of the ratios of pairs of runs, and our median cost."""

    wall: float
    cpu: float
    ours: Cost
    theirs: Cost


def compare(ours: Command, theirs: Command, runs: int) -> Ratio:
    """The two commands in turn, after one run of each that does not count."""
    run(ours)
    run(theirs)
    pairs = [(run(ours), run(theirs)) for _ in range(runs)]
    return Ratio(
        median(a.wall / b.wall for a, b in pairs),
        median(a.cpu / b.cpu for a, b in pairs),
        _median([a for a, _ in pairs]),
        _median([b for _, b in pairs]),
    )


def _median(costs: Sequence[Cost]) -> Cost:
    return Cost(*(median(values) for values in zip(*costs, strict=True)))
