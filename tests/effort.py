"""The number of examples of a property test, by how dear each of them is."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

MORE = 20
"""Times as many examples in a thorough run."""


def examples(number: int, **more: Any) -> settings:
    """Settings with ``number`` examples in an everyday run; for tests whose examples are dear."""
    thorough = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
    return settings(max_examples=number * MORE if thorough else number, deadline=None, **more)
