"""Which files Pi loads from a package, as its manifest or the folders of a package tell.

Follows the package manager of Pi 1.6: a field that is not a list of strings is dropped, ``!``,
``+`` and ``-`` begin exceptions, ``*`` and ``?`` make a pattern, and without any list of resources
the folders ``extensions``, ``skills``, ``prompts`` and ``themes`` count.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from posixpath import basename, dirname, normpath
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from herdr_lint.files.tree import PackTree
from herdr_lint.late import late
from herdr_lint.role_pack.pi_folders import extensions_in, is_list, skills_in

if TYPE_CHECKING:
    from herdr_lint.role_pack import globs as globbing
    from herdr_lint.role_pack.globs import Glob
else:
    globbing = late("herdr_lint.role_pack.globs")

RESOURCES = ("extensions", "skills", "prompts", "themes")
MEMBERS = (*RESOURCES, "changelogPath", "image", "video")
"""What Pi knows of the member ``pi`` of a ``package.json``."""

Found = Literal[
    "file",
    "folder",
    "pattern",
    "exception",
    "void",
    "missing",
    "absolute",
    "home",
    "out",
    "unknown",
]

_SIGNS = ("!", "+", "-")
_Collect: TypeAlias = Callable[[PackTree, str], "Sequence[str] | None"]


class ResourceEntry(NamedTuple):
    """One entry of a list of resources.

    ``path`` is its place in the pack, None where it names none there. ``found`` tells what is
    there: of an exception ``void`` if it can fit nothing at all; ``absolute``, ``home`` (``~``)
    and ``out`` name no place in the pack, and what is ``unknown`` lies in installed packages.
    """

    text: str
    found: Found
    path: str | None = None


class PiResources:
    """What Pi makes of the member ``pi`` of a package, given the package's files."""

    def __init__(self, pi: Any, tree: PackTree) -> None:
        self.pi = pi
        self.tree = tree

    @cached_property
    def lists(self) -> Mapping[str, Sequence[str]]:
        """The lists that Pi takes; an empty mapping means that the folders count instead."""
        if not isinstance(self.pi, Mapping):
            return {}
        return {name: self.pi[name] for name in RESOURCES if is_list(self.pi.get(name))}

    def entries(self, resource: str) -> tuple[ResourceEntry, ...]:
        return tuple(_entry(text, self.tree) for text in self.lists.get(resource, ()))

    @cached_property
    def extensions(self) -> tuple[str, ...] | None:
        """The modules that Pi loads; None if that cannot be told."""
        return self._files("extensions", extensions_in)

    @cached_property
    def skills(self) -> tuple[str, ...] | None:
        """The files of skills that Pi reads; None if that cannot be told."""
        return self._files("skills", skills_in)

    def _files(self, resource: str, collect: _Collect) -> tuple[str, ...] | None:
        if not self.lists:
            found = collect(self.tree, resource)
            return None if found is None else tuple(dict.fromkeys(found))
        exceptions = _Exceptions.of(self.lists.get(resource, ()))
        if exceptions is None:
            return None
        named: dict[str, None] = {}
        for entry in self.entries(resource):
            paths = self._expanded(entry, resource)
            if paths is None:
                return None
            for path in paths:
                files = [path] if self.tree.is_file(path) else collect(self.tree, path)
                if files is None:
                    return None
                named.update(dict.fromkeys(files))
        return tuple(path for path in named if exceptions.leave(path))

    def _expanded(self, entry: ResourceEntry, resource: str) -> Sequence[str] | None:
        """The paths that an entry names: one, or all that a pattern fits; None if not known."""
        if entry.found == "unknown" or (entry.path == "" and resource == "extensions"):
            return None
        if entry.path is None:
            return ()
        if entry.found != "pattern":
            return (entry.path,)
        patterns = globbing.globs(entry.path)
        if patterns is None:
            return None
        return sorted({path for glob in patterns for path in self._fitting(glob)})

    def _fitting(self, glob: "Glob") -> Iterator[str]:
        """What a pattern fits, in the folder that it begins with."""
        plain = [*takewhile(lambda step: isinstance(step, str) and step != "**", glob.steps[:-1])]
        start = "/".join(map(str, plain))
        for path in self.tree.paths(start):
            if glob.fits(path.split("/")) and not _is_hidden(path):
                yield path


