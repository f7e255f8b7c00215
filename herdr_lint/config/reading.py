"""Configuration files: which one counts, what stands in it, and what is wrong with it."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from herdr_lint.files import disk
from herdr_lint.judge.document import Document, Part, from_pointer, to_pointer
from herdr_lint.judge.judge import closest, show
from herdr_lint.judge.validator import schema_errors, shipped
from herdr_lint.late import late
from herdr_lint.model import Span, UsageError
from herdr_lint.syntax.text import SourceText

if TYPE_CHECKING:
    import tomllib

    from herdr_lint.config import toml_spans
    from herdr_lint.judge.schema_error import SchemaError
else:
    tomllib = late("tomllib")
    toml_spans = late("herdr_lint.config.toml_spans")

OWN_FILE = "herdr-lint.toml"
PROJECT_FILE = "pyproject.toml"
TABLE = "/tool/herdr-lint"
DEEPEST = 50
"""Tables and arrays in each other: the place of each is as long as it is deep."""

_MENTION = b"herdr-lint"


class Problem(NamedTuple):
    """One thing that is wrong in a configuration file, and where."""

    path: str
    span: Span
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.span.start.line}:{self.span.start.column}: {self.text}"


class ConfigurationError(UsageError):
    """A configuration file that cannot be used; ``located`` are its problems with their places."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*map(str, problems))
        self.located = problems


def find(directory: Path) -> Path | None:
    """The file that configures what lies in a directory: the nearest on the way up, or None.

    The search ends at the root of a repository (a directory with ``.git``), which still counts. A
    ``pyproject.toml`` without our table is passed by.

    Raises:
        UsageError: a directory has two such files, or one of them cannot be read.

    """
    for folder in (directory, *directory.parents):
        found = in_folder(folder)
        if found is not None or is_top(folder):
            return found
    return None


def in_folder(folder: str | Path) -> Path | None:
    """The file in a folder that configures what lies in it, or None; raises what ``find`` does."""
    places = (os.path.join(folder, name) for name in (OWN_FILE, PROJECT_FILE))
    found = [path for path in map(Path, filter(disk.is_file, places)) if _configures(path)]
    if len(found) > 1:
        told = f"{OWN_FILE} beside it configures herdr-lint as well; keep one of the two"
        raise UsageError(f"{display_path(found[1])}: {told}")
    return found[0] if found else None


def is_top(folder: str | Path) -> bool:
    """Whether nothing above a folder configures what lies in it: a repository."""
    return disk.exists(os.path.join(folder, ".git"))


def _configures(path: Path) -> bool:
    """Whether a file is ours: one without our name in it is not even parsed."""
    if path.name == OWN_FILE:
        return True
    data = _bytes(path)
    return _MENTION in data and _table(_parse(data, display_path(path))) is not None


def read(path: Path, data: bytes | None = None) -> Document:
    """A configuration file as a document whose data are our settings, checked by the schema.

    ``data`` stands for the contents of the file, where they are not those on the disk. Pointers and
    places count from the settings, wherever in the file they stand.

    Raises:
        UsageError: it cannot be read, is not TOML, has no table of ours, or says what the schema
            does not allow; one problem for each such place.

    """
    data = _bytes(path) if data is None else data
    parsed = _parse(data, display_path(path))
    root = TABLE if path.name == PROJECT_FILE else ""
    settings = _table(parsed) if root else parsed
    if settings is None:
        told = "there is no table [tool.herdr-lint]; add it, or name another file"
        raise UsageError(f"{display_path(path)}: {told}")
    text = SourceText.decode(data)
    inner = {
        pointer.removeprefix(root): place
        for pointer, place in toml_spans.spans(text).items()
        if pointer.startswith(f"{root}/")
    }
    document = Document("config", display_path(path), settings, text, inner)
    raise_problems(document, _problems(document))
    return document


def display_path(path: Path) -> str:
    """A path as people read it: relative to the working directory where there is a way."""
    try:
        way = os.path.relpath(path)
    except ValueError:
        way = str(path)
    return os.fsencode(way.replace(os.sep, "/")).decode("utf-8", "backslashreplace")


