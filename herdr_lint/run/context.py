"""Which files around the requested ones have to be judged for the sake of these."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from herdr_lint.catalog.records import RoleRecord, folded
from herdr_lint.files.file_system import FileSystem
from herdr_lint.model import Layer
from herdr_lint.project.targets import RoleFile
from herdr_lint.role.glance import LARGEST_ROLE


def rivals(
    requested: Iterable[RoleRecord], context: Iterable[RoleFile], system: FileSystem
) -> Iterator[RoleFile]:
    """The role files of the context that may bear the name of a requested role.

    A role of a pack is valid only under the name of its file, so the name of the file tells. In
    the other layers the name has to stand in the file.
    """
    names: dict[tuple[Layer, str], set[str]] = defaultdict(set)
    for record in requested:
        names[record.layer, record.scope].update((folded(record.name), folded(record.stem)))
    for role in context:
        wanted = names.get((role.layer, role.scope))
        if wanted and (folded(role.stem) in wanted or _names_one(role, wanted, system)):
            yield role


def _names_one(role: RoleFile, wanted: set[str], system: FileSystem) -> bool:
    if role.layer is Layer.PACKAGE:
        return False
    data = system.read_ahead(role.path, LARGEST_ROLE)
    if not data.isascii():
        return True
    text = data.decode().casefold()
    if any(name in text for name in wanted):
        return True
    system.forget(role.path)
    return False
