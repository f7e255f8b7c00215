"""The init command: a correct file to start from."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.model import UsageError


def create(folder: Path, pack: str | None, role: str | None) -> str:
    """Create what was asked for; the names of the files that were written, and what comes next.

    Raises:
        UsageError: if neither a pack nor a role was asked for, a name will not do, or a file is
            there already.

    """
    from herdr_lint.init import create_pack, create_role

    if pack is not None:
        written = create_pack(folder, pack, role) if role else create_pack(folder, pack)
    elif role is not None:
        written = (create_role(folder, role),)
    else:
        raise UsageError("say what to create: --pack NAME for a role pack, --role NAME for a role")
    names = "".join(f"created {path.as_posix()}\n" for path in written)
    checked = written[0] if pack is None else folder
    return f"{names}Check it with: herdr-lint {checked.as_posix()}\n"
