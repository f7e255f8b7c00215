from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from hypothesis import given, settings

from herdr_lint.judge.manifest import cut, read_manifest
from herdr_lint.model import FILE_START, Span
from herdr_lint.syntax.json_reader import depth_of
from herdr_lint.syntax.parse import ParseIssue
from tests.strategies.sources import json_texts, json_values, junk


@pytest.mark.parametrize("name", ["pack.json", "pack.yaml", "PACK.YML", "pack", "a.tgz!pack.json"])
def test_suffix_decides(name: str) -> None:
    document = read_manifest(name, b'{"name": "x"}')
    assert (document.kind, document.path, document.data) == ("manifest", name, {"name": "x"})
    assert document.readable
    assert document.locate("/name") == Span.at(1, 10, 13)
    assert document.locate("/name", "key") == Span.at(1, 2, 8)
    assert document.locate("/name/deeper/still") == Span.at(1, 10, 13)


@pytest.mark.parametrize(
    ("name", "yaml"),
    [
        ("pack.yaml", True),
        ("pack.yml", True),
        ("PACK.YAML", True),
        ("packyaml", False),
        ("pack.yaml.json", False),
        ("pack", False),
    ],
)
def test_what_is_no_json_is_read_as_yaml_by_its_suffix(name: str, yaml: bool) -> None:
    assert read_manifest(name, b"name: x").readable is yaml


def test_syntax_beats_suffix() -> None:
    assert read_manifest("pack.json", b"name: x", syntax="yaml").data == {"name": "x"}
    assert not read_manifest("pack.yaml", b"name: x", syntax="json").readable


def test_unreadable() -> None:
    document = read_manifest("pack.json", b'{"name": }')
    assert not document.readable
    assert [problem.kind for problem in document.problems] == ["unexpected-character"]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16(encoding: str) -> None:
    document = read_manifest("pack.json", "\ufeff{}".encode(encoding))
    assert document.data is None
    assert document.kind == "manifest"
    assert document.problems == (ParseIssue("utf-16", FILE_START, fatal=True),)


@pytest.mark.parametrize("depth", [63, 64, 5_000])
def test_deep_nesting_is_cut_and_said(depth: int) -> None:
    document = read_manifest("pack.json", b'{"a":' + b"[" * depth + b"]" * depth + b"}")
    assert document.readable
    assert depth_of(document.data) == min(depth + 1, 65)
    deep = ParseIssue("deeply-nested", FILE_START, {"limit": 64})
    assert document.problems == (() if depth < 64 else (deep,))
    json.dumps(document.data)
    if depth < 5_000:
        assert document.locate("/a" + "/0" * (depth - 1)) == Span.at(1, 5 + depth, 7 + depth)


@pytest.mark.parametrize("name", ["pack.json", "pack.yaml"])
@pytest.mark.parametrize("data", [b'{"a": [1]}', b'{"a": [1], "a": 2}'])
def test_documents_can_travel(name: str, data: bytes) -> None:
    document = read_manifest(name, data)
    assert pickle.loads(pickle.dumps(document)) == document  # noqa: S301 - our own bytes


def test_deep_documents_can_travel() -> None:
    document = read_manifest("pack.json", b"[" * 5_000 + b"]" * 5_000)
    copy = pickle.loads(pickle.dumps(document))  # noqa: S301 - our own bytes
    assert copy.locate("/0/0") == document.locate("/0/0") == Span.at(1, 3, 9_999)


def test_cut_leaves_the_original_alone() -> None:
    data = {"a": [1, {"b": {"c": 2}}], "d": {}}
    assert cut(data, 2) == {"a": [1, {}], "d": {}}
    assert cut(data, 0) == {}
    assert data == {"a": [1, {"b": {"c": 2}}], "d": {}}
    assert cut("scalar", 0) == "scalar"


@given(json_values)
def test_cut_of_shallow_data_changes_nothing(value: Any) -> None:
    assert cut(value, 64) == value


@settings(deadline=None)
@given(json_texts())
def test_yaml_and_json_give_the_same_document(case: tuple[Any, bytes]) -> None:
    value, data = case
    assert read_manifest("pack.json", data).data == value
    if b"\t" not in data and b"\x7f" not in data and b"\xc2" not in data:
        plain = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        document = read_manifest("pack.yaml", plain)
        assert (document.data, document.problems) == (value, ())


@settings(deadline=None)
@given(junk)
def test_any_bytes_make_a_document(data: bytes) -> None:
    for name in ("pack.json", "pack.yaml"):
        document = read_manifest(name, data)
        assert document.readable or document.problems
