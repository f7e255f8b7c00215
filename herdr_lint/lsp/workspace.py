"""The folders and buffers of an editor, and what there is to say of each file in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from herdr_lint.config.reading import OWN_FILE, PROJECT_FILE
from herdr_lint.files.regular import read_regular
from herdr_lint.lsp.project import Answer, Project
from herdr_lint.project.role_folders import PACK_MANIFESTS
from herdr_lint.role.glance import is_meant_for_role

CONFIGURATIONS = frozenset({OWN_FILE, PROJECT_FILE})


class Workspace:
    """What an editor has open; each file belongs to the innermost folder around it.

    Those outside all folders that lie beside each other are one project while they are open,
    judged as ``herdr-lint FILE…`` would judge them.

    ``news`` are the files of which there may be something new to say; whoever says it takes it out.
    """

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.buffers: dict[Path, bytes] = {}
        self.news: set[Path] = set()
        self._folders: dict[Path, Project] = {}
        self._alone: dict[Path, Project] = {}
        """By the folder that the files lie in."""
        for folder in folders:
            self.add_folder(folder)

    @property
    def projects(self) -> Iterator[Project]:
        yield from self._folders.values()
        yield from self._alone.values()

    def add_folder(self, folder: Path) -> None:
        folder = folder.resolve()
        self._folders.setdefault(folder, Project({folder}, self.buffers, self.news))
        for within in [one for one in self._alone if one.is_relative_to(folder)]:
            del self._alone[within]
        self.news.update(self.buffers)

    def remove_folder(self, folder: Path) -> None:
        self._folders.pop(folder.resolve(), None)
        self.news.update(self.buffers)

    def project(self, path: Path) -> Project:
        around = [folder for folder in self._folders if path.is_relative_to(folder)]
        if around:
            return self._folders[max(around)]
        if path.parent not in self._alone:
            self._alone[path.parent] = Project(set(), self.buffers, self.news)
        self._alone[path.parent].request(path)
        return self._alone[path.parent]

    def set(self, path: Path, data: bytes) -> bool:
        """Give a file the contents of a buffer; False if `settle` has more to do."""
        known = path in self.buffers
        self.buffers[path] = data
        project = self.project(path)
        if not known and _on_disk(path) == data:
            return project.opened(path)
        # A configuration holds as it was saved: half of one would make all findings come and go.
        return path.name in CONFIGURATIONS or self._touched(path)

    def saved(self, path: Path) -> bool:
        """The file now holds what its buffer holds."""
        return path.name not in CONFIGURATIONS or self._touched(path)

    def drop(self, path: Path) -> bool:
        """The file is closed: what is on the disk counts again."""
        data = self.buffers.pop(path)
        alone = self._alone.get(path.parent)
        if alone is not None and not alone.release(path):
            del self._alone[path.parent]
        return data == _on_disk(path) or self._touched(path)

    def touched(self, paths: Iterable[Path]) -> bool:
        """Files have changed on the disk; those with a buffer are as the buffer says."""
        done = True
        for path in paths:
            if path not in self.buffers or path.name in CONFIGURATIONS:
                done &= self._touched(path)
        return done

    def answer(self, path: Path) -> Answer:
        """What is known of a file: all there is to say once everything has settled.

        Whoever opens a file outside all folders does not ask for it to be checked: it does not
        have to be of a kind that is.
        """
        found = self.project(path).answer(path)
        if path.parent not in self._alone or path.name in PACK_MANIFESTS:
            return found
        meant = path.suffix == ".md" and is_meant_for_role(self.buffers[path])
        return found if meant else found._replace(unchecked=())

    def settle(self) -> None:
        for project in self.projects:
            project.settle()

    def _touched(self, path: Path) -> bool:
        if path.name in CONFIGURATIONS:
            for project in self.projects:
                project.forget()
            return False
        done = True
        for project in self.projects:
            if project.concerns(path):
                done &= project.touch(path)
        return done


def _on_disk(path: Path) -> bytes | None:
    try:
        return read_regular(path)
    except OSError:
        return None
