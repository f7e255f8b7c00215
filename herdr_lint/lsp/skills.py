"""The skills that the pack of a role ships, for completion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from herdr_lint.files.file_system import FileSystem
from herdr_lint.files.tree import FolderTree
from herdr_lint.role_pack.reading import read_role_pack
from herdr_lint.role_pack.subject import Pack


def skills_of(role: Path, buffers: Mapping[Path, bytes]) -> Sequence[str]:
    """The names of the skills of the nearest package above a role file, none without one."""
    root = next((one for one in role.parents if (one / "package.json").is_file()), None)
    if root is None:
        return ()
    system = FileSystem({str(path): data for path, data in buffers.items()})
    skills = Pack(read_role_pack(FolderTree(root, system))).skills or ()
    return sorted({str(document.data["name"]) for _, document in skills})
