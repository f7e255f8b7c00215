"""Patterns for paths; what fits was compared with ``minimatch``, by way of npm and Pi."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from herdr_lint.role_pack.globs import globs


def fits(pattern: str, path: str, *, dots: bool = False, begins: bool = False) -> bool:
    found = globs(pattern, dots=True) if dots else globs(pattern)
    assert found is not None
    return any(glob.fits(path.split("/"), begins=begins) for glob in found)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("a", "a", True),
        ("a", "b", False),
        ("a", "a/b", False),
        ("a/b", "a", False),
        ("*.ts", "a.ts", True),
        ("*.ts", "src/a.ts", False),
        ("*.ts", ".ts", False),
        ("src/?.ts", "src/a.ts", True),
        ("**", "a/b/c", True),
        ("**", "a/.b/c", False),
        ("**/*.md", "a.md", True),
        ("**/*.md", "a/b/c.md", True),
        ("a/**", "a", False),
        ("a/**", "a/", True),
        ("a/**", "a/b", True),
        ("a/**/b", "a/b", True),
        ("a/**/b/**/c", "a/x/b/b/y/c", True),
        ("a/**/b/**/c", "a/x/b/b/y/d", False),
        ("a//b", "a/b", True),
        ("./a", "a", False),
        ("a", "a/", True),
        ("a/", "a", False),
        ("a/", "a/", True),
        ("[ab]", "b", True),
        ("[^ab]", "b", False),
        ("[^ab]", "~", True),
        ("[!ab]", "c", True),
        (".*", ".a", True),
        ("*", ".a", False),
        ("{a,b}.md", "b.md", True),
        ("{a,b}.md", "c.md", False),
        ("{a,{b,c}}/x", "c/x", True),
        ("{a}", "{a}", True),
        (r"\*", "*", True),
        (r"\*", "a", False),
        (r"a\b", "ab", True),
        (r"a\b", "a", False),
        (r"\.*", ".a", True),
        (r"\?x*", "?xy", True),
        (r"\?x*", "axy", False),
        (r"\!x*", "!xy", True),
        (r"\*x*", "*xy", True),
        (r"\*x*", "~xy", False),
        (r"\[x*", "[xy", True),
        (r"[\a]", "a", None),
    ],
)
def test_a_pattern_fits_a_whole_path(pattern: str, path: str, expected: bool | None) -> None:
    if expected is None:
        assert globs(pattern) is None
    else:
        assert fits(pattern, path) is expected


@pytest.mark.parametrize(
    ("pattern", "path"), [("*", ".a"), ("**", "a/.b/c"), ("**/*.md", ".a/.b.md"), ("?x", ".x")]
)
def test_names_with_a_dot_can_be_asked_for(pattern: str, path: str) -> None:
    assert not fits(pattern, path)
    assert fits(pattern, path, dots=True)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("a/b", "a", True),
        ("a/b", "b", False),
        ("a/**", "a", True),
        ("**/b", "x/y", True),
        ("a", "a", True),
        ("a", "a/b", False),
        ("*/b/c", "a/b", True),
    ],
)
def test_a_pattern_may_fit_something_below(pattern: str, path: str, expected: bool) -> None:
    assert fits(pattern, path, begins=True) is expected


@pytest.mark.parametrize("pattern", ["+(a|b)", "!(a)", "[[:alpha:]]", "{1..3}", r"\{a,b}"])
def test_what_is_not_known_is_not_guessed(pattern: str) -> None:
    assert globs(pattern) is None


def test_braces_may_stand_beside_none() -> None:
    assert fits("{a,b{c,d}}", "a")
    assert fits("{a,b{c,d}}", "bd")


def test_braces_stand_for_so_many_patterns_at_most() -> None:
    assert len(globs("{a,b}" * 6) or ()) == 64
    assert globs("{a,b,c,d,e}{a,b,c,d,e,f,g,h,i,j,k,l,m}") is None
    assert globs("{a,b}" * 7) is None


@given(st.text("ab*?[]{},/.!\\", max_size=30), st.text("ab/.", max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_pattern_can_be_tried_with_any_path(pattern: str, path: str) -> None:
    for glob in globs(pattern) or ():
        if glob.fits(path.split("/")):
            assert glob.fits(path.split("/"), begins=True)
