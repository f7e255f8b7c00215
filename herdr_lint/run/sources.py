"""The texts that the paths of a report stand for, for code frames and fingerprints."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from herdr_lint.files import disk
from herdr_lint.files.disk import Kind
from herdr_lint.late import late
from herdr_lint.model import Limits
from herdr_lint.project.walk import ARCHIVES
from herdr_lint.syntax.text import SourceText

if TYPE_CHECKING:
    from herdr_lint.files import archives
else:
    archives = late("herdr_lint.files.archives")


def read_source(path: str) -> SourceText | None:
    """The text of a path of a report; None where there is none to be had, as of an archive.

    ``archive.tgz!pack.json`` is a member of an archive, unless there is a file of that name.
    """
    archive, _, member = path.partition("!")
    try:
        if disk.kind(path) in {None, Kind.BROKEN}:
            data = _members(archive).get(member)
            return None if data is None else SourceText.decode(data)
        return None if path.lower().endswith(ARCHIVES) else SourceText.decode(disk.read(path))
    except (OSError, ValueError):
        return None


def _members(archive: str) -> Mapping[str, bytes]:
    """The members of an archive by the names that findings use."""
    limits = Limits()
    return _unpacked(disk.read(archive, max(limits.compressed, limits.unpacked)))


@lru_cache(maxsize=1)
def _unpacked(data: bytes) -> Mapping[str, bytes]:
    """The members in the bytes of an archive; findings come archive by archive."""
    files = archives.read_archive(data)
    return {files.stored(name): data for name, data in files.members.items()}
