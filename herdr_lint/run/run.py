"""One run: find, load and check each target once, then merge what they yield."""

from __future__ import annotations

import os
import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from herdr_lint.config.loading import Configs
from herdr_lint.config.selection import ALWAYS
from herdr_lint.config.settings import AUTO, Config
from herdr_lint.files import disk
from herdr_lint.files.file_system import FileSystem
from herdr_lint.files.regular import LARGEST
from herdr_lint.files.tree import FolderTree
from herdr_lint.late import late
from herdr_lint.model import Finding, Layer, Report
from herdr_lint.project.options import Options
from herdr_lint.project.search import discover
from herdr_lint.project.targets import (
    AgentPack,
    ArchiveFile,
    Discovery,
    Manifest,
    RoleFile,
    RolePack,
    Target,
    covers,
)
from herdr_lint.run.check_result import CheckResult, Settings
from herdr_lint.run.context import rivals
from herdr_lint.run.isolation import guarded
from herdr_lint.run.merging import merged, unsuppressed
from herdr_lint.run.openwop_packs import check_agent_pack, check_archive, check_lone_manifest
from herdr_lint.run.role_packs import check_pack, registered_paths
from herdr_lint.run.roles import check_role

if TYPE_CHECKING:
    from herdr_lint.config import baseline as baselines
    from herdr_lint.run import sources, workers
    from herdr_lint.run import unused_settings as vain
else:
    baselines = late("herdr_lint.config.baseline")
    sources = late("herdr_lint.run.sources")
    vain = late("herdr_lint.run.unused_settings")
    workers = late("herdr_lint.run.workers")

WORTH_A_POOL = 2_000
"""Fewer targets than this are checked faster than a pool of processes starts."""

_OPEN_SOURCES = 16

Progress = Callable[[Iterable[tuple[int, CheckResult]], int], Iterable[CheckResult]]
"""Passes on what comes of some targets, of so many in all, and may tell somebody about it."""

_Check = Callable[[Any, Settings], CheckResult]
_CHECKS: Mapping[type, _Check] = {
    AgentPack: check_agent_pack,
    ArchiveFile: check_archive,
    Manifest: check_lone_manifest,
    RoleFile: check_role,
    RolePack: check_pack,
}


class Request:
    """What a run is asked to do.

    ``overlay`` maps paths to contents that stand for those of the file. ``jobs`` is the number of
    processes; 0 chooses by the number of targets.
    """

    def __init__(
        self,
        paths: Sequence[str | Path] = (".",),
        configs: Configs | None = None,
        overlay: Mapping[Path, bytes] | None = None,
        *,
        allow_empty: bool = False,
        jobs: int = 1,
    ) -> None:
        self.paths = paths
        self.configs = configs or Configs()
        self.overlay = overlay or {}
        self.allow_empty = allow_empty
        self.jobs = jobs


def run(request: Request) -> Report:
    """Discover, check, merge.

    Raises:
        UsageError: if a path is missing, or if there is nothing to check.

    """
    return Session.start(request).report()


