"""Files that look like roles and that the host does not look at, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from posixpath import basename, splitext

from herdr_lint.judge.judge import show, show_path, word
from herdr_lint.model import Finding
from herdr_lint.project.targets import Misplaced


def misplaced_findings(files: Iterable[Misplaced]) -> Iterator[Finding]:
    """``nested-role-ignored`` and ``role-extension-ignored`` (role reading 1.7)."""
    for file in files:
        path, layer = file.display_path, file.layer.value
        name = basename(path)
        if file.cause == "below":
            yield word(
                "nested-role-ignored",
                layer,
                path,
                name=show(name),
                directory=show_path(file.folder),
            )
            continue
        stem, extension = splitext(name)
        yield word(
            "role-extension-ignored",
            layer,
            path,
            name=show(name),
            extension=show(extension),
            wanted=show(f"{stem}.md"),
        )
