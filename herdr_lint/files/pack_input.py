"""A pack as it is handed in: bytes, a path or a mapping, read into one shape within bounds."""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from herdr_lint.files import disk
from herdr_lint.files.archives import read_archive, read_archive_file
from herdr_lint.files.collect import PackFiles
from herdr_lint.files.folder import read_folder, read_mapping
from herdr_lint.late import late_pattern
from herdr_lint.model import Limits

Handed: TypeAlias = "bytes | bytearray | memoryview | str | os.PathLike[str] | Mapping[str, bytes]"
"""An archive as bytes, the path of an archive or a folder, or names of files with their bytes."""

UNNAMED = "pack"
"""What findings call a pack that came without a path."""

_REGISTRY_TREE = late_pattern(r"(?:^|/)(v[0-9]+)/packs/[^/]+/-/[^/]+$")


@dataclass(frozen=True, slots=True)
class PackInput:
    """One pack, read.

    ``label`` is how findings call it. ``integrity`` is that of the archive, None for a folder or
    a mapping. ``tree`` is the version of OpenWOP whose part of a registry the path lies in.
    """

    files: PackFiles
    label: str
    integrity: str | None = None
    tree: str | None = None

    @classmethod
    def read(cls, pack: Handed, limits: Limits, label: str | None = None) -> PackInput:
        """Never raises for what the pack holds; a path that cannot be read is an issue of it.

        ``label`` is how findings call it; its path if that is left out.
        """
        if isinstance(pack, Mapping):
            return cls(read_mapping(pack, limits), UNNAMED)
        if isinstance(pack, bytes | bytearray | memoryview):
            archive = bytes(pack)
            return cls(read_archive(archive, limits), UNNAMED, integrity(archive))
        path = Path(pack)
        if disk.is_directory(path):
            return cls(read_folder(path, limits), label or _shown(path))
        data = _start_of(path, limits)
        tree = _REGISTRY_TREE.search(path.as_posix())
        return cls(
            read_archive_file(path, limits) if data is None else read_archive(data, limits),
            label or _shown(path),
            None if data is None else integrity(data),
            tree[1] if tree else None,
        )

    @property
    def members(self) -> Mapping[str, bytes]:
        return self.files.members

    @property
    def prefix(self) -> str:
        """What stands before the name of a file in a finding: ``pack.tgz!``, ``packs/crew/``."""
        if self.files.form != "folder":
            return f"{self.label}!{self.files.prefix}"
        return self.files.prefix if self.label == "." else f"{self.label}/{self.files.prefix}"

    def is_same_as(self, other: PackInput) -> bool:
        """Whether it is the same archive byte by byte or, if one is none, the same files."""
        if self.integrity and other.integrity:
            return self.integrity == other.integrity
        return dict(self.members) == dict(other.members)


def integrity(data: bytes) -> str:
    """The integrity of an archive as registries write it: ``sha256-`` and base64."""
    return f"sha256-{base64.b64encode(hashlib.sha256(data).digest()).decode()}"


def _start_of(path: Path, limits: Limits) -> bytes | None:
    """The bytes of an archive, or None where it cannot be read or is too large."""
    try:
        return disk.read(path, max(limits.compressed, limits.unpacked))
    except OSError:
        return None


def _shown(path: Path) -> str:
    way = path.as_posix()
    return way.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
