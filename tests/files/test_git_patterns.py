from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from herdr_lint.files.git_patterns import linear, spec
from tests.effort import examples

steps = st.lists(st.sampled_from(["*", "?", "a", "b", "[ab]", "**"]), min_size=1)
globs = st.lists(steps.map("".join), min_size=1, max_size=5).map("/".join)
found = st.lists(st.text("ab", min_size=1, max_size=5), min_size=1, max_size=5).map("/".join)


@examples(500)
@given(st.sampled_from(["", "/", "!"]), globs, st.sampled_from(["", "/"]), found, st.booleans())
def test_it_takes_what_pathspec_takes(
    start: str, glob: str, end: str, path: str, directory: bool
) -> None:
    line, inner = start + glob + end, path + "/" * directory
    try:
        plain = GitIgnoreSpec.from_lines([line])
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            spec([line])
        return
    assert spec([line]).check_file(inner).include == plain.check_file(inner).include


def test_lines_that_say_nothing() -> None:
    found = spec(["# a*b", "", "a*c*d"])
    assert [found.check_file(path).include for path in ("# a*b", "axcxd", "ac")] == [
        None,
        True,
        None,
    ]


@pytest.mark.parametrize(
    ("line", "named", "inside"),
    [
        ("a", ["a", "a/", "b/a", "b/a/"], ["a/b", "b/a/c"]),
        ("a/", ["a/", "b/a/"], ["a/b", "b/a/c"]),
        ("/a", ["a", "a/"], ["a/b"]),
        ("*/a", ["b/a", "b/a/"], ["b/a/c"]),
        ("b/**", ["b/a", "b/a/", "b/a/c"], []),
        ("*", ["a", "a/", "b", "b/a", "b/a/", "a/b", "b/a/c"], []),
    ],
)
def test_what_lies_in_a_folder_is_matched_where_that_is_asked_for(
    line: str, named: list[str], inside: list[str]
) -> None:
    paths = ["a", "a/", "b", "b/a", "b/a/", "a/b", "b/a/c"]
    assert [path for path in paths if spec([line]).match_file(path)] == named + inside
    assert [path for path in paths if spec([line], below=False).match_file(path)] == named


@pytest.mark.parametrize(
    ("line", "path", "matched"),
    [
        ("a*b*c*d", "axbybzcd", True),
        ("a*b*c*d", "abd", False),
        ("a*b/c*d", "abxb/cyd", True),
        ("a*b/c*d", "a/b/cd", False),
        ("a/**/b/**/c/**/d", "a/x/b/c/y/z/d", True),
        ("a/**/b/**/c/**/d", "a/x/b/y/z/d", False),
    ],
)
def test_patterns_of_many_parts(line: str, path: str, matched: bool) -> None:
    assert spec([line]).match_file(path) is matched


def test_a_range_that_runs_backwards_is_no_pattern() -> None:
    with pytest.raises(ValueError, match=r"^bad character range b-a at position "):
        spec(["[b-a]"])


def test_no_set_of_a_pattern_takes_a_slash() -> None:
    assert GitIgnoreSpec.from_lines(["a[+-9]b"]).match_file("a/b")
    for below in (True, False):
        assert not spec(["a[+-9]b"], below=below).match_file("a/b")
        assert spec(["a[+-9]b"], below=below).match_file("a-b")


def test_no_star_is_tried_again() -> None:
    assert linear(r"^(?:.+/)?a[^/]*b[^/]*c(?:(?P<ps_d>/)|$)") == (
        r"^(?:.+/)?a(?>[^/]*?b)[^/]*c(?:(?P<ps_d>/)|$)"
    )
    assert linear(r"^a(?:/.+)?/b[^/]*[^/][^/]*d(?:/.+)?/c$") == (
        r"^a(?>(?:/.+?)??/b(?>[^/]*?[^/])[^/]*d(?=/))(?:/.+)?/c$"
    )
    assert linear("^a/") == "^a/"
    assert linear(r"^[^/]*\[[^]a][+-9]$") == r"^[^/]*\[(?!/)[^]a](?!/)[+-9]$"
    assert not re.match(linear("^" + "a[^/]*" * 50 + "b$"), "a" * 5000)
