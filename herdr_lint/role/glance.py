"""What the beginning of a Markdown file shows: whether somebody meant it for a role file."""

from __future__ import annotations

import re

from herdr_lint.late import late_pattern
from herdr_lint.role.fields import FIELDS

_COMMON = frozenset({"name", "description", "tools", "model"})
"""Keys of the host's that files for other programs have as well."""

_LATE_FENCE = late_pattern(rb"^(?:---|```\w*)\r?\n(?:---\r?\n)?", re.MULTILINE)
_TOP = 8
_LEADING = b" \t\r\n\v\f\xef\xbb\xbf\xff\xfe"
_MARKER = late_pattern(rb"---|\+\+\+|\*\*\*|___|```|~~~|\xe2\x80[\x93\x94]")
_KEY = late_pattern(
    rb"^[ \t]*[\"']?(%s)[\"']?[ \t]*(?:[:=]|\xef\xbc\x9a)" % b"|".join(k.encode() for k in FIELDS),
    re.MULTILINE,
)
LARGEST_ROLE = 1 << 20
"""Bytes of a role file that are judged; a larger one is not a prompt that a model could read."""

_OF_PAGES = late_pattern(rb"^(?:title|layout|permalink|sidebar\w*):", re.MULTILINE)
SEEN = 4096
"""Bytes of a file that are looked at."""


def reads_like_role(data: bytes) -> bool:
    """Whether a file begins with a fence of frontmatter, however badly it is written.

    A byte order mark, UTF-16 and space before the fence make no role for the host, but they show
    what the author meant, and so do other marks, or none, above a line with a key of the host's.
    """
    start = data[:SEEN].replace(b"\0", b"").lstrip(_LEADING)
    if start.startswith(b"---"):
        return True
    first, _, rest = start.partition(b"\n")
    if _KEY.match(first) or (_MARKER.match(first) and _KEY.match(rest)):
        return True
    return any(_KEY.match(start, found.end()) for found in _LATE_FENCE.finditer(_top(start)))


def _top(start: bytes) -> bytes:
    """The first lines of a file, in which frontmatter that slipped down still stands."""
    return b"\n".join(start.split(b"\n", _TOP)[:_TOP])


def keys_of(data: bytes) -> frozenset[str]:
    """The keys of the host's that lines at the beginning of a file have, fences aside."""
    start = data[:SEEN].replace(b"\0", b"").lstrip(_LEADING)
    head = start.partition(b"\n---")[0] if start.startswith(b"---") else start
    return frozenset(found.decode() for found in _KEY.findall(head))


def is_meant_for_role(data: bytes) -> bool:
    """Whether a file is a role file for somebody who asks for it.

    A title or a layout beside nothing but a description makes it a page of a site.
    """
    if not reads_like_role(data):
        return False
    keys = keys_of(data)
    return bool(keys - {"description"}) or bool(keys and not _OF_PAGES.search(data[:SEEN]))


def is_role_anywhere(data: bytes) -> bool:
    """Whether a file is a role file for this host wherever it lies, by a key of its own."""
    return data.startswith(b"---") and bool(keys_of(data) - _COMMON)
