"""The rules that the reports of these tests speak of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from herdr_lint.judge.rule_registry import RuleRegistry
from tests.report.sample import RULES


@pytest.fixture(scope="module")
def sample_rules() -> Iterator[None]:
    """The rules of the sample are those that there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RuleRegistry, "shipped", lambda: RULES)
        yield
