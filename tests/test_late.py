"""What is loaded, and compiled, when something of it is first used."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest

from herdr_lint.late import late, late_pattern


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the modules that are asked for, each time."""
    names: list[str] = []

    def counted(name: str) -> ModuleType:
        names.append(name)
        return import_module(name)

    monkeypatch.setattr("herdr_lint.late.import_module", counted)
    return names


def test_a_module_is_loaded_once_when_it_is_used(loaded: list[str]) -> None:
    module = late("json.decoder")
    assert loaded == []
    assert module.JSONDecoder is import_module("json.decoder").JSONDecoder
    assert module.JSONDecodeError is import_module("json.decoder").JSONDecodeError
    assert loaded == ["json.decoder"]


def test_what_is_not_there_is_told_when_it_is_used() -> None:
    module = late("herdr_lint.nowhere")
    with pytest.raises(ImportError, match="nowhere"):
        _ = module.anything
    with pytest.raises(AttributeError, match="anything"):
        _ = late("json.decoder").anything


def test_a_pattern_is_compiled_once_for_each_use_of_it(loaded: list[str]) -> None:
    pattern = late_pattern("a(b)", 2)
    assert loaded == []
    assert [pattern.fullmatch(text) is not None for text in ("AB", "ab", "b")] == [
        True,
        True,
        False,
    ]
    assert loaded == ["re"]
    assert (pattern.groups, pattern.pattern) == (1, "a(b)")
    assert loaded == ["re"] * 3
