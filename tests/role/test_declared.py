"""Keys that the host sees, where there is something to say of their values."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge.document import Document
from herdr_lint.model import Layer
from herdr_lint.role.document import read_role


def read(block: str) -> Document:
    text = f"---\n{block}---\n\nB\n"
    return read_role("x.md", text.encode(), stem="x", layer=Layer.PACKAGE)


def declared(key: str, value: str) -> dict[str, Any]:
    facts: dict[str, Any] = read(f"description: d\n{key}: {value}\n").data["declared"][key]
    return facts


@pytest.mark.parametrize("word", ["none", "null", "true", "false", "yes", "no", "on", "off", "all"])
@pytest.mark.parametrize("key", ["skill", "skills"])
def test_words_that_name_no_skill(word: str, key: str) -> None:
    facts = declared(key, word)
    assert facts["words" if key == "skills" else "legacy-words"] == word
    assert "entries" not in facts


def test_words_that_name_no_skill_beside_one_that_does() -> None:
    assert declared("skills", "all, none")["words"] == "all, none"
    assert declared("skills", "all, map") == {"times": 1, "canonical": True}


@pytest.mark.parametrize(
    ("model", "cause"),
    [
        ("inherit", "inherit"),
        ("Inherited", "inherit"),
        ("default", "inherit"),
        ("parent", "inherit"),
        ("auto", "inherit"),
        ("NONE", "inherit"),
        ("task:map", "task"),
        ("Task:a/b", "task"),
        ("my/task:map", None),
        ("opus", "default"),
        ("/opus", "default"),
        ("acme/", "default"),
        ("acme/opus:high", "thinking-suffix"),
        ("acme/opus:off", "thinking-suffix"),
        ("acme/opus:free", None),
        ("acme/high", None),
        ("acme/opus;", "punctuation"),
    ],
)
def test_what_a_model_is_taken_for(model: str, cause: str | None) -> None:
    facts = declared("model", model)
    if cause is None and ":" not in model:
        assert facts == {"times": 1, "canonical": True}
        return
    (told,) = facts["models"]
    assert told == {"written": model, "qualified": not cause} | ({"cause": cause} if cause else {})


@pytest.mark.parametrize(
    ("directory", "base"),
    [
        ("work", "default"),
        ("~", "tilde"),
        ("~/work", "tilde"),
        ("C:/work", "drive"),
        ("c:work", "drive"),
        ("CC:/work", "default"),
        ("./x # why", "default"),
        ("/x", None),
        ("'x'", None),
    ],
)
def test_what_a_directory_is_relative_to(directory: str, base: str | None) -> None:
    facts = declared("cwd", directory)
    told = {"directory": directory, "base": base} if base else {}
    assert {key: facts[key] for key in ("directory", "base") if key in facts} == told


@pytest.mark.parametrize(
    ("block", "told", "edit"),
    [
        ("cwd: /a\ncwd: /a\n", "first declared here; the host reads this one", "3-4 safe"),
        ("cwd: /a\ncwd: /a\ncwd: /a\n", "first declared here; the host reads this one", "3-5 safe"),
        (
            "cwd: /a\nx: y\ncwd: /a\ncwd: /a\n",
            "first declared here; the host reads this one",
            "4-6 safe",
        ),
        (
            "cwd: /a\ncwd: /a\nx: y\ncwd: /a\n",
            "first declared here; the host reads this one",
            "3-4 safe",
        ),
        ("cwd: /a\ncwd: /b\n", "first declared here; the host reads this one", None),
        ("cwd: /a\ncwd: /a\n  # c\n", "first declared here; the host reads this one", None),
        ("cwd:\ncwd: /a\n", "first declared here; the host reads this one", "2-3 guess"),
        ("cwd:\ncwd: /a\ncwd: /b\n", "first declared here; the host reads this one", None),
        ("cwd:\n  # c\ncwd: /a\n", "first declared here; the host reads this one", None),
        ("tools: ls\ntools: ls\n", "first declared here", "3-4 safe"),
    ],
)
def test_a_key_that_stands_twice(block: str, told: str, edit: str | None) -> None:
    document = read(block)
    key = block.partition(":")[0]
    pointer = f"/declared/{key}/times"
    assert [(one.message, one.span.start.line) for one in document.related[pointer]] == [(told, 2)]
    made = document.edits.get(pointer)
    if edit is None:
        assert made is None
        return
    assert made is not None
    lines, _, kind = edit.partition(" ")
    assert f"{made.span.start.line}-{made.span.end.line}" == lines
    assert (made.text, made.safe) == ("", kind != "guess")


@pytest.mark.parametrize(
    ("tools", "refused"),
    [
        ("read,, bash\n  ls", "blank-entry"),
        ("read,\n  bash", "continued"),
        ("\n  read, bash", "continued"),
    ],
)
def test_why_a_list_that_goes_on_below_is_refused(tools: str, refused: str) -> None:
    assert declared("tools", tools)["refused"] == refused