def at(document: Document, pointer: str, part: Part = "value") -> str:
    """``file:line:column`` of a setting."""
    start = document.locate(pointer, part).start
    return f"{document.path}:{start.line}:{start.column}"


def raise_problems(document: Document, problems: Iterable[tuple[str, Part, str]]) -> None:
    """Complain of all problems at once, in the order of the file, if there are any.

    A problem is the pointer of a setting, whether its key or its value is meant, and a text.
    """
    told = sorted((document.locate(*problem[:2]), *problem) for problem in problems)
    if told:
        raise ConfigurationError(*(Problem(document.path, span, text) for span, *_, text in told))


def name(pointer: str) -> str:
    """A setting as people speak of it: ``overrides[0].paths``."""
    steps = (f"[{part}]" if part.isdigit() else f".{part}" for part in from_pointer(pointer))
    return "".join(steps).removeprefix(".")


def _bytes(path: Path) -> bytes:
    try:
        return disk.read(path)
    except OSError as error:
        raise UsageError(f"{display_path(path)}: cannot be read: {error.strerror}") from error


def _parse(data: bytes, path: str) -> dict[str, Any]:
    text = SourceText.decode(data)
    if text.replaced:
        span = text.span(text.replaced[0], text.replaced[0] + 1)
        raise ConfigurationError(
            Problem(path, span, "not UTF-8, which TOML has to be; save it as UTF-8")
        )
    try:
        parsed = tomllib.loads(text.text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(_toml_problem(text, path, str(error))) from error
    except RecursionError as error:
        raise UsageError(f"{path}: its values are nested too deeply; flatten them") from error
    except ValueError as error:  # Python reads no integer of so many digits, nor an odd date
        raise UsageError(
            f"{path}: holds a number or a date that cannot be read; correct it"
        ) from error
    if _is_deeper(parsed, DEEPEST):
        raise UsageError(f"{path}: its values are nested too deeply; flatten them")
    return parsed


def _is_deeper(value: Any, most: int) -> bool:
    """Whether there are more tables and arrays in each other; a dotted key makes as many tables."""
    level = [value]
    for _ in range(most):
        level = [
            inner
            for one in level
            if isinstance(one, dict | list)
            for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return any(isinstance(one, dict | list) for one in level)


def _toml_problem(text: SourceText, path: str, message: str) -> Problem:
    told, _, place = message.partition(" (at ")
    numbers = re.findall(r"\d+", place)  # none are given for the end of the file
    line, column = numbers or (len(text.lines), len(text.lines[-1]) + 1)
    return Problem(path, Span.at(int(line), int(column)), f"not TOML: {told}")


def _table(parsed: dict[str, Any]) -> dict[str, Any] | None:
    """``[tool.herdr-lint]``, if that is a table."""
    tool = parsed.get("tool")
    table = tool.get("herdr-lint") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else None


def _problems(document: Document) -> Iterator[tuple[str, Part, str]]:
    for error in schema_errors(shipped("config.schema.json"), document.data):
        pointer = to_pointer(error.path)
        part: Part = "key" if error.keyword == "additionalProperties" else "value"
        yield pointer, part, _problem(error, name(pointer))


def _problem(error: "SchemaError", setting: str) -> str:
    match error.keyword:
        case "additionalProperties":
            near = hint(error.path[-1], error.choices) or "; `herdr-lint config` lists all"
            return f"there is no setting {show(setting)}{near}"
        case "required":
            return f"{show(setting)} has no {show(error.detail)}; add it"
        case "enum":
            allowed = ", ".join(show(choice) for choice in error.expected)
            told = hint(error.value, error.choices)
            return f"{show(setting)} is {show(error.value)}, which is not one of {allowed}{told}"
    expected = error.annotation["expects"]
    return f"{show(setting)} has to be {expected}, and is {show(error.value)}"


def hint(value: Any, choices: Any) -> str:
    """``; did you mean `x`?`` if a choice is near, else nothing."""
    near = closest(value, tuple(choices))
    return f"; did you mean {show(near)}?" if near else ""
