"""What the rest of a run needs to know of one role file, once it has been read."""

import unicodedata
from collections.abc import Iterable
from operator import attrgetter
from typing import Any, NamedTuple

from herdr_lint.model import FILE_START, Layer, Span

ORDER = (Layer.PACKAGE, Layer.GLOBAL, Layer.PROJECT)
"""The order in which the host reads the layers; a later one overrides."""


_LONGEST_NAME = 1_024
"""Characters of a name that are compared: file names are shorter, and normalizing takes time."""


class RoleRecord(NamedTuple):
    """A role file as the catalogue sees it; small, so that records can travel and be merged.

    ``name`` is the effective name where the host can read one, and the stem where it cannot (no
    frontmatter, no access): it is the name that the file sets, or blocks when it is invalid.
    ``code`` is the host's code for an invalid file, None for one that it accepts. Records of one
    ``scope`` meet in one host (see ``RoleFile``). ``source`` is how people know the pack or the
    directory, ``home`` its folder and ``package`` the name of the package. ``via`` are the
    registered paths that lead to the file; ``span`` is where its name stands.
    """

    path: str
    layer: Layer
    stem: str
    name: str
    source: str = ""
    home: str = ""
    package: str | None = None
    scope: str = ""
    code: str | None = None
    hidden: bool = False
    description: str | None = None
    via: tuple[str, ...] = ()
    span: Span = FILE_START

    @property
    def valid(self) -> bool:
        """Whether the host accepts the file by itself."""
        return self.code is None

    @property
    def times(self) -> int:
        """How many definitions the host counts: one for each registered way to the file."""
        return max(1, len(self.via))

    @property
    def sort_key(self) -> tuple[Any, ...]:
        return (self.path, ORDER.index(self.layer), self.name)


def folded(name: str) -> str:
    """A name as a file system may see it that tells neither case nor Unicode form apart."""
    if name.isascii():
        return name[:_LONGEST_NAME].lower()
    return unicodedata.normalize("NFC", name[:_LONGEST_NAME].casefold())


def merge(*parts: Iterable[RoleRecord]) -> tuple[RoleRecord, ...]:
    """The records of several parts of a run, each once, in order: associative, like the run."""
    records = {record for part in parts for record in part}
    if len({record.path for record in records}) == len(records):
        return tuple(sorted(records, key=attrgetter("path")))
    return tuple(sorted(records, key=lambda record: (record.sort_key, repr(record))))
