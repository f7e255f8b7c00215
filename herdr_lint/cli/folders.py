"""Folders that a command line names."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.files import disk
from herdr_lint.model import UsageError


def need_folders(*paths: Path) -> None:
    """Raise `UsageError` naming all that are not folders, paths among them that no system has."""
    missing = [path for path in paths if not disk.is_directory(path)]
    if missing:
        told = "is not a folder; check its spelling and the working directory"
        raise UsageError(*(f"`{path}` {told}" for path in missing))
