from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.role_pack.globs import leads_into, matches


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("a", "a", True),
        ("a", "b", False),
        ("a", "a/b", False),
        ("a/b", "a", False),
        ("*.ts", "a.ts", True),
        ("*.ts", "src/a.ts", False),
        ("src/?.ts", "src/a.ts", True),
        ("**", "a/b/c", True),
        ("**/*.md", "a.md", True),
        ("**/*.md", "a/b/c.md", True),
        ("a/**", "a", True),
        ("a/**/b", "a/b", True),
        ("a/**/b/**/c", "a/x/b/b/y/c", True),
        ("a/**/b/**/c", "a/x/b/b/y/d", False),
        ("[ab]", "b", True),
    ],
)
def test_a_pattern_fits_a_whole_path(pattern: str, path: str, fits: bool) -> None:
    assert matches(pattern.split("/"), path.split("/")) is fits


@pytest.mark.parametrize(
    ("pattern", "path", "leads"),
    [
        ("a/b", "a", True),
        ("a/b", "b", False),
        ("a/b", "a/b", False),
        ("a", "a/b", False),
        ("**/b", "a/c", True),
        ("a/**", "a/b/c", True),
    ],
)
def test_a_folder_leads_to_what_a_pattern_fits(pattern: str, path: str, leads: bool) -> None:
    assert leads_into(pattern.split("/"), path.split("/")) is leads


steps = st.lists(st.sampled_from(["a", "b", "*", "**"]), min_size=1, max_size=6)
paths = st.lists(st.sampled_from(["a", "b", "c"]), min_size=1, max_size=6)


@given(steps, paths)
def test_it_agrees_with_a_regular_expression(pattern: list[str], path: list[str]) -> None:
    whole = "".join(
        "(?:[^/]+/)*" if one == "**" else f"{one.replace('*', '[^/]*')}/" for one in pattern
    )
    assert matches(pattern, path) is bool(re.fullmatch(whole, "/".join(path) + "/"))
