"""How a block is closed, and the keys that are lost by that."""

import pytest

from herdr_lint.judge.document import Document
from herdr_lint.model import Edit, Layer, Related, Span
from herdr_lint.role.document import read_role

HEAD = "---\ndescription: d\n---\n"


def read(text: str, layer: Layer = Layer.PACKAGE) -> Document:
    return read_role("x.md", text.encode(), stem="x", layer=layer)


def closed(text: str, layer: Layer = Layer.PACKAGE) -> tuple[str, str | None]:
    fence = read(text, layer).data["fence"]
    return fence["closed"], fence.get("lost")


def told_of(document: Document) -> list[str]:
    """The lines of which it is said that they mean nothing."""
    return [one["text"] for one in document.data.get("lines", [])]


def loose(lines: list[str]) -> list[str]:
    """The lines that are neither keys nor comments."""
    return [line for line in lines if line and ":" not in line and line[0] != "#"]


@pytest.mark.parametrize(
    ("below", "lost"),
    [
        ("model: a\n---\n", "`model`"),
        ("model: a\n\n# c\n  x\n- y\nthinking: low\n---\n", "`model`, `thinking`"),
        ("model: a\nfoo: b\n---\n", "`model`"),
        ("foo: b\nmodel: a\n---\nname: z\n", "`model`"),
        ("Model: a\nmodel: a\n---\n", "`model`"),
        ("model: a\n tools: read\n---\n", "`model`"),
        ("foo: b\n---\n", "`foo`"),
        ("foo: b\nbar:\n---\n", "`foo`, `bar`"),
        ("# c\nfoo: b\n  x\n---\n", "`foo`"),
        ("foo: b\nNote: x\n---\n", None),
        ("foo: b\n\nbar: c\n---\n", None),
        ("foo: b\nText here.\n---\n", None),
        ("foo: b\n----\n", None),
        ("foo: b\n---\n---- \n", "`foo`"),
        ("model: a\nText here.\n---\n", None),
        ("model: a\n", None),
        ("model: use the one that fits\nthinking: low\n---\n", "`thinking`"),
        ("model: a # the one that fits\n---\n", "`model`"),
        ("skills: [a, b c]\nthinking: low\n---\n", "`thinking`"),
        ("skills: [a, b]\nthinking: low\n---\n", "`skills`, `thinking`"),
        ("description: all that it does\n---\n", "`description`"),
        # Below another line than three dashes, only keys that the host knows are lost.
        ("description: all that it does\n----\n", "`description`"),
        ("model: the one that fits\n----\n", None),
        ("model: a # the one that fits\n----\n", "`model`"),
        ("skills: [ a, b ]\n----\n", "`skills`"),
        ("skills: a, b c\n----\n", None),
        ("model: a\nText here.\n----\n", None),
    ],
)
def test_keys_below_the_closing_line(below: str, lost: str | None) -> None:
    assert closed(HEAD + below) == (("inside", lost) if lost else ("exact", None))


@pytest.mark.parametrize(
    ("text", "how", "lost"),
    [
        (f"{HEAD}tools: read\n---\n", "inside-capability", "`tools`"),
        ("---\nname: x\n----\nmodel: a\n---\n", "longer", "`model`"),
        ("---\n---\nname: x\n---\n", "late", None),
        ("---\nname: x\n-----\n", "longer", ""),
        ("---\nname: x\n----\nText here.\n---\n", "longer", ""),
        ("---\nname: x\n----\ndeny-tools: a\n---\n", "longer-capability", "`deny-tools`"),
        ("---\nname: x\n--- # end\nmodel: a\n---\n", "suffix", "`model`"),
        ("---\nname: x\n---x\nspawning: true\n---\n", "suffix-capability", "`spawning`"),
        ("---\nname: x\n---  \nMap.\n", "exact", None),
        ("---\nname: x\n\nMaps the code here.\n\n---\nMore.\n", "missing", None),
        ("---\nname: x\n\n## Map\n\nMaps the code here.\n\n---\n", "missing", None),
        ("---\nname: x\n--\nMaps the code here.\n---\n", "mistyped", None),
        ("---\nname: x\n...\n\nMaps the code here.\n\n---\n", "mistyped", None),
        ("---\nname: x\n\nmap: it\n---\n", "exact", None),
        ("---\nname: x\n\n# a comment here\n---\n", "exact", None),
        ("---\nname: x\n\n<!-- some words -->\n---\n", "exact", None),
        ("---\nMaps the code.\n---\n", "exact", None),
    ],
)
def test_how_it_is_closed(text: str, how: str, lost: str | None) -> None:
    assert closed(text) == (how, lost)


