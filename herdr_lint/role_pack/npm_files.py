"""Which files of a package npm puts into the archive that it publishes.

The rules of npm's packlist as far as the package's own files go: ``files``, else ``.npmignore``,
else ``.gitignore``; ignore files in folders; what npm always takes and what it never takes. All
are patterns of which the last that fits decides, in any letter case; what lies in a folder that
is left out is left out with it; and symbolic links are never taken.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from posixpath import basename, dirname, normpath, split
from typing import Any, NamedTuple

from herdr_lint.files.tree import PackTree
from herdr_lint.late import late_pattern
from herdr_lint.role_pack.globs import ANY, Glob, globs, steps_of

MOST_RULES = 20_000
"""Lines of ignore files and entries of ``files`` that are followed in one pack."""

MOST_LOOSE = 500
"""Patterns among them that begin with a wildcard or as others do: each is tried with many names."""

_NEVER = (
    ".npmignore",
    ".gitignore",
    "**/.git",
    "**/.svn",
    "**/.hg",
    "**/CVS",
    "**/.git/**",
    "**/.svn/**",
    "**/.hg/**",
    "**/CVS/**",
    "/.lock-wscript",
    "/.wafpickle-*",
    "/build/config.gypi",
    "npm-debug.log",
    "**/.npmrc",
    ".*.swp",
    ".DS_Store",
    "**/.DS_Store/**",
    "._*",
    "**/._*/**",
    "*.orig",
    "/archived-packages/**",
)
_NEVER_AT_ROOT = (
    "!/package.json",
    "!/readme{,.*[^~$]}",
    "!/copying{,.*[^~$]}",
    "!/license{,.*[^~$]}",
    "!/licence{,.*[^~$]}",
    "/.git",
    "/node_modules",
    ".npmrc",
    "/package-lock.json",
    "/yarn.lock",
    "/pnpm-lock.yaml",
    "/bun.lockb",
)
_LITERAL = late_pattern(r"[^*?\[\\{!+@]*")


class _Pattern(NamedTuple):
    """What one line fits; ``alone`` is a name for any depth, ``loose`` also with a slash behind."""

    glob: Glob
    alone: bool
    loose: bool

    @classmethod
    def of(cls, glob: Glob) -> _Pattern:
        steps = glob.steps
        loose = len(steps) <= (1 if steps[-1] else 2)
        anchored = Glob(steps[1:], glob.dots) if not steps[0] else glob
        return cls(anchored, len(steps) == 1, loose)

    def fits(self, path: list[str]) -> bool:
        return self.glob.fits([_name(path)] if self.alone else path)

    def fits_folder(self, path: list[str], *, kept: bool) -> bool:
        """Whether it fits a folder, or where it is ``kept``, may fit something in it."""
        if self._fits_folder(path, kept=kept):
            return True
        return self.loose and self._fits_folder(path[-1:], kept=kept)

    def _fits_folder(self, path: list[str], *, kept: bool) -> bool:
        return self.glob.fits([*path, ""]) or (kept and self.glob.fits(path, begins=True))


class _Rule(NamedTuple):
    """One line: what it fits is left out, or taken back where it is ``kept``."""

    order: int
    kept: bool
    patterns: tuple[_Pattern, ...]

    def fits(self, path: list[str], *, folder: bool) -> bool:
        return any(
            one.fits(path) or (folder and one.fits_folder(path, kept=self.kept))
            for one in self.patterns
        )

    @property
    def is_of_folders(self) -> bool:
        """Whether it is one to the files in a folder what they are called."""
        return all(one.glob.steps[-1] == ANY for one in self.patterns)


class _Paths:
    """The lines that name a path of several steps, found by that path or by what it begins with."""

    def __init__(self) -> None:
        self._above: dict[str, _Rule] = {}
        """By a folder the last line that takes back something below it."""
        self._begun: dict[str, list[_Rule]] = defaultdict(list)
        self._lengths: set[int] = set()
        self._holding: set[str] = set()
        """Folders of which a line may name a file."""

    def add(self, rule: _Rule, path: str) -> None:
        """Take in a line, in the order of the lines."""
        begin = _begin(path)
        above = [begin[:at] for at, char in enumerate(begin) if char == "/"]
        self._begun[begin].append(rule)
        self._lengths.add(len(begin))
        if rule.kept:
            self._above.update(dict.fromkeys(above, rule))
        if not rule.is_of_folders:
            self._holding.update(above)

    def candidates(self, path: str) -> Iterator[_Rule]:
        """The lines that may fit a path; all others do not."""
        if path in self._above:
            yield self._above[path]
        yield from self._beginning(f"{path}/")

    def ask_for_names_in(self, folder: str) -> bool:
        """Whether a line may ask for names in a folder, and not only for the folder."""
        if folder in self._holding:
            return True
        return not all(rule.is_of_folders for rule in self._beginning(f"{folder}/"))

    @property
    def alike(self) -> int:
        return _alike(self._begun)

    def _beginning(self, path: str) -> Iterator[_Rule]:
        for length in self._lengths:
            yield from self._begun.get(path[:length], ())


def _alike(rules: Mapping[str, list[_Rule]]) -> int:
    """How many lines are tried beside another that is found in the same way."""
    return sum(len(found) - 1 for found in rules.values())


class _Rules:
    """The lines that hold in one folder, found by how a path begins or ends, or what is in it."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._paths = _Paths()
        self._tails: dict[str, _Rule] = {}
        self._tail_folders: set[str] = set()
        self._named: dict[str, list[_Rule]] = defaultdict(list)
        self._begun: dict[str, list[_Rule]] = defaultdict(list)
        self._within: dict[str, list[_Rule]] = defaultdict(list)
        self._within_begun: dict[str, list[_Rule]] = defaultdict(list)
        self._ended: dict[str, list[_Rule]] = defaultdict(list)
        self._lengths: set[int] = set()
        self._loose: list[_Rule] = []
        last: dict[str, int] = {}
        for order, line in enumerate(lines):
            pattern = line.strip().lower()
            last.pop(pattern, None)
            last[pattern] = order
        for pattern, order in last.items():
            if not pattern.startswith("#"):
                self._add(order, pattern)

    def _add(self, order: int, pattern: str) -> None:
        bare = pattern.lstrip("!")
        found = globs(bare, dots=True) if bare else None
        if found is None:
            return
        kept = len(pattern.removesuffix(bare)) % 2 == 1
        rule = _Rule(order, kept, tuple(map(_Pattern.of, found)))
        first, *deeper = steps_of(bare.lstrip("/"))
        begin = _begin(first)
        below = "/".join(deeper)
        if not kept and first == ANY and "/" in below.rstrip("/") and _begin(below) == below:
            self._tails[below] = rule
            self._tail_folders.add(dirname(below))
        elif not kept and first == ANY and deeper and (inner := _begin(deeper[0])):
            within = self._within if inner == deeper[0] else self._within_begun
            within[inner].append(rule)
        elif not deeper and first.startswith("*") and _begin(first[1:]) == first[1:]:
            self._ended[first[1:]].append(rule)
        elif not begin:
            self._loose.append(rule)
        elif any(deeper):
            self._paths.add(rule, f"{first}/{below}")
        elif begin == first:
            self._named[begin].append(rule)
        else:
            self._begun[begin].append(rule)
            self._lengths.add(len(begin))

    @property
    def loose(self) -> int:
        """How many lines are tried with every path."""
        alike = _alike(self._begun) + _alike(self._within) + self._paths.alike
        return len(self._loose) + len(self._ended) + len(self._within_begun) + alike

    def decide(self, path: list[str], *, folder: bool, taken: bool) -> bool:
        """Whether a path is taken, by the last line that fits it; else as it was."""
        best: _Rule | None = None
        for rule in self._candidates(path):
            if (best is None or rule.order > best.order) and rule.fits(path, folder=folder):
                best = rule
        return taken if best is None else best.kept

    def ask_for_name(self, name: str) -> bool:
        """Whether a line may ask for a file by its name, in whichever folder."""
        return (
            name in self._named
            or name in self._within
            or name.endswith(self._ends)
            or name.startswith(self._begins_anywhere)
        )

    def ask_for_names_in(self, folders: list[str]) -> bool:
        """Whether a line may ask for names in these folders, and not only for the folders."""
        if self._loose or not self._within.keys().isdisjoint(folders):
            return True
        if any(step.startswith(self._begins_within) for step in folders):
            return True
        if not folders:
            return False
        place = "/".join(folders)
        if not self._tail_folders.isdisjoint(_endings(place)):
            return True
        return self._paths.ask_for_names_in(place)

    @cached_property
    def _ends(self) -> tuple[str, ...]:
        """The ends of names that lines ask for; an empty one fits every name."""
        return tuple(filter(None, self._ended))

    @cached_property
    def _begins_anywhere(self) -> tuple[str, ...]:
        return (*self._begun, *self._within_begun)

    @cached_property
    def _begins_within(self) -> tuple[str, ...]:
        return tuple(self._within_begun)

    def _candidates(self, path: list[str]) -> Iterator[_Rule]:
        for name in dict.fromkeys((path[0], _name(path))):
            yield from self._named.get(name, ())
            for length in self._lengths:
                yield from self._begun.get(name[:length], ()) if length <= len(name) else ()
        whole = "/".join(path).removesuffix("/")
        yield from self._paths.candidates(whole)
        for tail in _endings(whole) if self._tails else ():
            yield from filter(None, (self._tails.get(tail), self._tails.get(f"{tail}/")))
        for name in path if self._within else ():
            yield from self._within.get(name, ())
        for begin, rules in self._within_begun.items():
            if any(name.startswith(begin) for name in path):
                yield from rules
        for end, rules in self._ended.items():
            if _name(path).endswith(end):
                yield from rules
        yield from self._loose


