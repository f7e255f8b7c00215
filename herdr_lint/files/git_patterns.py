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

from herdr_lint.late import late, late_pattern

if TYPE_CHECKING:
    import pathspec
    from pathspec.patterns.gitignore import spec as git
else:
    pathspec = late("pathspec")
    git = late("pathspec.patterns.gitignore.spec")


_STAR, _ANY, _FOLDERS = "[^/]*", "[^/]", "(?:/.+)?"

_INTO = "(?P<ps_d>/)"
"""How the expression of a pattern goes on into a folder that it names."""

_SET = late_pattern(r"\\.|\[\^/\]|(\[\^?\]?[^\]]*\])", re.DOTALL)


def spec(lines: Iterable[str], *, below: bool = True) -> pathspec.GitIgnoreSpec:
    """Patterns that match what they name and, with ``below``, all that lies in it.

    Git asks folder by folder and goes into none that is left out, so that to git a pattern for a
    folder says nothing of what lies in it, least of all that it is not to be ignored.

    Raises:
        ValueError: for a line that is not a pattern.

    """
    try:
        return pathspec.GitIgnoreSpec.from_lines(lines, _linear_pattern(below))
    except re.error as error:  # a range that runs backwards
        raise ValueError(str(error)) from error


@cache
def _linear_pattern(below: bool) -> type[Any]:
    """Patterns whose regular expression never goes back over a star that had a place."""

    class LinearPattern(git.GitIgnoreSpecPattern):
        __slots__ = ()

        @classmethod
        def pattern_to_regex(cls, pattern: Any) -> Any:
            source, include = super().pattern_to_regex(pattern)
            if not isinstance(source, str):
                return source, include
            return linear(source if below else _itself(source)), include

    return LinearPattern


def _itself(source: str) -> str:
    """The same expression for what a pattern names alone, folder or not, or for a folder alone."""
    either = f"(?:{_INTO}|$)"
    if source.endswith(either):
        return f"{source.removesuffix(either)}{_INTO}?$"
    return f"{source}$" if source.endswith(_INTO) else source


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
    """The same for the stars within steps; what comes behind the last has to reach the end."""
    first, *parts = source.split(_STAR)
    if not parts:
        return first
    *between, last = parts
    taken = "".join(f"(?>{_ANY}*?{part})" for part in between)
    return f"{first}{taken}{_STAR}{last}"
