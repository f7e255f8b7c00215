"""Paths of a report, taken apart and made into URIs."""

from __future__ import annotations

import re
from urllib.parse import quote

from herdr_lint.late import late_pattern

_MEMBER = late_pattern(r"(.+?\.(?:tgz|tar|tar\.gz|zip))!(.+)", re.IGNORECASE | re.DOTALL)
_DRIVE = late_pattern(r"[A-Za-z]:/")
_NO_BYTE = late_pattern("[\ud800-\udc7f\udd00-\udfff]")


def split_member(path: str) -> tuple[str, str | None]:
    """``a.tgz!pack.json`` as ``("a.tgz", "pack.json")``; any other path as ``(path, None)``."""
    found = _MEMBER.fullmatch(path)
    return (found[1], found[2]) if found else (path, None)


def is_absolute(path: str) -> bool:
    return path.startswith("/") or bool(_DRIVE.match(path))


def as_uri(path: str) -> str:
    """A URI reference (RFC 3986): relative for a relative path, ``file:`` for an absolute one.

    Bytes of a file name that are not UTF-8 keep their value.
    """
    quoted = quote(_NO_BYTE.sub("\ufffd", path), errors="surrogateescape")
    if not is_absolute(path):
        return quoted
    return f"file:///{quoted.lstrip('/')}"
