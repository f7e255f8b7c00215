"""One run: map over units, then merge what crosses them; a pool of processes does the same."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from herdr_lint.catalog.collisions import collisions
from herdr_lint.config.filters import apply_ignores, apply_settings
from herdr_lint.config.loading import Configs
from herdr_lint.config.settings import AUTO
from herdr_lint.model import Finding, Layer, Report, Unchecked
from herdr_lint.project.display import Display
from herdr_lint.project.options import Options, agent_directory
from herdr_lint.project.search import discover
from herdr_lint.project.targets import (
    AgentPack,
    ArchiveFile,
    Discovery,
    Manifest,
    RoleFile,
    RolePack,
    Target,
)
from herdr_lint.run.check_result import CheckResult, Settings
from herdr_lint.run.isolation import guarded
from herdr_lint.run.openwop_packs import check_agent_pack, check_archive, check_lone_manifest
from herdr_lint.run.role_packs import check_pack, registered_paths
from herdr_lint.run.roles import check_role, record_of

if TYPE_CHECKING:
    from herdr_lint.openwop.record import PackRecord

WORTH_A_POOL = 2_000
"""Fewer units than this are checked faster than a pool of processes starts."""

Progress = Callable[[Iterable[CheckResult], int], Iterable[CheckResult]]
"""Passes on what is checked, of so many units, and may tell somebody about it."""

_Check = Callable[[Any, Settings], CheckResult]
_CHECKS: Mapping[type, _Check] = {
    AgentPack: check_agent_pack,
    ArchiveFile: check_archive,
    Manifest: check_lone_manifest,
    RoleFile: check_role,
    RolePack: check_pack,
}


@dataclass(frozen=True, slots=True)
class Request:
    """What a run is asked to do.

    ``overlay`` maps paths to contents that stand for those of the file. ``jobs`` is the number of
    processes; 0 chooses by the number of units.
    """

    paths: Sequence[str | Path] = ()
    configs: Configs = field(default_factory=Configs)
    overlay: Mapping[Path, bytes] = field(default_factory=dict)
    allow_empty: bool = False
    jobs: int = 1


def run(request: Request) -> Report:
    """Discover, check, merge.

    Raises:
        UsageError: if a path is missing, or if there is nothing to check.

    """
    return Session.start(request).report()


@dataclass(frozen=True)
class Session:
    """What a run has found to check, ready to be checked, as a whole or file by file."""

    request: Request
    found: Discovery
    targets: tuple[Target, ...]
    settings: Settings

    @classmethod
    def start(cls, request: Request) -> Session:
        """Discover.

        Raises:
            UsageError: if a path is missing, or if there is nothing to check.

        """
        overlay = {_absolute(path): data for path, data in request.overlay.items()}
        imagined = [_imagined(path) for path in overlay if not path.exists()]
        options = _options(request)
        if imagined:
            options = replace(options, allow_empty=True)
        there = [p for p in request.paths if _absolute(p) not in {one.path for one in imagined}]
        found = discover(there, options) if there or not imagined else Discovery()
        targets = tuple(_placed(target, request.configs) for target in (*found.targets, *imagined))
        return cls(request, found, targets, Settings(request.configs, overlay))

    def report(self, progress: Progress | None = None) -> Report:
        """All findings about what was asked for, but for those that a baseline accepts.

        ``progress`` is handed what is checked as it comes, and passes it on.

        Raises:
            UsageError: if the baseline that is configured cannot be used.

        """
        results: Iterable[CheckResult] = _map(self.targets, self.settings, self.request.jobs)
        if progress is not None:
            results = progress(results, len(self.targets))
        return self.merged(results)

    def check(self, target: Target, overlay: Mapping[Path, bytes]) -> CheckResult:
        """One target by itself; ``overlay`` are the contents that hold now, by absolute path."""
        return check_target(replace(self.settings, overlay=overlay), target)

    def merged(self, results: Iterable[CheckResult]) -> Report:
        """What targets yielded, as a report: complete about a file if all that speak of it are in.

        Raises:
            UsageError: if the baseline that is configured cannot be used.

        """
        checked = CheckResult.merge(results)
        return self._without_accepted(_merged(self.found, checked, self.request.configs))

    def _without_accepted(self, report: Report) -> Report:
        configs = self.request.configs
        if configs.run.baseline is None:
            return report
        from herdr_lint.config.baseline import Baseline
        from herdr_lint.run.sources import read_source

        def ran(path: str, rule: str) -> bool:
            return configs.for_file(Path(path)).selection.runs(rule)

        return Baseline.load(configs.run.baseline).subtract(report, read_source, ran=ran)

    @cached_property
    def fixable(self) -> dict[Path, Target]:
        """The files that edits can be made in, by the path that opens them."""
        return {
            target.path: target
            for target in self.targets
            if isinstance(target, RoleFile) and target.requested
        }

    def lint_one(self, path: Path, data: bytes) -> list[Finding]:
        """What there would be to say of one file by itself if these were its bytes."""
        settings = replace(self.settings, overlay={**self.settings.overlay, path: data})
        checked = check_target(settings, self.fixable[path])
        return _unsuppressed(checked.findings, checked, self.request.configs)


def _options(request: Request) -> Options:
    config = request.configs.run
    return Options(
        layer=None if config.layer == AUTO else Layer(config.layer),
        roles=config.roles,
        registered=registered_paths,
        excluded=config.excludes if config.exclude or config.asked_exclude else None,
        context=_context(request),
        allow_empty=request.allow_empty,
    )


def _context(request: Request) -> tuple[Path, ...]:
    """The repositories that the given paths lie in: roles of all their packs can collide."""
    paths = [_absolute(path) for path in request.paths or (".",)]
    roots = (_repository(path) for path in paths)
    return tuple(sorted({root for root in roots if root is not None}))


def _repository(path: Path) -> Path | None:
    return next((folder for folder in (path, *path.parents) if (folder / ".git").exists()), None)


def _absolute(path: str | Path) -> Path:
    """Lexically absolute: links stay as they were spelled."""
    return Path(os.path.abspath(path))  # noqa: PTH100


def _imagined(path: Path) -> RoleFile:
    """A role that is not on the disk yet, at the layer that its folder stands for."""
    layer = Layer.PACKAGE
    if path.parent.parts[-2:] == (".pi", "agents"):
        layer = Layer.PROJECT
    elif path.parent == agent_directory() / "agents":
        layer = Layer.GLOBAL
    return RoleFile(path, Display(Path.cwd())(path), layer, path.parent, requested=True)


def _placed(target: Target, configs: Configs) -> Target:
    """The unit at the layer that the configuration gives it, if it gives it one."""
    if not isinstance(target, RoleFile):
        return target
    layer = configs.for_file(target.path).layer
    return target if layer is None else replace(target, layer=layer)


def _map(targets: Sequence[Target], settings: Settings, jobs: int) -> Iterator[CheckResult]:
    jobs = jobs or (os.cpu_count() or 1 if len(targets) >= WORTH_A_POOL else 1)
    check = partial(check_target, settings)
    if jobs == 1:
        yield from map(check, targets)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(check, targets, chunksize=max(1, len(targets) // (jobs * 8)))


def check_target(settings: Settings, target: Target) -> CheckResult:
    """One unit by itself, whatever it is; never raises for its contents."""
    return guarded(
        target.display_path, _opened(target), partial(_CHECKS[type(target)], target, settings)
    )


def _opened(target: Target) -> Path:
    """The path that opens the file of a unit, or its folder."""
    match target:
        case AgentPack():
            return target.manifest
        case RolePack():
            return target.root / "package.json"
    return target.path


def _merged(found: Discovery, checked: CheckResult, configs: Configs) -> Report:
    """The report: what each unit yielded, and what crosses units, as each file wants it told."""
    unreadable = [record_of(role, code="unreadable-role-definition") for role in found.unreadable]
    paths = dict(checked.files)
    paths |= {role.display_path: role.path for role in found.unreadable if role.requested}
    alternatives = configs.run.alternatives
    between_packs, untold = _between_packs(checked.packs)
    across = [*collisions((*checked.roles, *unreadable), alternatives), *between_packs]
    told = [
        finding
        for path, findings in _by_path((*across, *found.findings)).items()
        if path in paths or found.covers(path)
        for finding in apply_settings(findings, configs.for_file(paths.get(path, Path(path))))
    ]
    findings = _unsuppressed((*checked.findings, *told), checked, configs)
    unchecked = [one for one in untold if one.path in paths or found.covers(one.path)]
    return Report.of(findings, (*found.unchecked, *checked.unchecked, *unchecked), tuple(paths))


def _between_packs(
    packs: tuple[PackRecord, ...],
) -> tuple[tuple[Finding, ...], tuple[Unchecked, ...]]:
    """What OpenWOP packs show together; most runs have none, and need not load their rules."""
    if not packs:
        return (), ()
    from herdr_lint.openwop.rules.across import crossing

    return crossing(packs)


def _unsuppressed(
    findings: Iterable[Finding], checked: CheckResult, configs: Configs
) -> list[Finding]:
    """The findings without those that their own file ignores."""
    by_path = _by_path(findings)
    paths = dict(checked.files)
    for document in checked.ignoring:
        path = paths[document.path]
        config = configs.nearest(path)
        by_path[document.path] = apply_ignores(
            by_path[document.path],
            document,
            str(document.data["layer"]),
            known=config.known_rules,
            runs=config.for_file(path).selection.runs,
        )
    return [finding for found in by_path.values() for finding in found]


def _by_path(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    grouped: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        grouped[finding.path].append(finding)
    return grouped
