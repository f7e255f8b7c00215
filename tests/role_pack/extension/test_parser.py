from __future__ import annotations

import pytest
from hypothesis import given, settings

from herdr_lint.role_pack.extension.parser import Binding, Module, fragment, read_module, string
from herdr_lint.role_pack.extension.script import Dialect, Node
from herdr_lint.syntax.text import SourceText
from tests.strategies.packs import script_bytes


def module(text: str, path: str = "extension.ts") -> Module:
    dialect: Dialect = "javascript" if path.endswith("js") else "typescript"
    return read_module(path, SourceText.decode(text.encode()), dialect)


def told(read: Module, binding: Binding | None) -> object:
    """A binding in short: what it was given, and how it is taken from there."""
    if binding is None:
        return None
    value = None if binding.value is None else read.script.slice(binding.value)
    return value, binding.path, binding.parameter, binding.source


def names(read: Module) -> dict[str, object]:
    return {name: told(read, binding) for name, binding in read.scope.names.items()}


class TestImports:
    def test_each_form_declares_its_names(self) -> None:
        read = module(
            'import a, { b, c as d, "odd name" as e, type F } from "m";\n'
            'import * as g from "n";\nimport h = require("o");\nimport "p";\n'
        )
        assert names(read) == {
            "a": (None, ("default",), None, "m"),
            "b": (None, ("b",), None, "m"),
            "d": (None, ("c",), None, "m"),
            "e": (None, ("odd name",), None, "m"),
            "F": (None, ("F",), None, "m"),
            "g": (None, (), None, "n"),
            "h": (None, ("default",), None, "o"),
        }
        assert [(one.source, one.types_only) for one in read.imports] == [
            ("m", False),
            ("n", False),
            ("o", False),
            ("p", False),
        ]

    def test_only_names_that_are_not_said_to_be_types_are_made_use_of(self) -> None:
        text = 'import a, { b, type C, d as e } from "m";\nimport * as f from "n";\nimport "";\n'
        assert [(one.source, one.names) for one in module(text).imports] == [
            ("m", ("a", "b", "e")),
            ("n", ("f",)),
            ("", None),
        ]

    def test_types_calls_and_re_exports_are_told_apart(self) -> None:
        read = module(
            'import type { A } from "a";\nexport * from "b";\nexport { c } from "c";\n'
            'export * as d from "d";\nawait import("e");\nrequire("f", "i");\nrequire(g);\n'
            'require();\nexport type { H } from "h";\n'
        )
        assert not any(one.late or one.guarded for one in read.imports)
        assert [(one.source, one.types_only) for one in read.imports] == [
            ("a", True),
            ("b", False),
            ("c", False),
            ("d", False),
            ("e", False),
            ("f", False),
        ]
        assert read.stars == ["b"]
        assert {name: told(read, one) for name, one in read.exports.items()} == {
            "c": (None, ("c",), None, "c"),
            "d": (None, (), None, "d"),
        }


class TestExports:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("export default function f() {}", "function f() {}"),
            ("export default () => 1;", "() => 1"),
            ("export default f;", "f"),
            ("export default { a: 1 };", "{ a: 1 }"),
            ("export { f as default };", "f"),
            ("export = f;", "f"),
            ("module.exports = f;", "f"),
            ("exports.default = f;", "f"),
            ("module.exports.default = f;", "f"),
        ],
    )
    def test_each_form_of_a_default(self, text: str, value: str) -> None:
        read = module(text)
        assert told(read, read.exports.get("default")) == (value, (), None, None)

    def test_what_is_broken_in_a_list_is_left_out(self) -> None:
        assert [*module("export { a, as b c, d };").exports] == ["a", "as", "d"]

    def test_declarations_are_exported_by_their_names(self) -> None:
        read = module(
            "export const a = 1, { b } = c;\nexport function d() {}\nexport class E {}\n"
            "export { f, g as h };\nexports.i = 2;\nmodule.other.j = 3;\n"
        )
        assert {name: told(read, one) for name, one in read.exports.items()} == {
            "a": ("a", (), None, None),
            "d": ("d", (), None, None),
            "f": ("f", (), None, None),
            "h": ("g", (), None, None),
            "i": ("2", (), None, None),
        }


