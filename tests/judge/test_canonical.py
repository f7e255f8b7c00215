from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from herdr_lint.judge.canonical import CanonicalError, canonical_bytes, document_bytes
from herdr_lint.judge.document import Document
from herdr_lint.judge.manifest import read_manifest
from herdr_lint.syntax.text import SourceText
from tests.strategies.sources import json_values


def deep(levels: int) -> list[Any]:
    data: list[Any] = []
    for _ in range(levels):
        data = [data]
    return data


def test_form() -> None:
    data = {"b": [1.0, -0.0, 1e21, 0.1], "a": 'é"\n\x1f', "\U0001f600": True, "\ufb33": None}
    assert canonical_bytes(data) == (
        '{"a":"é\\"\\n\\u001f","b":[1,0,1e+21,0.1],"\U0001f600":true,"\ufb33":null}'.encode()
    )


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([2**53], "it holds an integer beyond 2^53-1"),
        ([float("inf")], "it holds a number that is not finite"),
        ([float("nan")], "it holds a number that is not finite"),
        (["\ud800"], "it holds half of a surrogate pair"),
        ({"\ud800": 1, "a": 2}, "it holds half of a surrogate pair"),
        ({1: 2}, "it is not JSON"),
        ([object()], "it is not JSON"),
        (deep(5_000), "it is nested too deeply"),
    ],
)
def test_what_has_no_canonical_form(data: Any, reason: str) -> None:
    with pytest.raises(CanonicalError) as caught:
        canonical_bytes(data)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{", "line 1, column 2: the file ends and `{` is not closed"),
        (b"[" * 100 + b"]" * 100, "it is nested too deeply"),
        (b"[1e999]", "line 1, column 2: `1e999` is beyond what a number can hold"),
        (b"[NaN]", "line 1, column 2: `NaN` is not a number in JSON"),
        (
            b"[9007199254740993]",
            "line 1, column 2: `9007199254740993` is beyond 2^53-1, which readers round",
        ),
        (b'{"a": 1,\n "a": 2}', "line 2, column 2: the key `a` stands twice"),
        (b'["\\ud800"]', "line 1, column 3: `\\ud800` is half of a surrogate pair"),
        (b'["\xff"]', "line 1, column 3: it is not UTF-8"),
        (b"\xef\xbb\xbf{}", "line 1, column 1: it begins with a byte order mark"),
        (
            b'{"a": NaN, "a": 2}',
            "line 1, column 7: `NaN` is not a number in JSON;"
            " line 1, column 12: the key `a` stands twice",
        ),
    ],
)
def test_documents_without_a_canonical_form(data: bytes, reason: str) -> None:
    with pytest.raises(CanonicalError) as caught:
        document_bytes(read_manifest("pack.json", data))
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (
            b"a: !!str 1\n",
            "line 1, column 4: the tag `!!str` asks for something that JSON does not have",
        ),
        (b"a: &x 1\n", "line 1, column 4: the anchor `x` names a value"),
        (b"1: a\n", "line 1, column 1: the key `1` is not a string"),
        (b"a: 1\na: 2\n", "line 2, column 1: the key `a` stands twice"),
        (b"a: .inf\n", "line 1, column 4: `.inf` is not a number in JSON"),
    ],
)
def test_yaml_that_json_cannot_say(data: bytes, reason: str) -> None:
    with pytest.raises(CanonicalError) as caught:
        document_bytes(read_manifest("pack.yaml", data))
    assert caught.value.reasons == (reason,)


def test_so_many_reasons_are_told_of_one_document() -> None:
    data = "".join(f'"a": {number},\n' for number in range(22))
    with pytest.raises(CanonicalError) as caught:
        document_bytes(read_manifest("pack.json", f'{{{data}"b": 1}}'.encode()))
    assert caught.value.reasons == tuple(
        f"line {line}, column 1: the key `a` stands twice" for line in range(2, 22)
    )


def test_document() -> None:
    assert document_bytes(read_manifest("pack.yaml", b"b: 1\na: x")) == b'{"a":"x","b":1}'
    assert document_bytes(Document("role", "scout.md", {"kind": "role"}, SourceText(""))) == (
        b'{"kind":"role"}'
    )


@given(json_values)
def test_reading_what_was_printed(value: Any) -> None:
    printed = canonical_bytes(value)
    assert read_manifest("pack.json", printed).data == value
    assert canonical_bytes(read_manifest("pack.json", printed).data) == printed
