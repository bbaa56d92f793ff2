"""One connection to a nats-server: what it does with what the server says, and with what cannot be written."""

import asyncio
from contextlib import suppress
from typing import Any

import pytest

from firmware.link import nats_bus
from firmware.link import nats_wire as w
from firmware.link.nats_bus import NatsBus
from firmware.link.nats_link import MOST_UNSENT, Link, address
from firmware.link.settings import NetworkSettings


class Line(asyncio.Transport):
    """What a connection writes to."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.unsent = 0
        self.aborted = False

    def write(self, data: Any) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.aborted = True


def linked(heard: list[w.Delivered]) -> tuple[Link, Line]:
    link, line = Link(heard.append), Line()
    link.connection_made(line)
    return link, line


def test_what_the_server_says_is_heard_answered_and_remembered() -> None:
    async def story() -> None:
        heard: list[w.Delivered] = []
        link, line = linked(heard)
        link.data_received(b"INFO {}\r\nPONG\r\nPING\r\nMSG public 1 2\r\nhi\r\n")
        await asyncio.sleep(0)
        assert line.written == b""  # what is said in the next turn of the loop goes out with it
        await asyncio.sleep(0)
        assert line.written == w.PONG
        assert link.greeted.done()
        assert link.let_in.done()
        assert heard == [w.Delivered(1, b"public", b"", b"hi")]
        for number in range(60):
            link.data_received(b"-ERR 'Permissions Violation for Publish to \"a%d\"'\r\n" % number)
        assert link.up
        assert len(link.complaints) == 50
        assert link.complaints[-1] == 'Permissions Violation for Publish to "a59"'

    asyncio.run(story())


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (b"HELLO\r\n", "an unknown word"),
        (b"MSG a 1\r\n", "out of shape"),
        (b"x" * 20_000, "a line without an end"),
        (b"-ERR 'Authorization Violation'\r\n", "Authorization Violation"),
    ],
)
def test_a_server_that_speaks_out_of_shape_or_lets_nobody_in_is_left(said: bytes, why: str) -> None:
    async def story() -> None:
        link, line = linked([])
        link.data_received(said)
        assert why in link.lost.result()
        assert line.aborted
        for waiting in (link.greeted, link.let_in):
            with pytest.raises(ConnectionError, match=why):
                await waiting

    asyncio.run(story())


def test_while_the_server_reads_slower_than_is_written_whoever_speaks_waits() -> None:
    async def story() -> None:
        link, line = linked([])
        link.pause_writing()
        speaking = asyncio.create_task(link.free())
        await asyncio.sleep(0.01)
        assert not speaking.done()
        link.resume_writing()
        await speaking
        line.unsent = MOST_UNSENT
        assert not link.clogged
        line.unsent += 1
        assert link.clogged
        link.pause_writing()
        link.connection_lost(None)
        await link.free()  # nobody waits for a connection that is gone
        assert link.lost.result() == "the server closed the connection"
        link.send(b"PING\r\n")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert line.written == b""

    asyncio.run(story())


@pytest.mark.parametrize(
    "server", ["::bad::", "nats://table", "tls://", "tls://[", "tls://a:b", "", "tls://x:99999\x1b"]
)
def test_what_is_no_address_is_said_to_be_none(server: str) -> None:
    with pytest.raises(ConnectionError, match=r"is no address of a server; one reads tls://table\.local:4222") as error:
        address(server)
    assert str(error.value).isprintable()


def test_an_address_without_a_port_has_the_usual_one() -> None:
    assert address("tls://table.local") == ("table.local", 4222)
    assert address("tls://[::1]:4333") == ("::1", 4333)


def test_a_board_whose_server_is_away_tries_until_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        tried = 0
        link, _ = linked([])

        async def dial(*_: object) -> Link:
            nonlocal tried
            tried += 1
            if tried < 4:
                raise ConnectionRefusedError
            return link

        monkeypatch.setattr(nats_bus, "dial", dial)
        monkeypatch.setattr(nats_bus, "RECONNECT_S", 0.01)
        bus = NatsBus(NetworkSettings("tls://127.0.0.1:1", "ats-1", "nowhere"))
        living = asyncio.create_task(bus.live())
        async with asyncio.timeout(5):
            while tried < 4:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        assert tried == 4
        assert not living.done()
        living.cancel()
        with suppress(asyncio.CancelledError):
            await living

    asyncio.run(story())


@pytest.mark.parametrize("turns", range(6))
def test_whoever_is_stopped_while_a_connection_ends_is_stopped(turns: int) -> None:
    async def story() -> None:
        link, _ = linked([])

        async def leaves_and_tries_again() -> None:
            await link.leave()
            await asyncio.Event().wait()

        leaving = asyncio.create_task(leaves_and_tries_again())
        await asyncio.sleep(0)
        link.connection_lost(None)
        for _ in range(turns):
            await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait({leaving}, timeout=1)
        assert leaving.cancelled()

    asyncio.run(story())
