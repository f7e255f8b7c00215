"""How far a long run is, on a terminal: nothing in the first second, and nothing left behind."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TextIO, TypeVar

from herdr_lint.report.terminal import is_dumb, is_terminal

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds that people wait without wondering."""
INTERVAL = 0.1
"""Seconds between two changes of the line."""
_CLEAR = "\r\x1b[K"


class Meter:
    """A line that says how many are done of how many, how fast, and how long it will take."""

    def __init__(self) -> None:
        self._stream = sys.stderr
        self._start = monotonic()
        self._due = self._start + PATIENCE
        self._written = False

    @property
    def seen(self) -> bool:
        """Whether there is anybody to see it."""
        return shows_progress(self._stream)

    def tell(self, done: int, total: int) -> None:
        """Say so, if there is somebody to see it and the line is not newer than `INTERVAL`."""
        if not self.seen:
            return
        now = monotonic()
        if now >= self._due:
            self._write(f"{_CLEAR}{line(done, total, now - self._start)}")
            self._written = True
            self._due = now + INTERVAL

    def clear(self) -> None:
        if self._written:
            self._write(_CLEAR)
            self._written = False

    def _write(self, text: str) -> None:
        """What nobody can see any more is not a reason to stop."""
        with contextlib.suppress(OSError):
            self._stream.write(text)
            self._stream.flush()


def line(done: int, total: int, seconds: float) -> str:
    """``herdr-lint: 1,200 of 9,000 checked, 400 a second, 20 s left``."""
    told = f"herdr-lint: {done:,} of {total:,} checked"
    if done <= 0 or seconds <= 0:
        return told
    rate = done / seconds
    left = (total - done) / rate
    shown = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
    return f"{told}, {shown} a second, {duration(left)} left"


def duration(seconds: float) -> str:
    """A time as people say it: ``40 s``, ``12 min``, ``3 h 20 min``."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def shows_progress(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that can clear a line."""
    return not is_dumb() and is_terminal(stream)


def counted(results: Iterable[tuple[int, T]], total: int) -> Iterator[T]:
    """The results as they come, each of some of ``total``, while a line on a terminal counts."""
    meter, done = Meter(), 0
    try:
        for number, result in results:
            done += number
            meter.tell(done, total)
            yield result
    finally:
        meter.clear()
