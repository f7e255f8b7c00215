"""What the disk tells of one file: where it lies, whether it has changed, how it begins."""

from __future__ import annotations

import os
from collections.abc import Hashable
from pathlib import Path

from herdr_lint.files.file_system import FileSystem
from herdr_lint.role.glance import LARGEST_ROLE, SEEN, is_meant_for_role, keys_of, reads_like_role

CLOCK = 0.1
"""Seconds by which the time of a file may be behind the clock."""


def located(path: str) -> Path:
    """A file as the run spells it: by the folder that really holds it, a link to a file kept."""
    folder, name = os.path.split(os.path.abspath(path))  # noqa: PTH100
    return Path(os.path.realpath(folder), name)


def changed_since(path: Path, looked: float) -> bool:
    """Whether a file may have been written, or have come to where it is, since a time."""
    try:
        found = path.stat()
    except OSError:
        return False
    return max(found.st_mtime, found.st_ctime) >= looked - CLOCK


def beginning(path: Path) -> bytes:
    """As much of a file as a glance takes in; nothing of one that cannot be read."""
    return FileSystem().read_ahead(str(path), LARGEST_ROLE, beginning=SEEN)


def sign_of(data: bytes) -> Hashable:
    """What the beginning of a file shows, which is a sign of what its folder is."""
    return reads_like_role(data), keys_of(data), is_meant_for_role(data)
