"""Addresses that stand in what others keep: reports, comments, workflows."""

from __future__ import annotations

from herdr_lint.links import HOME, REPOSITORY, rule_page


def test_addresses_stay() -> None:
    assert HOME == "https://herdr-lint.dev"
    assert REPOSITORY == "https://github.com/herdr-lint/herdr-lint"
    assert rule_page("key-unknown") == "https://herdr-lint.dev/rules/key-unknown/"
