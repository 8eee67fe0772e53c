"""What all tests share: how hypothesis searches.

By default it tries the same examples every time, so that a passing test passes everywhere. To look for new ones:
`HYPOTHESIS_PROFILE=explore pytest`.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# How fast examples are drawn is the machine's affair, not the library's.
SLOW = (HealthCheck.too_slow,)
settings.register_profile(
    "core", deadline=None, print_blob=True, derandomize=True, database=None, suppress_health_check=SLOW
)
settings.register_profile("explore", deadline=None, print_blob=True, max_examples=1_000, suppress_health_check=SLOW)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "core"))
