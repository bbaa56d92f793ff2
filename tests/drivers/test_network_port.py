"""An emulated device on a TCP port: by RFC 2217 with the line as a host sets it, or by its bytes alone."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from serial import Serial, serial_for_url

from hal.port import LineSettings
from sim.devices.model import Model
from sim.devices.network_port import NetworkPort
from sim.devices.pseudo_terminal import NoLink

LINE = LineSettings(baud=115200, parity="E")


class Echo(Model):
    """A device that says again what it hears."""

    def received(self, data: bytes) -> None:
        self.send(data)


@contextlib.contextmanager
def at_port(told: list[dict[str, Any]]) -> Iterator[NetworkPort]:
    face = NetworkPort(Echo(), 0, LINE, told.append)
    face.plug()
    try:
        yield face
    finally:
        face.unplug()


def opened(port: int, **line: Any) -> Serial:
    host: Serial = serial_for_url(f"rfc2217://127.0.0.1:{port}", 115200, timeout=0.5, **line)
    return host


def said_to(host: Serial, data: bytes) -> bytes:
    host.write(data)
    return host.read(len(data))


async def with_host(port: int, do: Callable[[Serial], None], **line: Any) -> None:
    def story() -> None:
        with contextlib.closing(opened(port, **line)) as host:
            do(host)

    await asyncio.to_thread(story)


@pytest.mark.filterwarnings("ignore:set(Daemon|Name):DeprecationWarning")  # pyserial's client
@pytest.mark.outside
def test_a_host_sets_the_line_and_a_wrong_parity_is_not_understood() -> None:
    told: list[dict[str, Any]] = []

    def wrong_then_right(host: Serial) -> None:
        assert said_to(host, b"\xfc\x05\xff\x11") == b""  # no parity where the device wants even
        host.parity = "E"
        # FF is doubled by Telnet on the way, both ways, and arrives once.
        assert said_to(host, b"\xfc\x05\xff\x11") == b"\xfc\x05\xff\x11"
        host.rts = False

    async def story() -> None:
        with at_port(told) as face:
            await with_host(face.port, wrong_then_right, parity="N")
            # The next host is taken as if it were the first: its line begins as the device's.
            await asyncio.sleep(0.1)
            await with_host(face.port, lambda _: None, parity="E", rtscts=False)

    asyncio.run(story())
    lines = [said for said in told if said["event"] == "line"]
    assert {
        "event": "line",
        "baud": 115200,
        "bits": 8,
        "parity": "N",
        "rts": True,
        "dtr": True,
        "carries": False,
    } in lines
    assert any(said["parity"] == "E" and said["carries"] and not said["rts"] for said in lines)


@pytest.mark.outside
def test_a_host_without_telnet_is_given_the_bytes_alone_and_a_second_one_is_sent_away() -> None:
    async def story() -> None:
        with at_port([]) as face:
            face.plug()  # it is there already
            reader, writer = await asyncio.open_connection("127.0.0.1", face.port)
            writer.write(b"\xfc\x05\xff\x11")  # FF later on is a byte like any other
            assert await reader.readexactly(4) == b"\xfc\x05\xff\x11"
            second, its = await asyncio.open_connection("127.0.0.1", face.port)
            assert await second.read() == b""
            its.close()
            # What a host writes at once arrives as fast as the line carries it, and all of it.
            writer.write(b"x" * 9000)
            assert await reader.readexactly(9000) == b"x" * 9000
            face.unplug()
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
            face.unplug()  # nor is that done twice
            with pytest.raises(ConnectionRefusedError):
                await asyncio.open_connection("127.0.0.1", face.port)
            number = face.port
            face.plug()
            assert face.port == number

    asyncio.run(story())


@pytest.mark.outside
def test_a_port_that_somebody_has_is_said() -> None:
    async def story() -> None:
        with at_port([]) as face, pytest.raises(NoLink, match="cannot be had: Address already in use"):
            NetworkPort(Echo(), face.port, LINE, print).plug()

    asyncio.run(story())


class Listens(Model):
    """A device that keeps what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = b""

    def received(self, data: bytes) -> None:
        self.heard += data


@pytest.mark.outside
def test_what_a_host_said_arrives_whole_though_it_hangs_up_at_once() -> None:
    # As a program does that prints a page on a printer's port 9100.
    page = bytes(range(32, 127)) * 20
    model = Listens()

    async def story() -> None:
        face = NetworkPort(model, 0, LINE, lambda _: None)
        face.plug()
        _, writer = await asyncio.open_connection("127.0.0.1", face.port)
        writer.write(page)
        writer.close()
        for _ in range(100):
            if len(model.heard) == len(page):
                break
            await asyncio.sleep(0.05)
        face.unplug()

    asyncio.run(story())
    assert model.heard == page
