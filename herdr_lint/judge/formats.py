"""Formats that are asserted."""

from __future__ import annotations

import jsonschema_rs

_URI = jsonschema_rs.validator_for({"format": "uri"}, validate_formats=True)


def is_uri(value: object) -> bool:
    """RFC 3986, section 3, with something behind the scheme, as other validators want it.

    What is not a string is not asked.
    """
    if not isinstance(value, str):
        return True
    return value.partition(":")[2][:1] not in ("", "?", "#") and _URI.is_valid(value)
