"""Whatever stands in a file of settings, it is understood or complained of."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from herdr_lint.config.baseline import Baseline
from herdr_lint.config.explain import explain
from herdr_lint.config.loading import load
from herdr_lint.config.policy import Policy
from herdr_lint.judge import shipped as files
from herdr_lint.model import UsageError
from tests.strategies.toml import toml_texts

SETTINGS = st.sampled_from(sorted(files.load("config.schema.json")["properties"]))
WORDS = st.sampled_from(["role", "key-unknown", "error", "off", "auto", "paths", "!", "[", "x"])
KEYWORDS = st.sampled_from(
    ["x-herdr", "rule", "pattern", "$ref", "$id", "properties", "items", "type", "severity"]
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(KEYWORDS | WORDS | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
toml_values = st.recursive(
    WORDS.map(json.dumps) | st.sampled_from(["1", "true", "[]", "{}", "1979-05-27"]),
    lambda inner: (
        st.lists(inner, max_size=2).map(lambda items: f"[{', '.join(items)}]")
        | st.builds("{{{} = {}}}".format, SETTINGS | WORDS.map(json.dumps), inner)
    ),
    max_leaves=4,
)
settings_texts = st.lists(
    st.builds("{} = {}".format, SETTINGS, toml_values), max_size=3, unique_by=lambda line: line[:4]
).map("\n".join)


def complaints(read: Callable[[Path], object], path: Path, data: bytes) -> tuple[str, ...]:
    path.write_bytes(data)
    try:
        read(path)
    except UsageError as error:
        return error.problems
    return (path.name,)


def accepts(read: Callable[[Path], object], name: str, data: bytes) -> None:
    told = complaints(read, Path(name), data)
    assert told
    assert all(problem.startswith(name) for problem in told)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


anything = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@given(settings_texts | toml_texts() | st.text(max_size=20))
@anything
def test_a_configuration(text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    told = complaints(lambda path: explain(load(path)), Path("herdr-lint.toml"), data)
    assert told


@given(json_values)
@anything
def test_a_policy(value: object) -> None:
    accepts(Policy.load, "policy.json", json.dumps(value).encode())


@given(json_values | st.builds(lambda one: {"version": 1, "findings": one}, json_values))
@anything
def test_a_baseline(value: object) -> None:
    accepts(Baseline.load, "baseline.json", json.dumps(value).encode())


@given(st.binary(max_size=20))
@anything
def test_bytes(data: bytes) -> None:
    accepts(load, "x.toml", data)
    accepts(Policy.load, "policy.json", data)
    accepts(Baseline.load, "baseline.json", data)
