"""Which names of a pack some disk takes for one, and how many places there are."""

from __future__ import annotations

import pytest

from herdr_lint.files.name_tree import Clash, NameTree


def taken(*names: str) -> tuple[list[Clash], int]:
    """What clashes, and how many places there are; a name that ends in a slash is a folder."""
    tree = NameTree()
    found = [
        clash
        for name in names
        for clash in tree.take(name.removesuffix("/"), is_file=not name.endswith("/"))
    ]
    return found, len(tree)


@pytest.mark.parametrize(
    ("names", "clashes", "places"),
    [
        ((), [], 0),
        (("a", "b"), [], 2),
        (("a/b", "a/c", "a/d/e"), [], 5),
        (("a/", "a/b", "a/"), [], 2),
        (("a", "a"), [], 1),
        (("a", "A"), [Clash("case-collision", "A", "a")], 1),
        (("a", "A", "A"), [Clash("case-collision", "A", "a")], 1),
        (
            ("a/b", "A/B", "A/c"),
            [Clash("case-collision", "A", "a"), Clash("case-collision", "A/B", "a/b")],
            3,
        ),
        (("a/x", "b/X"), [], 4),
        (("a", "a/b"), [Clash("file-and-folder", "a", "a")], 2),
        (("a/b", "a"), [Clash("file-and-folder", "a", "a")], 2),
        (("a", "a/b", "a/c", "a/"), [Clash("file-and-folder", "a", "a")], 3),
        (
            ("x/a", "X/A/b"),
            [
                Clash("case-collision", "X", "x"),
                Clash("case-collision", "X/A", "x/a"),
                Clash("file-and-folder", "X/A", "x/a"),
            ],
            3,
        ),
    ],
)
def test_names_that_share_a_place(
    names: tuple[str, ...], clashes: list[Clash], places: int
) -> None:
    assert taken(*names) == (clashes, places)
