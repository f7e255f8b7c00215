"""Which schemas a verdict rests on, by the hashes of their files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from herdr_lint.judge import shipped as files
from herdr_lint.openwop.json_schemas import LEVEL
from herdr_lint.openwop.pinned import digest


@cache
def of_profile(name: str) -> Mapping[str, str]:
    """The files of an OpenWOP profile, and the schema that judges the schemas of packs."""
    folder = files.root() / name
    names = [f"{name}/{path.name}" for path in sorted(folder.glob("*.json"))]
    return _hashes((*names, LEVEL))


@cache
def of_role_packs() -> Mapping[str, str]:
    names = [f"role/{path.name}" for path in sorted((files.root() / "role").glob("*.json"))]
    return _hashes(tuple(names))


def _hashes(names: tuple[str, ...]) -> Mapping[str, str]:
    return {name: digest((files.root() / name).read_bytes()) for name in names}
