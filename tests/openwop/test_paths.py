"""References to files: what is a plain path, and what a wrong one seems to mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.rules.openwop.hints import MOST_CHOICES, MOST_WORDS
from herdr_lint.rules.openwop.paths import Fault, Names, form

FILES = ("pack.json", "prompts/writer.md", "prompts/50%.md", "prompts/caf\u00e9.md")


@pytest.mark.parametrize(
    ("reference", "fault"),
    [
        ("prompts/writer.md", None),
        ("prompts/50%.md", None),
        ("prompts/nobody.md", Fault("ref-missing", None)),
        ("prompts", Fault("ref-missing", "directory")),
        ("prompts/", Fault("ref-missing", "directory")),
        (".", Fault("ref-missing", "directory")),
        ("./", Fault("ref-missing", "directory")),
        ("", Fault("ref-missing", "directory")),
        ("..", Fault("ref-unsafe", "parent")),
        ("/", Fault("ref-unsafe", "absolute")),
        ("prompts/../pack.json", Fault("ref-unsafe", "parent")),
        ("C:/pack.json", Fault("ref-unsafe", "absolute")),
        ("file:pack.json", Fault("ref-unsafe", "url")),
        ("prompts\\writer.md", Fault("ref-unsafe", "backslash")),
        ("prompts//writer.md", Fault("ref-unsafe", "not-normal", "prompts/writer.md")),
        ("pack.json/", Fault("ref-unsafe", "not-normal", "pack.json")),
        ("pack%2Ejson", Fault("ref-unsafe", "percent", "pack.json")),
        ("pack%2Xjson", Fault("ref-missing", None)),
        ("pack.json?v=1", Fault("ref-unsafe", "fragment", "pack.json")),
        ("prompts/cafe\u0301.md", Fault("ref-unsafe", "unicode-form", "prompts/caf\u00e9.md")),
        ("Pack.JSON", Fault("ref-unsafe", "case", "pack.json")),
        ("PROMPTS/CAFE\u0301.MD", Fault("ref-unsafe", "case", "prompts/caf\u00e9.md")),
    ],
)
def test_what_a_reference_is_instead(reference: str, fault: Fault | None) -> None:
    assert Names(FILES).fault(reference) == fault


@pytest.mark.parametrize(
    ("reference", "cause"),
    [("a/b", None), ("./", None), ("a//b", "not-normal"), ("/a", "absolute")],
)
def test_a_form_is_judged_without_files(reference: str, cause: str | None) -> None:
    found = form(reference)
    assert (found.cause if found else None) == cause


def test_the_nearest_name_is_offered() -> None:
    names = Names(FILES)
    assert names.hint("prompts/writter.md") == " Did you mean `prompts/writer.md`?"
    assert names.hint("xyz") == ""
    assert Names([f"prompts/{n}.md" for n in range(MOST_CHOICES + 1)]).hint("prompts/x.md") == ""


def test_only_the_first_wrong_names_get_a_hint() -> None:
    names = Names(FILES)
    offered = [names.hint("prompts/writter.md") for _ in range(MOST_WORDS + 1)]
    assert (offered[-2] != "", offered[-1]) == (True, "")


@given(st.text(max_size=12), st.frozensets(st.text(max_size=8), max_size=4))
def test_only_plain_paths_of_files_are_right(reference: str, names: frozenset[str]) -> None:
    if Names(names).fault(reference) is None:
        assert reference in names
        assert ".." not in reference.split("/")
        assert not reference.startswith("/")
