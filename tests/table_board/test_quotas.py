"""What one device sends too much of harms nobody else, and none of its own money is lost."""

import asyncio
import gc
import tracemalloc
from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from network_under_test import Net, on_a_network

from firmware.game import events as g
from firmware.game import steps as s
from firmware.link import messages as m
from firmware.link.bus import MemoryBus, Unanswered
from firmware.link.report_messages import TellFault
from firmware.link.wager_messages import SetWager, ShownAtClose
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.devices import DeviceReported, ReportDevice
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.wagers import WagerSet
from firmware.table_board.answers import TableBoard
from firmware.table_board.requests import Requests
from hal.note_way import NoteInFlight

pytestmark = pytest.mark.lab(82)

FAR = 10**15


def request(number: int, what: m.Request) -> bytes:
    return msgspec.json.encode(m.Envelope(f"f {number}", FAR, what))


class Flood:
    """A device that does not wait for answers."""

    def __init__(self, net: Net, device: str) -> None:
        self.bus: MemoryBus = net.memory.board(device)
        self.answers: Counter[bytes] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    async def _ask(self, data: bytes) -> None:
        with suppress(Unanswered):
            self.answers[await self.bus.ask(data, 0.5)] += 1

    def send(self, data: bytes) -> None:
        task = asyncio.create_task(self._ask(data))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def end(self) -> None:
        await asyncio.gather(*self._tasks)


def reports(net: Net, device: str) -> list[str]:
    return [one.what for one in net.said if isinstance(one, DeviceReported) and one.device == device]


def rows_of(net: Net, before: int) -> list[g.Event]:
    return net.said[before:]


def test_20000_reports_of_one_terminal_stop_nobody_and_leave_few_rows() -> None:
    # Seen: they stopped all others for 51 seconds.
    async def story(net: Net) -> None:
        honest = await net.terminal("ats-2")
        await net.tell(BuyIn(2, 1000_00), s.OpenBets())
        flood, before = Flood(net, "ats-1"), len(net.said)
        loop = asyncio.get_running_loop()
        for number in range(20_000):
            what = "fault lost" if number % 2 else "cleared lost"
            flood.send(request(number, TellFault("panel", what, str(number))))
            if number % 1000 == 0:
                await asyncio.sleep(0.05)
                start = loop.time()
                amount = 5_00 + number // 1000 % 2 * 5_00
                assert await honest.set_wager("player", amount) == amount
                assert loop.time() - start < 1
        await flood.end()
        rows = [one for one in rows_of(net, before) if not isinstance(one, WagerSet)]
        assert len(rows) < 20
        later = Counter({answer: n for answer, n in flood.answers.items() if b'"outcome":"later"' in answer})
        assert len(later) == 1
        assert b'"too_many_requests"' in next(iter(later))
        assert 5 <= later.total() <= 30

    on_a_network(story)


def test_a_fault_that_is_repeated_is_on_record_once() -> None:
    async def story(net: Net) -> None:
        ats = await net.terminal("ats-1")
        for what in ("fault lost", "fault lost", "cleared lost", "cleared lost", "called", "called", "fault lost"):
            await ats.tell_fault("panel", what, "again")
            await asyncio.sleep(3)
        assert reports(net, "ats-1 panel") == ["fault lost", "cleared lost", "called", "fault lost"]

    on_a_network(story)


@pytest.mark.rule("crown 11.14", "crown 11.14(a)")
def test_a_terminal_that_goes_on_is_a_malfunctioning_one_with_a_call_until_it_has_been_calm() -> None:
    async def story(net: Net) -> None:
        terminal = await net.terminal("ats-1")
        await net.tell(BuyIn(1, 100_00), s.OpenBets())
        await terminal.set_wager("player", 10_00)
        flood = Flood(net, "ats-1")
        for number in range(400):
            for _ in range(20):
                flood.send(request(number, m.GetSnapshot()))
            await asyncio.sleep(0.01)
        await asyncio.sleep(1)
        state = net.service.state
        assert "ats 1" in state.faults
        assert state.troubles["ats-1 network"] == ("flooding",)
        assert state.troubles["ats-1 attendant"] == ("called",)
        assert state.balance(1) == 100_00  # void, before betting ended
        assert reports(net, "ats-1 network").count("over its quota") == 1
        await flood.end()
        await asyncio.sleep(60)
        state = net.service.state
        assert "ats 1" not in state.faults
        assert not state.troubles
        assert terminal.there

    on_a_network(story)


