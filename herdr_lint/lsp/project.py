"""What ``lint`` says of a tree, kept up to date file by file while buffers change.

The answer is always that of `herdr_lint.run.run`: each target is checked by itself, and the report
about a file is the merge of all targets that speak of it. A change of one file checks the targets
that it belongs to, and merges anew only the files that these speak of and their rivals: the roles
whose names meet. Whatever may change what there is to check (a manifest, an extension, a
configuration, a file that comes or goes) makes the tree be looked through again; what has not
changed since is not judged again.
"""

import time
import unicodedata
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from herdr_lint.config.loading import Configs
from herdr_lint.lsp.on_disk import beginning, changed_since, located, sign_of
from herdr_lint.model import Finding, Unchecked, UsageError
from herdr_lint.project.display import Display
from herdr_lint.project.role_folders import PACK_MANIFESTS
from herdr_lint.project.targets import AgentPack, RoleFile, RolePack, Target
from herdr_lint.run.check_result import CheckResult
from herdr_lint.run.run import Request, Session

SLOW = 0.02
"""Seconds from which on the check of a whole pack waits until typing pauses."""
SLOW_ROLE = 0.5
"""The same for a role; the first one is slow because it loads what judges all."""

_LIST_MEMBERS = frozenset({"package.json", *PACK_MANIFESTS})
"""Files that say what else belongs to a pack."""

_MEMBERS = (".md", ".json")
"""Ends of the other files of a pack that are judged with it and change nothing but their own."""


class Answer(NamedTuple):
    """What there is to say of one file."""

    findings: tuple[Finding, ...] = ()
    unchecked: tuple[Unchecked, ...] = ()


class _Kept(NamedTuple):
    """What a target yielded, of which state of its file, and in how many seconds."""

    result: CheckResult
    stamp: Hashable
    took: float


