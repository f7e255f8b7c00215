"""Where somebody is typing, in files that no parser would take."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.lsp.cursor import Cursor, in_json, in_toml, in_yaml

anything = st.text(st.sampled_from('{}[]:,"\\ ab\n-#=.'), max_size=60)


@pytest.mark.parametrize(
    ("before", "path", "is_key", "typed"),
    [
        ("", (), False, ""),
        ("tru", (), False, "tru"),
        ("{", (), True, ""),
        ('{"ag', (), True, '"ag'),
        ('{"a": ', ("a",), False, ""),
        ('{"a": "x', ("a",), False, '"x'),
        ('{"a": 1, ', (), True, ""),
        ('{"a": [1, 2', ("a", 1), False, "2"),
        ('{"a": [{"b": "x", "mod', ("a", 0), True, '"mod'),
        ('{"a": [{"b": {}}, {"c": tr', ("a", 1, "c"), False, "tr"),
        ('{"a": {"b": 1}, "', (), True, '"'),
        ("~", (), False, "~"),
        ("[~, ", (1,), False, ""),
        ("{: [", (0,), False, ""),
        ("{: x", (), False, "x"),
        ('{"a": 1 ', ("a",), False, ""),
        ('{"~a": ', ("~a",), False, ""),
        ('{"a\\"b": ', ('a\\"b',), False, ""),
        ("}", (), False, ""),
    ],
)
def test_json(before: str, path: tuple[object, ...], is_key: bool, typed: str) -> None:
    assert in_json(before) == Cursor(path, is_key, typed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "path", "is_key", "typed"),
    [
        ("", (), True, ""),
        ("ag", (), True, "ag"),
        ("a: 1\nb", (), True, "b"),
        ("a: x", ("a",), False, "x"),
        ('"a": ', ("a",), False, ""),
        ("agents:\n  - agentId: x\n    mod", ("agents", 0), True, "mod"),
        ("agents:\n- agentId: x\n  role: sk", ("agents", 0, "role"), False, "sk"),
        ("agents:\n- a: x\n- b: ", ("agents", 0, "b"), False, ""),
        ("agents:\n- a: x\n  b:\n    ", ("agents", 0, "b"), True, ""),
        ("tools:\n  # none\n\n  - ", ("tools", 0), True, ""),
        ("a:\n  - - b", ("a", 0, 0), True, "b"),
        ("a:\n  b: 1\nc", (), True, "c"),
        ("a:\n  text\n    b", ("a",), True, "b"),
        ("a: ~", ("a",), False, "~"),
        ("~", (), True, "~"),
        ("a:\n- ~b", ("a", 0), True, "~b"),
        ('"~a": ', ("~a",), False, ""),
        ("a:\n b: 1\n- c", ("a", 0), True, "c"),
        ("x:\n y: 1\n- z:\n    c", ("x", 0, "z"), True, "c"),
        ("a:\n# c: d\n  # - e: f\n  b", ("a",), True, "b"),
        ("a:\n-  b: 1\n   c: ", ("a", 0, "c"), False, ""),
        ("a.b: 1\n'c d':\n  e", ("c d",), True, "e"),
        ("a:b", (), True, "a:b"),
    ],
)
def test_yaml(before: str, path: tuple[object, ...], is_key: bool, typed: str) -> None:
    assert in_yaml(before) == Cursor(path, is_key, typed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "path", "is_key", "typed"),
    [
        ("", (), True, ""),
        ("sel", (), True, "sel"),
        ("[severity]", ("severity",), True, ""),
        ('select = [\n"ro', ("select", 0), False, '"ro'),
        ('"~a" = ', ("~a",), False, ""),
        ("x\n[severity]", ("severity",), True, ""),
        ("x\n  [ severity ]\n", ("severity",), True, ""),
        ("[[overrides]] # x\n", ("overrides", 0), True, ""),
        ('a . "b c" = ', ("a", "b c"), False, ""),
        ("a = [1, {b = tr", ("a", 0), False, "tr"),
        ("a = ]x", ("a",), False, "]x"),
        ('select = ["ro', ("select", 0), False, '"ro'),
        ('select = [\n  "a",\n  "', ("select", 0), False, '"'),
        ('select = ["a"]\ni', (), True, "i"),
        ('show = "', ("show",), False, '"'),
        ("[severity] # of some\nfoo", ("severity",), True, "foo"),
        ("x [\n[severity]\nx", ("severity",), True, "x"),
        ("ignore = []\n[severity]\nx", ("severity",), True, "x"),
        ('ignore = ["a", ["b"\nshow = "x', ("ignore", 0, 0), False, '"x'),
        ('show = "a"\n  fail', (), True, "fail"),
        ('[severity]\nfoo = "', ("severity", "foo"), False, '"'),
        ('[[overrides]]\npaths = ["x"]\nsel', ("overrides", 0), True, "sel"),
        ('[tool."herdr-lint"]\nshow = ', ("tool", "herdr-lint", "show"), False, ""),
    ],
)
def test_toml(before: str, path: tuple[object, ...], is_key: bool, typed: str) -> None:
    assert in_toml(before) == Cursor(path, is_key, typed)  # type: ignore[arg-type]


@given(anything)
def test_any_text_has_a_place(before: str) -> None:
    for reader in (in_json, in_yaml, in_toml):
        assert isinstance(reader(before), Cursor)
