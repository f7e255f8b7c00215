"""Regular expressions that others write: ECMA-262 as JSON Schema has it, within bounds.

They are matched by an engine whose time grows with the text and not with the ways to split it.
Only what looks around goes back and forth, so many steps at most.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import jsonschema_rs as engine

from herdr_lint.judge.quick_check import ecmascript
from herdr_lint.late import late

if TYPE_CHECKING:
    import regress
else:
    regress = late("regress")

LONGEST = 4096
"""Characters of a regular expression that is compiled."""

MOST_BRANCHES = 200
"""Groups and choices in it: the compiler calls itself for each, and many end the process."""

MOST_STEPS = 100_000
"""Steps back of an expression that looks around; after them it counts as not found."""


def is_too_long(pattern: str) -> bool:
    """Whether compiling an expression could cost too much."""
    return len(pattern) > LONGEST or sum(map(pattern.count, "(|")) > MOST_BRANCHES


def problem(pattern: str) -> str | None:
    """Why ECMAScript does not take an expression, whatever its flags; None if it does."""
    found = None
    for flags in ("u", ""):
        try:
            regress.Regex(pattern, flags)
        except regress.RegressError as error:
            found = found or str(error).removesuffix(".")
        else:
            return None
    return found


def is_bounded(pattern: str) -> bool:
    """Whether an expression can be matched at all by an engine that knows bounds."""
    return _matcher(pattern) is not None


def matches(pattern: str, text: str) -> bool:
    """Whether an expression that `is_bounded` occurs in a text."""
    matcher = _matcher(pattern)
    if matcher is None:
        return False
    try:
        return bool(matcher.is_valid(text))
    except ValueError:  # a lone surrogate
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return bool(matcher.is_valid(text))


@lru_cache(maxsize=256)
def _matcher(pattern: str) -> Any:
    for options in (
        engine.RegexOptions(),
        engine.FancyRegexOptions(backtrack_limit=MOST_STEPS),
    ):
        try:
            return engine.Draft202012Validator(
                {"pattern": ecmascript(pattern)}, pattern_options=options
            )
        except (engine.ValidationError, ValueError):
            continue
    return None
