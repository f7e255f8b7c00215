"""OpenWOP manifests: JSON, or YAML read as the JSON it stands for, as one document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from herdr_lint.judge.document import Document, is_yaml
from herdr_lint.late import late
from herdr_lint.syntax.json_reader import read_json
from herdr_lint.syntax.parse import ParseIssue
from herdr_lint.syntax.text import SourceText

if TYPE_CHECKING:
    from herdr_lint.syntax import yaml_reader
else:
    yaml_reader = late("herdr_lint.syntax.yaml_reader")

Syntax = Literal["json", "yaml"]

JUDGED_DEPTH = 64
"""Levels of a manifest that are judged. Below, nothing in any schema says anything; validators,
printers and comparisons are recursive, and must never meet what could exhaust them."""

_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def read_manifest(path: str, data: bytes, *, syntax: Syntax | None = None) -> Document:
    """The document of a manifest; never raises, whatever the bytes.

    ``path`` is shown in findings, and decides by `is_yaml` where no syntax is given. Where the
    document is not ``readable`` there is no data to judge. Containers below `JUDGED_DEPTH` are
    empty in it, with a ``deeply-nested`` problem that says so.
    """
    text = SourceText.decode(data)
    if data.startswith(_UTF_16):
        return Document("manifest", path, None, text, problems=(ParseIssue("utf-16", fatal=True),))
    yaml = syntax == "yaml" if syntax else is_yaml(path)
    reading = yaml_reader.read_yaml(text) if yaml else read_json(text)
    content, problems = reading.data, reading.problems
    if reading.depth > JUDGED_DEPTH:
        content = cut(content, JUDGED_DEPTH)
        problems = (*problems, ParseIssue("deeply-nested", params={"limit": JUDGED_DEPTH}))
    return Document("manifest", path, content, text, reading.spans, problems=problems)


def cut(data: Any, depth: int) -> Any:
    """A copy of JSON data whose containers are empty below ``depth`` levels of them."""
    root: dict[Any, Any] = {None: data}
    level: list[dict[Any, Any] | list[Any]] = [root]
    for left in reversed(range(depth + 1)):
        level = [child for container in level for child in _copied(container, empty=not left)]
    return root[None]


def _copied(container: Any, *, empty: bool) -> list[dict[Any, Any] | list[Any]]:
    """Put a copy in the place of each container within a container; the copies."""
    copies = []
    members = container.items() if isinstance(container, dict) else enumerate(container)
    for key, value in list(members):
        if isinstance(value, dict | list):
            container[key] = type(value)() if empty else value.copy()
            copies.append(container[key])
    return copies
