"""The config command: what holds, and who said so."""

from __future__ import annotations

from pathlib import Path

from herdr_lint.config.explain import explain
from herdr_lint.config.loading import Configs
from herdr_lint.report.visible import visible


def settings_table(path: Path | None, file: Path | None) -> str:
    """The settings of a run, or those of one file, as a table.

    Raises:
        UsageError: if the configuration cannot be used.

    """
    configs = Configs.load(file)
    found = explain(configs.nearest(path) if path else configs.run, path)
    rows = [tuple(map(visible, row)) for row in found]
    widest = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "".join(
        f"{name:<{widest[0]}}  {value:<{widest[1]}}  {origin}\n" for name, value, origin in rows
    )
