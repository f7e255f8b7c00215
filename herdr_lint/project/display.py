"""Paths as people read them: relative to the working directory, with ``/``."""

from __future__ import annotations

import os
from pathlib import Path


class Display:
    """Turns absolute paths into shown ones, for one working directory."""

    def __init__(self, directory: Path) -> None:
        self._directory = str(directory)

    def __call__(self, path: str | Path) -> str:
        r"""The path from the working directory; absolute where there is no way (another drive).

        Bytes of a file name that are not UTF-8 are shown as ``\xff``, so a shown path can
        always be printed.
        """
        try:
            way = os.path.relpath(path, self._directory)
        except ValueError:
            way = str(path)
        way = way.replace(os.sep, "/")
        try:
            return os.fsencode(way).decode("utf-8", "backslashreplace")
        except UnicodeEncodeError:
            return way.encode("utf-8", "backslashreplace").decode()
