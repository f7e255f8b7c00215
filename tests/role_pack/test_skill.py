from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.judge.document import Document
from herdr_lint.judge.judge import judge
from herdr_lint.judge.validator import shipped
from herdr_lint.model import Span
from herdr_lint.role_pack.skill import read_skill


def skill(text: str, name: str = "skills/plan/SKILL.md") -> Document:
    document = read_skill(f"a/{name}", text.encode(), name=name, declared=frozenset({"plan"}))
    assert document is not None
    return document


def facts(text: str, name: str = "skills/plan/SKILL.md") -> dict[str, Any]:
    return dict(skill(text, name).data)


def test_a_skill_is_named_by_its_block() -> None:
    text = "---\nname: plan\ndescription: Plans\n---\n\n# Plan\n"
    assert facts(text) == {
        "kind": "skill",
        "name": "plan",
        "size": len(text),
        "declared": True,
        "block": "read",
        "folder": "plan",
        "folder-matches": True,
        "description": "Plans",
        "long": False,
    }
    document = skill(text)
    assert document.path == "a/skills/plan/SKILL.md"
    assert document.locate("/name") == Span.at(2, 7, 11)
    assert document.locate("/folder-matches") == Span.at(2, 7, 11)
    assert document.locate("/description") == Span.at(3, 14, 19)
    assert document.locate("/long") == Span.at(3, 14, 19)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a" * 64, False),
        ("a" * 65, True),
        ("a-b2", False),
        ("a--b", True),
        ("-a", True),
        ("a-", True),
        ("A", True),
    ],
)
def test_names_that_pi_warns_of(name: str, told: bool) -> None:
    document = skill(f"---\nname: {name}\ndescription: d\n---\n", f"skills/{name}/SKILL.md")
    found = judge(document, shipped("role/skill.schema.json"), "role-pack")
    assert [(one.rule, one.cause) for one in found] == [("role-pack-skill-name", None)] * told


def test_its_name_counts_before_that_of_its_folder() -> None:
    found = facts("---\nname: draft\n---\n")
    assert (found["name"], found["folder-matches"], found["declared"]) == ("draft", False, False)
    assert "description" not in found


@pytest.mark.parametrize("name", ["", "name:", "name: 3", "name: [a]", 'name: ""'])
def test_without_a_name_the_folder_counts(name: str) -> None:
    assert facts(f"---\n{name}\ndescription: d\n---\n")["name"] == "plan"


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("# Plan\n", "missing"),
        ("---\ndescription: d\n", "missing"),
        ("", "missing"),
        ("# Plan\n---\nname: plan\n---\n", "missing"),
        ("---\ndescription: a: b\n---\n", "broken"),
        ("---\na: &b c\n---\n", "read"),
        ("---\n---\n", "read"),
        ("---\n- a\n---\n", "read"),
        ("---\na: " + "x" * 200_000 + "\n---\n", "in-part"),
        ("---\na: &b c\nd: *b\n---\n", "read"),
        ("---\na: &b [*b]\nd: *b\n---\n", "read"),
        ("---\na: &b c\nname: *b\n---\n", "in-part"),
        ("---\na: &b c\ndescription: *b\n---\n", "in-part"),
        ("---\na: &b c\n*b : d\n---\n", "in-part"),
        ("---\na: &b c\nd: *c\n---\n", "broken"),
        ("---\nd: *b\na: &b c\n---\n", "broken"),
        ("---\n<<: {a: b}\n---\n", "read"),
        ("---\n<<: a\n<<: b\n---\n", "repeated"),
        ("---\n1: a\n'1': b\n---\n", "in-part"),
        ("---\n1: a\n---\n", "read"),
        ("---\na: {b: c, b: d}\n---\n", "repeated"),
        ("\ufeff---\r\ndescription: d\r\n---\r\n", "read"),
    ],
)
def test_what_a_block_is_to_pi(text: str, block: str) -> None:
    assert facts(text)["block"] == block


def test_the_fault_of_a_broken_block_has_a_place() -> None:
    document = skill("---\nname: plan\ndescription: a: b\n---\n")
    assert document.locate("/block").start.line == 3
    assert skill("---\nname: plan\nx: *y\n---\n").locate("/block") == Span.at(3, 4, 6)
    document = skill("---\nname: plan\nname: plan\n---\n")
    assert document.locate("/block") == Span.at(3, 1, 5)
    assert "/block" not in skill("---\nname: plan\n---\n").spans


