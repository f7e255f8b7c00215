"""Patterns of a ``.gitignore``, matched in time that grows with pattern and path, not faster.

``pathspec`` makes a regular expression of a pattern, in which each ``*`` is tried at each length
of what stands before the next. Git takes the first place where the part after a star fits, which
is always enough, since what comes later can only begin earlier by that. Atomic groups say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from herdr_lint.late import late

if TYPE_CHECKING:
    import pathspec
    from pathspec.patterns.gitignore import spec as git
else:
    pathspec = late("pathspec")
    git = late("pathspec.patterns.gitignore.spec")


_STAR, _ANY, _FOLDERS = "[^/]*", "[^/]", "(?:/.+)?"

_SET = re.compile(r"\\.|\[\^/\]|(\[\^?\]?[^\]]*\])", re.DOTALL)


def spec(lines: Iterable[str]) -> pathspec.GitIgnoreSpec:
    """Raises ValueError for a line that is not a pattern."""
    try:
        return pathspec.GitIgnoreSpec.from_lines(lines, _linear_pattern())
    except re.error as error:  # a range that runs backwards
        raise ValueError(str(error)) from error


@cache
def _linear_pattern() -> type[Any]:
    """Patterns whose regular expression never goes back over a star that had a place."""

    class LinearPattern(git.GitIgnoreSpecPattern):
        __slots__ = ()

        @classmethod
        def pattern_to_regex(cls, pattern: Any) -> Any:
            source, include = super().pattern_to_regex(pattern)
            return linear(source) if isinstance(source, str) else source, include

    return LinearPattern


def linear(source: str) -> str:
    """A regular expression of ``pathspec`` that takes the same paths, without trying all ways."""
    first, *between = source.split(_FOLDERS)
    if not between:
        return _within_steps(_stars(first))
    *blocks, last = map(_stars, between)
    taken = "".join(f"(?>(?:/.+?)??{block}(?=/))" for block in blocks)
    return _within_steps(f"{_stars(first)}{taken}{_FOLDERS}{last}")


def _within_steps(source: str) -> str:
    """The same, but no set of characters takes a slash, as none does in git."""
    return _SET.sub(lambda found: f"(?!/){found[1]}" if found[1] else found[0], source)


def _stars(source: str) -> str:
    """The same for the stars within steps; the last of a step has to reach its end."""
    first, *parts = source.split(_STAR)
    made = [first]
    for number, part in enumerate(parts, 1):
        is_last = number == len(parts) or "/" in part.replace(_ANY, "")
        made.append(f"{_STAR}{part}" if is_last else f"(?>{_ANY}*?{part})")
    return "".join(made)
