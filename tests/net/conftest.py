"""The server that tests of the network run."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from nats_under_test import NATS, Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    if not Path(NATS).exists():
        missing = "nats-server is not installed: apt-get install nats-server"
        (pytest.fail if os.environ.get("RAPID_TABLE_NO_SKIP") else pytest.skip)(missing)
    found = Server(tmp_path / "c")
    found.start()
    yield found
    found.stop()
