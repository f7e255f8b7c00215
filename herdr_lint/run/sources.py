"""The texts that the paths of a report stand for, for code frames and fingerprints."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from herdr_lint.files.regular import read_regular
from herdr_lint.late import late
from herdr_lint.syntax.text import SourceText

if TYPE_CHECKING:
    from herdr_lint.files import archives
else:
    archives = late("herdr_lint.files.archives")


def read_source(path: str) -> SourceText | None:
    """The text of a path of a report; None where there is none to be had.

    ``archive.tgz!pack.json`` is a member of an archive, unless there is a file of that name.
    """
    archive, _, member = path.partition("!")
    try:
        if member and not Path(path).exists():
            data = _members(archive).get(member)
            return None if data is None else SourceText.decode(data)
        return SourceText.decode(read_regular(path))
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=1)
def _members(archive: str) -> dict[str, bytes]:
    """The members of an archive by the names that findings use; findings come file by file."""
    files = archives.read_archive_file(Path(archive))
    return {files.stored(name): data for name, data in files.members.items()}
