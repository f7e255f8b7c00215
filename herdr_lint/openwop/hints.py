"""What a wrong word was meant to be, within bounds: comparing all with all takes too long."""

from __future__ import annotations

from collections.abc import Iterable

from herdr_lint.judge.judge import closest, show

MOST_WORDS = 20
"""Wrong words that get a hint; with more of them the author has another problem than spelling."""

MOST_CHOICES = 500
"""Right words that a wrong one is compared with."""


class Hints:
    """What the first wrong words of a check were meant to be."""

    def __init__(self, choices: Iterable[str] = ()) -> None:
        self._choices = choices
        self._left = MOST_WORDS

    def of(self, word: str, choices: Iterable[str] | None = None) -> str:
        """A hint to put behind a help, or nothing; ``choices`` stand in for those of all words."""
        if not self._left:
            return ""
        self._left -= 1
        ordered = sorted(self._choices if choices is None else choices)
        near = closest(word, ordered) if len(ordered) <= MOST_CHOICES else None
        return f" Did you mean {show(near)}?" if near else ""
