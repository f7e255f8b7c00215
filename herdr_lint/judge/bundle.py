"""A shipped schema with all that it refers to in one file, for editors, which look up nothing."""

from __future__ import annotations

from typing import Any

from herdr_lint.judge import shipped as files

_SAID_ONCE = ("$id", "$schema")
"""What an embedded schema must not say again; a member may have such a name, too."""

_OURS = ("x-herdr", "x-herdr-report")
"""What only our own judge reads."""


def bundled(name: str) -> dict[str, Any]:
    """The schema at a path under ``schemas/``; each file that it needs is one of its ``$defs``."""
    bundle = _Bundle(name)
    whole: dict[str, Any] = bundle.copy(files.load(name), name)
    while bundle.wanted:
        file = bundle.wanted.pop()
        bundle.found[file] = {}
        bundle.found[file] = bundle.copy(files.load(file), file)
    if bundle.found:
        whole.setdefault("$defs", {}).update(
            {_key(file): schema for file, schema in sorted(bundle.found.items())}
        )
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **whole}


class _Bundle:
    def __init__(self, root: str) -> None:
        self._root = root
        self.found: dict[str, Any] = {}
        self.wanted: set[str] = set()

    def copy(self, value: Any, file: str) -> Any:
        """A part of a file as it has to stand in the bundle."""
        if isinstance(value, list):
            return [self.copy(item, file) for item in value]
        if not isinstance(value, dict):
            return value
        return {
            key: self._reference(inner, file)
            if key == "$ref" and isinstance(inner, str)
            else self.copy(inner, file)
            for key, inner in value.items()
            if key not in _OURS and not (key in _SAID_ONCE and isinstance(inner, str))
        }

    def _reference(self, reference: str, file: str) -> str:
        target, pointer = files.resolve(file, reference)
        if target == self._root:
            return f"#{pointer}"
        if target not in self.found:
            self.wanted.add(target)
        return f"#/$defs/{_key(target)}{pointer}"


def _key(file: str) -> str:
    """The name under which a file is embedded; no ``/``, which a pointer would have to escape."""
    return file.removesuffix(".schema.json").replace("/", ".")
