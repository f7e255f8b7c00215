"""PAX records (POSIX.1-2001, pax interchange format), as far as all programs read them alike.

node-tar, which npm uses, reads them line by line, others by their lengths. GNU tar, libarchive
and Python take more keys for names and sizes than POSIX has. So only keys and values that mean
the same to all of them are taken; each other one is told as what it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from herdr_lint.files.collect import Collector
from herdr_lint.late import late_pattern

_RECORD = late_pattern(rb"([1-9][0-9]{0,5}) ([!-<>-~]+)=")
_TEXT = late_pattern(rb"[^\0]*")
_ID = late_pattern(rb"[0-9]{1,10}")
_TIME = late_pattern(rb"-?[0-9]{1,12}(?:\.[0-9]*)?")
_VALUES: Mapping[bytes, re.Pattern[bytes]] = {
    b"atime": _TIME,
    b"comment": _TEXT,
    b"ctime": _TIME,
    b"gid": _ID,
    b"gname": _TEXT,
    b"mtime": _TIME,
    b"path": re.compile(rb"[0-9]*[^0-9].*", re.DOTALL),
    b"size": re.compile(rb"[0-9]{1,12}"),
    b"uid": _ID,
    b"uname": _TEXT,
}
_WITHOUT_EFFECT = late_pattern(
    rb"SCHILY\.(?:dev|ino|nlink|fflags|acl\..*|xattr\..*)|RHT\.security\.selinux"
    rb"|LIBARCHIVE\.(?:creationtime|xattr\..*)|NODETAR\..*"
)


def split(content: bytes) -> list[tuple[bytes, bytes]] | None:
    """The records ``<length> <key>=<value>`` of an extended header; None if one is malformed."""
    records = []
    at = 0
    while at < len(content):
        found = _RECORD.match(content, at)
        end = at + int(found[1]) if found else at
        if not found or content[end - 1 : end] != b"\n":  # of which a key has none
            return None
        records.append((found[2], content[found.end() : end - 1]))
        at = end
    return records or None


def checked(
    records: list[tuple[bytes, bytes]], member: str, into: Collector, *, everywhere: bool
) -> Mapping[bytes, bytes]:
    """What the records say; the first that programs read in different ways is reported.

    ``everywhere`` is true for a global header, in which nothing but a comment has its place.
    """
    known: dict[bytes, bytes] = {}
    for key, value in records:
        kind = "pax-global" if everywhere and key != b"comment" else _fault(key, value, known)
        if kind:
            into.report(kind, member, key=key.decode("ascii"))
            break
        known[key] = value
    return known


def _fault(key: bytes, value: bytes, known: Mapping[bytes, bytes]) -> str | None:
    plain = _VALUES.get(key)
    if key in known:
        return "pax-repeated"
    if b"\n" in value:
        return "pax-newline"
    if not plain:
        return None if _WITHOUT_EFFECT.fullmatch(key) else "pax-unknown"
    return None if plain.fullmatch(value) else "pax-value"
