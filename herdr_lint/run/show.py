"""One role as the host would run it: its file, its rivals, its settings and its skills."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from herdr_lint.catalog.effective import Standing, State
from herdr_lint.catalog.records import RoleRecord
from herdr_lint.files import disk
from herdr_lint.judge.judge import closest
from herdr_lint.model import UsageError
from herdr_lint.project.options import agent_directory
from herdr_lint.role.glance import LARGEST_ROLE
from herdr_lint.role.launch import Launch, launch
from herdr_lint.run.catalog import CatalogView, view
from herdr_lint.run.check_result import Settings
from herdr_lint.syntax.text import SourceText

_LAUNCHED = frozenset({State.AVAILABLE, State.HIDDEN})


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill that a role asks for, and the file that would be loaded, None if there is none."""

    name: str
    path: str | None


@dataclass(frozen=True, slots=True)
class ShownRole:
    """A role file, what became of it, and what a child would be started with.

    ``others`` are the other files that claim the name. ``launch`` is None where the host refuses
    the file before it looks at a setting.
    """

    standing: Standing
    others: tuple[Standing, ...]
    launch: Launch | None
    skills: tuple[Skill, ...] = ()

    @property
    def launched(self) -> bool:
        """Whether the host runs this very file when its name is asked for."""
        return self.standing.state in _LAUNCHED and self.refused is None

    @property
    def refused(self) -> str | None:
        """Why the host starts no child by this file, although it takes the file itself."""
        return None if self.launch is None else self.launch.refused

    def to_dict(self) -> dict[str, Any]:
        """The shape of ``schemas/show.schema.json``."""
        record = self.standing.record
        return {
            "version": 1,
            "name": record.name,
            "path": record.path,
            "layer": record.layer.value,
            "source": record.source,
            "state": self.standing.state.value,
            "code": self.standing.code,
            "launched": self.launched,
            "others": [_rival(other) for other in self.others],
            "launch": None if self.launch is None else self.launch.to_dict(),
            "skills": [{"name": skill.name, "path": skill.path} for skill in self.skills],
        }


def _rival(standing: Standing) -> dict[str, str]:
    record = standing.record
    return {"path": record.path, "layer": record.layer.value, "state": standing.state.value}


def show_role(
    wanted: str, project: Path, settings: Settings, packs: Sequence[Path] = ()
) -> ShownRole:
    """The role of that name, or the one in the file of that path, in a host started in ``project``.

    A file of a pack that is not installed is looked at as if its pack were.

    Raises:
        UsageError: if there is no such role, or its file cannot be read.

    """
    path = Path(wanted)
    if path.suffix == ".md" or os.sep in wanted:
        if not disk.is_file(path):
            raise UsageError(f"`{wanted}` is not a file; give the path of a role file, or a name")
        standing, found = _by_path(path, project, settings, packs)
    else:
        found = view(project, settings, packs)
        standing = _by_name(wanted, found)
    record = standing.record
    others = tuple(
        other
        for other in found.catalog.standings
        if other is not standing and other.record.name == record.name
    )
    text = SourceText.decode(_bytes(record))
    started = None if standing.state is State.INVALID else launch(text, record.name)
    asked = () if started is None or started.refused else started.skills
    skills = tuple(_skills(asked, record, project))
    return ShownRole(standing, others, started, skills)


def _bytes(record: RoleRecord) -> bytes:
    try:
        return disk.read(record.path, LARGEST_ROLE)
    except OSError as error:
        raise UsageError(f"{record.path}: cannot be read: {error.strerror}") from error


def _by_name(name: str, found: CatalogView) -> Standing:
    """The file that the host launches under a name; else the first that claims it."""
    claims = [one for one in found.catalog.standings if one.record.name == name]
    if not claims:
        near = closest(name, [one.record.name for one in found.catalog.standings])
        hint = f"; did you mean `{near}`?" if near else "; `herdr-lint list` shows what there is"
        raise UsageError(f"the host finds no role `{name}` here{hint}")
    return next((one for one in claims if one.state in _LAUNCHED), claims[0])


def _by_path(
    path: Path, project: Path, settings: Settings, packs: Sequence[Path]
) -> tuple[Standing, CatalogView]:
    own = [folder for folder in path.absolute().parents if disk.is_file(folder / "package.json")]
    for more in ((), own[:1]):
        found = view(project, settings, (*packs, *more))
        for standing in found.catalog.standings:
            if disk.real(standing.record.path) == disk.real(path):
                return standing, found
    told = "no host that is started here reads it"
    raise UsageError(f"`{path}` is not a role of this project: {told}; see --project and --pack")


def _skills(names: Sequence[str], record: RoleRecord, project: Path) -> Iterator[Skill]:
    """Where each skill would be found: in the pack, in the project, in the agent's folder."""
    folders = [Path(record.home) / "skills"] if record.package else []
    folders += [project / ".pi" / "skills", agent_directory() / "skills"]
    for name in names:
        places = (place for folder in folders for place in _places(folder, name))
        found = next((place for place in places if disk.is_file(place)), None)
        yield Skill(name, None if found is None else os.path.relpath(found).replace(os.sep, "/"))


def _places(folder: Path, name: str) -> tuple[Path, Path]:
    return folder / name / "SKILL.md", folder / f"{name}.md"
