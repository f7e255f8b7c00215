"""References to files: what is a plain path, and what a wrong one seems to mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.openwop.paths import Names, RefError, form

FILES = ("pack.json", "prompts/writer.md", "prompts/50%.md", "prompts/caf\u00e9.md")


@pytest.mark.parametrize(
    ("reference", "fault"),
    [
        ("prompts/writer.md", None),
        ("prompts/50%.md", None),
        ("prompts/nobody.md", RefError("ref-missing", None)),
        ("prompts", RefError("ref-missing", "directory")),
        ("prompts/", RefError("ref-missing", "directory")),
        ("prompts~", RefError("ref-missing", None)),
        ("~", RefError("ref-missing", None)),
        (".", RefError("ref-missing", "directory")),
        ("./", RefError("ref-missing", "directory")),
        ("", RefError("ref-missing", "directory")),
        ("..", RefError("ref-unsafe", "parent")),
        ("/", RefError("ref-unsafe", "absolute")),
        ("prompts/../pack.json", RefError("ref-unsafe", "parent")),
        ("C:/pack.json", RefError("ref-unsafe", "absolute")),
        ("file:pack.json", RefError("ref-unsafe", "url")),
        ("prompts\\writer.md", RefError("ref-unsafe", "backslash")),
        ("prompts//writer.md", RefError("ref-unsafe", "not-normal", "prompts/writer.md")),
        ("pack.json/", RefError("ref-unsafe", "not-normal", "pack.json")),
        ("pack%2Ejson", RefError("ref-unsafe", "percent", "pack.json")),
        ("pack%2Xjson", RefError("ref-missing", None)),
        ("pack.json?v=1", RefError("ref-unsafe", "fragment", "pack.json")),
        ("prompts/cafe\u0301.md", RefError("ref-unsafe", "unicode-form", "prompts/caf\u00e9.md")),
        ("Pack.JSON", RefError("ref-unsafe", "case", "pack.json")),
        ("PROMPTS/CAFE\u0301.MD", RefError("ref-unsafe", "case", "prompts/caf\u00e9.md")),
    ],
)
def test_what_a_reference_is_instead(reference: str, fault: RefError | None) -> None:
    assert Names(FILES).error(reference) == fault


@pytest.mark.parametrize(
    ("reference", "cause"),
    [("a/b", None), ("./", None), ("a//b", "not-normal"), ("/a", "absolute")],
)
def test_a_form_is_judged_without_files(reference: str, cause: str | None) -> None:
    found = form(reference)
    assert (found.cause if found else None) == cause


def test_a_name_may_be_that_of_a_file_and_of_a_folder() -> None:
    """In an archive, or in what a caller hands over."""
    names = Names(["a", "a/b"])
    assert names.error("a") is None
    assert names.error("a/") == RefError("ref-missing", "directory")


def test_a_file_that_was_left_out_is_there() -> None:
    names = Names(FILES, {"large.json"})
    assert names.error("large.json") is None
    assert names.error("small.json") == RefError("ref-missing", None)


def test_the_nearest_name_is_offered() -> None:
    names = Names(FILES)
    assert names.hint("prompts/writter.md") == " Did you mean `prompts/writer.md`?"
    assert names.hint("xyz") == ""
    many = [f"prompts/{n:03}.md" for n in range(501)]
    assert Names(many[:500]).hint("prompts/7.md") != ""
    assert Names(many).hint("prompts/7.md") == ""


def test_only_the_first_wrong_names_get_a_hint() -> None:
    names = Names(FILES)
    offered = [names.hint("prompts/writter.md") for _ in range(21)]
    assert offered == [*[" Did you mean `prompts/writer.md`?"] * 20, ""]


@given(st.text(max_size=12), st.frozensets(st.text(max_size=8), max_size=4))
def test_only_plain_paths_of_files_are_right(reference: str, names: frozenset[str]) -> None:
    if Names(names).error(reference) is None:
        assert reference in names
        assert ".." not in reference.split("/")
        assert not reference.startswith("/")