@dataclass
class Project:
    """One tree, or files of one folder that lie in no tree.

    ``requested`` is what a run would be given, ``buffers`` the contents that stand for those of
    files, by absolute path, and ``news`` takes the files of which there is something new to say.
    All three belong to the workspace and change in place.
    """

    requested: set[Path]
    buffers: Mapping[Path, bytes]
    news: set[Path]
    configs: Configs = field(default_factory=Configs)
    problem: UsageError | None = None
    """Why the configuration cannot be used; the one before it holds until it can."""

    _session: Session | None = None
    _kept: dict[Target, _Kept] = field(default_factory=dict)
    _by_file: dict[str, set[Target]] = field(default_factory=lambda: defaultdict(set))
    _by_key: dict[Hashable, set[Target]] = field(default_factory=lambda: defaultdict(set))
    _files: dict[Path, Target] = field(default_factory=dict)
    _packs: dict[Path, list[Target]] = field(default_factory=dict)
    _answers: dict[str, Answer] = field(default_factory=dict)
    _paths: dict[str, Path] = field(default_factory=dict)
    _waiting: set[Target] = field(default_factory=set)
    _begins: dict[Path, Hashable] = field(default_factory=dict)
    _shown: Display = field(default_factory=lambda: Display(Path.cwd()))
    _dirty: bool = True
    _looked: float = 0.0

    # Questions

    def answer(self, path: Path) -> Answer:
        """All that ``lint`` says of a file now."""
        return self._answers.get(self._shown(path), Answer())

    def target(self, path: Path) -> Target | None:
        """What a file is checked as; None for one that is part of a pack, or of nothing."""
        return self._files.get(path)

    def concerns(self, path: Path) -> bool:
        """Whether a file lies in the tree, or beside it so that it may be a rival."""
        return self._lies_in(path) or path in self._files

    def _lies_in(self, path: Path) -> bool:
        return any(one in self.requested for one in (path, *path.parents))

    @property
    def behind(self) -> bool:
        """Whether there is something left for `settle` to do."""
        return self._dirty or bool(self._waiting)

    # Changes

    def request(self, path: Path) -> None:
        """Take in a file that lies in no tree."""
        if path not in self.requested:
            self.requested.add(path)
            self._dirty = True

    def release(self, path: Path) -> bool:
        """The editor has closed such a file; False if it was the last one."""
        self.requested.discard(path)
        return bool(self.requested)

    def opened(self, path: Path) -> bool:
        """A buffer holds what the file holds; False if there is something left to do.

        Not every editor tells what changes on the disk; a file may have come since.
        """
        if changed_since(path, self._looked):
            return self.touch(path)
        self._begins[path] = self._begins_now(path)
        return not self.behind

    def touch(self, path: Path) -> bool:
        """Take in that a file has changed, at once if that is a matter of milliseconds.

        False if `settle` has to do it, in part or as a whole.
        """
        if self._dirty or self._is_structural(path):
            self._dirty = True
            return False
        touched = [*self._touched(path)]
        quick = [target for target in touched if self._is_quick(target)]
        self._waiting.update(target for target in touched if target not in quick)
        self._check(quick)
        return not self.behind

    def forget(self) -> None:
        """A configuration has changed: everything is to be judged anew."""
        self._kept.clear()
        self._dirty = True

    def settle(self) -> None:
        """Catch up with everything that has changed."""
        if not self._dirty:
            waiting, self._waiting = self._waiting, set()
            self._check(waiting)
        if self._dirty:
            self._look_through()

    def _is_quick(self, target: Target) -> bool:
        """Whether a target can be judged while somebody types."""
        return self._kept[target].took < (SLOW_ROLE if isinstance(target, RoleFile) else SLOW)

    def _touched(self, path: Path) -> Iterator[Target]:
        """The targets that a file belongs to: itself as a role, and the packs around it."""
        if path in self._files:
            yield self._files[path]
        for folder in path.parents:
            yield from self._packs.get(folder, ())

    def _is_structural(self, path: Path) -> bool:
        """Whether a change of a file may change what there is to check."""
        if path.name in _LIST_MEMBERS or not any(True for _ in self._touched(path)):
            return True
        if path.suffix not in _MEMBERS:
            return True
        return self._began(path) != self._begins_now(path)

    def _began(self, path: Path) -> Hashable:
        """What the beginning of a file showed when it was looked at last; None if nobody knows."""
        if path not in self._begins:
            as_it_was = path.exists() and not changed_since(path, self._looked)
            self._begins[path] = sign_of(beginning(path)) if as_it_was else None
        return self._begins[path]

    def _begins_now(self, path: Path) -> Hashable:
        data = self.buffers.get(path)
        return sign_of(beginning(path) if data is None else data)

    def _look_through(self) -> None:
        """Find out what there is to check, and check what has changed.

        A configuration that cannot be used stops a run. Here the last good one holds until then.
        """
        self._dirty = False
        self._looked = time.time()
        first = min(self.requested)
        directory = first if first.is_dir() else first.parent
        try:
            self._refresh(Configs.load(directory=directory))
            self.problem = None
        except UsageError as error:
            self.problem = error
            self._kept.clear()
            self._refresh(Configs(self.configs.run._replace(baseline=None), explicit=True))

    def _refresh(self, configs: Configs) -> None:
        if configs != self.configs:
            self._kept.clear()
        session = self._session = self._started(configs)
        self._begins = {path: self._begins_now(path) for path in self.buffers}
        self._place(session.targets if session else ())
        self._kept = dict(self._judged(session)) if session else {}
        self._waiting.clear()
        self._index(session)
        self.configs = configs

    def _started(self, configs: Configs) -> Session | None:
        """A session about what was asked for; None where that has gone."""
        asked = sorted(self.requested)
        request = Request(asked, configs, self._overlay(), allow_empty=True)
        try:
            return Session.start(request)
        except UsageError:
            if any(one.exists() for one in asked):
                raise
            return None

    def _judged(self, session: Session) -> Iterator[tuple[Target, _Kept]]:
        """Each target; what has not changed as it was judged before."""
        for target in session.targets:
            kept = self._kept.get(target)
            if kept is None or kept.stamp is None or kept.stamp != self._stamp(target):
                kept = self._judge(session, target)
            yield target, kept

    def _overlay(self) -> dict[Path, bytes]:
        """The buffers that can matter here; a file that is not there yet counts in its own tree."""
        return {
            path: data
            for path, data in self.buffers.items()
            if self._lies_in(path) or path.exists()
        }

    def _place(self, targets: Iterable[Target]) -> None:
        self._files, self._packs, self._paths = {}, defaultdict(list), {}
        for target in targets:
            if isinstance(target, RolePack | AgentPack):
                self._packs[Path(target.root)].append(target)
            else:
                path = self._paths[target.display_path] = Path(target.path)
                self._files[path] = target

    def _judge(self, session: Session, target: Target) -> _Kept:
        stamp, start = self._stamp(target), time.perf_counter()
        result = session.check(target, self._buffers_for(target))
        return _Kept(result, stamp, time.perf_counter() - start)

    def _buffers_for(self, target: Target) -> Mapping[Path, bytes]:
        """The buffers that a target can be made of: that of a role's file, or any of a pack's."""
        if not isinstance(target, RoleFile):
            return self.buffers
        path = Path(target.path)
        return {path: self.buffers[path]} if path in self.buffers else {}

    def _stamp(self, target: Target) -> Hashable:
        """What tells whether a role has changed; None for a pack, which is many files."""
        if not isinstance(target, RoleFile):
            return None
        data = self.buffers.get(Path(target.path))
        if data is not None:
            return data
        try:
            found = Path(target.path).stat()
        except OSError:
            return None
        return (found.st_mtime_ns, found.st_size, found.st_ino)

    # Merging

    def _index(self, session: Session | None) -> None:
        """Merge everything."""
        self._tell_of(self._answers)
        self._by_file.clear()
        self._by_key.clear()
        self._answers.clear()
        for target, kept in self._kept.items():
            self._enter(target, kept.result)
        if session is not None:
            self._merge(session, self._kept, None)

    def _enter(self, target: Target, result: CheckResult) -> None:
        for name in _names(target, result):
            self._by_file[name].add(target)
        for key in _keys(result):
            self._by_key[key].add(target)

    def _leave(self, target: Target, result: CheckResult) -> None:
        """It meets no others any more; the files that it spoke of are few, and may stay noted."""
        for key in _keys(result):
            self._by_key[key].discard(target)

    def _check(self, targets: Iterable[Target]) -> None:
        """Judge some targets anew, and say anew what depends on them."""
        session = self._session
        if session is None:  # what was asked for has gone
            return
        names: set[str] = set()
        for target in targets:
            before, after = self._kept[target], self._judge(session, target)
            self._kept[target] = after
            names.update(self._concerned(target, before.result))
            self._leave(target, before.result)
            self._enter(target, after.result)
            names.update(self._concerned(target, after.result))
        if names:
            about = {one for name in names for one in self._by_file[name]}
            try:
                self._merge(session, about, names)
            except UsageError:  # the baseline has become unusable, and nobody told of it
                self._dirty = True

    def _concerned(self, target: Target, result: CheckResult) -> Iterator[str]:
        """The files that a target speaks of, and those of the targets that it meets."""
        yield from _names(target, result)
        for key in _keys(result):
            for rival in self._by_key[key]:
                yield rival.display_path

    def _merge(self, session: Session, targets: Iterable[Target], names: set[str] | None) -> None:
        """The report about some files, or all, from every target that speaks of them."""
        if names is not None:
            session = _about(session, names)
        report = session.merged(self._kept[target].result for target in targets)
        findings: dict[str, list[Finding]] = defaultdict(list)
        unchecked: dict[str, list[Unchecked]] = defaultdict(list)
        for finding in report.findings:
            findings[finding.path].append(finding)
        for item in report.unchecked:
            unchecked[item.path].append(item)
        told = findings.keys() | unchecked.keys() if names is None else names
        for name in told:
            self._answers[name] = Answer(tuple(findings[name]), tuple(unchecked[name]))
        self._tell_of(told)

    def _tell_of(self, names: Iterable[str]) -> None:
        self.news.update(self._paths.get(name) or located(name) for name in names)


def _about(session: Session, names: Iterable[str]) -> Session:
    """A session that merges as if only these files had been asked for: it looks at each."""
    found = session.found
    found = found._replace(requested=frozenset(filter(found.covers, names)))
    return Session(session.request, found, (), session.settings)


def _names(target: Target, result: CheckResult) -> Iterator[str]:
    """The files that a target speaks of."""
    yield target.display_path
    yield from (finding.path for finding in result.findings)
    yield from (item.path for item in result.unchecked)


def _keys(result: CheckResult) -> Iterator[Hashable]:
    """What targets have in common that can get in each other's way.

    Coarser than what makes two roles or packs collide, so that no rival is left out.
    """
    for record in result.roles:
        name = unicodedata.normalize("NFKC", record.name).casefold()
        yield (record.layer, record.scope, name)
    if result.packs:
        yield AgentPack
