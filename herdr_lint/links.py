"""Where the project lives on the web: the one place that says it."""

from __future__ import annotations

HOME = "https://herdr-lint.dev"
"""The documentation."""
REPOSITORY = "https://github.com/herdr-lint/herdr-lint"


def rule_page(rule_id: str) -> str:
    """The page of a shipped rule."""
    return f"{HOME}/rules/{rule_id}/"
