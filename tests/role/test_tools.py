"""Names in `tools` and `deny-tools`: which cannot be tools, and what is written instead."""

from __future__ import annotations

from typing import Any

import pytest

from herdr_lint.model import Layer, Span
from herdr_lint.role.document import read_role
from herdr_lint.role.tools import Odd, group, listed, odd_name


def names(block: str, key: str) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """By form, the odd names of a list with what was meant; and the edits of them."""
    text = f"---\ndescription: d\n{block}\n---\n\nB\n"
    document = read_role("x.md", text.encode(), stem="x", layer=Layer.PACKAGE)
    facts: dict[str, Any] = document.data["declared"][key].get("names", {})
    edits = {
        pointer.split("/")[4]: f"{document.text.slice(edit.span)} -> {edit.text}"
        + ("" if edit.safe else "?")
        for pointer, edit in document.edits.items()
        if pointer.startswith(f"/declared/{key}/names/")
    }
    shown = {
        form: {name: found["means"].get(name, "") for name in found["names"]}
        for form, found in facts.items()
    }
    return shown, edits


@pytest.mark.parametrize(
    ("name", "odd"),
    [
        ("read", None),
        ("subagent_done", None),
        ("mine", None),
        ("my_tool-2", None),
        ("&a", None),
        ("!t", None),
        ("~", None),
        ("- read", Odd("dash", ("read",))),
        ("-\tRead Bash", Odd("dash", ("read", "bash"))),
        ("&a read", None),
        ("!t (read)", None),
        ("~ read", None),
        ("- BASH", Odd("dash", ("bash",))),
        ("- mine", Odd("dash")),
        ("-", Odd("sign")),
        ("-read", Odd("sign")),
        ("+read", Odd("sign")),
        ("“Read”", Odd("punctuation", ("read",))),
        ("Read/Glob", Odd("punctuation", ("read", "find"))),
        ("Bash(ls)", Odd("parentheses", ("bash",))),
        ("mine(ls)", Odd("parentheses")),
        ("Bash(ls", Odd("parentheses", ("bash",))),
        ("(read)", Odd("parentheses")),
        ("read)", Odd("parentheses")),
        ("read Glob", Odd("blank", ("read", "find"))),
        ("read\tls", Odd("blank", ("read", "ls"))),
        ("read subagents_list", Odd("blank", ("read", "subagents_list"))),
        ("read mine", Odd("blank")),
        ("web search", Odd("blank")),
        ("none", Odd("word")),
        ("None", Odd("word")),
        ("all", Odd("word")),
        ("All", Odd("word")),
        ("true", Odd("word")),
        ("false", Odd("word")),
        ("NONE", None),
        ("Read", Odd("case", ("read",))),
        ("LS", Odd("case", ("ls",))),
        ("raed", Odd("typo", ("read",))),
        ("rea", Odd("typo", ("read",))),
        ("re", None),
        ("Raed", None),
        ("re@d", None),
        ("raed2", None),
        ("lss", None),
        ("reads", None),
    ],
)
def test_what_sets_a_name_apart(name: str, odd: Odd | None) -> None:
    assert odd_name(name) == odd


@pytest.mark.parametrize(
    ("denied", "shown"),
    [
        ("subagent", {}),
        ("subagents_list, subagent_send", {}),
        ("~", {}),
        ("null", {}),
        ("&a", {}),
        ("*", {}),
        ("*x", {}),
        ("Subagent", {"denied": {"Subagent": "subagent"}}),
        ("sub_agent", {"denied": {"sub_agent": "subagent"}}),
        ("subagent_all", {"denied": {"subagent_all": ""}}),
        ("Task", {"denied": {"Task": "subagent"}}),
        ("“subagent”", {"denied-punctuation": {"“subagent”": "subagent"}}),
        ("Subagent.", {"denied-punctuation": {"Subagent.": "subagent"}}),
        ("“bash”", {"other": {"“bash”": ""}}),
        ("subagent, bash", {"other": {"bash": ""}}),
        ("subagent_\u200bx", {"denied": {"subagent_\u200bx": ""}}),
        ("bash, mine", {"other": {"bash": "", "mine": ""}}),
        ("ѕubagent", {}),
        ("caller_ping", {"always": {"caller_ping": ""}}),
        ("subagent_done", {"always": {"subagent_done": ""}}),
        ("worktree_list", {"absent": {"worktree_list": ""}}),
        ("worktree_remove", {"absent": {"worktree_remove": ""}}),
        ("subagents_write_task_models", {"absent": {"subagents_write_task_models": ""}}),
    ],
)
def test_names_that_are_denied(denied: str, shown: dict[str, dict[str, str]]) -> None:
    assert names(f"deny-tools: {denied}", "deny-tools")[0] == shown


