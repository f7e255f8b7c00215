"""A role pack as it was read: its manifest, what Pi loads of it, what npm ships, its roles.

Everything is worked out when it is asked for, at most once, and nothing here decides whether
anything is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from herdr_lint.files.tree import PackTree
from herdr_lint.judge.document import Document
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.late import late, late_pattern
from herdr_lint.role_pack.extension.alone import bridge_of
from herdr_lint.role_pack.extension.bridge import Bridge
from herdr_lint.role_pack.extension.modules import Modules, is_script
from herdr_lint.role_pack.extension.quick_look import Sources, quick_look
from herdr_lint.role_pack.extension.resolution import Resolution
from herdr_lint.role_pack.pi_resources import PiResources

if TYPE_CHECKING:
    from herdr_lint.role_pack import npm_files
    from herdr_lint.role_pack.extension import imports as following
else:
    npm_files = late("herdr_lint.role_pack.npm_files")
    following = late("herdr_lint.role_pack.extension.imports")

MANIFEST = "package.json"
CONVENTIONAL = ("agents", "roles")
"""Folders that hold roles by custom; the host itself knows no such custom."""

GALLERY = "pi-package"
_KEYWORD = late_pattern(
    r"(?=.*(?:pi-|herdr|pack))(?:pi-)?(?:herdr-)?(?:sub)?(?:agents?-)?role(?:s|-packs?|s-packs?)"
)
"""Keywords by which a package says that it brings roles; ``roles`` alone says too little."""


class PackReading:
    """A role pack.

    ``prefix`` stands before each name of a file in findings. A ``packed`` pack is what npm made
    of it: what is not there is not shipped. ``configured`` are places of roles that somebody
    names; without them, what the extension registers counts, and after that the custom.
    """

    def __init__(
        self,
        tree: PackTree,
        manifest: Document,
        prefix: str,
        *,
        packed: bool,
        configured: tuple[str, ...] | None,
    ) -> None:
        self.tree = tree
        self.manifest = manifest
        self.prefix = prefix
        self.packed = packed
        self.configured = configured

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """The manifest; empty where it is not an object."""
        return self.manifest.data if isinstance(self.manifest.data, Mapping) else {}

    @cached_property
    def resources(self) -> PiResources:
        return PiResources(self.data.get("pi"), self.tree)

    @cached_property
    def resolution(self) -> Resolution:
        return Resolution(self.tree, self.data, packed=self.packed)

    @cached_property
    def modules(self) -> Modules:
        return Modules(self.tree, self.resolution)

    @cached_property
    def reached(self) -> Sources:
        """The scripts that may be loaded, with what reads like an import in each."""
        return quick_look(self.modules, self.resources.extensions or (), self.resolution)

    @property
    def others(self) -> Iterator[str]:
        """The scripts of the pack that nothing loads; of a package not made for Pi, at its root."""
        files = self.tree.files() if self._is_for_pi else self.tree.entries("")
        return (path for path in files if path not in self.reached and is_script(path))

    @property
    def _is_for_pi(self) -> bool:
        named = "pi" in self.data or GALLERY in self.keywords or self.tree.is_folder("extensions")
        return named or not isinstance(self.manifest.data, Mapping)

    @cached_property
    def bridge(self) -> Bridge:
        entries = self.resources.extensions
        return bridge_of(self.modules, entries, self.reached, self.others, self.resolution)

    @cached_property
    def imports(self) -> tuple[following.Imported, ...]:
        """What is imported where something of it looks wrong; else there is nothing to tell."""
        entries = self.resources.extensions or ()
        found = following.trace(self.modules, entries, self.reached, self.resolution, self.ships)
        return tuple(found)

    @cached_property
    def npm(self) -> npm_files.NpmFiles:
        return npm_files.NpmFiles(self.data, self.tree)

    def ships(self, path: str) -> bool:
        """Whether a file gets into the archive that npm makes of the pack."""
        return self.packed or self.npm.has(path)

    @cached_property
    def keywords(self) -> frozenset[str]:
        keywords = self.data.get("keywords")
        found = keywords if isinstance(keywords, list) else ()
        return frozenset(word.casefold() for word in found if isinstance(word, str))

    @cached_property
    def is_for_the_host(self) -> bool:
        """Whether the package registers roles with the host, or says that it means to.

        It speaks the host's channel, or nearly; or its keywords say so: one of a role pack, or
        that of Pi's gallery beside a folder ``roles`` with roles in it. What asks on the channel
        is the host itself, and no pack.
        """
        if self.speaks and not self.bridge.is_silent:
            return not self.bridge.emits
        if any(map(_KEYWORD.fullmatch, self.keywords)):
            return True
        return GALLERY in self.keywords and bool(self.roles_at("roles"))

    @cached_property
    def speaks(self) -> bool:
        """Whether any script may speak of the channel; where none does, nothing is parsed."""
        speaks = self.modules.speaks
        return any(map(speaks, self.reached)) or any(map(speaks, self.others))

    @cached_property
    def registered(self) -> tuple[str, ...] | None:
        """The places of roles that the extension registers, None where that cannot be known."""
        if not self.speaks or self.bridge.emits:
            return ()
        return self.bridge.registered

    @cached_property
    def role_places(self) -> tuple[str, ...]:
        """The folders and files of roles that are there.

        Those that somebody names, or that the extension registers; where there is nothing at
        these places, or where they are not known, those that go by custom are meant.
        """
        known = self.configured if self.configured is not None else self.registered
        tree = self.tree
        there = tuple(path for path in known or () if tree.is_file(path) or tree.is_folder(path))
        return there or tuple(path for path in CONVENTIONAL if self.roles_at(path))

    @cached_property
    def _roles_at(self) -> dict[str, tuple[str, ...] | None]:
        """What was found at places so far."""
        return {}

    def roles_at(self, place: str) -> tuple[str, ...] | None:
        """The role files at a place, or None where there is nothing."""
        if place not in self._roles_at:
            self._roles_at[place] = self._role_files_at(place)
        return self._roles_at[place]

    def _role_files_at(self, place: str) -> tuple[str, ...] | None:
        if self.tree.is_file(place):
            return (place,)
        if not self.tree.is_folder(place):
            return None
        paths = (f"{place}/{name}" if place else name for name in self.tree.entries(place))
        return tuple(path for path in paths if path.endswith(".md") and self.tree.is_file(path))

    @cached_property
    def role_files(self) -> tuple[str, ...]:
        """The role files of the pack, each once."""
        found = (path for place in self.role_places for path in self.roles_at(place) or ())
        return tuple(dict.fromkeys(found))


def read_role_pack(
    tree: PackTree,
    prefix: str = "",
    *,
    packed: bool = False,
    configured: Sequence[str] | None = None,
) -> PackReading:
    """Read the manifest of a pack; never raises, whatever it is."""
    manifest = read_manifest(prefix + MANIFEST, tree.read(MANIFEST) or b"")
    named = None if configured is None else tuple(configured)
    return PackReading(tree, manifest, prefix, packed=packed, configured=named)