class Session:
    """What a run has found to check, ready to be checked, as a whole or file by file."""

    def __init__(
        self,
        request: Request,
        found: Discovery,
        targets: tuple[Target, ...],
        settings: Settings,
    ) -> None:
        self.request = request
        self.found = found
        self.targets = targets
        self.settings = settings

    @classmethod
    def start(cls, request: Request) -> Session:
        """Discover.

        Raises:
            UsageError: if a path is missing, if the configuration of a requested file cannot be
                used, or if there is nothing to check.

        """
        located = FileSystem().located
        buffers = {located(os.path.abspath(path)): data for path, data in request.overlay.items()}
        system = FileSystem(buffers)
        found = discover(request.paths, _options(request, system))
        configs = request.configs
        for target in found.targets:
            if target.requested and not isinstance(target, RolePack):
                configs.nearest(target.path)
        targets = tuple(_placed(target, configs) for target in found.targets)
        return cls(request, found, targets, Settings(configs, system))

    def report(self, progress: Progress | None = None) -> Report:
        """All findings about what was asked for, but for those that a baseline accepts.

        ``progress`` is handed what is checked as it comes, and passes it on.

        Raises:
            UsageError: if the baseline that is configured cannot be used.

        """
        requested = [target for target in self.targets if target.requested]
        results = _map(requested, self.settings, self.request.jobs)
        told = progress(results, len(requested)) if progress else (one for _, one in results)
        checked = CheckResult.merge(told)
        return self._reported((checked, *self._context(checked)), whole=True)

    def check(self, target: Target, buffers: Mapping[Path, bytes]) -> CheckResult:
        """One target by itself, with these buffers over the disk and no others."""
        system = FileSystem({str(path): data for path, data in buffers.items()})
        return check_target(self.settings._replace(system=system), target)

    def merged(self, results: Iterable[CheckResult]) -> Report:
        """What targets yielded, as a report: complete about a file if all that speak of it are in.

        Raises:
            UsageError: if the baseline that is configured cannot be used.

        """
        return self._reported(results)

    def _reported(self, results: Iterable[CheckResult], *, whole: bool = False) -> Report:
        """What targets yielded; of a ``whole`` run also what the configuration says in vain."""
        checked, configs = CheckResult.merge(results), self.request.configs
        report, unwanted = merged(self.found, checked, configs)
        report = report._replace(files=self._files(report))
        if whole and not any(rule in ALWAYS for rule, _ in report.tally):
            checked = checked._replace(silenced=checked.silenced | unwanted)
            if unused := self._unused(checked):
                report = report.merge(Report.of(unused))
        return self._without_accepted(report)

    def _unused(self, checked: CheckResult) -> tuple[Finding, ...]:
        """What configurations say in vain; most runs have none, and need not load what tells."""
        configs, system = self.request.configs, self.settings.system
        if any(one.file for one in configs.in_use()):
            return tuple(vain.unused_settings(self.found, checked, configs, system))
        return ()

    def _files(self, report: Report) -> tuple[str, ...]:
        """The files that were looked at, with those that were requested as parts of a pack."""
        roots = {
            one.display_path if isinstance(one, RolePack) else posixpath.dirname(one.display_path)
            for one in self.targets
            if isinstance(one, AgentPack | RolePack)
        }
        whole = frozenset(root or "." for root in roots)
        is_file = self.settings.system.is_file
        around = self.request.configs.around
        asked = [
            one
            for one in self.found.requested
            if is_file(os.path.abspath(one)) and not around(one).excludes(os.path.abspath(one))
        ]
        parts = [one for one in asked if covers(whole, one)]
        return tuple(sorted({*report.files, *parts})) if parts else report.files

    def _context(self, checked: CheckResult) -> Iterator[CheckResult]:
        """What is not asked for and can collide with what is: judged as far as that needs."""
        context = [target for target in self.targets if not target.requested]
        roles = [target for target in context if isinstance(target, RoleFile)]
        packs = [target for target in context if isinstance(target, AgentPack)]
        for role in rivals(checked.roles, roles, self.settings.system):
            yield check_target(self.settings, role)
        for pack in packs if checked.packs else ():
            yield check_target(self.settings, pack)

    def _without_accepted(self, report: Report) -> Report:
        """The report without what the baseline of each file's configuration accepts."""
        configs = self.request.configs
        if all(one.baseline is None for one in configs.in_use()):
            return report
        by_baseline: dict[Path | None, list[str]] = defaultdict(list)
        for path in {*report.files, *(finding.path for finding in report.findings)}:
            by_baseline[configs.of_shown(path).baseline].append(path)
        by_baseline.setdefault(configs.run.baseline, [])

        def ran(path: str, rule: str) -> bool:
            return configs.of_shown(path).for_file(path).selection.runs(rule)

        texts = lru_cache(_OPEN_SOURCES)(sources.read_source)
        parts = []
        for baseline, paths in by_baseline.items():
            part = report.about(paths)
            if baseline is not None:
                part = baselines.Baseline.load(baseline).subtract(part, texts, ran=ran)
            parts.append(part)
        findings = tuple(finding for part in parts for finding in part.findings)
        suppressed = tuple(one for part in parts for one in part.suppressed)
        return Report.of(findings, report.unchecked, report.files, suppressed)

    @cached_property
    def fixable(self) -> dict[Path, RoleFile]:
        """The files that edits can be made in, by the path that opens them."""
        return {
            Path(target.path): target
            for target in self.targets
            if isinstance(target, RoleFile) and target.requested
        }

    def again(self) -> Session:
        """The same request on what the disk holds now."""
        return Session.start(self.request)

    def contents(self, path: Path) -> bytes:
        """The bytes of a file, or those of the buffer that stands for it. Raises OSError."""
        return self.settings.system.read(str(path), LARGEST)

    def with_buffers(self, buffers: Mapping[Path, bytes]) -> Session:
        """The same session as if some of its files had these bytes."""
        settings = self.settings.with_buffers(buffers)
        return Session(self.request, self.found, self.targets, settings)

    def lint_one(self, path: Path, data: bytes) -> list[Finding]:
        """What there would be to say of one file by itself if these were its bytes."""
        settings = self.settings.with_buffers({path: data})
        checked = check_target(settings, self.fixable[path])
        return [*unsuppressed(checked.findings, checked, self.request.configs, [], set())]


