"""Number literals as ECMAScript reads them: doubles all, and what I-JSON says of them."""

from __future__ import annotations

import math

SAFE_INTEGER = 2**53 - 1
"""Up to here a double holds every integer (RFC 7493, section 2.2)."""


def double(literal: str) -> tuple[float, str | None]:
    """The value of a decimal literal, and the kind of problem if no double is as large."""
    value = float(literal)
    return value, "non-finite-number" if math.isinf(value) else None


def whole(literal: str) -> tuple[int | float, str | None]:
    """The value of a decimal integer without leading zeros, and the kind of problem.

    Beyond 2^53-1 the value is the double that ``JSON.parse`` would give, so that schemas judge
    the number that the registry sees.
    """
    value, problem = double(literal)
    if abs(value) <= SAFE_INTEGER:
        return int(literal), None
    return value, problem or "unsafe-integer"
