"""Every setting in force, and who said so: what ``herdr-lint config`` prints."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from herdr_lint.config.reading import at, display_path, name
from herdr_lint.config.settings import Config
from herdr_lint.judge import shipped as files
from herdr_lint.judge.document import to_pointer

DEFAULT = "default"
COMMAND_LINE = "command line"

_CHOICES = ("select", "ignore")


class Row(NamedTuple):
    """A setting, its value as it would be written in TOML, and where it was set.

    ``origin`` is ``file:line:column``, ``command line`` or ``default``.
    """

    name: str
    value: str
    origin: str


def explain(config: Config, path: Path | None = None) -> list[Row]:
    """The settings of a run, or those in force for one file: without overrides of other files."""
    return [*_rows(config, path)]


def _rows(config: Config, path: Path | None) -> Iterator[Row]:
    for setting in files.load("config.schema.json")["properties"]:
        pointer = to_pointer([setting])
        match setting:
            case "severity":
                yield from _severities(config).values()
            case "overrides":
                wanted = (
                    range(len(config.overrides)) if path is None else config.overrides_for(path)
                )
                overrides = _overrides(config)
                for index in wanted:
                    yield from overrides[index]
            case _:
                yield _row(config, setting, pointer)
    for option in ("select", "ignore"):
        if option in config.given:
            yield Row(f"--{option}", _written(getattr(config.asked, option)), COMMAND_LINE)


def _severities(config: Config) -> dict[str, Row]:
    """The severities by name, each where it was set last."""
    rows = _severities(config.base) if config.base else {}
    own = _inner(config, "/severity", _data(config).get("severity", {}))
    return rows | {row.name: row for row in own}


def _overrides(config: Config) -> list[list[Row]]:
    """The rows of each override; those of the configuration that is extended come first."""
    above = _overrides(config.base) if config.base else []
    own = enumerate(_data(config).get("overrides", ()))
    return above + [[*_inner(config, f"/overrides/{index}", table)] for index, table in own]


def _data(config: Config) -> dict[str, Any]:
    """What the file of a configuration says itself."""
    return config.document.data if config.document else {}


def _row(config: Config, setting: str, pointer: str) -> Row:
    attribute = setting.replace("-", "_")
    if setting in _CHOICES:
        value, origin = getattr(config.choice, attribute), None
    else:
        value = getattr(config, attribute)
        origin = COMMAND_LINE if attribute in config.given else None
    return Row(setting, _written(value), origin or _origin(config, pointer))


def _inner(config: Config, pointer: str, table: dict[str, Any]) -> Iterator[Row]:
    """The members of a table, one row each."""
    for key, value in table.items():
        inner = pointer + to_pointer([key])
        if isinstance(value, dict):
            yield from _inner(config, inner, value)
        else:
            yield Row(name(inner), _written(value), _origin(config, inner))


def _origin(config: Config, pointer: str) -> str:
    document = config.document
    if document and pointer in document.spans:
        return at(document, pointer, "key")
    return _origin(config.base, pointer) if config.base else DEFAULT


def _written(value: Any) -> str:
    match value:
        case None:
            return "-"
        case Path():
            return json.dumps(display_path(value), ensure_ascii=False)
        case tuple() | list():
            return f"[{', '.join(map(_written, value))}]"
        case str():
            return json.dumps(str(value), ensure_ascii=False)
    return _written(value.path)
