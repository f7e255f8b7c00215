"""How far two words are apart, as people mistype them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def distance(one: str, other: str) -> int:
    """Letters left out, put in, exchanged or swapped with their neighbour to get from one to other.

    The optimal string alignment distance; quadratic, so for words only.
    """
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for i, letter in enumerate(one, 1):
        last, row = row, [i]
        for j, wanted in enumerate(other, 1):
            steps = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                steps = min(steps, before[j - 2] + 1)
            row.append(steps)
        before = last
    return row[-1]


def nearest(word: str, choices: Iterable[str], most: int = 1) -> list[str]:
    """Those of the choices that are least far from a word, and at most so many letters."""
    letters, length = frozenset(word), len(word)
    found = [
        (distance(*_unlike(word, choice)), choice)
        for choice in choices
        if -most <= len(choice) - length <= most and _may_be_near(letters, _letters(choice), most)
    ]
    if not found:
        return []
    least = min(steps for steps, _ in found)
    return [choice for steps, choice in found if steps == least <= most]


@lru_cache(maxsize=1024)
def _letters(word: str) -> frozenset[str]:
    return frozenset(word)


def _may_be_near(one: frozenset[str], other: frozenset[str], most: int) -> bool:
    """Whether few enough letters of one are not in the other; most words are told apart by that."""
    return len(one - other) <= most and len(other - one) <= most


def _unlike(one: str, other: str) -> tuple[str, str]:
    """What is left of two words without what they begin and end with alike."""
    start, end = 0, 0
    longest = min(len(one), len(other))
    while start < longest and one[start] == other[start]:
        start += 1
    while end < longest - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return one[start : len(one) - end], other[start : len(other) - end]
