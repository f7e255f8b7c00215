"""What the rest of a run needs to know of one role file, once it has been read."""

import unicodedata
from collections.abc import Iterable
from operator import attrgetter
from typing import Any, NamedTuple

from herdr_lint.model import FILE_START, Layer, Span

ORDER = (Layer.PACKAGE, Layer.GLOBAL, Layer.PROJECT)
"""The order in which the host reads the layers; a later one overrides."""


_ENDING = ".md"
_LONGEST_NAME = 1_024
"""Characters of a name that are compared: file names are shorter, and normalizing takes time."""


class RoleOrigin(NamedTuple):
    """What the role files of one folder have in common, as the catalogue sees them.

    ``shown`` is the folder as people read it, with ``/`` at its end, or empty. Records of one
    ``scope`` meet in one host: all packs of a repository have the scope ``""``, a project's folder
    is a scope of its own. ``source`` is how people know the pack or the directory, ``home`` its
    folder and ``package`` the name of the package. ``via`` names each registered path that leads to
    the files: the host counts a role once for each. A package file with no ``via`` belongs to a
    directory that no pack is known to register.
    """

    shown: str
    layer: Layer
    scope: str = ""
    source: str = ""
    home: str = ""
    package: str | None = None
    via: tuple[str, ...] = ()


class RoleRecord(NamedTuple):
    """A role file as the catalogue sees it; small, so that records can travel and be merged.

    ``stem`` is the name that the host takes from the file name, and ``name`` the effective name
    where the host can read one, the stem where it cannot (no frontmatter, no access): it is the
    name that the file sets, or blocks when it is invalid. ``code`` is the host's code for an
    invalid file, None for one that it accepts; ``span`` is where the name stands.
    """

    origin: RoleOrigin
    stem: str
    name: str
    code: str | None = None
    hidden: bool = False
    description: str | None = None
    span: Span = FILE_START

    @property
    def path(self) -> str:
        return self.origin.shown + file_of(self.stem)

    @property
    def layer(self) -> Layer:
        return self.origin.layer

    @property
    def scope(self) -> str:
        return self.origin.scope

    @property
    def source(self) -> str:
        return self.origin.source

    @property
    def home(self) -> str:
        return self.origin.home

    @property
    def package(self) -> str | None:
        return self.origin.package

    @property
    def via(self) -> tuple[str, ...]:
        return self.origin.via

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


def stem_of(file: str) -> str:
    """The name that the host takes from that of a role file; ``.md`` alone keeps its own."""
    return file if file == _ENDING else file.removesuffix(_ENDING)


def file_of(stem: str) -> str:
    """The name of the role file that has a stem."""
    return stem if stem == _ENDING else stem + _ENDING


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
