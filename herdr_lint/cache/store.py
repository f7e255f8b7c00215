"""The folder of the cache: files that are written whole, bounded in all, and read by their owner.

Nothing here ever fails: what cannot be read is not there, and what cannot be written is not kept.
"""

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from herdr_lint.files.regular import read_regular

LARGEST = 64 << 20
"""Bytes of all entries together; those that were not used for longest go first."""

_NAME = "herdr-lint"
_DIGITS = frozenset("0123456789abcdef")
_ABANDONED_AFTER = 3600
_MARKS = {
    "CACHEDIR.TAG": "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# This folder is the cache of herdr-lint; `herdr-lint cache clean` empties it.\n"
    "# About this file see https://bford.info/cachedir/\n",
    ".gitignore": "*\n",
}
"""Files that tell programs for backups, and git, to leave the folder out."""


def default_folder(environment: Mapping[str, str], platform: str) -> Path | None:
    """Where the platform keeps what programs can do without; None where nobody knows."""
    if platform == "win32":
        local = environment.get("LOCALAPPDATA")
        return Path(local, _NAME, "cache") if local else None
    named = environment.get("XDG_CACHE_HOME", "")
    if os.path.isabs(named):  # noqa: PTH117 - a relative one is to be ignored, says XDG
        return Path(named, _NAME)
    home = os.path.expanduser("~")  # noqa: PTH111 - this one never raises
    if not os.path.isabs(home):  # noqa: PTH117
        return None
    return Path(home, *(("Library", "Caches") if platform == "darwin" else (".cache",)), _NAME)


class Removed(NamedTuple):
    """What was removed: entries, and their bytes."""

    entries: int
    size: int


class _Stored(NamedTuple):
    used: int
    size: int
    path: str
    unfinished: bool


class CacheFolder:
    """The entries in one folder, by names of 32 hexadecimal digits."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, name: str) -> bytes | None:
        """The bytes of an entry, if there is one that can be read."""
        try:
            return read_regular(self.folder / name, LARGEST)
        except OSError:
            return None

    def used(self, name: str) -> None:
        """Note that an entry was of use, so that it stays longer than others."""
        with suppress(OSError):
            os.utime(self.folder / name)

    def save(self, name: str, pieces: Iterable[bytes]) -> None:
        """Keep an entry if it can be kept; whoever reads meanwhile sees it whole or not at all."""
        unfinished = self.folder / f"{name}.{os.getpid()}"
        try:
            self._prepare()
            handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except (OSError, ValueError):
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(pieces)
            unfinished.replace(self.folder / name)
        except OSError:
            with suppress(OSError):
                unfinished.unlink()
        self._trim()

    def clean(self) -> Removed:
        """Remove all entries, and the folder if nothing else is in it.

        Raises:
            OSError: if one of them, or the folder, cannot be removed.

        """
        found = list(self._found())
        for one in found:
            Path(one.path).unlink(missing_ok=True)
        if found or self._is_marked():
            for name in _MARKS:
                (self.folder / name).unlink(missing_ok=True)
            with suppress(OSError):  # something of somebody else's is in it
                self.folder.rmdir()
        whole = [one for one in found if not one.unfinished]
        return Removed(len(whole), sum(one.size for one in found))

    def _is_marked(self) -> bool:
        tag = self.load("CACHEDIR.TAG")
        return tag == _MARKS["CACHEDIR.TAG"].encode()

    def _prepare(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, text in _MARKS.items():
            path = self.folder / name
            if not path.exists():
                path.write_text(text, "utf-8")

    def _found(self) -> Iterator[_Stored]:
        """The entries, and what is left of some that were never finished."""
        try:
            with os.scandir(self.folder) as listed:
                entries = list(listed)
        except OSError:
            return
        for entry in entries:
            name, dot, process = entry.name.partition(".")
            if len(name) == 32 and _DIGITS.issuperset(name) and process.isdecimal() == bool(dot):
                with suppress(OSError):
                    about = entry.stat(follow_symlinks=False)
                    yield _Stored(about.st_mtime_ns, about.st_size, entry.path, bool(dot))

    def _trim(self) -> None:
        """Remove what nobody will finish, and what was not used for longest if it is too much."""
        abandoned = time.time_ns() - _ABANDONED_AFTER * 10**9
        found = sorted(self._found(), reverse=True)
        left = LARGEST
        for one in found:
            left -= one.size
            if one.used < abandoned if one.unfinished else left < 0:
                with suppress(OSError):
                    os.unlink(one.path)  # noqa: PTH108
