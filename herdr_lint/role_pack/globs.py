"""Patterns for paths as npm and Pi have them: those of the npm package ``minimatch``.

``*``, ``?`` and ``[…]`` stay within a step, ``**`` stands for any number of steps, ``{a,b}`` for
either, and a backslash takes a character as it is. Matching takes time in proportion to the
pattern and the path; no pattern can make it take longer.
"""

import re
from collections.abc import Sequence
from fnmatch import translate
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from herdr_lint.late import late_pattern

ANY = "**"

MOST_ALTERNATIVES = 64
"""Patterns that the braces of one pattern may stand for."""

_BRACES = late_pattern(r"\{([^{}]*,[^{}]*)\}")
_WILD = late_pattern(r"[*?\[]|\\.")
_UNKNOWN = late_pattern(r"[?*+@!]\(|\[\[|\[[^\]]*\\|\\[{},]|\{[^{},]*\.\.")


class Wild(NamedTuple):
    """A step with wildcards; ``dotted`` tells whether it begins with a dot itself."""

    pattern: re.Pattern[str]
    dotted: bool


Step: TypeAlias = str | Wild
"""A step of a pattern: a plain name, `ANY`, or one with wildcards."""


class Glob(NamedTuple):
    """One pattern without braces, as its steps; an empty last step asks for a folder.

    ``dots`` tells whether wildcards take names that begin with a dot.
    """

    steps: tuple[Step, ...]
    dots: bool

    def fits(self, path: Sequence[str], *, begins: bool = False) -> bool:
        """Whether the pattern fits the whole of a path, which is given as its steps.

        The path of a folder may end in an empty step. With ``begins`` it is enough that something
        below the path may fit.
        """
        step, at = 0, 0
        retry: tuple[int, int] | None = None
        while at < len(path):
            if step < len(self.steps) and self.steps[step] == ANY:
                retry = step + 1, at
                step += 1
            elif step < len(self.steps) and self._takes(self.steps[step], path[at]):
                step, at = step + 1, at + 1
            elif step == len(self.steps) and path[at:] == [""]:
                return True
            elif retry is not None and (self.dots or not path[retry[1]].startswith(".")):
                retry = retry[0], retry[1] + 1
                step, at = retry
            else:
                return False
        return begins or step == len(self.steps)

    def _takes(self, step: Step, name: str) -> bool:
        if isinstance(step, str):
            return step == name
        if not name or (name[0] == "." and not self.dots and not step.dotted):
            return False
        return step.pattern.fullmatch(name) is not None


@lru_cache(maxsize=4096)
def globs(pattern: str, *, dots: bool = False) -> tuple[Glob, ...] | None:
    """The patterns that one with braces stands for; None for what is not known here.

    Not known are extended patterns such as ``+(a|b)``, ranges, and classes by name.
    """
    if _UNKNOWN.search(pattern):
        return None
    found = _without_braces(pattern)
    if found is None:
        return None
    return tuple(Glob(tuple(map(_step, steps_of(one))), dots) for one in found)


def _without_braces(pattern: str) -> list[str] | None:
    """The patterns that the braces of a pattern stand for, None for too many."""
    found = [pattern]
    while _BRACES.search(found[0]):  # as many braces are left in each of them
        found = [one for each in found for one in _alternatives(each)]
        if len(found) > MOST_ALTERNATIVES:
            return None
    return found


def _alternatives(pattern: str) -> list[str]:
    """The pattern with one of its innermost braces taken apart."""
    before, choices, after = _BRACES.split(pattern, 1)
    return [f"{before}{choice}{after}" for choice in choices.split(",")]


def steps_of(pattern: str) -> list[str]:
    """The steps of a pattern without braces; a name and the ``..`` behind it stand for nothing."""
    steps: list[str] = []
    for step in re.split("/+", pattern):
        if step == ".." and steps and steps[-1] not in {"", ".", "..", ANY}:
            steps.pop()
        else:
            steps.append(step)
    return steps or [""]


def _step(text: str) -> Step:
    if text == ANY or not _WILD.search(text):
        return text
    plain = re.sub(r"\\(.)", lambda escape: _plain(escape[1]), text)
    return Wild(re.compile(translate(plain.replace("[^", "[!"))), text.startswith((".", "\\.")))


def _plain(char: str) -> str:
    """A character that stands for itself, as ``fnmatch`` has it."""
    return f"[{char}]" if char in {"*", "?", "["} else char