@pytest.mark.parametrize(
    ("block", "line"),
    [
        ("a: 'b\n c'", None),
        ("a: 'b\nc'", 3),
        ("a: 'b\n\nc'", 4),
        ("a: 'b\n\tc'", 3),
        ('a: "b\n"', 3),
        ("a:\n 'b\nc'", 4),
        ("'a': 'b'\nc: d", None),
        ("a: b\n c", None),
        ("a: [b,\n c]", None),
        ("a: [b,\nc]", 3),
        ("a: [\n b\n]", None),
        ("a: {\n b: c\n}", None),
        ("a: ['b\nc']", 3),
        ("a: [b\n, c]", 3),
        ("a: [\n b]\nc: [\nd]", 5),
        ("a:\n  b: 'c\n   d'", None),
        ("a:\n  b: 'c\n  d'", 4),
        ("a:\n  b: [\n    c\n  ]", None),
        ("a:\n  b: [\n    c\n ]", 5),
        ("a:\n- 'b\n c'", None),
        ("a:\n- 'b\nc'", 4),
        ("a:\n  - 'b\n   c'", None),
        ("a:\n  - 'b\n  c'", 4),
        ("- 'b\nc'", 3),
        ("{a: 'b\n c'}", None),
        ("a: |\n 'b\n\n c'", None),
    ],
)
def test_a_value_goes_on_further_to_the_right_than_it_began(block: str, line: int | None) -> None:
    document = skill(f"---\n{block}\n---\n")
    assert document.data["block"] == ("read" if line is None else "outdented")
    if line is not None:
        text = document.text.lines[line - 1]
        start = len(text) - len(text.lstrip(" ")) + 1
        assert document.locate("/block") == Span.at(line, start, len(text) + 1)


def test_what_pi_does_not_load_has_the_name_of_its_folder() -> None:
    found = facts("---\nname: plan\nname: other\ndescription: d\n---\n", "skills/a/SKILL.md")
    assert (found["name"], found["folder-matches"]) == ("a", True)
    assert "description" not in found
    found = facts("---\nname: other\ndescription: d\n? [x]\n---\n")
    assert (found["name"], found["description"]) == ("other", "d")


def test_the_length_of_a_description_is_that_of_javascript() -> None:
    def long(text: str) -> bool:
        return bool(facts(f"---\ndescription: {text}\n---\n")["long"])

    assert not long("x" * 1024)
    assert long("x" * 1025)
    assert long("😀" * 513)
    assert not long("3")
    assert not long('"\\ud800"')


def test_other_markdown_is_a_skill_only_with_a_description() -> None:
    for text in ("# Notes\n", "---\nname: a\n---\n", "---\ndescription: ' '\n---\n"):
        assert read_skill("n", text.encode(), name="skills/n.md", declared=frozenset()) is None
    text = "---\ndescription: d\n---\n"
    assert "folder" not in facts(text, "skills/n.md")
    assert facts(text, "skills/n.md")["name"] == "skills"
    assert "folder" not in facts(text, "SKILL.md")


BLOCKS = st.lists(
    st.sampled_from(
        [
            "name: a",
            "name: *b",
            "x: &b c",
            "<<: {a: b}",
            "? [a]",
            "...",
            "1: a",
            "- a",
            "a: 'b",
            "c'",
        ]
    )
    | st.text("ab:-[]{}'\"&*!|> \t#", max_size=12)
).map(lambda lines: "\n".join(lines).encode())


@given(st.binary() | (st.binary() | BLOCKS).map(lambda data: b"---\n" + data + b"\n---\n"))
def test_any_bytes_are_read_and_judged(data: bytes) -> None:
    document = read_skill("s", data, name="skills/plan/SKILL.md", declared=frozenset())
    assert document is not None
    for pointer in ("/name", "/description", "/block", "/long"):
        span = document.locate(pointer)
        assert span.start <= span.end
    judge(document, shipped("role/skill.schema.json"), "role-pack")


@pytest.mark.parametrize(("folder", "cause"), [("plan", "declared"), ("other", None)])
@pytest.mark.parametrize(("size", "large"), [(1 << 16, False), ((1 << 16) + 1, True)])
def test_how_large_a_skill_may_be(folder: str, cause: str | None, size: int, large: bool) -> None:
    head = f"---\nname: {folder}\ndescription: d\n---\n"
    document = skill(head + "x" * (size - len(head)), f"skills/{folder}/SKILL.md")
    found = [*judge(document, shipped("role/skill.schema.json"), "role-pack")]
    told = [("role-pack-skill-size", cause)] if large else []
    assert [(one.rule, one.cause) for one in found] == told
