from __future__ import annotations

import contextlib
import os
import random
import tempfile
from collections.abc import Mapping
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.model import UsageError
from herdr_lint.project.targets import Discovery, RoleFile
from tests.effort import examples
from tests.project.trees import look, plant
from tests.strategies.discovery import links, trees


def settle(root: Path, *paths: str) -> Discovery | tuple[str, ...]:
    try:
        return look(root, *paths)
    except UsageError as error:
        return error.problems


def grow(root: Path, *parts: Mapping[str, str]) -> None:
    """Plant what can stand beside what is there already."""
    for part in parts:
        for name, content in part.items():
            with contextlib.suppress(OSError):
                plant(root, {name: content})


@examples(25)
@given(trees, links, st.randoms(use_true_random=False))
def test_any_tree_is_settled(
    files: dict[str, str], shortcuts: dict[str, str], luck: random.Random
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        # One level down, so that links to the parent lead nowhere else.
        root = Path(folder).resolve() / "top"
        root.mkdir()
        grow(root, files, shortcuts)
        whole = settle(root, ".")
        names = sorted(path.relative_to(root).as_posix() for path in root.rglob("*"))
        mixed = luck.sample(names, len(names))
        assert settle(root, *names) == settle(root, *mixed)
        if isinstance(whole, Discovery):
            is_sound(root, whole)


def is_sound(root: Path, found: Discovery) -> None:
    """Each file once, everything below the root, nothing but files that the host would see."""
    display_path = [(type(target), target.display_path) for target in found.targets]
    assert len(display_path) == len(set(display_path))
    assert display_path == sorted(display_path, key=lambda one: (one[1], one[0].__name__))
    roles = [target for target in found.targets if isinstance(target, RoleFile)]
    real = [(os.path.realpath(role.site.folder), role.name) for role in roles]
    assert len(real) == len(set(real))
    for role in roles:
        assert os.path.split(role.path) == (role.site.folder.rstrip(os.sep), role.name)
        assert role.name.endswith(".md")
        assert os.path.realpath(role.site.folder).startswith(str(root))
        assert found.covers(role.display_path)
    for file in found.misplaced:
        assert found.covers(file.display_path)
    assert not {role.display_path for role in roles} & {one.display_path for one in found.misplaced}
