"""The emulated line: as fast as its wire both ways, and open to one host after another, with parity."""

import asyncio
import os
import time
from pathlib import Path

import pytest
from device_under_test import run
from serial import Serial

from hal.port import LineSettings
from sim.devices.model import Model
from sim.devices.paced import Paced
from sim.devices.pseudo_terminal import PseudoTerminal

LINE = LineSettings(baud=9600)


class Listener(Model):
    """A device that counts what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = b""

    def received(self, data: bytes) -> None:
        self.heard += data


def test_bytes_take_their_time_on_the_line() -> None:
    async def story() -> None:
        came: list[bytes] = []
        loop = asyncio.get_running_loop()
        began = loop.time()
        line = Paced(LINE.byte_s, came.append)
        line.put(bytes(960))
        await asyncio.sleep(0.5)
        assert abs(len(b"".join(came)) - 480) <= 5
        line.put(b"end")
        while line.held:
            await asyncio.sleep(0.001)
        assert b"".join(came) == bytes(960) + b"end"
        assert loop.time() - began == pytest.approx(963 * 10 / 9600, abs=0.01)
        line.put(b"lost")
        line.clear()
        await asyncio.sleep(1)
        assert b"".join(came).endswith(b"end")
        line.put(bytes(10) + b"kept")
        line.keep(4)
        await asyncio.sleep(1)
        assert b"".join(came).endswith(b"endkept")

    run(story)


@pytest.mark.outside
def test_a_host_that_writes_more_than_the_line_carries_waits_as_before_a_uart(tmp_path: Path) -> None:
    async def story() -> None:
        model = Listener()
        face = PseudoTerminal(model, tmp_path / "port", LineSettings(baud=115200))
        face.plug()
        host = os.open(tmp_path / "port", os.O_RDWR | os.O_NOCTTY)
        began = time.monotonic()
        await asyncio.to_thread(os.write, host, b"x" * 40_000)
        written_s = time.monotonic() - began
        while len(model.heard) < 40_000:
            await asyncio.sleep(0.01)
        took_s = time.monotonic() - began
        os.close(host)
        face.unplug()
        assert took_s == pytest.approx(40_000 * 10 / 115200, abs=0.5)  # 3.5 s
        assert written_s > 1  # it was not all taken at once

    asyncio.run(story())


@pytest.mark.outside
def test_each_host_can_open_it_with_its_parity(tmp_path: Path) -> None:
    async def story() -> None:
        face = PseudoTerminal(Listener(), tmp_path / "port", LINE)
        face.plug()
        for _ in range(3):
            host = await asyncio.to_thread(Serial, str(tmp_path / "port"), 9600, 8, "E", timeout=0, exclusive=True)
            await asyncio.sleep(0.25)  # it works for a while
            host.close()
        face.unplug()

    asyncio.run(story())
