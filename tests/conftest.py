"""How thoroughly properties are tried: `make deep` looks thirty times longer than `make test`."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
settings.register_profile("deep", settings.get_profile("default"), max_examples=3000)
settings.load_profile(os.environ.get("PROPERTIES", "default"))
