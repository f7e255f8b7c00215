"""One run: map over units, then merge (design of scale: a pool and a cluster do the same)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from herdr_lint.discover.options import Options
from herdr_lint.discover.search import discover
from herdr_lint.discover.units import Discovery, RoleFile, Unit
from herdr_lint.engine.checked import Checked, Settings
from herdr_lint.engine.isolation import guarded
from herdr_lint.engine.roles import check_role
from herdr_lint.model import Finding, Layer, Report
from herdr_lint.rules.collisions import collisions
from herdr_lint.rules.records import record_of

WORTH_A_POOL = 2_000
"""Fewer units than this are checked faster than a pool of processes starts."""

_Check = Callable[[Any, Settings], Checked]
_CHECKS: Mapping[type, _Check] = {RoleFile: check_role}


@dataclass(frozen=True, slots=True)
class Request:
    """What a run is asked to do; ``jobs`` 0 chooses by the number of units."""

    paths: Sequence[str | Path] = ()
    layer: str = "auto"
    profile: str = "auto"
    policies: Sequence[Path] = ()
    overlay: Mapping[Path, bytes] = field(default_factory=dict)
    allow_empty: bool = False
    jobs: int = 1


def run(request: Request) -> Report:
    """Discover, check, merge.

    Raises:
        UsageError: if a path is missing, a policy is unreadable, or there is nothing to check.

    """
    found = discover(request.paths, _options(request))
    settings = Settings(
        profile=request.profile,
        overlay={Path(os.path.abspath(path)): data for path, data in request.overlay.items()},
    )
    checked = Checked.merge(_map(found.units, settings, request.jobs))
    return _merged(found, checked)


def _options(request: Request) -> Options:
    layer = None if request.layer == "auto" else Layer(request.layer)
    return Options(layer=layer, allow_empty=request.allow_empty)


def _map(units: Sequence[Unit], settings: Settings, jobs: int) -> Iterator[Checked]:
    jobs = jobs or (os.cpu_count() or 1 if len(units) >= WORTH_A_POOL else 1)
    check = partial(check_unit, settings)
    if jobs == 1:
        yield from map(check, units)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(check, units, chunksize=max(1, len(units) // (jobs * 8)))


def check_unit(settings: Settings, unit: Unit) -> Checked:
    """One unit by itself, whatever it is; never raises for its contents."""
    check = _CHECKS.get(type(unit))
    if check is None:
        return Checked()
    return guarded(unit.shown, partial(check, unit, settings))


def _merged(found: Discovery, checked: Checked) -> Report:
    """What crosses units, and only what concerns the paths that were asked for."""
    unreadable = [record_of(role, code="unreadable-role-definition") for role in found.unreadable]
    crossing: Iterator[Finding] = collisions((*checked.roles, *unreadable))
    given = {path for path in checked.files}
    return Report.of(
        (*found.findings, *checked.findings, *(f for f in crossing if f.path in given)),
        (*found.unchecked, *checked.unchecked),
        (*checked.files, *(role.shown for role in found.unreadable if role.given)),
    )
