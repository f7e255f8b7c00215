"""The show command: what the host really runs when a role is asked for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from herdr_lint.cli.folders import need_folders
from herdr_lint.config.loading import Configs
from herdr_lint.files.file_system import FileSystem
from herdr_lint.report.json_text import ascii_json
from herdr_lint.report.visible import visible
from herdr_lint.role.launch import Setting
from herdr_lint.run.check_result import Settings
from herdr_lint.run.show import ShownRole, show_role

_KEY = 16
_WRITTEN = 24
_NARROWEST = 64


def load_role(role: str, project: Path, packs: Sequence[Path]) -> ShownRole:
    """The role of a name or a path, as a host sees it that is started in a project.

    Raises:
        UsageError: if there is no such role, or the project or a pack is not a folder.

    """
    need_folders(project, *packs)
    return show_role(role, project, Settings(Configs(), FileSystem()), packs)


def as_json(shown: ShownRole) -> str:
    """Everything as JSON."""
    return ascii_json(shown.to_dict())


def as_text(shown: ShownRole, width: int) -> str:
    """Everything for a person, in lines of at most ``width`` cells where words allow it."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(shown, max(width, _NARROWEST)))


def _lines(shown: ShownRole, width: int) -> Iterator[str]:
    record = shown.standing.record
    yield visible(f"{record.name}: {record.path} ({record.layer} layer, {record.source})")
    yield from textwrap.wrap(_fate(shown), width)
    for other in shown.others:
        yield visible(f"  also: {other.record.path} ({other.record.layer} layer): {other.state}")
    if shown.launch is None:
        return
    yield ""
    yield f"{'key':<{_KEY}}{'written':<{_WRITTEN}}what follows"
    for setting in shown.launch.settings:
        yield from _setting(setting, width)
    for skill in shown.skills:
        place = skill.path or "not found; the child starts without it and a note names it"
        yield visible(f"{'':<{_KEY}}{skill.name}: {place}")


def _fate(shown: ShownRole) -> str:
    name = visible(shown.standing.record.name)
    by = ", ".join(visible(other.path) for other in shown.standing.by)
    match shown.standing.state.value:
        case "available" | "hidden" if shown.refused:
            refused = visible(shown.refused)
            return f"The host refuses to launch this file when `{name}` is asked for: {refused}."
        case "available" | "hidden":
            return f"The host launches this file when `{name}` is asked for."
        case "invalid":
            code = shown.standing.code
            return f"The host refuses this file with {code}; `herdr-lint` on it says what to fix."
        case "disabled":
            return f"The host disables `{name}`: it is also defined in {by or 'another place'}."
        case "blocked":
            return f"The host launches nothing as `{name}`: {by} is invalid and blocks the name."
        case "contested":
            return f"{by} claims `{name}` too, and which file wins depends on the machine."
    return f"The host launches {by} instead of this file."


def _setting(setting: Setting, width: int) -> Iterator[str]:
    written = "-" if setting.written is None else visible(setting.written) or "(empty)"
    if len(written) > _WRITTEN - 2:
        written = written[: _WRITTEN - 3] + "…"
    lead = f"{setting.key:<{_KEY}}{written:<{_WRITTEN}}"
    first, *more = textwrap.wrap(visible(setting.follows), width - len(lead))
    yield lead + first
    for line in more:
        yield " " * len(lead) + line
