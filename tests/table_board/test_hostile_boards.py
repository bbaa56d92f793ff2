"""A board that says whatever it likes, with a certificate of the table's own: it harms nobody else."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from nats_under_test import Server
from raw_board import RawBoard
from tools_needed import need

from firmware.game import events as g
from firmware.game import steps as s
from firmware.link.bounds import LONGEST_MESSAGE
from firmware.link.nats_bus import connect
from firmware.link.remote_table import RemoteTable
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import Setup
from firmware.table.features.buying_in import BuyIn
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.answers import TableBoard
from hal.clock import LoopClock

pytestmark = pytest.mark.lab(82)

Story = Callable[["Floor"], Coroutine[Any, Any, None]]


class Floor:
    """A table that serves over the server, and an honest terminal, ats-2, at it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.said: list[g.Event] = []
        self._boards: list[TableBoard] = []

    def _publish(self, happened: Happened) -> None:
        self.said += happened.events
        for board in self._boards:
            board.follow(happened)

    async def run(self, story: Story) -> None:
        clock = LoopClock(asyncio.get_running_loop(), 1_000_000)
        self.service = TableService(
            Setup("crown-baccarat", ats=3, period=600_000), MemoryJournal(), clock, self._publish
        )
        self.bus = await connect(self.server.settings("table"))
        self.board = TableBoard(self.service, self.bus)
        self._boards.append(self.board)
        await self.service.start()
        for command in (s.NewShoe(8), BuyIn(2, 1000_00), s.OpenBets()):
            await self.service.submit(command)
        self.honest = RemoteTable(await connect(self.server.settings("ats-2")), lambda: None)
        tasks = [asyncio.create_task(self.board.run()), asyncio.create_task(self.honest.run())]
        async with asyncio.timeout(5):
            while not (self.honest.there and self.honest.account):
                await asyncio.sleep(0.02)
        await story(self)
        assert not [task for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def still_serves(self) -> None:
        """Whether the honest terminal's wager is accepted, at once."""
        for amount in (5_00, 10_00):
            async with asyncio.timeout(0.5):
                assert await self.honest.set_wager("player", amount) == amount


WAGER = b'{"number":"1","until":9999999999999,"what":{"ask":"wager","bet":"player","amount":500}}'


def request(data: bytes, reply: bytes = b"_INBOX_ats-1.a") -> bytes:
    return b"PUB ask.ats-1 %s %d\r\n%s\r\n" % (reply, len(data), data)


STRANGE = {
    "a reply that is no text": request(WAGER, b"_INBOX_ats-1.\xff\xfe"),
    "a reply with a vertical tab": request(WAGER, b"_INBOX_ats-1.\x0bx"),
    "a header that ends with its version": b"HPUB ask.ats-1 _INBOX_ats-1.a 8 9\r\nNATS/1.0x\r\n",
    "a header that is none": b"HPUB ask.ats-1 _INBOX_ats-1.a 1 2\r\nNx\r\n",
    "a header of nonsense": b"HPUB ask.ats-1 _INBOX_ats-1.a 4 4\r\n\xff\xff\r\n\r\n",
    "no JSON": request(b"\xff\x00{{{"),
    "900 brackets": request(b"[" * 900),
    "a number of 900 digits": request(b'{"number":"1","until":1' + b"0" * 900 + b"}"),
    "half a character": request(b'{"number":"\\ud800","until":1,"what":{"ask":"snapshot"}}'),
    # Found by a siege: the reader of JSON has an error of its own for each of these, and it stopped the table.
    "a text that is no UTF-8": request(b'{"number":"1\xff","until":1,"what":{"ask":"snapshot"}}'),
    "a key that is no UTF-8": request(b'{"\x95":1}'),
    "a beat with a text that is no UTF-8": b'PUB beat.ats-1 12\r\n{"at\xff":1234}\r\n',
    "nothing": request(b""),
    "a wager that wants no answer": b"PUB ask.ats-1 %d\r\n%s\r\n" % (len(WAGER), WAGER),
    "a beat of nonsense": b"PUB beat.ats-1 3\r\n\xff\xff\xff\r\n",
}


@pytest.mark.outside
@pytest.mark.parametrize("strange", STRANGE)
def test_one_strange_message_ends_nothing(server: Server, strange: str) -> None:
    async def story(floor: Floor) -> None:
        await floor.service.submit(BuyIn(1, 100_00))
        async with RawBoard(server, "ats-1") as board:
            await board.say(STRANGE[strange])
            assert not (await board.hear(0.1)).startswith(b"MSG")
        await floor.still_serves()
        assert not floor.service.state.accounts[1].wagers

    asyncio.run(Floor(server).run(story))


@pytest.mark.outside
@pytest.mark.rule("crown 11.14(a)")
def test_an_answer_goes_to_nobody_but_who_asked(server: Server) -> None:
    # Seen: `beat.ats-3` as the reply kept a dead terminal alive, and made one that was never there lost.
    async def story(floor: Floor) -> None:
        heard: list[tuple[str, bytes]] = []
        overhearing = await connect(server.settings("ats-3"))
        await overhearing.hear("_INBOX_ats-3.a", lambda data: heard.append(("inbox", data)))
        await overhearing.hear("account.ats-3", lambda data: heard.append(("account", data)))
        snapshot = b'{"number":"1","until":9999999999999,"what":{"ask":"snapshot"}}'
        async with RawBoard(server, "ats-1") as board:
            await board.say(b"SUB _INBOX_ats-1.> 1\r\n")
            for reply in (b"beat.ats-3", b"_INBOX_ats-3.a", b"account.ats-3", b"public", b"ask.ats-3", b"beat.table"):
                await board.say(request(snapshot, reply))
            await board.say(request(snapshot, b"_INBOX_ats-1.mine"))
            assert (await board.hear()).startswith(b"MSG _INBOX_ats-1.mine ")
        await asyncio.sleep(0.2)
        assert not heard
        assert 3 not in floor.board.attendance.heard_at
        assert not floor.bus.violations  # it did not even try
        await floor.still_serves()
        await overhearing.close()

    asyncio.run(Floor(server).run(story))


@pytest.mark.outside
def test_the_server_does_not_let_the_table_answer_elsewhere(server: Server) -> None:
    async def story(floor: Floor) -> None:
        for subject in ("beat.ats-3", "ask.ats-3", "_INBOX_table.x", "_INBOX_nobody.x", "$SYS.REQ"):
            before = len(floor.bus.violations)
            await floor.bus.publish(subject, b"forged")
            async with asyncio.timeout(1):
                while len(floor.bus.violations) == before:
                    await asyncio.sleep(0.01)
        await floor.still_serves()

    asyncio.run(Floor(server).run(story))


@pytest.mark.outside
def test_a_request_that_is_too_long_costs_who_sends_it_its_connection(server: Server) -> None:
    async def story(floor: Floor) -> None:
        async with RawBoard(server, "ats-1") as board:
            await board.say(b"PUB ask.ats-1 _INBOX_ats-1.a 240000\r\n")
            assert b"Maximum Payload Violation" in await board.hear()
            assert await board.hear() == b""
        await floor.still_serves()

    asyncio.run(Floor(server).run(story))


@pytest.mark.outside
def test_a_server_that_lets_larger_messages_through_costs_nobody_a_connection(tmp_path: Path) -> None:
    # A server's configuration of before this limit, or somebody's own.
    need("nats-server")
    server = Server(tmp_path / "c")
    config = tmp_path / "c/server.conf"
    config.write_text(config.read_text().replace(f"max_payload: {LONGEST_MESSAGE}", "max_payload: 262144"))
    server.start()

    async def story(floor: Floor) -> None:
        async with RawBoard(server, "ats-1") as board:
            await board.say(b"SUB _INBOX_ats-1.> 1\r\n")
            for size in (LONGEST_MESSAGE + 1, 200_000):
                await board.say(request(b"x" * size, b"_INBOX_ats-1.mine"))
                assert (await board.hear()).startswith(b"MSG _INBOX_ats-1.mine ")
                assert b"unreadable_request" in await board.hear()
            await board.say(b"PUB beat.ats-1 200000\r\n" + b"x" * 200_000 + b"\r\n")
        await floor.still_serves()

    try:
        asyncio.run(Floor(server).run(story))
    finally:
        server.stop()
