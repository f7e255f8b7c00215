from __future__ import annotations

import pytest

from herdr_lint.files.names import LONGEST, composed, folded, issues, label, normal


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("pack.json", []),
        ("./pack.json", []),
        ("prompts/é.md", []),
        ("a b/.hidden", []),
        (".", ["empty-name"]),
        ("./", ["empty-name"]),
        ("", ["empty-name"]),
        ("/", ["absolute-path"]),
        ("/a", ["absolute-path"]),
        ("\\a", ["backslash"]),
        ("a\\..\\b", ["backslash", "path-traversal"]),
        ("C:a", ["drive-letter"]),
        ("c:\\a", ["backslash", "drive-letter"]),
        ("CC:a", ["name-rewritten"]),
        ("a//b", ["name-not-plain"]),
        ("a/./b", ["name-not-plain"]),
        ("././a", ["name-not-plain"]),
        ("a/", ["name-not-plain"]),
        ("a/../b", ["path-traversal"]),
        ("..", ["path-traversal"]),
        ("/..", ["absolute-path", "path-traversal"]),
        ("a./b", ["name-rewritten"]),
        ("a /b", ["name-rewritten"]),
        ("a.", ["name-rewritten"]),
        ("a ", ["name-rewritten"]),
        ("a.b/c d", []),
        ("ab:stream", ["name-rewritten"]),
        ("a;1", ["name-rewritten"]),
        ("a;", ["name-rewritten"]),
        ("a;b", []),
        ("a;1/b", []),
        ("e\u0301", ["name-decomposed"]),
        ("\u00e9", []),
        ("a..b", ["double-dot"]),
        ("a\0b", ["name-with-nul"]),
        ("a\x1fb", ["control-character"]),
        ("a\x7f", ["control-character"]),
        ("a\x9f", ["control-character"]),
        ("a\xa0b", []),
        ("a\n", ["control-character"]),
        ("a" * 99, []),
        ("a" * 100, []),
        ("a" * 101, ["name-too-long"]),
        ("é" * 50, []),
        ("é" * 51, ["name-too-long"]),
        ("a" * 255, ["name-too-long"]),
        ("a" * 256, ["name-unusable"]),
        ("a/" * 2047 + "aa", ["name-too-long"]),
        ("a/" * 2047 + "aaa", ["name-unusable"]),
    ],
)
def test_what_is_wrong_with_a_name(name: str, kinds: list[str]) -> None:
    assert [*issues(name.encode(), 100)] == kinds


def test_a_name_of_other_bytes() -> None:
    assert [*issues(b"\xff", 100)] == ["name-not-utf8"]
    assert [*issues(b"\xe9/..", 100)] == ["name-not-utf8", "path-traversal"]
    assert label(b"\xe9-\xc3\xa9.md") == "\\xe9-\u00e9.md"


def test_a_name_that_is_too_long_to_be_shown() -> None:
    longest = b"a" * LONGEST
    assert label(longest) == "a" * LONGEST
    assert label(longest + b"a") == "a" * 255 + "..."


def test_the_place_that_a_name_means() -> None:
    assert [normal(name) for name in ("./a//b/.", "a/b", "/a", ".a/b.")] == [
        "a/b",
        "a/b",
        "a",
        ".a/b.",
    ]


def test_composed() -> None:
    assert composed("e\u0301/a\u0308.md") == "\u00e9/\u00e4.md"
    longest = "e\u0301" * (LONGEST // 2)
    assert composed(longest) == "\u00e9" * (LONGEST // 2)
    assert composed(f"{longest}e") == f"{longest}e"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Strasse. ", "stra\u00dfe", "STRASSE", "stra\u200dsse", "\uff53trasse"), "strasse"),
        (("a\ufeff", "a\u200b", "a\u200f", "a\u202a", "a\u202e", "a\u2060", "A\u206f"), "a"),
        (("\u212b", "\u00c5", "a\u030a"), "a\u030a"),
        (("a~", "A~. "), "a~"),
    ],
)
def test_folded(names: tuple[str, ...], expected: str) -> None:
    assert {folded(name) for name in names} == {expected}


@pytest.mark.parametrize("seen", "\u2010\u2027\u202f\u205f\u2070. ")
def test_what_is_seen_counts(seen: str) -> None:
    assert folded(f"a{seen}b") != "ab"
