"""The bridge of a pack whose extension is one short module, worked out once for all that have it.

Packs of one workshop differ in their roles, not in their extension. What such a module does depends
on its text and on what it asks to import; where that is nothing in the pack, the pack next to it is
told the same.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from herdr_lint.files.tree import MappingTree
from herdr_lint.role_pack.extension.bridge import Bridge, read_bridge, speaks_of_roles
from herdr_lint.role_pack.extension.modules import Modules
from herdr_lint.role_pack.extension.parser import LONGEST_REMEMBERED, Module
from herdr_lint.role_pack.extension.resolution import Resolution


def bridge_of(
    modules: Modules,
    entries: Sequence[str] | None,
    reached: Collection[str],
    others: Iterable[str],
    resolution: Resolution,
) -> Bridge:
    """The bridge of a pack, as `read_bridge` tells it."""
    known = _remembered_for(modules, entries, reached, resolution)
    if known is None:
        return read_bridge(modules, entries, reached, others)
    modules.put(known.module)
    return known.bridge


class _Alone(NamedTuple):
    """A module by itself: its bridge, and what it asked to import meanwhile."""

    module: Module
    bridge: Bridge
    asked: frozenset[str]


def _remembered_for(
    modules: Modules,
    entries: Sequence[str] | None,
    reached: Collection[str],
    resolution: Resolution,
) -> _Alone | None:
    """What is known of a pack's only module; None where others count as well."""
    if entries is None or len(entries) != 1 or set(reached) != set(entries):
        return None
    [path] = entries
    data = modules.data(path)
    if data is None or len(data) > LONGEST_REMEMBERED:
        return None
    alone = _alone(path, data)
    if alone is None or any(resolution.target(path, one).path for one in alone.asked):
        return None
    return alone


@lru_cache(maxsize=64)
def _alone(path: str, data: bytes) -> _Alone | None:
    """A module as if nothing lay beside it; None for one that does not speak of roles itself."""
    modules = _Asked(path, data)
    bridge = read_bridge(modules, (path,), (path,), ())
    module = modules.get(path)
    if module is None or not speaks_of_roles(module):
        return None
    return _Alone(module, bridge, frozenset(modules.asked))


class _Asked(Modules):
    """One module, and the names that it asked to import."""

    def __init__(self, path: str, data: bytes) -> None:
        tree = MappingTree({path: data})
        super().__init__(tree, Resolution(tree, {}, packed=True))
        self.asked: set[str] = set()

    def imported(self, module: Module, source: str) -> Module | None:
        self.asked.add(source)
        return super().imported(module, source)
