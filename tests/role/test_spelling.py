"""Misspelled keys and names: what counts as near, and what never does."""

from __future__ import annotations

import string
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from herdr_lint.role.fields import BUILT_IN_TOOLS, FIELDS, SPAWNING_TOOLS
from herdr_lint.role.foreign import counterparts, foreign_tools, wish_of
from herdr_lint.role.keys import Resemblance, resembles, skeleton
from herdr_lint.role.spelling import distance, nearest
from herdr_lint.role.tools import are_ordinary, group, listed, odd_name, plain_names


def typos(word: str) -> Iterator[str]:
    """Every word that is one letter or one swap away."""
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        yield from (head + letter + tail for letter in string.ascii_lowercase)
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in string.ascii_lowercase)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]


@pytest.mark.parametrize("key", ["tools", "deny-tools", "spawning", "self-spawn", "description"])
def test_every_typo_of_a_key_is_told(key: str) -> None:
    for typo in {*typos(key)} - {key}:
        found = resembles(typo)
        assert found is not None, typo
        assert found.key == key


@pytest.mark.parametrize(
    ("key", "known"),
    [("nmae", "name"), ("cwf", "cwd"), ("modle", "model"), ("skils", "skills"), ("clo", "cli")],
)
def test_short_keys_too(key: str, known: str) -> None:
    assert resembles(key) == Resemblance(known, "typo")


OTHERS = (
    *("mode", "color", "title", "tags", "cmd", "pwd", "x-tools", "names"),
    *("no-auto-exit", "non-interactive", "omit-system-prompt", "without-tools", "a-model"),
)


@pytest.mark.parametrize("key", OTHERS)
def test_words_of_others_and_negations_are_no_typos(key: str) -> None:
    assert resembles(key) is None


def test_long_keys_may_have_two_faults() -> None:
    assert resembles("descritpino") == Resemblance("description", "typo")
    assert resembles("thnikign") is None
    assert resembles("dexxxiption") is None


def test_look_alikes_are_seen_in_what_is_as_long_as_a_name() -> None:
    assert skeleton("\u0430" * 255) == "a" * 255
    assert skeleton("\u0430" * 256) == "\u0430" * 256


def test_words_of_a_key_may_be_joined_in_any_way() -> None:
    for key in ("denytools", "de-ny_tools", "den y.tools", "DENYTOOLS"):
        assert resembles(key) == Resemblance("deny-tools", "separator")


def test_two_words_equally_near_are_no_guess() -> None:
    assert nearest("cat", ["cut", "cot", "dog"]) == ["cut", "cot"]
    assert nearest("cat", ["dog"]) == nearest("aba", ["aaaa"]) == nearest("aaa", ["abba"]) == []
    assert nearest("a", ["a", "b"]) == ["a"]
    assert distance("ab", "ba") == 1
    assert distance("", "abc") == 3
    assert distance("ba", "cb") == distance("ab", "bc") == 2
    assert distance("xab", "xba") == 1
    assert distance("bxabaxa", "bxa") == 4
    assert distance("axbxc", "aybyc") == 2
    assert distance("abcd", "badc") == 2
    assert distance("abc", "ca") == 3
    assert distance("abc", "ac") == distance("ac", "abc") == distance("abc", "abd") == 1


@pytest.mark.parametrize(
    ("word", "choice"),
    [
        ("abcd", "abcdef"),
        ("abcdef", "abcd"),
        ("aaab", "abcd"),
        ("abcd", "aaab"),
        ("abcd", "efgh"),
        ("ab", "abab"),
    ],
)
def test_far_words_are_not_compared_letter_by_letter(
    word: str, choice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("herdr_lint.role.spelling.distance", lambda *_: pytest.fail("compared"))
    assert nearest(word, [choice]) == []


@pytest.mark.parametrize("most", [1, 2])
def test_how_far_a_word_may_be(most: int) -> None:
    assert nearest("axbxc", ["aybyc"], most) == (["aybyc"] if most == 2 else [])
    assert nearest("abxxcd", ["cdyyab", "abyycd"], most) == (["abyycd"] if most == 2 else [])
    assert nearest("aa", ["aaaa"], most) == (["aaaa"] if most == 2 else [])
    assert nearest("abab", ["abab", "abac"], most) == ["abab"]
    assert nearest("aab", ["ab"], most) == nearest("aba", ["ab"], most) == ["ab"]


class TestForeign:
    def test_every_program_has_a_source_and_tools_of_pi(self) -> None:
        more = {"list_mcp_resources", "read_mcp_resource", "tool_search", None}
        own = {*BUILT_IN_TOOLS, *SPAWNING_TOOLS, *more}
        assert set(counterparts().values()) <= own

    def test_a_shared_name_counts_beside_another_of_its_program(self) -> None:
        assert foreign_tools(["glob", "read"]) == frozenset()
        assert foreign_tools(["glob", "todowrite"]) == {"glob", "todowrite"}
        assert foreign_tools(["web_search", "web_fetch"]) == frozenset()

    def test_wishes(self) -> None:
        assert [wish_of(key) for key in ("allowedTools", "deniedTools", "sandbox", "x")] == [
            "allow",
            "deny",
            "default",
            None,
        ]

    def test_names_as_pi_has_them(self) -> None:
        assert plain_names(["Read", "Glob", "mine"], deny=False) == ["read", "find", "mine"]
        assert plain_names(["TodoWrite"], deny=False) is None
        assert plain_names(["Task", "subagent"], deny=True) == ["subagent"]


def test_words_of_their_own_are_ordinary() -> None:
    assert [name for name in ("heads", "dash", "lsp", "ls2", "web_search") if odd_name(name)] == []
    assert are_ordinary(["read", "mine", "glob"])
    assert not are_ordinary(["bsah"])
    assert not are_ordinary(["read", "bsah"])
    assert not are_ordinary(["glob", "todowrite"])
    assert all(name in FIELDS or not are_ordinary([name]) for name in ("Read", "read bash", "+x"))


def test_no_name_is_so_long_that_its_letters_are_compared() -> None:
    assert skeleton("r\u0435ad") == "read"
    long = "\u0435" * 256
    assert skeleton(long) == long


@given(st.text("abc-", max_size=9), st.text("abc-", max_size=9), st.integers(1, 2))
def test_words_are_near_as_far_as_the_steps_between_them_go(
    word: str, choice: str, most: int
) -> None:
    near = distance(word, choice) <= most
    assert nearest(word, [choice], most) == ([choice] if near else [])


@pytest.mark.parametrize(("longer", "more"), [(0, ""), (1, " and 1 more")])
def test_as_many_names_are_shown_as_there_is_room_for(longer: int, more: str) -> None:
    first, second = "a" * 13, "b" * (13 + longer)
    told = group({first: "x", second: "y"})
    assert told["names"] == [first, second]
    assert told["means"] == {first: "x", second: "y"}
    assert told["instead"] == f"`x` for `{first}`" + (more or f", `y` for `{second}`")
    first, second = "a" * 21, "b" * (21 + longer)
    assert listed([first, second]) == f"`{first}`" + (more or f", `{second}`")


def test_what_nobody_knows_has_nothing_instead() -> None:
    assert group({"x": ""}) == {
        "names": ["x"],
        "means": {},
        "shown": "`x`",
        "instead": "the name of a tool",
    }
    assert group({"a" * 99: "x"})["instead"] == f"`x` for `{'a' * 99}`"
