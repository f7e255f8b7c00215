"""Paths as people read them: relative to the working directory, with ``/``."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from herdr_lint.files import disk

ToDisplayPath: TypeAlias = Callable[[str], str]
"""From the absolute path of a file to the one that people read."""


class Display:
    """Turns absolute paths into display paths, for one working directory."""

    def __init__(self, directory: str | Path) -> None:
        self._directory = disk.real(directory)
        self._start = self._directory.rstrip(os.sep) + os.sep

    def __call__(self, path: str | Path) -> str:
        r"""The path from the working directory; absolute where there is no way (another drive).

        Bytes of a file name that are not UTF-8 are shown as ``\xff``, so a display path can
        always be printed.
        """
        way = str(path)
        if way.startswith(self._start):
            way = way[len(self._start) :]
        else:
            with suppress(ValueError):
                way = os.path.relpath(way, self._directory)
        return printable(way.replace(os.sep, "/"))


def printable(path: str) -> str:
    """A path, or the name of a file, with what is no UTF-8 in it as escapes."""
    if path.isascii():
        return path
    try:
        return os.fsencode(path).decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return path.encode("utf-8", "backslashreplace").decode()
