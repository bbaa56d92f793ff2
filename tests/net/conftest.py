"""The server that tests of the network run."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from nats_under_test import Server
from tools_needed import need


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    need("nats-server")
    found = Server(tmp_path / "c")
    found.start()
    yield found
    found.stop()
