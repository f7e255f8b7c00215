"""Which files of a package npm puts into the archive that it publishes.

The rules of npm's packlist as far as the package's own files go: ``files``, else ``.npmignore``,
else ``.gitignore``; ignore files in folders; what npm always takes and what it never takes. All
are patterns of which the last that fits decides, in any letter case; and what lies in a folder
that is left out is left out with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from posixpath import dirname
from typing import Any

from herdr_lint.files.tree import PackTree
from herdr_lint.role_pack.globs import leads_into, matches

_NEVER = (
    ".npmignore",
    ".gitignore",
    "**/.git",
    "**/.svn",
    "**/.hg",
    "**/CVS",
    "/.lock-wscript",
    "/.wafpickle-*",
    "/build/config.gypi",
    "npm-debug.log",
    "**/.npmrc",
    ".*.swp",
    ".DS_Store",
    "._*",
    "*.orig",
    "/archived-packages/**",
)
_NEVER_AT_ROOT = (
    "/.git",
    "/node_modules",
    ".npmrc",
    "/package-lock.json",
    "/yarn.lock",
    "/pnpm-lock.yaml",
    "/bun.lockb",
)
_ALWAYS = re.compile(r"package\.json|(?:readme|copying|licen[cs]e)(?:\..*[^~$])?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Rule:
    """One pattern: what it fits is left out, or taken back where it is ``kept``."""

    steps: tuple[str, ...]
    kept: bool
    base: bool
    folder: bool

    def fits(self, path: Sequence[str], *, folder: bool) -> bool:
        if self.folder and not folder:
            return False
        tail = path[-1:] if self.base else path
        inside = folder and self.kept and not self.base and leads_into(self.steps, path)
        return inside or matches(self.steps, tail)


class NpmFiles:
    """The files of a package that its archive has."""

    def __init__(self, manifest: Mapping[str, Any], tree: PackTree) -> None:
        self._tree = tree
        self._manifest = manifest
        files = manifest.get("files")
        self.listed = (
            [entry for entry in files if isinstance(entry, str)]
            if isinstance(files, list | str)
            else None
        )
        """The entries of ``files``, of a text its letters, as npm takes them; None without any."""
        self._rules = cache(self._rules_of)

    def has(self, path: str) -> bool:
        """Whether a file gets into the archive."""
        steps = path.casefold().split("/")
        if "node_modules" in steps:
            return False
        if _ALWAYS.fullmatch(path):
            return True
        walked = all(self._takes(steps[:end], path) for end in range(1, len(steps)))
        return walked and self._takes(steps, path)

    def _takes(self, steps: Sequence[str], file: str) -> bool:
        """Whether a file, or a folder above it, is taken by the rules of all folders above."""
        taken = True
        folder = len(steps) <= file.count("/")
        for depth, above in enumerate(_folders(file)):
            if depth < len(steps):
                for rule in self._rules(above):
                    if rule.kept != taken and rule.fits(steps[depth:], folder=folder):
                        taken = rule.kept
        return taken

    def _rules_of(self, folder: str) -> tuple[_Rule, ...]:
        """The rules that a folder adds to those above it, in their order."""
        if folder:
            return tuple(_rules((*_NEVER, *self._ignore_file(folder))))
        if self.listed is None:
            chosen: Iterable[str] = self._ignore_file("")
            required: list[str] = []
        else:
            chosen, required = self._selected()
        required += [f"!/{path}" for path in self._programs()]
        return tuple(_rules((*_NEVER, *chosen, *required, *_NEVER_AT_ROOT)))

    def _ignore_file(self, folder: str) -> Sequence[str]:
        for name in (".npmignore", ".gitignore"):
            data = self._tree.read(f"{folder}/{name}" if folder else name)
            if data is not None:
                return data.decode("utf-8", "replace").splitlines()
        return ()

    def _selected(self) -> tuple[Sequence[str], list[str]]:
        """The rules of ``files``: for folders and patterns, and for files, which come last."""
        chosen, required = ["*"], []
        for listed in self.listed or ():
            entry = listed.removeprefix(".") if listed.startswith("./") else listed
            entry += "*" if entry.endswith("/*") else ""
            sign, path = ("", entry[1:]) if entry.startswith("!") else ("!", entry)
            if self._tree.is_file(path.strip("/")):
                required.append(f"{sign}{path}")
            elif self._tree.is_folder(path.strip("/")):
                chosen += [f"{sign}{path}", f"{sign}{path.rstrip('/')}/**"]
            else:
                chosen.append(f"{sign}{path}")
        return chosen, required

    def _programs(self) -> Iterator[str]:
        """What the manifest names as its programs is always taken."""
        programs = self._manifest.get("bin")
        named = programs.values() if isinstance(programs, Mapping) else (programs,)
        for value in (self._manifest.get("main"), self._manifest.get("browser"), *named):
            if isinstance(value, str):
                yield value.removeprefix("./").lstrip("/")


def _folders(path: str) -> Iterator[str]:
    """The folders above a file, from the root on."""
    above = [folder := dirname(path)]
    while folder:
        above.append(folder := dirname(folder))
    return reversed(above)


def _rules(lines: Iterable[str]) -> Iterator[_Rule]:
    for line in lines:
        pattern = line.strip().casefold()
        kept = pattern.startswith("!")
        pattern = pattern[1:] if kept else pattern
        if not pattern or pattern.startswith("#"):
            continue
        folder = pattern.endswith("/")
        steps = tuple(pattern.strip("/").split("/"))
        yield _Rule(steps, kept, base="/" not in pattern.rstrip("/"), folder=folder)
