"""Keys that the host sees, where there is something to say of their values."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.judge.document import Document
from herdr_lint.model import Edit, Layer, Span
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
    every = "none, null, true, false, yes, no, on, off, all"
    assert declared("skills", every)["words"] == every
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
    assert document.spans[pointer].value is not None
    second = [at for at, line in enumerate(document.text.lines, 1) if line.startswith(f"{key}:")][1]
    assert document.locate(pointer) == Span.at(second, 1, 1 + len(key))
    made = document.edits.get(pointer)
    if edit is None:
        assert made is None
        return
    assert made is not None
    lines, _, kind = edit.partition(" ")
    assert f"{made.span.start.line}-{made.span.end.line}" == lines
    assert (made.text, made.safe) == ("", kind != "guess")


def test_lines_that_miss_the_form_of_a_capability_are_told_of_with_those_that_do_not() -> None:
    document = read('description: d\ntools: read\nx:\n  tools: a\n"tools": b\n')
    facts = document.data["declared"]["tools"]
    assert (facts["times"], facts["canonical"], facts["raw"]) == (1, False, "read")
    assert facts["lines"] == [
        {"field": "tools", "form": "bare"},
        {"field": "tools", "form": "nested", "owner": "x", "owner_line": 4},
        {"field": "tools", "form": "quoted"},
    ]
    places = [document.locate(f"/declared/tools/lines/{index}") for index in range(3)]
    assert places == [Span.at(3, 1, 6), Span.at(5, 3, 8), Span.at(6, 1, 8)]
    edits = {pointer: edit for pointer, edit in document.edits.items() if "/lines/" in pointer}
    assert edits == {"/declared/tools/lines/2/form": Edit(Span.at(6, 1, 9), "tools:", safe=False)}


def test_a_key_without_a_value_is_shown_itself() -> None:
    document = read("description: d\ntools:\ncwd:\nmodel: a # b\n")
    places = {key: document.locate(f"/declared/{key}") for key in ("tools", "cwd", "model")}
    assert places == {
        "tools": Span.at(3, 1, 6),
        "cwd": Span.at(4, 1, 4),
        "model": Span.at(5, 8, 13),
    }


def test_how_often_a_key_stands_there_is_left_out_of_a_description_that_is_missing() -> None:
    """That is told of by itself."""
    facts = read("description:\ncwd: a\ncwd: b\n").data["declared"]
    assert "times" not in facts["description"]
    assert facts["cwd"]["times"] == 2
    facts = read("description: |\n  d\n").data["declared"]
    assert facts["description"]["times"] == 1


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


def test_the_tools_that_a_mapping_switches_on_can_be_told_on_one_line() -> None:
    switches = "ls: true, read: yes, bash: ON, edit: allow, write: Allowed, grep: no, find: ask"
    facts = declared("tools", f"{{{switches}}}")
    assert facts["allowed"] == "ls, read, bash, edit, write"
    assert facts["refused"] == "flow-mapping-names"


def test_no_model_is_deleted_from_a_block_that_holds_nothing_else() -> None:
    assert read("model: inherit\n").edits == {}
    assert [*read("model: inherit\nx: y\n").edits] == ["/declared/model/models/0/qualified"]


def test_of_a_word_that_the_host_takes_it_does_not_count_what_yaml_makes_of_it() -> None:
    """Its note would say no more than that nobody looked."""
    comment = "x" * 9000
    assert declared("thinking", f"low\n  # {comment}")["form"] == "long"
    assert "yaml" not in declared("thinking", f"low\n  # {comment}")
    assert declared("cwd", f"/x\n  # {comment}")["yaml"] == "long"
