"""Files that look like roles and that the host does not look at, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from posixpath import basename, splitext

from herdr_lint.judge.judge import show, show_path, word
from herdr_lint.model import FILE_START, Finding, Layer, Related
from herdr_lint.project.targets import Misplaced

MOST_RELATED = 10
"""Other files of a folder that its finding points to."""


def misplaced_findings(files: Iterable[Misplaced]) -> Iterator[Finding]:
    """``nested-role-ignored``, one a folder, and ``role-extension-ignored`` (role reading 1.7)."""
    files = sorted(files)
    folders: dict[str, list[Misplaced]] = defaultdict(list)
    for file in files:
        if file.cause == "below":
            folders[file.beside].append(file)
    yield from map(_nested, folders.values())
    for file in files:
        if file.cause == "extension":
            yield _other_extension(file)


def _nested(files: Sequence[Misplaced]) -> Finding:
    """What is said of all files of one folder, at the first of them."""
    first, *others = files
    return word(
        "nested-role-ignored",
        first.layer.value,
        first.display_path,
        cause=_cause(first.layer, several=bool(others)),
        related=tuple(
            Related(other.display_path, FILE_START, "this file as well")
            for other in others[:MOST_RELATED]
        ),
        name=show(basename(first.display_path)),
        here=show_path(first.beside),
        directory=show_path(first.folder),
        count=len(files),
    )


def _cause(layer: Layer, *, several: bool) -> str | None:
    """Only a pack can have more than one directory of roles."""
    if layer is Layer.PACKAGE:
        return "several" if several else None
    return "several-fixed" if several else "fixed"


def _other_extension(file: Misplaced) -> Finding:
    name = basename(file.display_path)
    stem, extension = splitext(name)
    return word(
        "role-extension-ignored",
        file.layer.value,
        file.display_path,
        name=show(name),
        extension=show(extension),
        wanted=show(f"{stem}.md"),
    )
