"""Where a kind of device is tested: against the model in memory, behind a pseudo-terminal, and on the desk."""

import pytest
from places import places


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of this folder at each place of its kind: the module's KIND."""
    if "place" in metafunc.fixturenames:
        found = places(metafunc.config.getoption("--device"), metafunc.module.KIND)
        metafunc.parametrize("place", found, ids=[f"{place.protocol}-{place.where}" for place in found])
