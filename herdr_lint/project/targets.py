"""What a run is made of: the things that discovery finds, as plain values.

``path`` and ``root`` are absolute and lexical (links are kept as they were spelled), for opening
files; ``display_path`` is the same place as people read it: relative to the working directory, with
``/``. ``requested`` tells what was asked for from what is only its context: a single role file is
judged beside the other roles of its pack or folder, but nothing is said about those.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from herdr_lint.model import Finding, Layer, Unchecked


@dataclass(frozen=True, slots=True)
class RolePack:
    """A folder with a ``package.json``, and what it registers with the host.

    ``name`` and ``version`` are as the host reads them (role reading 1.7): None where the file
    is not plain JSON or the member is not a string. ``registered`` are the directories and files
    of roles that the pack is taken to register; a pack that only gives a stray directory its
    identity has none.
    """

    root: Path
    display_path: str
    name: str | None = None
    version: str | None = None
    registered: tuple[Path, ...] = ()
    requested: bool = False

    @property
    def label(self) -> str:
        """How people know the pack: ``name@version``, its name, or its folder."""
        if not self.name:
            return self.display_path
        return f"{self.name}@{self.version}" if self.version else self.name


@dataclass(frozen=True, slots=True)
class RoleFile:
    """A role file, and where the host finds it.

    ``root`` is the directory of roles, ``pack`` the nearest package above it. Roles that the host
    would hold in one catalogue at one layer share a ``scope``: all packs have the scope ``""``, a
    project's folder is a scope of its own. ``via`` names each registered path that leads to this
    file: the host counts a role once for each. A package file with no ``via`` belongs to a
    directory that no pack is known to register.
    """

    path: Path
    display_path: str
    layer: Layer
    root: Path
    pack: RolePack | None = None
    requested: bool = False
    scope: str = ""
    via: tuple[str, ...] = ()

    @property
    def stem(self) -> str:
        """The name that the host takes from the file name; ``.md`` alone keeps its own."""
        name = self.display_path.rpartition("/")[2]
        return name if name == ".md" else name.removesuffix(".md")


@dataclass(frozen=True, slots=True)
class AgentPack:
    """A folder with an OpenWOP manifest (``pack.json``, ``pack.yaml`` or ``pack.yml``)."""

    root: Path
    manifest: Path
    display_path: str
    """The manifest, as people read it."""
    requested: bool = False


@dataclass(frozen=True, slots=True)
class Manifest:
    """A single JSON or YAML manifest outside a pack."""

    path: Path
    display_path: str
    requested: bool = True


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """An archive of a pack: ``.tgz``, ``.tar.gz``, ``.tar`` or ``.zip``."""

    path: Path
    display_path: str
    requested: bool = True


Target: TypeAlias = RoleFile | RolePack | AgentPack | Manifest | ArchiveFile


@dataclass(frozen=True, slots=True)
class Discovery:
    """What the given paths hold, each thing once, sorted by ``display_path``.

    ``unreadable`` are role files that the host lists and cannot read. They have their finding
    already and are no units, but they count in the catalogue: in an upper layer they block the
    name of their stem. ``asked`` are the given paths.
    """

    targets: tuple[Target, ...] = ()
    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    unreadable: tuple[RoleFile, ...] = ()
    asked: frozenset[str] = field(default_factory=frozenset)

    def covers(self, display_path: str) -> bool:
        """Whether a path of a finding is, or lies in, something that was asked for."""
        file = display_path if display_path in self.asked else display_path.partition("!")[0]
        path = file
        while path and path.rpartition("/")[2] != "..":
            if path in self.asked:
                return True
            path = path.rpartition("/")[0]
        height = file.split("/").count("..")
        return not file.startswith("/") and any(_height(one) >= height for one in self.asked)


def _height(path: str) -> int:
    """How many steps above the working directory a path is; -1 for one that is not above it."""
    steps = path.split("/")
    if steps == ["."]:
        return 0
    return len(steps) if set(steps) == {".."} else -1
