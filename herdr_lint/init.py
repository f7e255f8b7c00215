"""New role packs and role files, to begin with: correct from the first line, and to be filled in.

What is written here passes the project's own rules; nothing that exists is ever overwritten.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from herdr_lint.model import UsageError

_PACKAGE = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
_LONGEST_PACKAGE = 214
_ROLE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_TAKEN = frozenset({"list"})
"""Names that the command ``/subagent`` keeps for itself."""


def create_pack(folder: Path, name: str, role: str = "reviewer") -> tuple[Path, ...]:
    """Write a role pack with one role into a folder, which is made if it is not there.

    ``name`` is the name of the npm package, ``role`` that of the role. Returns the files.

    Raises:
        UsageError: if a name is not allowed, or a file exists or cannot be written.

    """
    if len(name) > _LONGEST_PACKAGE or not _PACKAGE.fullmatch(name):
        raise UsageError(f"{name!r} is no name for an npm package; try `@scope/roles`")
    _check_role(role)
    values = {"name": name, "role": role, "title": _title(role)}
    contents = {
        folder / "package.json": _filled("package.json.in", values),
        folder / "extension.ts": _filled("extension.ts.in", values),
        folder / "README.md": _filled("README.md.in", values),
        folder / "roles" / f"{role}.md": _filled("role.md.in", values),
    }
    return _write(contents)


def create_role(folder: Path, role: str) -> Path:
    """Write a role file into a folder, which is made if it is not there.

    Raises:
        UsageError: if the name is not allowed, or the file exists or cannot be written.

    """
    _check_role(role)
    text = _filled("role.md.in", {"role": role, "title": _title(role)})
    return _write({folder / f"{role}.md": text})[0]


def _check_role(role: str) -> None:
    if len(role) > 64 or role in _TAKEN or not _ROLE.fullmatch(role):
        raise UsageError(
            f"{role!r} is no name for a role: use small letters, digits and single hyphens"
        )


def _title(role: str) -> str:
    return " ".join(word.capitalize() for word in role.split("-"))


def _filled(template: str, values: Mapping[str, str]) -> str:
    text = (files("herdr_lint") / "templates" / template).read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], text)


def _write(contents: Mapping[Path, str]) -> tuple[Path, ...]:
    """Write all files, or none if one of them exists."""
    for path in contents:
        if path.exists() or path.is_symlink():
            raise UsageError(f"{path} exists, and nothing is overwritten")
    for path, text in contents.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from error
    return tuple(contents)