class TestNames:
    def test_patterns_take_members_out(self) -> None:
        read = module(
            "const { a, b: c, d: { e }, f = 1, g: h = 2, ['i']: j, [k]: l, 'r': s, ...m }"
            " = value;\n"
            "const [n, { o, p: q }] = value;\n"
        )
        unknown = (None, (), None, None)
        assert names(read) == {
            "a": ("value", ("a",), None, None),
            "c": ("value", ("b",), None, None),
            "e": ("value", ("d", "e"), None, None),
            "f": ("value", ("f",), None, None),
            "h": ("value", ("g",), None, None),
            "j": unknown,
            "l": unknown,
            "m": unknown,
            "n": unknown,
            "o": unknown,
            "s": ("value", ("r",), None, None),
            "q": unknown,
        }

    def test_parameters_belong_to_their_function(self) -> None:
        read = module("function f(this: X, a, { b: c }, [d]) {}\nconst g = e => e;\n")
        function = next(scope for scope in read.scopes.values() if "a" in scope.names)
        arrow = next(scope for scope in read.scopes.values() if "e" in scope.names)
        parameters = {name: told(read, one) for name, one in function.names.items()}
        text = "function f(this: X, a, { b: c }, [d]) {}"
        assert parameters == {
            "a": (text, (), 0, None),
            "c": (text, ("b",), 1, None),
            "d": (None, (), None, None),
        }
        assert told(read, arrow.names["e"]) == ("e => e", (), 0, None)

    def test_blocks_have_names_of_their_own(self) -> None:
        read = module(
            "const a = 1;\nfunction f() { const a = 2; var b = 3; { var c = 4; let d = 5; } }\n"
            "try {} catch ({ e }) {}\ntry {} catch {}\nfor (const g of h) {}\n"
            "const k = function m() { m; };\nclass L {}\nenum M { A }\nabstract class N {}\n"
            "for (let o = 0; o; ) {}\nswitch (a) { case 1: let p; }\n"
            "class Q { static { let r; } }\na = function* (s) { let t; };\n"
            "({ u() { let v; } });\nconst w = function () {};\n"
        )
        assert set(names(read)) == {"a", "f", "k", "L", "M", "N", "Q", "w"}
        assert told(read, read.scope.find("a")) == ("1", (), None, None)
        assert told(read, read.scope.find("k")) == ("function m() { m; }", (), None, None)
        assert told(read, read.scope.find("L")) == (None, (), None, None)
        inner = {name for scope in read.scopes.values() for name in scope.names}
        assert set("abcdegmoprstv") <= inner
        assert "u" not in inner
        body = next(scope for scope in read.scopes.values() if "d" in scope.names)
        assert told(read, body.find("d")) == ("5", (), None, None)
        assert told(read, body.find("c")) == ("4", (), None, None)
        assert told(read, body.find("a")) == ("2", (), None, None)
        around = next(scope for scope in read.scopes.values() if "b" in scope.names)
        assert (around.node.kind, {*around.names}) == ("function_declaration", {"b", "c"})
        assert body.find("nothing") is None
        assert body.declares("a")
        assert not body.declares("nothing")
        assert body.function.node.kind == "function_declaration"
        assert read.scope.function is read.scope

    def test_a_name_that_is_declared_twice_stands_for_nothing(self) -> None:
        read = module("var a = 1;\nvar a = 2;\n")
        assert read.scope.find("a") is None
        assert read.scope.declares("a")

    def test_names_that_change_are_told(self) -> None:
        assert module("let a = 1, b = 2; a = 3; b += 4; c.d = 5;").assigned == {"a", "b"}

    def test_words_are_those_of_expressions(self) -> None:
        read = module(
            "interface A { apiVersion: number }\nconst { b: c, d } = e as { apiVersion: number };\n"
            "f.g; ({ h, i: 1 });\n"
        )
        assert read.words == {"e", "f", "g", "h", "i"}


class TestCalls:
    def test_calls_and_waits_know_where_they_are(self) -> None:
        read = module(
            "async function f() { await g(1, 2); for await (const a of b) {} }\nnew C();\n"
        )
        call = read.calls[0]
        assert [read.script.slice(node) for node in call.arguments] == ["1", "2"]
        assert call.callee is not None
        assert read.script.slice(call.callee) == "g"
        assert call.scope.function.node.kind == "function_declaration"
        assert [wait.node.kind for wait in read.waits] == ["await_expression", "for_in_statement"]

    def test_a_tagged_template_has_no_arguments(self) -> None:
        assert [call.arguments for call in module("f`a`;").calls] == [()]


class TestStrings:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            (r'"a\"b"', 'a"b'),
            (r"'\u0041\x42\u{43}\n\t\0\q'", "ABC\n\t\0q"),
            ("'a\\\nb'", "ab"),
            (r"`a\`b`", "a`b"),
            (r"'\b\f\r\v'", "\b\f\r\v"),
            ("''", ""),
            (r"'\u{10ffff}\u{110000}'", "\U0010ffff\ufffd"),
        ],
    )
    def test_a_text_is_what_javascript_makes_of_it(self, text: str, value: str) -> None:
        assert [said for said, _ in module(f"f({text});").strings] == [value]

    def test_templates_with_substitutions_are_no_text(self) -> None:
        read = module("f(`a${b}`);")
        assert read.strings == []
        template = read.calls[0].node.child("arguments")
        assert template is not None
        assert string(read.script, template) is None

    def test_an_escape_that_is_none_stays_as_it_is(self) -> None:
        read = module(r"f('\u{}');")
        assert fragment(read.script, Node("escape_sequence", None, 3, 7)) == r"\u{}"


@given(script_bytes)
@settings(max_examples=200, deadline=None)
def test_anything_can_be_read(data: bytes) -> None:
    text = SourceText.decode(data)
    dialects: tuple[Dialect, ...] = ("typescript", "javascript")
    for dialect in dialects:
        read = read_module("a.ts", text, dialect)
        for _, node in read.strings:
            assert read.script.slice(node)