def _endings(path: str) -> Iterator[str]:
    """A path without none, one, two … of its first steps."""
    yield path
    while "/" in path:
        path = path.partition("/")[2]
        yield path


def _begin(text: str) -> str:
    """The characters at the beginning of a step or a path that stand for themselves."""
    start = _LITERAL.match(text)
    return start[0] if start else ""


@lru_cache(maxsize=64)
def _rules(lines: tuple[str, ...]) -> _Rules:
    """Packs of one kind have the same lines, but for a few."""
    return _Rules(lines)


_DEFAULTS = _Rules(_NEVER)


class _Folder(NamedTuple):
    """A folder that npm enters. ``rules`` are its own lines, None where it has none.

    ``open`` tells whether it is taken itself and not only entered for what it may hold, so that
    rules in it can take back what was left out above.
    """

    depth: int
    open: bool
    rules: _Rules | None
    above: _Folder | None


class NpmFiles:
    """The files of a package that its archive has."""

    def __init__(self, manifest: Mapping[str, Any], tree: PackTree) -> None:
        self._tree = tree
        self._manifest = manifest
        files = manifest.get("files")
        listed = files if isinstance(files, list) or (files and isinstance(files, str)) else None
        self.listed = listed and [entry for entry in listed if isinstance(entry, str)]
        """The entries of ``files``, of a text its letters, as npm takes them; None without any."""
        self.certain: bool
        """Whether there were few enough rules to follow; if not, all that was asked is taken."""
        self._lines, self._loose = MOST_RULES, MOST_LOOSE
        self._plainly: dict[str, bool] = {}
        """Whether a file in a folder is taken of whose name no line says anything."""
        self._named_in: dict[str, bool] = {}
        """Whether lines may ask for the name of any file in a folder."""
        self._links: dict[str, frozenset[str]] = {}
        """The names in a folder that are links."""
        self._folders: dict[str, _Folder | None] = {}
        self._folders[""] = _Folder(0, True, self._counted(self._root_lines()), None)

    def has(self, path: str) -> bool:
        """Whether a file gets into the archive."""
        within, name = split(path)
        if "*" in path or self._is_link(within, name):
            return False
        folder = self._folder(within)
        if not self.certain:
            return True
        if folder is None:
            return False
        steps = path.lower().split("/")
        if within not in self._named_in:
            self._named_in[within] = _ask_for_names_in(folder, steps[:-1])
        if self._named_in[within] or _ask_for_name(folder, steps[-1]):
            return _takes(folder, steps, folder=False)
        if within not in self._plainly:
            self._plainly[within] = _takes(folder, steps, folder=False)
        return self._plainly[within]

    def _is_link(self, within: str, name: str) -> bool:
        if within not in self._links:
            self._links[within] = self._tree.links(within)
        return name in self._links[within]

    def _folder(self, path: str) -> _Folder | None:
        """A folder that npm enters, or None for one that it leaves out."""
        missing: list[str] = []
        while path not in self._folders:
            missing.append(path)
            path = dirname(path)
        found = self._folders[path]
        for below in reversed(missing):
            found = self._folders[below] = self._entered(below, found)
        return found

    def _entered(self, path: str, above: _Folder | None) -> _Folder | None:
        steps = path.lower().split("/")
        if above is None or self._tree.is_link(path):
            return None
        if not _takes(above, steps, folder=True):
            return None
        exact = _takes(above, steps, folder=False) or _takes(above, [*steps, ""], folder=False)
        lines = [*self._ignore_file(path), *self._required(path)]
        rules = self._counted(lines) if lines else None
        return _Folder(len(steps), exact, rules, above)

    def _counted(self, lines: Sequence[str]) -> _Rules:
        """The rules that the lines make, as long as there are not too many."""
        self._lines -= len(lines)
        rules = _rules(tuple(lines) if self._lines >= 0 else ())
        self._loose -= rules.loose
        self.certain = self._lines >= 0 and self._loose >= 0
        return rules

    def _root_lines(self) -> list[str]:
        chosen, required = self._selected()
        if self.listed is None:
            chosen = [*self._ignore_file("")]
        programs = [f"!/{path}" for path in self._programs()]
        return [*chosen, *required, *_NEVER_AT_ROOT, *programs]

    def _ignore_file(self, folder: str) -> Sequence[str]:
        for name in (".npmignore", ".gitignore"):
            data = self._tree.read(f"{folder}/{name}" if folder else name)
            if data is not None:
                return re.split("\r?\n", data.decode("utf-8", "replace"))
        return ()

    def _selected(self) -> tuple[list[str], list[str]]:
        """The rules of ``files``: for folders and patterns, and for files, which come later.

        Of the files the last one comes first, as npm has it.
        """
        chosen: list[str] = ["*"]
        required: list[str] = []
        for entry in self.listed or ():
            pattern = _pattern(entry)
            path = _place(pattern)
            if self._tree.is_link(path) and not pattern.endswith("/"):
                continue
            if self._tree.is_file(path):
                required.insert(0, f"!{pattern}")
            elif self._tree.is_folder(path):
                chosen += [f"!{pattern}", f"!{pattern}/**"]
            else:
                chosen.append(f"!{pattern}")
        return chosen, required

    def _required(self, folder: str) -> Iterator[str]:
        """The files in a folder at the root that ``files`` lists one by one."""
        if "/" in folder:
            return
        for entry in self.listed or ():
            path = normpath(_pattern(entry).removeprefix("/"))
            if dirname(path) == folder and self._tree.is_file(path):
                yield f"!{basename(path)}"

    def _programs(self) -> Iterator[str]:
        """What the manifest names as its programs is always taken.

        Of those in ``bin`` npm makes plain paths; ``browser`` and ``main`` it takes as they are.
        """
        for value in (self._manifest.get("browser"), self._manifest.get("main")):
            if isinstance(value, str):
                yield value
        yield from filter(None, map(_plain, self._commands()))

    def _commands(self) -> Iterator[str]:
        """The programs of ``bin``; without it all those in the folder of ``directories.bin``."""
        named = self._manifest.get("bin")
        if isinstance(named, Mapping):
            named = [value for name, value in named.items() if basename(_plain(name))]
        if named or isinstance(named, list):
            yield from (value for value in _listed(named) if isinstance(value, str))
            return
        folders = self._manifest.get("directories")
        folder = folders.get("bin") if isinstance(folders, Mapping) else None
        if isinstance(folder, str) and folder:
            place = _plain(folder)
            paths = self._tree.files(place)
            seen = (path for path in paths if "/." not in f"/{path.removeprefix(place)}")
            yield from {basename(path): path for path in seen}.values()


