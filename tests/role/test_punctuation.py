"""Names and models in quotes, with a full stop behind them, or with commas that are none."""

from __future__ import annotations

import pytest

from herdr_lint.role.fields import BUILT_IN_TOOLS
from herdr_lint.role.punctuation import (
    is_punctuated,
    is_punctuation,
    models_in,
    names_in,
    text_in,
)


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("\u201cread\u201d", ["read"]),
        ("\u201cread", ["read"]),
        ("read\u201d", ["read"]),
        ("\u00abfoo\u00bb", ["foo"]),
        ("**read**", ["read"]),
        ("__read__", ["read"]),
        ("<foo>", ["foo"]),
        ("read\u3001bash", ["read", "bash"]),
        ("read \u3001 bash", ["read", "bash"]),
        ("foo\u3001bar", ["foo", "bar"]),
        ("foo\u00b7bar", ["foo", "bar"]),
        ("\u201cfoo\u201d\u3001\u201cbar\u201d", ["foo", "bar"]),
        ("foo\u3001\u3001bar", ["foo", "bar"]),
        ("foo__bar\u3001x.*", ["foo__bar", "x.*"]),
        ("read.", ["read"]),
        ("foo.", ["foo"]),
        ("foo\u3002", ["foo"]),
        ("foo\uff0e", ["foo"]),
        ("\u201cfoo.\u201d", ["foo"]),
        ("\u201cfoo\u201d.", ["foo"]),
        ("foo..", None),
        ("read/bash", ["read", "bash"]),
        ("read|bash", ["read", "bash"]),
        ("read;bash", ["read", "bash"]),
        ("github/search", None),
        ("foo/bar", None),
        ("read/foo", None),
        ("memory.*", None),
        ("read", None),
        ("~read", None),
        ("read~", None),
        ("foo", None),
        ("\u3001", None),
        ("\u201c\u201d", None),
        ("\u201ctwo words\u201d", None),
        ("2x\u3001read", None),
        ("\u00e9\u3001read", None),
    ],
)
def test_names_among_punctuation(entry: str, names: list[str] | None) -> None:
    assert names_in(entry, BUILT_IN_TOOLS.__contains__) == names


@pytest.mark.parametrize(
    ("char", "is_it"),
    [
        ("\u201c", True),
        ("\uff0c", True),
        ("\u00b7", True),
        (",", False),
        ("~", False),
        (".", False),
        ("a", False),
    ],
)
def test_what_only_looks_like_a_quote_or_a_comma(char: str, is_it: bool) -> None:
    assert is_punctuation(char) is is_it


@pytest.mark.parametrize(
    ("model", "meant"),
    [
        ("\u201ca/b\u201d", "a/b"),
        ("a/b\u3001c/d", "a/b, c/d"),
        ("a/b; c/d", "a/b, c/d"),
        ("a/b|c/d", "a/b, c/d"),
        ("a/b;;c/d;", "a/b, c/d"),
        ("\u201ca/b\u201d; c/d.", "a/b, c/d"),
        ("<a/b>", "a/b"),
        ("**a/b**", "a/b"),
        ("a/b.", "a/b"),
        ("a/b\u3002", "a/b"),
        ("a/b\uff0e", "a/b"),
    ],
)
def test_models_among_punctuation(model: str, meant: str) -> None:
    assert is_punctuated(model)
    assert models_in(model) == meant


def test_a_model_whose_name_has_signs_is_not_punctuated() -> None:
    assert not is_punctuated("~a/b.c-d_e:f")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("\u201cx\u201d", "x"),
        ("`x`.", "x"),
        ("x\u3002", "x"),
        (" \u201cx\u201d ", "x"),
        ("x", None),
        ("x...", None),
        ("\u201c\u201d", None),
        ("x\u3001y.", None),
    ],
)
def test_a_name_without_what_stands_around_it(value: str, text: str | None) -> None:
    assert text_in(value) == text