@pytest.mark.parametrize(
    ("allowed", "form"),
    [
        ("bash", "other"),
        ("read", "absent"),
        ("read, b*", "other"),
        ("~", "absent"),
        ("[ls]", "other"),
    ],
)
def test_a_tool_that_is_not_allowed_is_not_there_to_be_denied(allowed: str, form: str) -> None:
    shown, _ = names(f"tools: {allowed}\ndeny-tools: bash", "deny-tools")
    assert shown == {form: {"bash": ""}}


@pytest.mark.parametrize(
    ("tools", "shown", "edits"),
    [
        ("Read, mine", {"case": {"Read": "read"}}, {"case": "Read -> read"}),
        ("read, Read", {"case": {"Read": "read"}}, {}),
        (
            "Read, mine, READ",
            {"case": {"Read": "read", "READ": "read"}},
            {"case": "Read, mine, READ -> read, mine"},
        ),
        ("Task, glob", {"foreign": {"Task": "subagent"}}, {"foreign": "Task -> subagent?"}),
        (
            "mine, read bash, ls",
            {"blank": {"read bash": "read, bash"}},
            {"blank": "read bash -> read, bash?"},
        ),
        ("WebFetch, ls", {"no-counterpart": {"WebFetch": ""}}, {}),
        (
            "glob, todowrite",
            {"foreign": {"glob": "find"}, "no-counterpart": {"todowrite": ""}},
            {"foreign": "glob -> find?"},
        ),
        (
            "raed, Bash",
            {"typo": {"raed": "read"}, "case": {"Bash": "bash"}},
            {"typo": "raed -> read?", "case": "Bash -> bash"},
        ),
    ],
)
def test_names_that_are_allowed(
    tools: str, shown: dict[str, dict[str, str]], edits: dict[str, str]
) -> None:
    assert names(f"tools: {tools}", "tools") == (shown, edits)


@pytest.mark.parametrize(
    ("lengths", "shown"),
    [
        ((40,), f"`{'a' * 40}`"),
        ((41,), f"`{'a' * 39}…`"),
        ((21, 21), f"`{'a' * 21}`, `{'b' * 21}`"),
        ((21, 22), f"`{'a' * 21}` and 1 more"),
        ((60, 1, 1), f"`{'a' * 39}…`, `b` and 1 more"),
    ],
)
def test_as_many_names_are_shown_as_fit(lengths: tuple[int, ...], shown: str) -> None:
    many = [letter * length for letter, length in zip("abc", lengths, strict=False)]
    assert listed(many) == shown


@pytest.mark.parametrize(
    ("lengths", "instead"),
    [
        ((13, 13), f"`r` for `{'a' * 13}`, `r` for `{'b' * 13}`"),
        ((13, 14), f"`r` for `{'a' * 13}` and 1 more"),
        ((60, 1), f"`r` for `{'a' * 60}` and 1 more"),
    ],
)
def test_as_many_better_names_are_shown_as_fit(lengths: tuple[int, ...], instead: str) -> None:
    names = {letter * length: "r" for letter, length in zip("ab", lengths, strict=True)}
    assert group(names)["instead"] == instead
    assert group({**names, "c": ""})["means"] == names


def test_where_the_names_of_one_form_stand() -> None:
    text = "---\ndescription: d\ntools: ls, Read, Task, Bash\n---\nB\n"
    document = read_role("x.md", text.encode(), stem="x", layer=Layer.PACKAGE)
    form = "/declared/tools/names/case"
    places = [document.locate(f"{form}{more}") for more in ("", "/names/0", "/names/1")]
    assert places == [Span.at(3, 12, 16), Span.at(3, 12, 16), Span.at(3, 24, 28)]
