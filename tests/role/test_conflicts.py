"""Conflict markers: which of them belong together, and in which part they stand."""

import pytest

from herdr_lint.model import Layer, Span
from herdr_lint.role.conflicts import conflicts
from herdr_lint.role.document import read_role
from herdr_lint.role.frontmatter import read_frontmatter
from herdr_lint.syntax.text import SourceText

Found = list[tuple[str, int, int, int]]


def found_in(text: str) -> Found:
    """Of each conflict its part, how many markers it has, and its first and last line."""
    source = SourceText(text)
    found = conflicts(source, read_frontmatter(source))
    assert all(one.keys() == {"part", "markers", "line", "last"} for one in found)
    return [(one["part"], one["markers"], one["line"], one["last"]) for one in found]


BEGIN, BASE, MIDDLE, END = "<<<<<<< ours\n", "||||||| base\n", "=======\n", ">>>>>>> theirs\n"
HEAD = "---\nname: a\n---\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (BEGIN, [("file", 1, 1, 1)]),
        (END, [("file", 1, 1, 1)]),
        (BASE, []),
        (f"x\n{MIDDLE}", []),
        (f"{HEAD}x\n{MIDDLE}", []),
        (f"{HEAD}{BEGIN}a\n{MIDDLE}b\n{END}", [("body", 3, 4, 8)]),
        (f"{HEAD}{BEGIN}a\n{BASE}o\n{MIDDLE}b\n{END}", [("body", 4, 4, 10)]),
        (f"{BEGIN}a\n{MIDDLE}b\n{END}{BEGIN}c\n{END}", [("file", 3, 1, 5), ("file", 2, 6, 8)]),
        (f"{BEGIN}a\n{BEGIN}b\n{END}", [("file", 1, 1, 1), ("file", 2, 3, 5)]),
        (f"{BEGIN}a\n{END}b\n{END}", [("file", 2, 1, 3), ("file", 1, 5, 5)]),
        (f"{BEGIN}a\n{END}x\n{MIDDLE}", [("file", 2, 1, 3)]),
        (f"{END}x\n{MIDDLE}{BEGIN}", [("file", 1, 1, 1), ("file", 1, 4, 4)]),
        (f"---\nname: a\n{MIDDLE}---\n", [("frontmatter", 1, 3, 3)]),
        (
            f"---\n{BEGIN}name: a\n{MIDDLE}name: b\n{END}---\n{MIDDLE}{END}",
            [("frontmatter", 3, 2, 6), ("body", 1, 9, 9)],
        ),
        (f"---\n{BEGIN}name: a\n---\n{END}", [("frontmatter", 1, 2, 2), ("body", 1, 5, 5)]),
        (f"```\n{BEGIN}```\n{END}", [("file", 1, 4, 4)]),
        (f"   ~~~\n{BEGIN}   ~~~\n{END}", [("file", 1, 4, 4)]),
        (f"    ```\n{BEGIN}    ```\n", [("file", 1, 2, 2)]),
        (f"---\n```: x\n{BEGIN}---\n", [("frontmatter", 1, 3, 3)]),
        ("<<<<<<<x\n", []),
        ("<<<<<<<< x\n", []),
        (" <<<<<<< x\n", []),
        ("<<<<<< x\n>>>>>> x\n", []),
        (">>>>>>>\n", [("file", 1, 1, 1)]),
    ],
)
def test_markers_that_belong_together_are_one_conflict(text: str, found: Found) -> None:
    assert found_in(text) == found


@pytest.mark.parametrize("start", ["Map.\n", HEAD])
def test_they_are_told_of_where_they_stand(start: str) -> None:
    line = start.count("\n") + 1
    text = f"{start}{BEGIN}a\n{MIDDLE}b\n{END}"
    document = read_role("x.md", text.encode(), stem="x", layer=Layer.PACKAGE)
    (told,) = document.data["conflicts"]
    assert told["markers"] == 3
    assert document.spans["/conflicts/0"].value == Span.at(line, 1, len(BEGIN))


def test_one_that_begins_the_file_is_why_there_is_no_block() -> None:
    text = f"{BEGIN}---\nname: a\n---\n{MIDDLE}{END}"
    document = read_role("x.md", text.encode(), stem="x", layer=Layer.PACKAGE)
    assert document.data["fence"] == {"found": False, "cause": "conflict"}
    assert "conflicts" not in document.data
