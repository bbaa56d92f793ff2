"""What a terminal must do with money: ours does, and each check finds one that does not."""

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from firmware.conform.check import CheckResult, tried
from firmware.conform.terminal_desk import TerminalDesk
from firmware.conform.terminal_money import CHECKS
from firmware.link import messages as m
from firmware.link.bus import MemoryNetwork
from firmware.link.remote_table import RemoteTable
from hal.currency import Note
from hal.note_way import NoteInFlight
from sim.virtual_time import VirtualTimeLoop

ATS = 2
LIFE = "a1" * 8
NAMES = [check.name for check in CHECKS]


class MoneyTerminal:
    """Our terminal's end of the network, with a pocket in memory; its note and its page are there at once."""

    kind: type[RemoteTable] = RemoteTable

    def __init__(self, memory: MemoryNetwork) -> None:
        self.table = self.kind(memory.board(f"ats-{ATS}"), lambda: None, LIFE)
        self.count = 0
        self.shown = False
        self.life = asyncio.create_task(self.table.run())

    def number(self) -> int:
        self.count += 1
        return self.count

    async def do(self, command: str) -> None:
        what, _, amount = command.partition(" ")
        while not self.table.there:
            await asyncio.sleep(0.1)
        if not self.shown:
            self.shown = True
            await self.table.show_pocket(0)
        await (self.note(int(amount.partition(".")[0]) * 100) if what == "note" else self.cash_out())

    async def note(self, amount: int) -> None:
        if await self.table.why_not(Note("AUD", amount)) is None:
            await self.taken(NoteInFlight(self.number(), amount, currency="AUD"))

    async def taken(self, note: NoteInFlight) -> None:
        await self.table.credit(note)

    async def cash_out(self) -> None:
        issued = await self.table.pay_by_ticket(self.number())
        assert issued is not None
        await self.printed(issued.number)

    async def printed(self, ticket: str) -> None:
        await self.table.report(ticket, "printed", "")


class TellsOfNothing(MoneyTerminal):
    """It takes notes, and tells of none."""

    async def taken(self, note: NoteInFlight) -> None:
        """Keep it."""


class Renumbering(RemoteTable):
    """It says each note and each cash-out under another number each time."""

    told = 0

    async def _once(self, what: m.Request, number: str, seconds: float = 1.0) -> m.Answer:
        self.told += 100
        if isinstance(what, m.CreditNote):
            what = replace(what, note=what.note + self.told)
        elif isinstance(what, m.PayByTicket):
            what = replace(what, cash_out=what.cash_out + self.told)
        return await super()._once(what, f"{number} {self.told}", seconds)


class NumbersAnew(MoneyTerminal):
    """It tells of a note again under another number."""

    kind = Renumbering


class TakesAll(MoneyTerminal):
    """It takes what was to be given back."""

    async def note(self, amount: int) -> None:
        await self.table.why_not(Note("AUD", amount))
        await self.taken(NoteInFlight(self.number(), amount, currency="AUD"))


class SaysNoFate(MoneyTerminal):
    """It prints, and never says so."""

    async def printed(self, ticket: str) -> None:
        """Say nothing."""


class AsksAnew(MoneyTerminal):
    """It asks for a cash-out that was not answered under another number, and prints nothing of the first."""

    kind = Renumbering

    async def cash_out(self) -> None:
        issued = await self.table.pay_by_ticket(self.number())
        if issued is not None:
            await self.printed(issued.number)


class InWholeUnits(MoneyTerminal):
    """It says 20 of a note of 20."""

    async def note(self, amount: int) -> None:
        await super().note(amount // 100)


BROKEN: dict[str, tuple[type[MoneyTerminal], ...]] = {
    "note": (TellsOfNothing, InWholeUnits),
    "note-again": (NumbersAnew,),
    "note-refused": (TakesAll,),
    "ticket": (SaysNoFate,),
    "ticket-again": (AsksAnew,),
}


def results(kind: type[MoneyTerminal], names: list[str]) -> list[CheckResult]:
    async def whole() -> list[CheckResult]:
        memory = MemoryNetwork()
        there: list[Any] = [kind(memory)]
        doing: set[asyncio.Task[None]] = set()

        async def please(command: str, _: str) -> None:
            doing.add(asyncio.create_task(there[0].do(command)))

        async with TerminalDesk(memory.board("table"), ATS, please, 10) as desk:
            found = [await tried(check, desk) for check in CHECKS if check.name in names]
        for task in (*doing, there[0].life):
            task.cancel()
        await asyncio.gather(*doing, there[0].life, return_exceptions=True)
        return found

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())


def test_our_terminal_passes() -> None:
    found = results(MoneyTerminal, NAMES)
    assert [(one.name, one.outcome, one.why) for one in found] == [(name, "passed", "") for name in NAMES]


def test_each_check_has_a_terminal_that_it_finds() -> None:
    assert set(BROKEN) == set(NAMES)


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name, kinds in BROKEN.items() for kind in kinds])
def test_a_terminal_that_does_otherwise_with_money_is_found(name: str, kind: type[MoneyTerminal]) -> None:
    found = results(kind, [name])
    assert (found[-1].outcome, bool(found[-1].why)) == ("failed", True), found
    assert results(MoneyTerminal, [name])[-1].outcome == "passed"
