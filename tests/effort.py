"""The number of examples of a property test, by how dear each of them is."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

MORE = 20
"""Times as many examples in a thorough run."""
LESS = 1 if os.environ.get("HERDR_LINT_SLOW") else 4
"""The part of them that an everyday run tries; CI tries all."""


def examples(number: int, **more: Any) -> settings:
    """Settings with ``number`` examples in CI; for tests whose examples are dear."""
    thorough = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
    tried = number * MORE if thorough else -(-number // LESS)
    return settings(max_examples=tried, deadline=None, **more)