def _options(request: Request, system: FileSystem) -> Options:
    configs = request.configs
    layer = configs.run.layer
    return Options(
        system=system,
        layer=None if layer == AUTO else Layer(layer),
        roles=lambda folder: [*map(str, _config_in(configs, folder).roles)],
        registered=registered_paths,
        excluded=lambda path: configs.around(path).excludes(path),
        moves=lambda folder: _config_in(configs, folder).moves_files,
        allow_empty=request.allow_empty,
    )


def _config_in(configs: Configs, folder: str) -> Config:
    """The configuration of what lies in a folder."""
    return configs.around(os.path.join(folder, "x"))


def _placed(target: Target, configs: Configs) -> Target:
    """The target at the layer that the configuration gives it, if it gives it one."""
    if not isinstance(target, RoleFile):
        return target
    config = configs.around(target.path)
    layer = config.for_file(target.path).layer if config.moves_files else None
    return target if layer is None else target.at_layer(layer)


def _map(
    targets: Sequence[Target], settings: Settings, jobs: int
) -> Iterator[tuple[int, CheckResult]]:
    """What comes of so many targets, in order, by several processes where that is worth it."""
    check = _Checker(settings)
    if jobs == 1 or len(targets) < (2 if jobs else WORTH_A_POOL):
        yield from ((1, check(target)) for target in targets)
        return
    trace, number = disk.kept_trace(), jobs or workers.processors()
    if trace is None:
        yield from workers.in_order(check, targets, number, _lost, CheckResult.merge)
        return
    for count, (result, part) in workers.in_order(check, targets, number, _lost, _traced):
        trace.take(part)
        yield count, result


class _Checker:
    """Checks targets one after the other, and keeps nothing that no report tells.

    What was read of a pack is given back once its roles have been judged, and a hundred thousand
    descriptions would take room.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tree: FolderTree | None = None

    def __call__(self, target: Target) -> CheckResult:
        pack = _pack_of(target)
        if pack is not None and pack.tree is not self._tree:
            if self._tree is not None:
                self._tree.forget()
            self._tree = pack.tree
        result = check_target(self._settings, target)
        roles = tuple(record._replace(description=None) for record in result.roles)
        return result._replace(roles=roles)


def _pack_of(target: Target) -> RolePack | None:
    if isinstance(target, RolePack):
        return target
    return target.pack if isinstance(target, RoleFile) else None


def _traced(results: Iterable[CheckResult]) -> tuple[CheckResult, disk.Trace]:
    """Results, with what was asked of the disk for them: another process keeps the whole trace."""
    with disk.keeping(disk.Trace()) as part:
        return CheckResult.merge(results), part


def _lost(target: Target) -> CheckResult:
    """What stands for a target of which the processes that check it die."""

    def died() -> CheckResult:
        raise RuntimeError("the process that checked it came to an end")

    return guarded(target.display_path, died)


def check_target(settings: Settings, target: Target) -> CheckResult:
    """One target by itself, whatever it is; never raises for its contents."""
    return guarded(target.display_path, partial(_CHECKS[type(target)], target, settings))