def _entry(text: str, tree: PackTree) -> ResourceEntry:
    if text.startswith(_SIGNS):
        return ResourceEntry(text, "void" if _is_void(text) else "exception")
    if text.startswith("/"):
        return ResourceEntry(text, "absolute")
    if text.startswith("~") and not tree.is_folder("~"):
        return ResourceEntry(text, "home")
    path = place(text, installed=True)
    if path is None:
        return ResourceEntry(text, "out")
    if "*" in text or "?" in text:
        return ResourceEntry(text, "pattern", path)
    if tree.is_file(path):
        return ResourceEntry(text, "file", path)
    if tree.is_folder(path):
        return ResourceEntry(text, "folder", path)
    return ResourceEntry(text, "unknown" if "node_modules" in path.split("/") else "missing", path)


def _is_void(entry: str) -> bool:
    """Whether an exception can fit nothing: it is compared with plain names in the pack.

    ``-`` and ``+`` are compared after a ``./`` is taken away, ``!`` as it is.
    """
    sign, pattern = entry[0], entry[1:]
    if sign != "!":
        pattern = pattern.removeprefix("./")
        return pattern.startswith(("./", "../", "/", "~/")) or pattern.endswith("/")
    return pattern.startswith(("./", "../", "/", "~/"))


def place(text: str, *, installed: bool = False) -> str | None:
    """A relative path as a name in the pack; None for what leads out.

    What lies in installed packages counts only where it is asked for.
    """
    if text.startswith("/") or "\0" in text:
        return None
    path = normpath(text)
    if path == ".." or path.startswith("../"):
        return None
    if not installed and "node_modules" in path.split("/"):
        return None
    return "" if path == "." else path


class _Exceptions(NamedTuple):
    """``!pattern`` takes away, ``+path`` gives back, ``-path`` takes away for good.

    A pattern that is not ``plain``, with a second ``!``, takes away what it does not fit.
    """

    taken: tuple[tuple[bool, tuple["Glob", ...]], ...]
    given_back: frozenset[str]
    taken_for_good: frozenset[str]

    @classmethod
    def of(cls, entries: Sequence[str]) -> "_Exceptions | None":
        """The exceptions among entries; None if one of them is not understood."""
        taken: list[tuple[bool, tuple[Glob, ...]]] = []
        for entry in entries:
            if entry.startswith("!") and not entry.startswith("!#"):
                pattern = entry.lstrip("!")
                found = globbing.globs(pattern)
                if found is None:
                    return None
                taken.append(((len(entry) - len(pattern)) % 2 == 1, found))
        return cls(tuple(taken), _exact(entries, "+"), _exact(entries, "-"))

    def leave(self, path: str) -> bool:
        names = _names(path)
        ways = [steps for name in names for steps in (name.split("/"), [basename(name)])]
        kept = not any(
            any(glob.fits(steps) for glob in found) is plain
            for plain, found in self.taken
            for steps in ways
        )
        kept = kept or bool(self.given_back.intersection(names))
        return kept and not self.taken_for_good.intersection(names)


def _exact(entries: Sequence[str], sign: str) -> frozenset[str]:
    return frozenset(e[1:].removeprefix("./") for e in entries if e.startswith(sign))


def _names(path: str) -> tuple[str, ...]:
    """The path, and for a skill its folder."""
    return (path, dirname(path)) if basename(path) == "SKILL.md" else (path,)


def _is_hidden(path: str) -> bool:
    return any(part.startswith(".") for part in path.split("/"))
