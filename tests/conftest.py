"""How hard property tests try: ``HYPOTHESIS_PROFILE=thorough`` tries more than everyday runs do.

No profile has a deadline: how long an example takes is the machine's affair.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("quick", deadline=None, derandomize="CI" in os.environ)
settings.register_profile("thorough", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
