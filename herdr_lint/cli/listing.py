"""The list command: the effective catalogue as the host would list it, and what is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from herdr_lint.catalog.effective import Standing
from herdr_lint.cli.folders import need_folders
from herdr_lint.config.loading import Configs
from herdr_lint.files.file_system import FileSystem
from herdr_lint.report.json_text import ascii_json
from herdr_lint.report.view import count
from herdr_lint.report.visible import visible
from herdr_lint.run.catalog import CatalogView, view
from herdr_lint.run.check_result import Settings

_LONGEST_NAMED = 2


def load_view(project: Path, packs: Sequence[Path]) -> CatalogView:
    """The catalogue of a project.

    Raises:
        UsageError: if the project or a pack is not a folder.

    """
    need_folders(project, *packs)
    return view(project, Settings(Configs(), FileSystem()), packs)


def as_json(found: CatalogView) -> str:
    """The catalogue in the shape of ``schemas/list.schema.json``, in the order of the table."""
    shape = {
        "version": 1,
        "roles": [_entry(standing) for standing in found.catalog.standings],
        "hidden": found.catalog.hidden,
        "unchecked": [item.to_dict() for item in found.unchecked],
    }
    return ascii_json(shape)


def _entry(standing: Standing) -> dict[str, Any]:
    record = standing.record
    shape = {
        "name": record.name,
        "state": standing.state.value,
        "layer": record.layer.value,
        "path": record.path,
        "source": record.source,
        "description": record.description,
        "code": standing.code,
        "by": [other.path for other in standing.by] or None,
    }
    return {key: value for key, value in shape.items() if value is not None}


def as_lines(found: CatalogView) -> str:
    """The catalogue for another program: a line a role, with tabs between its cells."""
    return "".join("\t".join(_cells(standing)) + "\n" for standing in found.catalog.standings)


def as_table(found: CatalogView, width: int) -> str:
    """The catalogue as a table for a terminal of ``width`` cells."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("role", no_wrap=True)
    table.add_column("layer", no_wrap=True)
    table.add_column("source", overflow="fold")
    table.add_column("state", overflow="fold")
    for standing in found.catalog.standings:
        table.add_row(*map(Text, _cells(standing)))
    stream = StringIO()
    console = Console(file=stream, width=width, force_terminal=False)
    if found.catalog.standings:
        console.print(table)
    return "".join(f"{line.rstrip()}\n" for line in stream.getvalue().splitlines())


def _cells(standing: Standing) -> tuple[str, ...]:
    record = standing.record
    cells = (record.name, record.layer.value, record.source, _told(standing))
    return tuple(map(visible, cells))


def _told(standing: Standing) -> str:
    """The state of a role in a few words: what became of it, and because of which file."""
    by = ", ".join(other.path for other in standing.by[:_LONGEST_NAMED])
    if len(standing.by) > _LONGEST_NAMED:
        by += f" and {len(standing.by) - _LONGEST_NAMED} more"
    match standing.state.value:
        case "available":
            return "available"
        case "hidden":
            return "hidden: launched by its name only"
        case "invalid":
            return f"refused: {standing.code}"
        case "disabled":
            return f"disabled: also defined in {by}" if by else "disabled: registered twice"
        case "contested":
            return f"contested: the name is also set by {by}"
    return f"{standing.state.value} by {by}"


def remarks(found: CatalogView) -> Iterator[str]:
    """How many roles there are, and what was not looked at."""
    roles = found.catalog.standings
    if not roles:
        yield "The host finds no roles here; a role pack is given with `--pack FOLDER`."
    else:
        available, hidden = len(found.catalog.available), found.catalog.hidden
        yield f"{available} available, {hidden} hidden, of {count(len(roles), 'file')}."
    for item in found.unchecked:
        yield visible(f"not looked at: {item.path}: {item.reason}")
