"""How thoroughly properties are tried: `make deep` looks thirty times longer than `make test`."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, max_examples=100, suppress_health_check=list(HealthCheck))
settings.register_profile("deep", settings.get_profile("default"), max_examples=3000)
settings.load_profile(os.environ.get("PROPERTIES", "default"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--device",
        action="append",
        default=[],
        metavar="KIND=PORT[,PROTOCOL]",
        help="run the conformance suite of this kind against the device on your desk; add -s to see what to do",
    )
