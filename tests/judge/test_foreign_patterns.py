"""Regular expressions of others: what is taken, what is refused and why, and their bounds."""

import pytest

from herdr_lint.judge.foreign_patterns import is_bounded, is_too_long, matches, problem


@pytest.mark.parametrize(
    ("pattern", "long"),
    [
        ("a" * 4096, False),
        ("a" * 4097, True),
        ("|" * 200, False),
        ("|" * 201, True),
        ("(" * 201, True),
        ("(|" * 100, False),
        ("(|" * 100 + "|", True),
        ("[" * 201, False),
        ("~)" * 201, False),
    ],
)
def test_the_bounds_of_what_is_compiled(pattern: str, long: bool) -> None:
    assert is_too_long(pattern) is long


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("a", None),
        (r"\-", None),  # only without the flag `u`
        (r"\p{L}", None),
        ("(", "Unbalanced parenthesis"),
        (r"\p{Foo}(", "Invalid property name"),  # with the flag `u`; without it, the parenthesis
        ("a{2,1}", "Invalid quantifier"),
        ("[b-a]", "Range values reversed, start char code is greater than end char code"),
    ],
)
def test_what_ecmascript_does_not_take_is_told_as_by_the_flag_u(
    pattern: str, found: str | None
) -> None:
    assert problem(pattern) == found


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("b", "abc", True),
        ("^b", "abc", False),
        (r"(a)\1", "xaax", True),
        ("(?!a).", "a", False),
        (
            r"^\s{16}$",
            "\t\n\v\f\r \xa0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff",
            True,
        ),
        (r"\s|[^\S]", "~\u0085\u180e\u200b", False),
        (r"[^\d\D\w\W]", "~5_", False),
        (r"\w|\d", "~\u00e9\u0663", False),
        ("^.$", "\ud800", True),
        ("a", "\ud800a", True),
        ("b", "\ud800a", False),
        ("(", "(", False),
        ("^((a|a)*(?=b)b|a*c)$", "a" * 12 + "c", True),
        ("^((a|a)*(?=b)b|a*c)$", "a" * 16 + "c", False),  # after more steps than are taken
    ],
)
def test_what_occurs_in_a_text(pattern: str, text: str, found: bool) -> None:
    assert matches(pattern, text) is found
    assert is_bounded(pattern) is (pattern != "(")
