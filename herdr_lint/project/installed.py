"""What a host reads that is started in a project: its packages and its folders of roles.

Where packages are listed and installed is Pi's affair, read in the npm package
``@earendil-works/pi-coding-agent`` 1.6.0 (``docs/packages.md``, ``core/package-manager``):
``packages`` in ``settings.json`` of the agent directory and of the project's ``.pi``, each entry
a source or an object with one; npm packages below ``npm/node_modules``, clones below ``git``,
local ones where they are; extensions of one's own below ``extensions``. The project counts as
trusted, and nothing is run or installed.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from herdr_lint.files import disk
from herdr_lint.files.file_system import FileSystem
from herdr_lint.judge.judge import show_path
from herdr_lint.late import late_pattern
from herdr_lint.model import Unchecked
from herdr_lint.project.display import Display
from herdr_lint.project.inventory import Inventory
from herdr_lint.project.options import Options, agent_directory
from herdr_lint.project.packages import Packages, read_object
from herdr_lint.project.targets import Discovery, RolePack

_SERVICES = {"github": "github.com", "gitlab": "gitlab.com", "bitbucket": "bitbucket.org"}
_ELSEWHERE = ("github:", "builtin:")
_URL = late_pattern(r"(https?|ssh|git)://", re.IGNORECASE)
_NO_PATH = late_pattern("[\0\ud800-\udfff]")
_SCP = late_pattern(r"git@([^:/]+):(.+)")
_NPM = late_pattern(r"(@?[^@]+(?:/[^@]+)?)(?:@.+)?")


@dataclass(frozen=True, slots=True)
class Installed:
    """The role packs that a host loads, sorted, and the sources that could not be followed."""

    packs: tuple[RolePack, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()


@dataclass(frozen=True, slots=True)
class _Source:
    """One entry of ``packages``, and the settings file and base directory that it stands in.

    ``loads`` tells whether any of its extensions is switched on; a ``delta`` only narrows the
    entry for the same package in the personal settings, if there is one.
    """

    settings: str
    base: str
    text: str
    loads: bool
    delta: bool

    def note(self, text: str) -> Unchecked:
        return Unchecked(self.settings, f"the package {show_path(self.text)} {text}")


class _Target(NamedTuple):
    """What a source leads to: an identity that tells equal packages, and their folder."""

    identity: str
    folder: str

    @classmethod
    def below(cls, base: str, *steps: str) -> "_Target":
        """What is installed below a base directory: the same at the same place of another one."""
        way = os.path.join(*steps)
        return cls(way, os.path.join(base, way))


def host_view(project: Path, options: Options, packs: Sequence[Path] = ()) -> Discovery:
    """All role files that a host started in ``project`` reads, in the layers it reads them in.

    ``packs`` are folders of role packs to be taken for installed, beside those that Pi loads.

    Nothing of it is requested, no finding is made, and what git ignores counts: this is not what
    there is to check but what there is.
    """
    system = options.system
    root = system.real(os.path.abspath(project))
    home = system.real(str(options.agent_directory or agent_directory()))
    options = options._replace(agent_directory=Path(home), excluded=None, layer=None)
    found = Inventory(options, Display(options.directory or Path.cwd()))
    installed = installed_packs(Path(root), Path(home), options)
    more = [found.packages.at(system.real(os.path.abspath(path))) for path in packs]
    notes = [
        Unchecked(pack.display_path, "registers no roles") for pack in more if not pack.registered
    ]
    for pack in {pack.root: pack for pack in (*installed.packs, *more)}.values():
        found.add_pack(pack)
    for path in (os.path.join(home, "agents"), os.path.join(root, ".pi", "agents")):
        real = system.real(path)
        found.add_folder(found.folders.certain(real) or found.folders.linked(real))
    discovery = found.settle()
    return discovery._replace(unchecked=tuple(sorted((*installed.unchecked, *notes))))


def installed_packs(project: Path, home_config: Path, options: Options) -> Installed:
    """The role packs that Pi loads in a project, by the settings of both.

    A project's entry replaces the personal one for the same package, unless it only narrows it
    (``autoload: false``). A package whose ``extensions`` are all switched off registers nothing.
    """
    system = options.system
    display = Display(options.directory or Path.cwd())
    packages = Packages(options, display)
    notes: list[Unchecked] = []
    sources: list[_Source] = []
    folders: dict[str, None] = {}
    for base in (os.path.join(project, ".pi"), str(home_config)):
        sources.extend(_sources(system, base, notes, display))
        folders.update(dict.fromkeys(_own_extensions(system, base)))
    seen: set[str] = set()
    for source in sorted(sources, key=lambda one: one.delta):
        target = _target(source)
        if target is None:
            notes.append(source.note("cannot be followed to a folder"))
        elif target.identity not in seen:
            seen.add(target.identity)
            if not system.is_directory(target.folder):
                notes.append(
                    source.note(f"is not there: no folder {show_path(display(target.folder))}")
                )
            elif source.loads:
                folders[target.folder] = None
    packs = [packages.at(folder) for folder in folders]
    return Installed(
        tuple(sorted(pack for pack in packs if pack.registered)),
        tuple(sorted(set(notes))),
    )


def _sources(
    system: FileSystem, base: str, notes: list[Unchecked], display: Display
) -> Iterator[_Source]:
    """The sources that the settings of one base directory name."""
    path = os.path.join(base, "settings.json")
    if not system.exists(path):
        return
    display_path = display(path)
    settings = read_object(system, path)
    listed = None if settings is None else settings.get("packages", [])
    if not isinstance(listed, list):
        notes.append(Unchecked(display_path, "names no packages that can be read"))
        return
    for entry in listed:
        members = entry if isinstance(entry, dict) else {"source": entry}
        text, extensions = members.get("source"), members.get("extensions")
        if not isinstance(text, str):
            notes.append(Unchecked(display_path, "an entry of `packages` names no source"))
            continue
        delta = members.get("autoload") is False
        yield _Source(
            display_path,
            base,
            text.strip(),
            loads=bool(extensions or (not delta and extensions != [])),
            delta=delta,
        )


def _own_extensions(system: FileSystem, base: str) -> Iterator[str]:
    """The packages among the extensions that lie in a base directory itself."""
    folder = os.path.join(base, "extensions")
    for path in (folder, *(entry.path for entry in system.entries_if_any(folder))):
        if system.is_file(os.path.join(path, "package.json")):
            yield path


def _target(source: _Source) -> _Target | None:
    text = source.text
    if _NO_PATH.search(text):
        return None
    if text.startswith("npm:"):
        return _npm(text.removeprefix("npm:").strip(), source.base)
    if text.startswith("git:") or _URL.match(text):
        return _git(text, source.base)
    if text.startswith(_ELSEWHERE):
        return None
    if text.startswith("file://"):
        text = url2pathname(urlsplit(text).path)
    path = os.path.normpath(os.path.join(source.base, os.path.expanduser(text)))
    return _Target(disk.real(path), path)


def _npm(spec: str, base: str) -> _Target | None:
    found = _NPM.fullmatch(spec)
    if found is None or ".." in found[1].split("/"):
        return None
    return _Target.below(base, "npm", "node_modules", found[1])


def _git(text: str, base: str) -> _Target | None:
    """The clone of a repository: ``HOST/PATH``, without the ref, below ``git``."""
    found = _repository(text.removeprefix("git:").strip().partition("#")[0])
    if found is None:
        return None
    host, path = found
    path = path.lstrip("/").partition("@")[0].removesuffix(".git")
    steps = unquote(path).split("/")
    if len(steps) < 2 or ".." in steps or "\\" in path or "/" in unquote(host):
        return None
    return _Target.below(base, "git", host, path)


def _repository(url: str) -> tuple[str, str] | None:
    """Host and path of a repository; None if there is no host to be seen."""
    if found := _SCP.fullmatch(url):
        return found[1], found[2]
    if "://" in url:
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        return (parts.hostname, parts.path) if parts.hostname else None
    if url.startswith("//"):  # what is left of `git://`, which Pi follows to the services alone
        host, _, path = url[2:].partition("/")
        return (host, path) if host in _SERVICES.values() else None
    service, _, path = url.partition(":")
    if service in _SERVICES:
        return _SERVICES[service], path
    if url.count("/") == 1:
        return "github.com", url
    host, _, path = url.partition("/")
    return (host, path) if "." in host or host == "localhost" else None
