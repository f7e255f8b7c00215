"""A model of the host's catalogue, written from its description and not from our code.

It does what the host does, step by step, for one sort order of the files; see role reading 1.8.
"""

from __future__ import annotations

from collections.abc import Iterable

from herdr_lint.catalog.records import RoleRecord
from herdr_lint.model import Layer


def effective(files: Iterable[RoleRecord]) -> tuple[dict[str, RoleRecord], set[str]]:
    """What each name launches, and the names that `duplicate-package-role` disabled."""
    ordered = list(files)
    found: dict[str, list[RoleRecord]] = {}
    for file in ordered:
        if file.layer == Layer.PACKAGE and file.code is None:
            for _ in file.via or ("directory",):
                found.setdefault(file.name, []).append(file)
    names = {name: files[0] for name, files in found.items() if len(files) == 1}
    disabled = {name for name, files in found.items() if len(files) > 1}
    for layer in (Layer.GLOBAL, Layer.PROJECT):
        for file in ordered:
            if file.layer != layer:
                continue
            if file.code is None:
                names[file.name] = file
            else:
                names.pop(file.name, None)
    return names, disabled
