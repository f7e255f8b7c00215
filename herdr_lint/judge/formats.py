"""Formats that are asserted."""

from __future__ import annotations

from rfc3986_validator import validate_rfc3986  # type: ignore[import-untyped]


def is_uri(value: object) -> bool:
    """RFC 3986, section 3, with something behind the scheme, as other validators want it.

    The regular expressions of the library let a final newline pass. What is not a string is not
    asked.
    """
    if not isinstance(value, str):
        return True
    if value.endswith("\n") or value.partition(":")[2][:1] in ("", "?", "#"):
        return False
    return validate_rfc3986(value, rule="URI") is not None
