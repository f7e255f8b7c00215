"""What is known of a demand that is not met."""

from typing import Any

import pytest

from herdr_lint.judge.schema_error import choices, description


@pytest.mark.parametrize(
    ("keyword", "expected", "schema", "words"),
    [
        ("enum", ["a", 1, "b", None], {}, ("a", "b")),
        ("const", "a", {}, ("a",)),
        ("const", 5, {}, ()),
        ("additionalProperties", False, {"properties": {"a": {}, "b": {}}}, ("a", "b")),
        ("additionalProperties", False, {}, ()),
        ("additionalProperties", False, False, ()),
        ("type", "string", {"enum": ["a"]}, ()),
    ],
)
def test_the_words_that_a_keyword_would_have_taken(
    keyword: str, expected: Any, schema: Any, words: tuple[str, ...]
) -> None:
    assert choices(keyword, expected, schema) == words


def test_what_a_schema_says_of_itself() -> None:
    assert description({"description": "D"}) == "D"
    assert description({"title": "T"}) == ""
    assert description({"description": 5}) == "5"
    assert description(False) == ""
