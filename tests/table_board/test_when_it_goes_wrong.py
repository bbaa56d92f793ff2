"""What a board, the table and the wire between them do when what they hear, or carry out, is not as it should be."""

import asyncio
from contextlib import suppress

import pytest
from nats_under_test import Server
from network_under_test import Net, on_a_network

from firmware.game import steps as s
from firmware.link import messages as m
from firmware.link import nats_bus
from firmware.link.bus import ACCOUNT, BEAT, PUBLIC, Unanswered
from firmware.link.journal_messages import FetchCopy
from firmware.link.nats_bus import NatsBus
from firmware.link.settings import NetworkSettings
from firmware.table.features.buying_in import BuyIn
from firmware.table_board import answers as table_board
from firmware.table_board import telling
from firmware.table_board.door import Door
from firmware.table_board.telling import WAITING_OUT

# A board.


@pytest.mark.parametrize("subject", [PUBLIC, f"{ACCOUNT}.ats-1", f"{BEAT}.table"])
@pytest.mark.parametrize("said", [b"", b"{", b"\xff", b'{"number": -1}', b"[" * 3000, b'{"number":1,"other":2}'])
def test_a_board_that_hears_what_it_cannot_read_asks_for_all_and_goes_on(subject: str, said: bytes) -> None:
    async def story(net: Net) -> None:
        terminal = await net.terminal("ats-1")
        await net.tell(BuyIn(1, 100_00), s.OpenBets())
        before = terminal.account
        net.memory.tell(subject, said)
        await asyncio.sleep(0.01)
        assert terminal.account == before
        await asyncio.sleep(2)
        assert await terminal.set_wager("player", 10_00) == 10_00

    on_a_network(story)


def test_a_view_that_was_overtaken_is_left_alone_and_a_gap_means_all_anew() -> None:
    async def story(net: Net) -> None:
        terminal = await net.terminal("ats-1")
        known = terminal.public
        assert known is not None
        seen: list[int] = []
        net.changed = lambda: seen.append(terminal.public.coup if terminal.public is not None else -1)
        for number, coup in ((known.number - 1, 77), (known.number + 5, 78)):
            net.memory.tell(PUBLIC, table_board._encode(m.PublicView(number, known.at, "crown-baccarat", coup=coup)))  # noqa: SLF001
            await asyncio.sleep(2)
        assert 77 not in seen
        assert 78 in seen
        assert seen[-1] == 0  # the table was asked, and says otherwise

    on_a_network(story)


def test_an_answer_that_cannot_be_read_is_none() -> None:
    async def story(net: Net) -> None:
        terminal = await net.terminal("ats-1")
        await net.tell(BuyIn(1, 100_00), s.OpenBets())

        async def junk(_: bytes, __: float) -> bytes:
            return b'{"number": "1", "outcome": "of tomorrow"}'

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(terminal.bus, "ask", junk)
            with pytest.raises(Unanswered, match="the answer cannot be read"):
                await terminal.set_wager("player", 10_00)
        assert await terminal.set_wager("player", 10_00) == 10_00

    on_a_network(story)


# The table.