def test_a_table_that_is_started_anew_clears_what_stood_of_a_flood_once_it_is_calm() -> None:
    async def story(net: Net) -> None:
        await net.terminal("ats-1")
        await net.tell(ReportDevice("ats-1 network", "fault flooding"), Malfunction("ats", 1))
        await net.kill("table")
        board = TableBoard(net.service, net.memory.board("table"))
        net.board = board
        net.tasks["table"] = asyncio.create_task(board.run())
        await asyncio.sleep(25)
        assert "ats 1" in net.service.state.faults
        await asyncio.sleep(15)
        assert "ats 1" not in net.service.state.faults
        assert not net.service.state.troubles

    on_a_network(story)


def test_the_minutes_count_of_what_was_refused_goes_on_record_once_a_minute() -> None:
    async def story(net: Net) -> None:
        flood = Flood(net, "wnd-1")
        for _ in range(300):
            for number in range(20):
                flood.send(request(number, m.GetSnapshot()))
            await asyncio.sleep(1)
        await flood.end()
        assert 4 <= reports(net, "wnd-1 network").count("over its quota") <= 6

    on_a_network(story)


def test_notes_that_are_over_the_quota_are_credited_later_and_none_is_lost() -> None:
    # Reading 34: past escrow a note is a fact, and a quota makes it wait, no more.
    async def story(net: Net) -> None:
        terminal = await net.terminal("ats-1")
        for number in range(0, 30, 3):
            await asyncio.gather(
                *(terminal.credit(NoteInFlight(number + one + 1, 20_00, currency="USD")) for one in range(3))
            )
        assert net.service.state.balance(1) == 600_00
        assert len([one for one in net.said if isinstance(one, BoughtIn)]) == 30

    on_a_network(story)


def test_a_wager_that_is_over_the_quota_is_asked_again_by_itself() -> None:
    async def story(net: Net) -> None:
        terminal = await net.terminal("ats-1")
        await net.tell(BuyIn(1, 1000_00), s.OpenBets())
        for number in range(30):  # a player who taps as fast as anybody can
            amount = 5_00 * (number % 4)
            assert await terminal.set_wager("player", amount) == amount

    on_a_network(story)


def test_what_is_over_a_quota_is_told_so_at_once_and_a_bounded_number_of_times() -> None:
    async def story(net: Net) -> None:
        flood = Flood(net, "ats-1")
        for number in range(1000):
            flood.send(request(number, m.GetSnapshot()))
        await asyncio.sleep(0.1)
        assert sum(flood.answers.values()) > 10
        await flood.end()
        told = Counter(msgspec.json.decode(answer, type=m.Answer).outcome for answer in flood.answers.elements())
        assert 10 <= told["later"] <= 60
        assert told["done"] <= 10

    on_a_network(story)


def test_what_devices_ask_is_bounded_in_memory() -> None:
    # Seen: 4,100 requests of 240 KB took 1.1 GB, and kept it.
    async def story(net: Net) -> None:
        await net.terminal("ats-1")
        flood = Flood(net, "ats-2")
        large = msgspec.json.encode({"number": "x" * 240_000, "until": 1, "what": {"ask": "snapshot"}})
        flood.send(large)
        flood.send(request(0, SetWager("player", 5_00)))
        await asyncio.sleep(2)
        tracemalloc.start()
        for number in range(3000):  # as often as it is heard, and a little more
            flood.send(request(number, SetWager("player", 5_00)))
            if number % 4 == 0:
                flood.send(large)
            await asyncio.sleep(0.27)
        await flood.end()
        flood.answers.clear()
        net.said.clear()
        gc.collect()  # what is kept counts, not what nobody has looked at yet
        grown, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(net.service._journal.entries) < 200  # type: ignore[attr-defined]  # noqa: SLF001
        assert grown < 1_000_000

    on_a_network(story)


def test_what_cannot_be_carried_out_ends_that_answer_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(net: Net) -> None:
        honest, other = await net.terminal("ats-2"), await net.terminal("ats-1")
        await net.tell(BuyIn(1, 100_00), BuyIn(2, 100_00), s.OpenBets())

        async def broken(*_: Any) -> m.Answer:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setitem(Requests._DO, ShownAtClose, broken)  # noqa: SLF001
            asking = asyncio.create_task(other.shown_at_close(1, {}))
            await asyncio.sleep(3)
            assert not asking.done()
            assert await honest.set_wager("player", 5_00) == 5_00
        async with asyncio.timeout(10):
            await asking  # what was not answered is asked again, and not remembered as having failed
        assert not net.tasks["table"].done()

    on_a_network(story)
