"""Which texts are addresses."""

import pytest

from herdr_lint.judge.formats import is_uri


@pytest.mark.parametrize(
    "value", ["https://a.example", "a:b", "urn:x:y?z#q", "mailto:a@b", 5, None]
)
def test_addresses_and_what_is_not_asked(value: object) -> None:
    assert is_uri(value)


@pytest.mark.parametrize("value", ["", "a", "a:", "a:?b", "a:#b", "a b:c", "/a", "//a/b", "a:b c"])
def test_what_is_none(value: str) -> None:
    assert not is_uri(value)
