"""A table proves its own software, and asks each terminal when it comes and once a day; a terminal answers."""

import asyncio
from pathlib import Path

import msgspec
import pytest
from device_under_test import run
from network_under_test import Net

from firmware.boards.own_faults import OwnFaults
from firmware.boards.proving import Proving
from firmware.link import messages as m
from firmware.link.software_messages import TellSoftware
from firmware.software.proof import Proven
from firmware.table.core.software import asked, found, is_out
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.software import SoftwareAsked, SoftwareProven
from firmware.table.journal.memory import MemoryJournal
from firmware.table_board.software_watch import LOOK_S, SoftwareWatch
from firmware.terminal.software_desk import SoftwareDesk

pytestmark = pytest.mark.lab(36, 71, 73)

DAY_S = 600.0
SOUND = Proven("sound", "0.5.0", "d" * 64, "e" * 64, files=4000)


class Told(Proving):
    """A board's software of which a test says what it is."""

    def __init__(self, verdict: str = "sound") -> None:
        super().__init__(OwnFaults(), (), (Path("/"),))
        self.verdict = verdict

    async def _found(self, seed: str, *, gently: bool) -> Proven:
        await asyncio.sleep(6 if gently else 3)
        wrong = ("usr/lib/x",) if self.verdict == "wrong" else ()
        return Proven(self.verdict, "0.5.0", "d" * 64, "e" * 64, 4000, wrong, len(wrong), seed, "a" * 64)  # type: ignore[arg-type]


def test_a_terminal_is_asked_when_it_comes_and_again_each_day(monkeypatch: pytest.MonkeyPatch) -> None:
    # A day of beats takes its time.
    monkeypatch.setattr("firmware.table_board.software_watch.DAY_S", DAY_S)

    async def story() -> None:
        net = Net(2, MemoryJournal())
        await net.start()
        watch = SoftwareWatch(net.service, Told())
        there, is_open = {1}, asyncio.Event()
        task = asyncio.create_task(watch.ask_terminals(there.__contains__, is_open))
        await asyncio.sleep(2 * LOOK_S)
        assert not any(isinstance(event, SoftwareAsked) for event in net.said)
        is_open.set()
        await asyncio.sleep(DAY_S / 2)
        (first,) = [event for event in net.said if isinstance(event, SoftwareAsked)]
        assert first.ats == 1
        assert len(first.seed) == 32
        there.add(2)
        await asyncio.sleep(2 * LOOK_S)
        assert asked(net.service.state, 2)
        await asyncio.sleep(DAY_S / 2)
        of_first = [event.seed for event in net.said if isinstance(event, SoftwareAsked) and event.ats == 1]
        assert len(of_first) == len(set(of_first)) == 2
        there.discard(2)
        await asyncio.sleep(2 * LOOK_S)
        there.add(2)
        await asyncio.sleep(2 * LOOK_S)
        assert len([event for event in net.said if isinstance(event, SoftwareAsked) and event.ats == 2]) == 2
        task.cancel()

    run(story)


def test_a_terminal_answers_by_the_seed_and_is_let_in_or_not() -> None:
    async def story() -> None:
        net = Net(1, MemoryJournal())
        await net.start()
        remote = await net.terminal("ats-1")
        proving = Told()
        desk = SoftwareDesk(remote, proving)
        net.changed = desk.follow
        answering = asyncio.create_task(desk.answer())
        watch = SoftwareWatch(net.service, Told())
        await watch.look(lambda _: True)
        seed = asked(net.service.state, 1)
        await asyncio.sleep(10)
        (proven,) = [event for event in net.said if isinstance(event, SoftwareProven)]
        assert (proven.board, proven.verdict, proven.seed, proven.answer) == ("ats-1", "sound", seed, "a" * 64)
        assert asked(net.service.state, 1) == ""
        proving.verdict = "wrong"
        # A table that has just been started knows of no question before.
        await SoftwareWatch(net.service, Told()).look(lambda _: True)
        await asyncio.sleep(10)
        assert is_out(net.service.state, "ats-1")
        assert remote.account is not None
        assert remote.account.no_notes is not None
        assert remote.account.no_notes.code == "software_wrong"
        answering.cancel()

    run(story)


def test_a_terminal_is_no_terminal_before_its_software_was_looked_at() -> None:
    async def story() -> None:
        net = Net(1, MemoryJournal())
        await net.start()
        remote = await net.terminal("ats-1")
        net.tasks["ats-1"].cancel()
        remote.there = False
        task = asyncio.create_task(SoftwareDesk(remote, Early()).run())
        await asyncio.sleep(2.5)
        assert not remote.there
        await asyncio.sleep(2)
        assert remote.there
        task.cancel()

    run(story)


class Early(Told):
    async def _found(self, seed: str, *, gently: bool) -> Proven:
        assert not gently
        return await super()._found(seed, gently=gently)


def test_what_is_told_of_another_board_is_not_believed() -> None:
    async def story() -> None:
        net = Net(1, MemoryJournal())
        await net.start()
        display = await net.terminal("wnd-1")
        what = m.Envelope("1", 10**9, TellSoftware("sound", "0.5.0", "", "", 1))
        answer = await display.bus.ask(msgspec.json.encode(what), 1)
        assert b"not_a_terminal" in answer
        await net.tell(BuyIn(1, 10_00))

    run(story)


def test_a_table_says_of_itself_what_was_found() -> None:
    async def story() -> None:
        net = Net(0, MemoryJournal())
        await net.start()
        watch = SoftwareWatch(net.service, Told())
        await watch.tell(Proven("unproven"))
        assert found(net.service.state, "table") == ""
        await watch.tell(SOUND)
        assert found(net.service.state, "table").startswith("sound 0.5.0")
        await watch.tell(Proven("unproven"))
        assert is_out(net.service.state, "table")

    run(story)
