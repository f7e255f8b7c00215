"""What the extension of a pack imports when it runs: modules, JSON, packages.

Where all that a quick look takes for an import is fine, nothing more is needed. Only what looks
wrong is looked at again, in the parsed modules that lead there: imports in comments and strings are
none, imports of types alone are erased, and so are names that nothing but types makes use of.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from herdr_lint.late import late_pattern
from herdr_lint.role_pack.extension.evaluator import Evaluator
from herdr_lint.role_pack.extension.modules import Modules
from herdr_lint.role_pack.extension.parser import Import, Module
from herdr_lint.role_pack.extension.quick_look import Sources
from herdr_lint.role_pack.extension.reads import file_reads
from herdr_lint.role_pack.extension.requires import called_imports
from herdr_lint.role_pack.extension.resolution import Resolution, Target
from herdr_lint.role_pack.extension.usage import used_names

_NAMES_FILES = late_pattern(rb"\bimport\s*\.\s*meta\b|\b__(?:dir|file)name\b")
_FINE = frozenset({"file", "provided", "declared", "elsewhere"})


class Imported(NamedTuple):
    """An import that is done when the extension runs, and what it means."""

    module: Module
    use: Import
    target: Target


def trace(
    modules: Modules,
    entries: Iterable[str],
    reached: Sources,
    resolution: Resolution,
    ships: Callable[[str], bool],
) -> Iterator[Imported]:
    """The imports of the modules that are really loaded and import something that looks wrong.

    ``reached`` is what the quick look found; ``ships`` tells of a file whether it is published.
    """

    def is_fine(path: str, source: str) -> bool:
        target = resolution.target(path, source)
        return target.found in _FINE and (target.path is None or ships(target.path))

    loading = _Loading(modules, tuple(entries), reached, resolution)
    evaluator = Evaluator(modules)
    for path, sources in reached.items():
        uses: Sequence[Import] = ()
        if not all(is_fine(path, source) for source in sources):
            uses = loading.imports_of(path)
        if all(is_fine(path, one.source) for one in uses):
            uses = ()
        module = modules.get(path) if uses or _may_read(modules, path) else None
        if module is None:
            continue
        found = [Imported(module, one, resolution.target(path, one.source)) for one in uses]
        found += _lost(module, evaluator, resolution, ships)
        if found and loading.loads(path):
            yield from found


def _may_read(modules: Modules, path: str) -> bool:
    """Whether a script may name files by the place where it lies itself."""
    data = modules.data(path)
    return data is not None and _NAMES_FILES.search(data) is not None


def _lost(
    module: Module, evaluator: Evaluator, resolution: Resolution, ships: Callable[[str], bool]
) -> Iterator[Imported]:
    """The files that a module reads and that are not there, or not published."""
    for one in file_reads(module, evaluator):
        target = resolution.file(one.place)
        if target.found == "file" and target.path is not None:
            if not ships(target.path):
                yield Imported(module, one.use, target)
        elif target.found != "elsewhere" and not one.use.guarded:
            yield Imported(module, one.use, target)


class _Loading:
    """Tells which of the modules that may be loaded really are; parses as few as it can."""

    def __init__(
        self, modules: Modules, entries: Sequence[str], reached: Sources, resolution: Resolution
    ) -> None:
        self._modules = modules
        self._entries = entries
        self._reached = reached
        self._resolution = resolution
        self._imports: dict[str, Sequence[Import]] = {}

    def imports_of(self, path: str) -> Sequence[Import]:
        """The imports that a module does when it runs; none for what is not a module."""
        if path not in self._imports:
            module = self._modules.get(path)
            self._imports[path] = () if module is None else done_imports(module)
        return self._imports[path]

    def loads(self, path: str) -> bool:
        """Whether a module is loaded: the shortest way is tried first, and then every other."""
        way = [path]
        while way[-1] in self._importers:
            way.append(self._importers[way[-1]])
        if all(inner in self._targets(outer) for inner, outer in pairwise(way)):
            return True
        return path in self._all

    def _targets(self, path: str) -> set[str | None]:
        return {self._resolution.target(path, one.source).path for one in self.imports_of(path)}

    @cached_property
    def _importers(self) -> Mapping[str, str]:
        """The module by which each one may come to be loaded first."""
        found: dict[str, str] = {}
        for path, sources in self._reached.items():
            for source in sources:
                target = self._resolution.target(path, source).path
                if target is not None and target not in self._entries:
                    found.setdefault(target, path)
        return found

    @cached_property
    def _all(self) -> frozenset[str]:
        """All modules that are loaded."""
        found = set(self._entries)
        pending = [*self._entries]
        while pending:
            for target in self._targets(pending.pop()):
                if target is not None and target not in found:
                    found.add(target)
                    pending.append(target)
        return frozenset(found)


def done_imports(module: Module) -> list[Import]:
    """The imports of a module that are left once types are erased; not those that may fail."""
    imports = called_imports(module)
    candidates = [one for one in imports if not one.types_only and not one.guarded]
    named = {name for one in candidates if one.names for name in one.names}
    used = used_names(module, named)
    return [one for one in candidates if one.names is None or used.intersection(one.names)]
