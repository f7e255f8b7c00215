"""How far a long run is, on a terminal: nothing in the first second, and nothing left behind."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")

PATIENCE = 1.0
"""Seconds that people wait without wondering."""
INTERVAL = 0.1
"""Seconds between two changes of the line."""
_CLEAR = "\r\x1b[K"


def counted(
    results: Iterable[T],
    total: int,
    *,
    stream: TextIO | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[T]:
    """The results as they come, of ``total``, while a line on a terminal counts them."""
    stream = stream or sys.stderr
    if not stream.isatty():
        yield from results
        return
    due = clock() + PATIENCE
    written = False
    try:
        for number, result in enumerate(results, 1):
            if clock() >= due:
                stream.write(f"{_CLEAR}herdr-lint: {number:,} of {total:,} checked")
                stream.flush()
                written = True
                due = clock() + INTERVAL
            yield result
    finally:
        if written:
            stream.write(_CLEAR)
            stream.flush()
