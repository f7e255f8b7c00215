"""What a configuration takes over from the one that it extends, and which versions it is for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from herdr_lint.config.selection import Choice
from herdr_lint.config.settings import Config
from herdr_lint.late import late_pattern

_LISTS = ("policy", "known_tools", "known_keys", "roles", "exclude", "alternatives", "overrides")
_SINGLE = ("layer", "profile", "fail_on", "show", "baseline")
_COMPARISON = late_pattern(r"(>=|<=|==|!=|>|<|)\s*([0-9]+(?:\.[0-9]+)*)")

_Number: TypeAlias = tuple[int, str]
"""A number by its length and its digits: Python makes no integer of thousands of them."""


def extended(own: Config, base: Config, said: Mapping[str, Any]) -> Config:
    """The settings of a file, which ``said`` some, upon those of the file that it extends.

    Lists add up, the other file's entries first; tables of severities are merged; everything else,
    ``select`` included, is the file's own where it says it.
    """
    lists: dict[str, Any] = {name: (*getattr(base, name), *getattr(own, name)) for name in _LISTS}
    single = {name: getattr(base, name) for name in _SINGLE if name.replace("_", "-") not in said}
    choice = Choice(
        own.choice.select if own.choice.select is not None else base.choice.select,
        tuple(dict.fromkeys((*base.choice.ignore, *own.choice.ignore))),
        {**base.choice.severity, **own.choice.severity},
    )
    return own._replace(choice=choice, base=base, **lists, **single)


def version_problem(wanted: str, version: str) -> str | None:
    """Why a version is not one that is wanted (``>=0.2, <1``), if it is not; never raises."""
    for part in wanted.split(","):
        found = _COMPARISON.fullmatch(part.strip())
        if found is None:
            return f"`{part.strip()}` is not a version, as in `>=0.2` or `0.3.1`"
        if not _holds(found[1] or "==", _numbers(version), _numbers(found[2])):
            return f"this is herdr-lint {version}, and `{wanted}` is required"
    return None


def _holds(sign: str, have: list[_Number], want: list[_Number]) -> bool:
    length = max(len(have), len(want))
    left, right = (numbers + [(0, "")] * (length - len(numbers)) for numbers in (have, want))
    return {
        ">=": left >= right,
        "<=": left <= right,
        "==": left == right,
        "!=": left != right,
        ">": left > right,
        "<": left < right,
    }[sign]


def _numbers(version: str) -> list[_Number]:
    digits = (number.lstrip("0") for number in re.findall("[0-9]+", version)[:4])
    return [(len(number), number) for number in digits]