def test_a_view_that_cannot_be_made_ends_neither_the_others_nor_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(net: Net) -> None:
        broken, whole = await net.terminal("ats-1"), await net.terminal("ats-2")
        made = telling.account_view

        def view(state: object, ats: int, *rest: object) -> m.AccountView:
            if ats == 1:
                raise ZeroDivisionError
            return made(state, ats, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(telling, "account_view", view)
        await net.tell(BuyIn(1, 100_00), BuyIn(2, 200_00), s.OpenBets())
        assert await whole.set_wager("player", 10_00) == 10_00
        await asyncio.sleep(3)
        assert whole.account is not None
        assert whole.account.balance == 190_00
        assert broken.account is not None
        assert broken.account.balance == 0
        assert [one.getMessage() for one in caplog.records if "the view of" in one.getMessage()] == [
            "the view of ATS 1"
        ]
        monkeypatch.undo()
        await asyncio.sleep(2)
        assert broken.account.balance == 100_00

    on_a_network(story)


def test_what_waits_for_the_network_is_bounded_and_the_newest_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(net: Net) -> None:
        terminal = await net.terminal("ats-1")
        away = asyncio.Event()
        publish = net.board._telling._bus.publish  # noqa: SLF001

        async def slow(subject: str, data: bytes) -> None:
            await away.wait()
            await publish(subject, data)

        monkeypatch.setattr(net.board._telling._bus, "publish", slow)  # noqa: SLF001
        for number in range(WAITING_OUT + 10):
            net.board._telling._put("public", m.PublicView(number, 0))  # noqa: SLF001
        await net.tell(BuyIn(1, 100_00))
        assert net.board.waiting == WAITING_OUT
        away.set()
        await asyncio.sleep(2)
        assert terminal.account is not None
        assert terminal.account.balance == 100_00

    on_a_network(story)


def test_a_table_without_copies_says_so() -> None:
    async def story(net: Net) -> None:
        bus = net.memory.board("wnd-1")
        asked = table_board._encode(m.Envelope("1", 0, FetchCopy()))  # noqa: SLF001
        answer = table_board.msgspec.json.decode(await bus.ask(asked, 1), type=m.Answer)
        assert answer.refusal is not None
        assert answer.refusal.code == "keeps_no_copy"

    on_a_network(story)


def test_a_door_at_which_carrying_out_fails_otherwise_than_by_an_answer_ends_the_board() -> None:
    async def fails(_: str, __: bytes) -> bytes:
        raise ZeroDivisionError

    async def story() -> None:
        door = Door(fails, lambda *_: None, b"later")
        watching = asyncio.create_task(door.watch())
        door.came("ats-1", b"{}", lambda _: None)
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(watching, 1)
        door.close()

    asyncio.run(story())


def test_a_door_that_closes_leaves_what_waits() -> None:
    async def lasts(_: str, __: bytes) -> bytes:
        await asyncio.Event().wait()
        raise AssertionError

    async def story() -> None:
        answers: list[bytes] = []
        door = Door(lasts, lambda *_: None, b"later")
        watching = asyncio.create_task(door.watch())
        for _ in range(3):
            door.came("ats-1", b"{}", answers.append)
        await asyncio.sleep(0)
        door.close()
        await asyncio.sleep(0.01)
        assert answers == []
        assert not watching.done()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching

    asyncio.run(story())


# The wire.


async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Take a connection, and say nothing."""
    await reader.read()
    writer.close()


@pytest.mark.outside
def test_a_server_that_says_nothing_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(nats_bus, "CONNECT_S", 0.1)
        async with await asyncio.start_server(silent, "127.0.0.1") as server:
            port = server.sockets[0].getsockname()[1]
            bus = NatsBus(NetworkSettings(f"tls://127.0.0.1:{port}", "ats-1", "nowhere"))
            with pytest.raises(ConnectionError, match=r"not connected within 0\.1 s"):
                await bus.open()
            assert bus.violations == []
            with pytest.raises(Unanswered, match="not connected"):
                await bus.ask(b"{}", 1)
            await bus.publish("beat.ats-1", b"{}")  # lost, and nothing else
            await bus.close()

    asyncio.run(story())


@pytest.mark.outside
def test_what_a_board_makes_of_a_message_ends_no_connection(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        table, board = (
            await nats_bus.connect(server.settings("table")),
            await nats_bus.connect(server.settings("ats-1")),
        )
        heard: list[bytes] = []

        def hear(data: bytes) -> None:
            heard.append(data)
            if data == b"bad":
                raise ZeroDivisionError

        await board.hear("public", hear)
        await asyncio.sleep(0.1)
        for said in (b"bad", b"good"):
            await table.publish("public", said)
        async with asyncio.timeout(5):
            while len(heard) < 2:
                await asyncio.sleep(0.01)
        assert "a message on public" in caplog.text
        await board.close()
        await table.close()

    asyncio.run(story())


@pytest.mark.outside
def test_a_server_that_falls_silent_is_left_and_come_back_to(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        monkeypatch.setattr(nats_bus, "SILENT_S", 0.3)
        monkeypatch.setattr(nats_bus, "PING_S", 0.1)
        monkeypatch.setattr(nats_bus, "RECONNECT_S", 0.1)
        board = await nats_bus.connect(server.settings("ats-1"))
        living = asyncio.create_task(board.live())
        first = board._link  # noqa: SLF001
        assert first is not None
        await asyncio.sleep(0.5)
        assert first.up  # it answers each ping
        assert server.process is not None
        server.process.send_signal(19)  # stopped, as a board whose processor hangs
        async with asyncio.timeout(5):
            while first.up:
                await asyncio.sleep(0.05)
        assert first.lost.result() == "the server is silent"
        server.process.send_signal(18)
        async with asyncio.timeout(10):
            while board._link is first or not board._link.up:  # noqa: SLF001
                await asyncio.sleep(0.05)
        living.cancel()
        with suppress(asyncio.CancelledError):
            await living
        await board.close()

    asyncio.run(story())