@pytest.mark.parametrize(
    ("block", "how", "line"),
    [
        # A line that people write for a fence, above text.
        ("name: x\n--\nMaps code.\n", "mistyped", 3),
        ("name: x\n  --\nMaps code.\n", "mistyped", 3),
        ("name: x\n\u2014\nMaps code.\n", "mistyped", 3),
        ("name: x\n===\nMaps code.\n", "mistyped", 3),
        ("name: x\n***\nMaps code.\n", "mistyped", 3),
        ("name: x\n- - -\nMaps code.\n", "mistyped", 3),
        ("name: x\n...\n## Map\n", "mistyped", 3),
        ("name: x\n...\n* code\n", "mistyped", 3),
        ("name: x\n...\n1. code\n", "mistyped", 3),
        ("name: x\n...\n```\n", "mistyped", 3),
        ("name: x\n...\n|a|b|\n", "mistyped", 3),
        ("description: d\n--\nMaps code.\n", "mistyped", 3),
        ("Maps code.\nfoo: b\n--\nMaps code.\n", "exact", None),
        ("name: x\n- - -\n", "exact", None),
        ("name: x\n--\nfoo: b\n", "exact", None),
        ("name: x\n--\n# Map\n", "exact", None),
        # No fence at all: the first line of the text below the last key.
        ("name: x\nMaps code.\n", "missing", 3),
        ("name: x\nmap\nMaps code.\n", "missing", 4),
        ("name:x\nMaps code.\n", "missing", 3),
        ("name:x y\nmap\nMaps code.\n", "missing", 4),
        ("foo: b\n\nMaps code.\n", "missing", 4),
        ("foo: b\nMaps code.\n", "exact", None),
        ("Foo: b\n\nMaps code.\n", "missing", 4),
        ("Maps code.\nname: x\n", "exact", None),
        ("name: x\n# Map\nword\nMaps code.\n", "missing", 3),
        ("name: x\nword\n# Map\n", "exact", None),
        ("name: x\nword\n## Map\n", "exact", None),
        ("name: x\nword\n", "exact", None),
        ("name: x\nword\n# some words here\n", "exact", None),
        ("name: x\nword\nfoo: some words here\n", "exact", None),
        ("name: x\nword\n- some words here\n", "exact", None),
        ("name: x\nword\n  some words here\n", "exact", None),
        ("name: x\n<!-- some words -->\n", "exact", None),
        ("name: x\n>>>>>>> a branch\n", "exact", None),
        ("name: x\n======= a branch\n", "exact", None),
        ("name: x\n||||||| a branch\n", "exact", None),
        ("name: x\n>>>>>> a branch\n", "missing", 3),
        ("name: x\n====== a branch\n", "missing", 3),
        ("name: x\n|||||| a branch\n", "missing", 3),
        # A text may be what a description should go on with, but for an empty line between them.
        ("description: d\nMaps code.\n", "exact", None),
        ("name: x\ndescription: d\nMaps code.\n", "exact", None),
        ("description: d\nname: x\nMaps code.\n", "missing", 4),
        ("description: d\n\nMaps code.\n", "missing", 4),
        ("description: d\n# Map\n\nMaps code.\n", "exact", None),
    ],
)
def test_where_text_begins_that_the_host_takes_for_frontmatter(
    block: str, how: str, line: int | None
) -> None:
    """The edit closes the block there, and no line of the text is told of by itself."""
    document = read(f"---\n{block}---\n", Layer.PROJECT)
    assert document.data["fence"]["closed"] == how
    if line is None:
        assert "/fence/closed" not in document.edits
        return
    whole = document.text.line_span(line)
    at, text = (Span(whole.start, whole.start), "---\n") if how == "missing" else (whole, "---")
    assert document.edits["/fence/closed"] == Edit(at, text, safe=False)
    assert document.locate("/fence/closed") == whole
    assert told_of(document) == loose(block.split("\n")[: line - 2])


@pytest.mark.parametrize("layer", [Layer.PACKAGE, Layer.PROJECT])
@pytest.mark.parametrize(
    ("block", "is_ruler"),
    [
        ("Maps the code.\n", True),
        ("word\n- code\n", True),
        ("word\nMaps the code.\n", True),
        ("foo: b\nMaps the code.\n", False),
        ("Foo: b\nMaps the code.\n", False),
        ("description:d\nMaps the code.\n", False),
        ("word\n", False),
        ("## Map\n", False),
    ],
)
def test_a_ruler_above_text_is_told_of_where_no_description_is_missing(
    block: str, is_ruler: bool, layer: Layer
) -> None:
    document = read(f"---\n{block}---\n", layer)
    told = is_ruler and layer is Layer.PROJECT
    assert document.data["fence"]["closed"] == ("ruler" if told else "exact")
    assert told_of(document) == ([] if is_ruler else loose(block.split("\n")))
    if told:
        assert document.locate("/fence/closed") == Span.at(1, 1, 4)
        ruler = Span.at(block.count("\n") + 2, 1, 4)
        message = "the host takes everything down to here for frontmatter"
        assert document.related["/fence/closed"] == (Related("x.md", ruler, message),)
