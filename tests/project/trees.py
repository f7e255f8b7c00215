"""Trees of files to look for things in, and discoveries in a form that is easy to compare."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from herdr_lint.files.file_system import FileSystem
from herdr_lint.model import Finding
from herdr_lint.project.options import Options
from herdr_lint.project.search import discover
from herdr_lint.project.targets import Discovery, RoleFile, RolePack
from herdr_lint.run.misplaced import misplaced_findings

ROLE = "---\ndescription: d\n---\n\nBody.\n"
PROSE = "# Title\n\nText.\n"


def plant(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files; a text that begins with ``->`` makes a link, a name ending in ``/`` a folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        elif isinstance(content, bytes):
            path.write_bytes(content)
        elif content.startswith("->"):
            path.symlink_to(content.removeprefix("->"))
        else:
            path.write_text(content, encoding="utf-8")


def package(name: object = "pack", version: object = "1.0.0", **more: object) -> str:
    return json.dumps({"name": name, "version": version, **more})


def looking(**options: Any) -> Options:
    """Options for a file system of its own."""
    return Options(FileSystem(), **options)


def look(root: Path, *paths: str, options: Options | None = None) -> Discovery:
    """Discovery with ``root`` as the working directory, away from the user's own files."""
    options = (options or Options(FileSystem()))._replace(
        directory=root,
        agent_directory=(options and options.agent_directory) or root / ".no-agent",
    )
    return discover(paths or (".",), options)


def requested(discovery: Discovery) -> list[str]:
    """Everything that was asked for, as ``Kind path``."""
    return [
        f"{type(target).__name__} {target.display_path}"
        for target in discovery.targets
        if target.requested
    ]


def context(discovery: Discovery) -> list[str]:
    return [
        f"{type(target).__name__} {target.display_path}"
        for target in discovery.targets
        if not target.requested
    ]


def roles(discovery: Discovery) -> dict[str, tuple[str, str]]:
    """Layer and scope of each role file."""
    return {
        target.display_path: (target.layer.value, target.scope.removesuffix("/"))
        for target in discovery.targets
        if isinstance(target, RoleFile)
    }


def ways(discovery: Discovery) -> dict[str, tuple[str, ...]]:
    """The registered paths that lead to each role file."""
    return {
        target.display_path: target.via
        for target in discovery.targets
        if isinstance(target, RoleFile)
    }


def packs(discovery: Discovery) -> dict[str, tuple[str, ...]]:
    """The directory names that each role pack registers."""
    return {
        target.label: tuple(Path(path).name for path in target.registered)
        for target in discovery.targets
        if isinstance(target, RolePack)
    }


def findings_of(discovery: Discovery) -> list[Finding]:
    """What is said of the files that the host does not look at."""
    return [*misplaced_findings(discovery.misplaced)]


def unreadable(discovery: Discovery) -> dict[str, str | None]:
    """The role files that the host cannot read, and why."""
    return {
        one.display_path: one.unreadable
        for one in discovery.targets
        if isinstance(one, RoleFile) and one.unreadable
    }


def said(discovery: Discovery) -> list[tuple[str, str, str, int, int, str]]:
    return [
        (
            finding.path,
            finding.rule,
            finding.severity.value,
            finding.span.start.line,
            finding.span.start.column,
            finding.message,
        )
        for finding in findings_of(discovery)
    ]
