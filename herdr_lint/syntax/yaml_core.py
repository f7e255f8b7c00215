"""Plain scalars in the core schema of YAML 1.2 (section 10.3.2)."""

from __future__ import annotations

import math

from herdr_lint.late import late_pattern
from herdr_lint.syntax.numbers import double, whole

_NULL = late_pattern(r"(?:~|null|Null|NULL)?")
_TRUE = late_pattern(r"true|True|TRUE")
_FALSE = late_pattern(r"false|False|FALSE")
_DECIMAL = late_pattern(r"([-+]?)0*([0-9]+)")
_OCTAL = late_pattern(r"0o([0-7]+)")
_HEXADECIMAL = late_pattern(r"0x([0-9a-fA-F]+)")
_FLOAT = late_pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NON_FINITE = late_pattern(r"([-+]?)\.(?:(inf|Inf|INF)|nan|NaN|NAN)")


def resolve(text: str) -> tuple[bool | int | float | str | None, str | None]:
    """What an unquoted scalar without a tag stands for, and the kind of problem it is, if any."""
    if _NULL.fullmatch(text):
        return None, None
    if _TRUE.fullmatch(text):
        return True, None
    if _FALSE.fullmatch(text):
        return False, None
    return _number(text)


def _number(text: str) -> tuple[int | float | str, str | None]:
    if decimal := _DECIMAL.fullmatch(text):
        sign = "-" if decimal[1] == "-" else ""
        return whole(sign + decimal[2])
    if octal := _OCTAL.fullmatch(text):
        return _based(int(octal[1], 8))
    if hexadecimal := _HEXADECIMAL.fullmatch(text):
        return _based(int(hexadecimal[1], 16))
    if _FLOAT.fullmatch(text):
        return double(text)
    if _NON_FINITE.fullmatch(text):
        return float(text.replace(".", "")), "non-finite-literal"
    return text, None


def _based(number: int) -> tuple[int | float, str | None]:
    """A number that was not written in decimal, judged as if it had been."""
    try:
        float(number)
    except OverflowError:  # its digits may be more than can be printed
        return math.inf, "non-finite-number"
    return whole(str(number))
