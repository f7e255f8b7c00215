"""What is said of files that look like roles and that the host does not look at."""

from __future__ import annotations

import pytest

from herdr_lint.model import FILE_START, Layer
from herdr_lint.project.targets import Misplaced
from herdr_lint.run.misplaced import misplaced_findings


def below(name: str, layer: Layer = Layer.PACKAGE, folder: str = "roles") -> Misplaced:
    return Misplaced(name, "below", layer, folder)


def test_a_folder_is_told_of_once_and_before_other_extensions() -> None:
    found = [
        *misplaced_findings(
            [
                Misplaced("roles/b.MD", "extension", Layer.PACKAGE),
                below("roles/team/z.md"),
                below("roles/deep/x.md"),
                below("roles/team/a.md"),
                Misplaced("roles/a.txt", "extension", Layer.PACKAGE),
            ]
        )
    ]
    assert [(one.rule, one.path, one.span) for one in found] == [
        ("nested-role-ignored", "roles/deep/x.md", FILE_START),
        ("nested-role-ignored", "roles/team/a.md", FILE_START),
        ("role-extension-ignored", "roles/a.txt", FILE_START),
        ("role-extension-ignored", "roles/b.MD", FILE_START),
    ]
    assert [[other.path for other in one.related] for one in found] == [
        [],
        ["roles/team/z.md"],
        [],
        [],
    ]
    assert {other.message for one in found for other in one.related} == {"this file as well"}


def test_ten_others_of_a_folder_are_pointed_to() -> None:
    (found,) = misplaced_findings(below(f"roles/team/{number:02}.md") for number in range(12))
    assert [other.path[-5:-3] for other in found.related] == [f"{n:02}" for n in range(1, 11)]
    assert "12" in found.message


@pytest.mark.parametrize(
    ("layer", "causes"),
    [
        (Layer.PACKAGE, (None, "several")),
        (Layer.PROJECT, ("fixed", "several-fixed")),
        (Layer.GLOBAL, ("fixed", "several-fixed")),
    ],
)
def test_only_a_pack_can_register_more_folders(
    layer: Layer, causes: tuple[str | None, ...]
) -> None:
    files = [below("roles/team/a.md", layer), below("roles/team/b.md", layer)]
    assert [next(misplaced_findings(files[:many])).cause for many in (1, 2)] == [*causes]
