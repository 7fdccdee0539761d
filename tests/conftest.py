"""How hard hypothesis tries: HYPOTHESIS_PROFILE is check (the default), thorough or explore."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "check",
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("check"), max_examples=200)
# Other games every time: to look for trouble, not to decide whether a change may go in.
settings.register_profile("explore", settings.get_profile("thorough"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "check"))
