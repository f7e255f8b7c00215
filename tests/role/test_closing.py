"""How a block is closed, and the keys that are lost by that."""

import pytest

from herdr_lint.model import Layer
from herdr_lint.role.document import read_role

HEAD = "---\ndescription: d\n---\n"


def closed(text: str, layer: Layer = Layer.PACKAGE) -> tuple[str, str | None]:
    fence = read_role("x.md", text.encode(), stem="x", layer=layer).data["fence"]
    return fence["closed"], fence.get("lost")


@pytest.mark.parametrize(
    ("below", "lost"),
    [
        ("model: a\n---\n", "`model`"),
        ("model: a\n\n# c\n  x\n- y\nthinking: low\n---\n", "`model`, `thinking`"),
        ("model: a\nfoo: b\n---\n", "`model`"),
        ("foo: b\nmodel: a\n---\nname: z\n", "`model`"),
        ("Model: a\nmodel: a\n---\n", "`model`"),
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
    ],
)
def test_keys_below_the_closing_line(below: str, lost: str | None) -> None:
    assert closed(HEAD + below) == (("inside", lost) if lost else ("exact", None))


@pytest.mark.parametrize(
    ("text", "how", "lost"),
    [
        (f"{HEAD}tools: read\n---\n", "inside-capability", "`tools`"),
        ("---\nname: x\n----\nmodel: a\n---\n", "longer", "`model`"),
        ("---\nname: x\n-----\n", "longer", ""),
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


def test_a_ruler_above_text_is_told_of_where_no_description_is_missing() -> None:
    assert closed("---\nMaps the code.\n---\n", Layer.PROJECT) == ("ruler", None)
