"""What a board opens it closes: after its end, and over a thousand connections, as many files are open as before."""

import asyncio
import gc
from pathlib import Path

import pytest
from nats_under_test import Server
from tools_needed import need

from firmware.link.nats_link import dial
from sim.soak.run import soak

RECONNECTS = 1000


def files_open() -> int:
    gc.collect()
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_boards_that_end_again_and_again_leave_nothing_open() -> None:
    faults = ("table-power", "terminal-power", "display-power", "board-replaced")
    soak(3, 0.02, 2, faults)  # what is opened once for the whole process is open now
    before = files_open()
    found = soak(3, 0.06, 2, faults)
    assert sum(found.faults.values()) >= 3
    assert found.wrong == ()
    assert files_open() == before


@pytest.mark.outside
def test_a_thousand_connections_that_are_left_or_lost_leave_nothing_open(tmp_path: Path) -> None:
    need("nats-server")
    server = Server(tmp_path)
    server.start()

    async def story() -> None:
        link = await dial(server.settings("ats-1"), lambda _: None)
        await link.leave()
        before = files_open()
        for number in range(RECONNECTS):
            link = await dial(server.settings("ats-1"), lambda _: None)
            if number % 2:
                link.drop("a cable was pulled")
            await link.leave()
        await asyncio.sleep(0)
        assert files_open() == before
        server.stop()
        for _ in range(RECONNECTS // 10):
            with pytest.raises((ConnectionRefusedError, ConnectionResetError)):
                await dial(server.settings("ats-1"), lambda _: None)
        assert files_open() == before

    try:
        asyncio.run(story())
    finally:
        server.stop()
