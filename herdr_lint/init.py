"""New role packs and role files, to begin with: correct from the first line, and to be filled in.

What is written here passes the project's own rules; nothing that exists is ever overwritten.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from herdr_lint.files.regular import read_regular
from herdr_lint.files.writing import WriteError, make_file
from herdr_lint.late import late_pattern
from herdr_lint.links import REPOSITORY
from herdr_lint.model import UsageError
from herdr_lint.role.adopt import adopt
from herdr_lint.role.glance import LARGEST_ROLE
from herdr_lint.version import __version__

_PACKAGE = late_pattern(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
_LONGEST_PACKAGE = 214
_ROLE = late_pattern(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_OPENWOP = late_pattern(r"(?:vendor|community)(?:\.[a-z0-9]+(?:-[a-z0-9]+)*){2,}")
SERVICES = {
    "pre-commit": ("pre-commit-config.yaml.in", ".pre-commit-config.yaml"),
    "github": ("github.yml.in", ".github/workflows/herdr-lint.yml"),
    "gitlab": ("gitlab-ci.yml.in", ".gitlab-ci.yml"),
}
"""By the name of a service, its template and its file."""

_TAKEN = frozenset({"list"})
"""Names that the command ``/subagent`` keeps for itself."""

_LONGEST_ROLE = 64


def create_pack(folder: Path, name: str, role: str = "reviewer") -> tuple[Path, ...]:
    """Write a role pack with one role into a folder, which is made if it is not there.

    ``name`` is the name of the npm package, ``role`` that of the role. Returns the files.

    Raises:
        UsageError: if a name is not allowed, or a file exists or cannot be written.

    """
    if len(name) > _LONGEST_PACKAGE or not _PACKAGE.fullmatch(name):
        raise UsageError(f"{name!r} is not a name for an npm package; try `@scope/roles`")
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


def create_openwop_pack(folder: Path, name: str, role: str = "writer") -> tuple[Path, ...]:
    """Write an OpenWOP pack with one agent into a folder. Returns the files.

    ``name`` is the name of the pack with its namespace, as in ``vendor.acme.crew``; the agent is
    called ``NAME.ROLE``.

    Raises:
        UsageError: if a name is not allowed, or a file exists or cannot be written.

    """
    if not _OPENWOP.fullmatch(name):
        raise UsageError(f"{name!r} is not a name for an OpenWOP pack; try `vendor.acme.crew`")
    _check_role(role)
    values = {"name": name, "role": role, "title": _title(role)}
    contents = {
        folder / "pack.json": _filled("pack.json.in", values),
        folder / "prompts" / f"{role}.md": _filled("prompt.md.in", values),
    }
    return _write(contents)


def create_service(folder: Path, service: str) -> Path:
    """Write what a service needs to run the linter: ``pre-commit``, ``github`` or ``gitlab``.

    Raises:
        UsageError: if the service is unknown, or the file exists or cannot be written.

    """
    if service not in SERVICES:
        raise UsageError(f"{service!r} is not one of {', '.join(SERVICES)}")
    template, place = SERVICES[service]
    action = REPOSITORY.removeprefix("https://github.com/")
    values = {"repository": REPOSITORY, "action": action, "version": __version__}
    return _write({folder / place: _filled(template, values)})[0]


def adopt_role(folder: Path, file: Path) -> tuple[Path, tuple[str, ...]]:
    """Write the role that says what another program's agent file says.

    Returns the new file, and a sentence for each thing that could not be carried over.

    Raises:
        UsageError: if the agent file cannot be read or has no frontmatter, or the new file exists
            or cannot be written.

    """
    try:
        data = read_regular(file, LARGEST_ROLE)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror}") from error
    adopted = adopt(data, file.name)
    written = _write({folder / f"{adopted.name}.md": adopted.text})
    return written[0], adopted.remarks


def _check_role(role: str) -> None:
    if role in _TAKEN:
        told = f"`/subagent {role}` means something else"
        raise UsageError(f"{role!r} is not a name for a role: {told}; choose another name")
    if len(role) > _LONGEST_ROLE or not _ROLE.fullmatch(role):
        told = f"use 1 to {_LONGEST_ROLE} small letters, digits and single hyphens"
        raise UsageError(f"{role!r} is not a name for a role: {told}")


def _title(role: str) -> str:
    return " ".join(word.capitalize() for word in role.split("-"))


def _filled(template: str, values: Mapping[str, str]) -> str:
    text = (files("herdr_lint") / "templates" / template).read_text("utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], text)


def _write(contents: Mapping[Path, str]) -> tuple[Path, ...]:
    """Write all files, or none if one of them exists."""
    for path in contents:
        if os.path.lexists(path):
            raise UsageError(
                f"{path} exists, and nothing is overwritten; move it, or choose another folder"
            )
    for path, text in contents.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            make_file(path, text.encode())
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from error
        except WriteError as error:
            raise UsageError(f"cannot write {path}: {error.reason}") from error
    return tuple(contents)
