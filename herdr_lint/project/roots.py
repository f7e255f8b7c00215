"""Which tree a path belongs to: the repository around it, or what stands for one."""

import os
from typing import NamedTuple

from herdr_lint.files.file_system import FileSystem

_MARKS = ("package.json", "pack.json", "pack.yaml", "pack.yml", ".pi", "herdr-lint.toml")


class Root(NamedTuple):
    """A tree whose packs a host may have installed together.

    ``repository`` tells that it has a ``.git``; a ``nested`` one lies in another repository: a
    submodule, a clone, a work tree. What is in it never meets what is around it.
    """

    path: str
    repository: bool = False
    nested: bool = False


class Roots:
    """Finds roots for one run; each folder is asked about once."""

    def __init__(self, system: FileSystem, directory: str) -> None:
        self._system = system
        self._directory = directory
        self._known: dict[str, Root | None] = {}
        self._home = system.real(os.path.expanduser("~"))

    def of(self, directory: str) -> Root:
        """The nearest repository; without one the working directory, if it holds the path.

        Else it is the outermost folder with a mark of a project, or the directory itself. The home
        directory and what lies above it are not projects, whatever stands in them.
        """
        repository = self._repository(directory)
        if repository is not None:
            return repository
        if self._is_project(self._directory) and _holds(self._directory, directory):
            return Root(self._directory)
        outermost, path = directory, directory
        while not self._home_or_above(path):
            if any(self._system.exists(os.path.join(path, mark)) for mark in _MARKS):
                outermost = path
            path = os.path.dirname(path)
        return Root(outermost)

    def _repository(self, directory: str) -> Root | None:
        below: list[str] = []
        while directory not in self._known:
            below.append(directory)
            parent = os.path.dirname(directory)
            if parent == directory:
                break
            directory = parent
        found = self._known.get(directory)
        for step in reversed(below):
            if self._system.exists(os.path.join(step, ".git")):
                found = Root(step, repository=True, nested=found is not None)
            self._known[step] = found
        return found

    def _home_or_above(self, path: str) -> bool:
        return _holds(path, self._home)

    def _is_project(self, directory: str) -> bool:
        """Whether a working directory is one project and not a place where all of them lie."""
        return os.path.dirname(directory) != os.sep and not self._home_or_above(directory)


def _holds(directory: str, path: str) -> bool:
    return f"{path}{os.sep}".startswith(directory.rstrip(os.sep) + os.sep)
