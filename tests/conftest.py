"""How hard property tests try: ``HYPOTHESIS_PROFILE=thorough`` tries more than everyday runs do.

No profile has a deadline: how long an example takes is the machine's affair.
"""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import Phase, settings

from tests.effort import LESS

settings.register_profile(
    "quick", deadline=None, max_examples=100 // LESS, derandomize="CI" in os.environ
)
settings.register_profile("thorough", deadline=None, max_examples=2_000)
settings.register_profile(
    "mutation",
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],  # that it fails is enough; how is nobody's question
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

os.environ["HERDR_LINT_NO_CACHE"] = "1"  # no test keeps anything in the cache of who runs it

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts so what it runs in the background, and what a test starts would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

SLOW = "HERDR_LINT_SLOW" in os.environ
"""Whether the tests run that install hooks, start clusters and go through everything."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the slow tests to ``.ci/run``, which sets ``HERDR_LINT_SLOW``."""
    leave = pytest.mark.skip(reason="set HERDR_LINT_SLOW=1 to run the slow tests as well")
    for item in items:
        if not SLOW and item.get_closest_marker("slow"):
            item.add_marker(leave)
