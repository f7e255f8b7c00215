"""What a host offers in a project: its roles, read and set against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from herdr_lint.discover.installed import host_view
from herdr_lint.engine.checked import Checked, Settings
from herdr_lint.engine.run import check_unit
from herdr_lint.model import Unchecked
from herdr_lint.rules.catalog import Catalog
from herdr_lint.rules.records import record_of


@dataclass(frozen=True, slots=True)
class View:
    """The catalogue of one project, and what could not be looked at for it."""

    catalog: Catalog
    unchecked: tuple[Unchecked, ...] = ()


def view(project: Path, settings: Settings, packs: Sequence[Path] = ()) -> View:
    """The catalogue of a host that is started in ``project`` (role reading 1.7, 1.8).

    ``packs`` are folders of role packs that count as installed, beside those that Pi loads.
    """
    found = host_view(project, packs=packs)
    checked = Checked.merge(check_unit(settings, unit) for unit in found.units)
    unreadable = [record_of(role, code="unreadable-role-definition") for role in found.unreadable]
    catalog = Catalog.of((*checked.roles, *unreadable))
    return View(catalog, (*found.unchecked, *checked.unchecked))
