"""How far a long run is, on a terminal: nothing in the first second, and nothing left behind."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

from herdr_lint.report.terminal import is_terminal

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds that people wait without wondering."""
INTERVAL = 0.1
"""Seconds between two changes of the line."""
_CLEAR = "\r\x1b[K"


def shows_progress(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal that can clear a line."""
    return os.environ.get("TERM", "").lower() not in {"dumb", "unknown"} and is_terminal(stream)


def counted(
    results: Iterable[T],
    total: int,
    *,
    stream: TextIO | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[T]:
    """The results as they come, of ``total``, while a line on a terminal counts them."""
    stream = stream or sys.stderr
    if stream is None or not shows_progress(stream):
        yield from results
        return
    due = clock() + PATIENCE
    written = False
    try:
        for number, result in enumerate(results, 1):
            if clock() >= due:
                _write(stream, f"{_CLEAR}herdr-lint: {number:,} of {total:,} checked")
                written = True
                due = clock() + INTERVAL
            yield result
    finally:
        if written:
            _write(stream, _CLEAR)


def _write(stream: TextIO, text: str) -> None:
    """What nobody can see any more is no reason to stop."""
    with contextlib.suppress(OSError):
        stream.write(text)
        stream.flush()
