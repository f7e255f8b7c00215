"""What a host offers in a project: its roles, read and set against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from herdr_lint.catalog.effective import Catalog
from herdr_lint.model import Unchecked
from herdr_lint.project.installed import host_view
from herdr_lint.project.options import Options
from herdr_lint.run.check_result import CheckResult, Settings
from herdr_lint.run.role_packs import registered_paths
from herdr_lint.run.run import check_target


@dataclass(frozen=True, slots=True)
class CatalogView:
    """The catalogue of one project, and what could not be looked at for it."""

    catalog: Catalog
    unchecked: tuple[Unchecked, ...] = ()


def view(project: Path, settings: Settings, packs: Sequence[Path] = ()) -> CatalogView:
    """The catalogue of a host that is started in ``project`` (role reading 1.7, 1.8).

    ``packs`` are folders of role packs that count as installed, beside those that Pi loads.
    """
    found = host_view(project, Options(settings.system, registered=registered_paths), packs)
    checked = CheckResult.merge(check_target(settings, target) for target in found.targets)
    catalog = Catalog.of(checked.roles)
    return CatalogView(catalog, (*found.unchecked, *checked.unchecked))
