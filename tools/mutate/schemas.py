"""Changes of the files under ``schemas/``: a demand less, a bound further, a word other."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.mutate.model import Mutant

Path_ = tuple[str | int, ...]
Change = tuple[Path_, str, Any]
"""Where, what, and the new value; `GONE` takes the member away."""

GONE = object()
_SAID = frozenset({"$id", "$schema", "$comment", "title", "description", "examples", "source"})
"""Members that judge nothing."""
_LEVELS = {"error": "warning", "warning": "note", "note": "warning"}
_ENTRY = re.compile(r'^(?P<key>[\w-]+) = "(?P<text>(?:[^"\\]|\\.)*)"$')


def schema_mutants(name: str, path: Path) -> list[Mutant]:
    """Every change of a file, by its path under ``schemas/``."""
    if path.suffix == ".toml":
        return [
            Mutant(name, number, line, text, what)
            for number, (line, text, what, _) in enumerate(_toml(path.read_text("utf-8")))
        ]
    changes = _json((), json.loads(path.read_bytes()))
    return [
        Mutant(name, number, 0, "/" + "/".join(map(str, where)), what)
        for number, (where, what, _) in enumerate(changes)
    ]


def changed(path: Path, number: int) -> str:
    """The text of a file with one of its changes made."""
    text = path.read_text("utf-8")
    if path.suffix == ".toml":
        return [made for *_, made in _toml(text)][number]
    data = json.loads(text)
    where, _, value = [*_json((), data)][number]
    return json.dumps(_put(copy.deepcopy(data), where, value), ensure_ascii=False, indent=2)


def _put(data: Any, where: Path_, value: Any) -> Any:
    inner = data
    for step in where[:-1]:
        inner = inner[step]
    if value is GONE:
        del inner[where[-1]]
    else:
        inner[where[-1]] = value
    return data


def _json(where: Path_, value: Any) -> Iterator[Change]:
    """Members taken away or changed, from the outside in."""
    if isinstance(value, dict):
        for key, inner in value.items():
            # A member called `title` of an object's properties is no annotation.
            if key in _SAID and (not where or where[-1] != "properties"):
                continue
            yield (*where, key), "gone", GONE
            yield from _json((*where, key), inner)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            if len(value) > 1:
                yield (*where, index), f"without {_short(inner)}", GONE
            yield from _json((*where, index), inner)
    elif where:
        yield from ((where, what, made) for what, made in _scalar(where[-1], value))


def _scalar(key: str | int, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield f"{value} -> {not value}", not value
    elif isinstance(value, int):
        yield f"{value} -> {value + 1}", value + 1
        if value > 0:
            yield f"{value} -> {value - 1}", value - 1
    elif key == "pattern":
        yield from _pattern(value)
    elif isinstance(value, str) and not value.startswith(("#", "../")) and key != "$ref":
        yield f"{value[:30]!r} -> …~", f"{value}~"


def _pattern(value: str) -> Iterator[tuple[str, Any]]:
    if value.startswith("^"):
        yield "not from the start", value[1:]
    if value.endswith("$"):
        yield "not to the end", value[:-1]
    for found in re.finditer(r"\{(\d+)(,?)(\d*)\}", value):
        more = found[0].replace(found[3] or found[1], str(int(found[3] or found[1]) + 1))
        yield f"{found[0]} -> {more}", value[: found.start()] + more + value[found.end() :]
    for found in re.finditer(r"(?<!\\)[+*?](?!:|=|!|<)", value):
        if found.start() and value[found.start() - 1] not in "(\\":
            other = {"+": "*", "*": "+", "?": ""}[found[0]]
            made = value[: found.start()] + other + value[found.end() :]
            if _compiles(made):
                yield f"{found[0]} -> {other} at {found.start()}", made


def _compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


def _toml(text: str) -> Iterator[tuple[int, str, str, str]]:
    """The words of a rule: each severity, message, consequence, help and code that stands alone."""
    lines = text.split("\n")
    inside = False
    for number, line in enumerate(lines):
        if line.count('"""') == 1 or line.count("'''") == 1:
            inside = not inside
        found = None if inside else _ENTRY.match(line)
        if found is None or found["key"] in {"title", "source"}:
            continue
        other = _LEVELS.get(found["text"], f"~{found['text']}")
        made = f'{found["key"]} = "{other}"'
        what = f"{found['text'][:30]!r} -> {other[:30]!r}"
        yield number + 1, line, what, "\n".join([*lines[:number], made, *lines[number + 1 :]])


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "…"