def _outwards(folder: _Folder) -> Iterator[_Folder]:
    """A folder and those above it, up to the root."""
    level: _Folder | None = folder
    while level is not None:
        yield level
        level = level.above


def _ask_for_names_in(within: _Folder, folders: list[str]) -> bool:
    """Whether it depends on its name whether a file in a folder is taken, whatever that is.

    The defaults are asked in each folder as if it lay in the root.
    """
    return _DEFAULTS.ask_for_names_in(folders[-1:]) or any(
        level.rules is not None and level.rules.ask_for_names_in(folders[level.depth :])
        for level in _outwards(within)
    )


def _ask_for_name(within: _Folder, name: str) -> bool:
    """Whether it may depend on this name whether a file in a folder is taken."""
    return _DEFAULTS.ask_for_name(name) or any(
        level.rules is not None and level.rules.ask_for_name(name) for level in _outwards(within)
    )


def _takes(within: _Folder, steps: list[str], *, folder: bool) -> bool:
    """Whether the rules of a folder and of all above it take what lies directly in it."""
    # No default has more than two plain steps, so further out they leave out nothing here.
    chain = [
        level
        for level in _outwards(within)
        if level.rules is not None or level.depth >= within.depth - 1
    ]
    taken = True
    for level in reversed(chain):
        if not taken and not level.open:
            continue
        path = steps[level.depth :]
        if taken:
            taken = _DEFAULTS.decide(path, folder=folder, taken=True)
        if level.rules is not None:
            taken = level.rules.decide(path, folder=folder, taken=taken)
    return taken


def _name(path: list[str]) -> str:
    """The last step of a path, or the one before the slash at its end."""
    return path[-1] or path[-2]


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list) else (value,)


def _plain(path: str) -> str:
    """A path of ``bin`` as npm has it: nothing leads out of the package."""
    return normpath("/" + re.sub(r"[\\:]", "/", path)).lstrip("/")


def _pattern(entry: str) -> str:
    """An entry of ``files`` as npm takes it."""
    pattern = entry.removeprefix(".") if entry.startswith("./") else entry
    return f"{pattern}*" if pattern.endswith("/*") else pattern


def _place(pattern: str) -> str:
    """The path that an entry of ``files`` names, if it names one."""
    path = normpath(pattern.lstrip("!").strip("/"))
    return "" if path == "." else path
