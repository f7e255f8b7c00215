"""The order of versions (Semantic Versioning 2.0.0, section 11)."""

from __future__ import annotations

import re
from typing import Any

from herdr_lint.late import late_pattern

_VERSION = late_pattern(r"(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?", re.ASCII)


def precedence(version: str) -> tuple[Any, ...]:
    """A key to sort versions by; what is not a version comes before all that are."""
    found = _VERSION.fullmatch(version)
    if found is None:
        return (0, (0, 0, 0), 0, (), version)
    major, minor, patch, pre = found.groups()
    numbers = (int(major), int(minor), int(patch))
    return (1, numbers, pre is None, tuple(map(_identifier, (pre or "").split("."))), version)


def _identifier(text: str) -> tuple[int, int, str]:
    """Numbers come before words."""
    return (0, int(text), "") if text.isdecimal() else (1, 0, text)
