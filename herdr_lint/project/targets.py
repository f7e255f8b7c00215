"""What a run is made of: the things that discovery finds, as plain values.

``path`` and ``root`` are absolute, by the folder that really holds the file, for opening it;
``display_path`` is the same place as people read it: relative to the working directory, with ``/``.
``requested`` tells what was asked for, or holds something that was, from what is only its context:
a single role file is judged beside the other roles of its pack or folder, but nothing is said about
those.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from herdr_lint.catalog.records import RoleOrigin, stem_of
from herdr_lint.files.tree import FolderTree
from herdr_lint.judge.rule_registry import UNSHIPPED
from herdr_lint.model import Layer, Unchecked
from herdr_lint.project.display import printable


class RolePack(NamedTuple):
    """A folder with a ``package.json``, and what it registers with the host.

    ``name`` and ``version`` are as the host reads them (role reading 1.7): None where the file
    is not plain JSON or the member is not a string. ``registered`` are the directories and files
    of roles that the pack is taken to register; a pack that only gives a stray directory its
    identity has none. ``roles_only`` tells that only some of its roles were asked for, and nothing
    else of it. ``tree`` are its files as they were read so far.
    """

    root: str
    display_path: str
    tree: FolderTree
    name: str | None = None
    version: str | None = None
    registered: tuple[str, ...] = ()
    requested: bool = False
    roles_only: bool = False

    @property
    def label(self) -> str:
        """How people know the pack: ``name@version``, its name, or its folder."""
        if not self.name:
            return self.display_path
        return f"{self.name}@{self.version}" if self.version else self.name


class RoleSite(NamedTuple):
    """Where the host finds role files, and what all of them there have in common.

    ``folder`` really holds the files, and ends with its separator; ``pack`` is the nearest package
    above it.
    """

    folder: str
    origin: RoleOrigin
    pack: RolePack | None = None


class RoleFile(NamedTuple):
    """A role file, and where the host finds it.

    A run may have a hundred thousand of them, so what they share stands in their ``site``, and
    the rest is put together where it is asked for. ``name`` is that of the file. ``unreadable`` is
    why the host cannot read it, where its place alone tells that: it is a directory, a link that
    leads nowhere, a device.
    """

    site: RoleSite
    name: str
    requested: bool = False
    unreadable: str | None = None

    @property
    def path(self) -> str:
        return self.site.folder + self.name

    @property
    def display_path(self) -> str:
        return self.site.origin.shown + printable(self.name)

    @property
    def layer(self) -> Layer:
        return self.site.origin.layer

    @property
    def pack(self) -> RolePack | None:
        return self.site.pack

    @property
    def scope(self) -> str:
        return self.site.origin.scope

    @property
    def via(self) -> tuple[str, ...]:
        return self.site.origin.via

    @property
    def context(self) -> str:
        """What the severities of its findings depend on: its layer, and whether a pack ships it."""
        unshipped = self.layer is Layer.PACKAGE and not self.via
        return self.layer.value + UNSHIPPED if unshipped else self.layer.value

    @property
    def stem(self) -> str:
        return stem_of(printable(self.name))

    def at_layer(self, layer: Layer) -> "RoleFile":
        """The same file, as if the host found it at another layer."""
        return self._replace(site=_at_layer(self.site, layer))


@lru_cache(maxsize=256)
def _at_layer(site: RoleSite, layer: Layer) -> RoleSite:
    """One site for all files of a folder."""
    return site._replace(origin=site.origin._replace(layer=layer))


class AgentPack(NamedTuple):
    """A folder with an OpenWOP manifest (``pack.json``, ``pack.yaml`` or ``pack.yml``)."""

    root: str
    path: str
    """The manifest."""
    display_path: str
    requested: bool = False


class Manifest(NamedTuple):
    """A single JSON or YAML manifest outside a pack."""

    path: str
    display_path: str
    requested: bool = False


class ArchiveFile(NamedTuple):
    """An archive of a pack: ``.tgz``, ``.tar.gz``, ``.tar`` or ``.zip``."""

    path: str
    display_path: str
    requested: bool = False


Target: TypeAlias = RoleFile | RolePack | AgentPack | Manifest | ArchiveFile


class Misplaced(NamedTuple):
    """A file that looks like a role and that the host does not look at.

    It lies ``below`` a directory of roles (``folder``), or has another ``extension``.
    """

    display_path: str
    cause: Literal["below", "extension"]
    layer: Layer
    folder: str = ""

    @property
    def beside(self) -> str:
        """The folder that the file lies in."""
        return self.display_path.rpartition("/")[0]


class Discovery(NamedTuple):
    """What the requested paths hold, each thing once, sorted by display path.

    ``requested`` are the requested paths themselves, as people read them.
    """

    targets: tuple[Target, ...] = ()
    misplaced: tuple[Misplaced, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()
    requested: frozenset[str] = frozenset()

    def covers(self, display_path: str) -> bool:
        """Whether a path of a finding is, or lies in, something that was requested."""
        return covers(self.requested, display_path)


def covers(requested: frozenset[str], display_path: str) -> bool:
    """Whether one of some paths is a path or a folder above it, all as people read them."""
    file = display_path if display_path in requested else display_path.partition("!")[0]
    path = file
    while path and path.rpartition("/")[2] != "..":
        if path in requested:
            return True
        parent = path.rpartition("/")[0]
        path = "/" if not parent and path.startswith("/") and path != "/" else parent
    height = file.split("/").count("..")
    return not file.startswith("/") and any(_height(one) >= height for one in requested)


def _height(path: str) -> int:
    """How many steps above the working directory a path is; -1 for one that is not above it."""
    steps: Sequence[str] = path.split("/")
    if steps == ["."]:
        return 0
    return len(steps) if set(steps) == {".."} else -1
