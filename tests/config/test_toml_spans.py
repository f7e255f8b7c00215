from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

from herdr_lint.config.toml_spans import spans
from herdr_lint.judge.document import to_pointer
from herdr_lint.syntax.text import SourceText
from tests.strategies.toml import toml_texts

TEXT = SourceText(
    """\
a.b = 1 # c
"x\\u0041" = \"""q\"""
c = [ 1, [ "]", '''a''''' ], {k = 1, j.l = {}}, # x
 1979-05-27 07:32:00,
]
[t]# x
z = { }
[[o]]# x
p = []
[o.s]
q = true
[[o]]
p = ["x"]
[[o.n]]
m=1
[[o.n]]
m=2
"""
)


@pytest.mark.parametrize(
    ("pointer", "key", "value"),
    [
        ("/a", "a", None),
        ("/a/b", "b", "1"),
        ("/xA", '"x\\u0041"', '"""q"""'),
        ("/c/0", None, "1"),
        ("/c/1", None, "[ \"]\", '''a''''' ]"),
        ("/c/1/0", None, '"]"'),
        ("/c/1/1", None, "'''a'''''"),
        ("/c/2", None, "{k = 1, j.l = {}}"),
        ("/c/2/k", "k", "1"),
        ("/c/2/j", "j", None),
        ("/c/2/j/l", "l", "{}"),
        ("/c/3", None, "1979-05-27 07:32:00"),
        ("/t", "t", None),
        ("/t/z", "z", "{ }"),
        ("/o", "o", None),
        ("/o/0", "o", None),
        ("/o/0/p", "p", "[]"),
        ("/o/0/s", "s", None),
        ("/o/0/s/q", "q", "true"),
        ("/o/1/p/0", None, '"x"'),
        ("/o/1/n/1/m", "m", "2"),
    ],
)
def test_keys_and_values(pointer: str, key: str | None, value: str | None) -> None:
    place = spans(TEXT)[pointer]
    assert (place.key and TEXT.slice(place.key)) == key
    assert (place.value and TEXT.slice(place.value)) == value


def test_an_array_of_tables_is_told_apart_by_its_headers() -> None:
    found = spans(TEXT)
    lines = [found[f"/o/{index}"].key for index in (0, 1)]
    assert [span and span.start.line for span in lines] == [8, 12]


def pointers(value: Any, path: tuple[str | int, ...] = ()) -> dict[str, Any]:
    found = {to_pointer(path): value} if path else {}
    pairs: Any = ()
    if isinstance(value, dict | list):
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, member in pairs:
        found |= pointers(member, (*path, key))
    return found


@given(toml_texts())
@settings(max_examples=300, suppress_health_check=[HealthCheck.filter_too_much], deadline=None)
def test_each_place_holds_what_tomllib_reads(written: str) -> None:
    text = SourceText.decode(written.encode())
    try:
        parsed = tomllib.loads(text.text)
    except tomllib.TOMLDecodeError:
        assume(False)
    found = spans(text)
    expected = pointers(parsed)
    assert found.keys() == expected.keys()
    for pointer, place in found.items():
        name = pointer.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
        if place.key and not name.isdigit():
            assert [*tomllib.loads(f"{text.slice(place.key)} = 0")] == [name]
        if place.value:
            value = tomllib.loads(f"x = {text.slice(place.value)}")["x"]
            assert value == expected[pointer]
        else:
            assert isinstance(expected[pointer], dict | list)
