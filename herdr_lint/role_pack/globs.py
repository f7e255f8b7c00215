"""Patterns for paths: ``*``, ``?`` and ``[…]`` within a step, ``**`` for any number of steps.

Matching takes time in proportion to the pattern and the path; no pattern can make it take longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase

ANY = "**"


def matches(pattern: Sequence[str], path: Sequence[str]) -> bool:
    """Whether a pattern fits the whole of a path; both are given as their steps."""
    step, at = 0, 0
    retry: tuple[int, int] | None = None
    while at < len(path):
        if step < len(pattern) and pattern[step] == ANY:
            retry = step + 1, at
            step += 1
        elif step < len(pattern) and fnmatchcase(path[at], pattern[step]):
            step, at = step + 1, at + 1
        elif retry is not None:
            retry = retry[0], retry[1] + 1
            step, at = retry
        else:
            return False
    return all(left == ANY for left in pattern[step:])


def leads_into(pattern: Sequence[str], path: Sequence[str]) -> bool:
    """Whether something below a path may fit a pattern."""
    for at, step in enumerate(path):
        if at >= len(pattern):
            return False
        if pattern[at] == ANY:
            return True
        if not fnmatchcase(step, pattern[at]):
            return False
    return len(pattern) > len(path)
