from __future__ import annotations

import pytest
from hypothesis import example, given, settings

from herdr_lint.role_pack.extension.script import (
    SUFFIXES,
    Dialect,
    Node,
    Script,
    parse,
)
from herdr_lint.syntax.text import SourceText
from tests.strategies.packs import script_bytes

DIALECTS = sorted(set(SUFFIXES.values()))


def script(text: str, dialect: Dialect = "typescript") -> Script:
    return parse(SourceText.decode(text.encode()), dialect)


def kinds(node: Node) -> list[str]:
    return [child.kind for child in node.children]


def test_nodes_know_their_parents_fields_and_text() -> None:
    read = script('const a = "x"; // said\n')
    declaration = read.root.children[0]
    declarator = declaration.children[1]
    assert kinds(read.root) == ["lexical_declaration"]
    assert kinds(declaration) == ["const", "variable_declarator"]
    assert [child.role for child in declarator.children] == ["name", "value"]
    assert declarator.parent is declaration
    assert [node.kind for node in declarator.above()] == ["lexical_declaration", "program"]
    value = declarator.child("value")
    assert value is not None
    assert read.slice(value) == '"x"'
    assert declarator.child("type") is None
    assert declaration.first("const", "let") is declaration.children[0]
    assert declaration.first("let") is None
    assert declaration.has("const")
    assert not declaration.has("let")
    assert [node.kind for node in declarator.walk()] == [
        "variable_declarator",
        "identifier",
        "string",
        "string_fragment",
    ]


@pytest.mark.parametrize("text", ["a;\n😀;é = b", "\ufeffa;\r\n😀;é = b"])
def test_places_count_code_points(text: str) -> None:
    read = script(text, "javascript")
    last = next(node for node in read.root.walk() if read.slice(node) == "b")
    assert (read.span(last).start.line, read.span(last).start.column) == (2, 7)


@pytest.mark.parametrize(
    "text",
    [
        'export type * from "x"; b',
        'export type * as c from "x"; b',
        'export type  *  as  c  from "x"; b',
        'let a: import("x").C; b',
        'let a: import("x", { with: { d: "e" } })["C"]; b',
        "using a = c; b",
        "await using a: C = c; b",
    ],
)
def test_what_the_grammar_does_not_know_takes_its_place(text: str) -> None:
    read = script(text)
    *_, last = read.root.walk()
    assert (read.broken, last.start, last.end, last.kind) == (
        None,
        len(text) - 1,
        len(text),
        "identifier",
    )


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_type_of_a_module_is_none_in_javascript(dialect: Dialect) -> None:
    read = script('import("x").C', dialect)
    imported = any(node.kind == "import" for node in read.root.walk())
    assert imported is (dialect == "javascript")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_end_of_a_name_tells_the_language(suffix: str) -> None:
    typescript, elements = "t" in suffix, "x" in suffix or "j" in suffix
    read = [script(text, SUFFIXES[suffix]) for text in ("let a: B;", "<a>{b}</a>;")]
    assert [one.broken is None for one in read] == [typescript, elements]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_what_is_broken_is_marked_and_the_rest_is_there(dialect: Dialect) -> None:
    read = script('ok("a");\n@@ ) (\nok("b");\n', dialect)
    assert read.trouble is None
    assert read.broken is not None
    assert read.broken.start.line == 2
    assert '"a"' in {read.slice(node) for node in read.root.walk()}


def test_the_first_that_is_broken_is_told() -> None:
    read = script("let x = ;\nok();\nlet y = ;\n")
    assert read.broken is not None
    assert read.broken.start.line == 1


def test_something_missing_is_broken_too() -> None:
    assert script("class A {").broken is not None
    assert script("f(1").broken is not None
    assert script("f(1)").broken is None


def test_a_script_that_is_too_large_is_not_read() -> None:
    assert script("a" * (512 << 10)).trouble is None
    read = script("a" * ((512 << 10) + 1))
    assert (read.trouble, kinds(read.root)) == ("too-large", [])


def test_a_script_that_is_nested_too_deeply_is_not_read() -> None:
    assert script("[" * 998 + "]" * 998).trouble is None
    read = script("[" * 999 + "]" * 999)  # in a statement of a program
    assert (read.trouble, kinds(read.root)) == ("too-deep", [])


@pytest.mark.parametrize("text", ["/[" * 40_000, ";" * 60_000, "a<b>(" * 20_000])
def test_a_script_that_costs_too_much_is_not_read(text: str) -> None:
    assert script(text).trouble == "too-complex"


@given(script_bytes)
@example(b"\xff\xfe" + "a = 1".encode("utf-16-le"))
@example(b"`${`${`${")
@example(b"<!-- -->\n#!x\n")
@settings(max_examples=200, deadline=None)
def test_anything_can_be_parsed(data: bytes) -> None:
    text = SourceText.decode(data)
    for dialect in DIALECTS:
        read = parse(text, dialect)
        for node in read.root.walk():
            assert 0 <= node.start <= node.end <= len(text.text)
            assert node.parent is None or node in node.parent.children
            read.span(node)
