"""A table with one terminal, in which anything can happen to a ticket: what a search for one that never ends plays."""

import asyncio
import contextlib
from typing import Any, Final

from firmware.link.bus import MemoryNetwork
from firmware.refusal import Refused
from firmware.table.core.decide import decide
from firmware.table.core.evolve import fold
from firmware.table.core.group import rules_at
from firmware.table.core.service import Happened
from firmware.table.core.state import TableState
from firmware.table.core.stopped import TableStopped
from firmware.table.features.boards import ChangeBoard
from firmware.table.features.malfunctions import ClearMalfunction, Malfunction
from firmware.table.features.tickets import UNDER_WAY, ResolveTicket
from firmware.table.journal.memory import MemoryJournal
from hal.clock import LoopClock
from sim.memory_pocket import MemoryPocket
from sim.profiles import Setting
from sim.whole_table import Surroundings, WholeTable

ATS: Final = 1
OLD: Final = "0a" * 8
# Whatever happens is over after so long.
LASTS_S: Final = 3.0
BEGAN_MS: Final = 40_000_000


class _LossyNetwork(MemoryNetwork):
    """A network of which answers are lost apart from questions."""

    def __init__(self, down: set[str]) -> None:
        super().__init__(self._of_kind)
        self._down = down

    def _of_kind(self, subject: str) -> tuple[float, ...]:
        return () if subject.partition(".")[0] in self._down else (0.01,)

    def _carry_back(self, device: str, answer: "asyncio.Future[bytes]", said: bytes) -> None:
        if "answer" not in self._down:
            super()._carry_back(device, answer, said)


class TicketWorld:
    """A table, one terminal with its printer, and what goes wrong about a ticket. `wrong`: what did not hold."""

    def __init__(self, folder: str) -> None:
        self.wrong: list[str] = []
        self.down: set[str] = set()
        self._journal = MemoryJournal()
        around = Surroundings(_LossyNetwork(self.down), tell=self._happened, pockets=lambda _: MemoryPocket(OLD))
        setting = Setting(secret=f"{folder}/pin.secret", ats=1)
        clock = LoopClock(asyncio.get_running_loop(), BEGAN_MS)
        self.table: Final = WholeTable(setting, self._journal, clock, around, screens=False)
        self.seat: Final = self.table.seats[ATS]
        # One thing at a time happens to a board.
        self.board: Final = asyncio.Lock()
        self._of_table = asyncio.Lock()

    def _happened(self, happened: Happened) -> None:
        for number, ticket in happened.state.unsettled_of(ATS).items():
            why = self._keeps_a_person_out(happened.state, number) if ticket.fate in UNDER_WAY else ""
            if why:
                self.wrong.append(f"nobody can end ticket {number}, which is {ticket.fate}: {why}")

    def _keeps_a_person_out(self, state: TableState, number: str) -> str:
        """Return why a supervisor cannot end a ticket, by taking its terminal out of service first."""
        at = self.table.service.now_ms()
        for command in (Malfunction("ats", ATS), ResolveTicket(number, "printed")):
            try:
                state = decide(rules_at(state), state, command, at, self.table.service.of_coup).state
            except Refused as refusal:
                return str(refusal)
        return ""

    async def say(self, *commands: Any) -> None:
        """Have staff say something; what is refused is not so."""
        for command in commands:
            with contextlib.suppress(Refused, TableStopped):
                await self.table.service.submit(command, by="supervisor")

    async def let_in(self, *, take: bool) -> None:
        """Let a board in that waits, or turn it away."""
        for _ in range(50):
            waiting = self.table.state.pocket(ATS).waiting
            if waiting:
                await self.say(ChangeBoard(ATS, waiting, take))
                return
            await asyncio.sleep(0.1)

    async def restart_table(self) -> None:
        """Take the table's power, and give it back."""
        async with self._of_table:
            await self.table.stop_table()
            await asyncio.sleep(LASTS_S)
            state = fold(TableState.unopened(), (entry.event for entry in self._journal.entries))
            await self.table.restart_table(state, LoopClock(asyncio.get_running_loop(), BEGAN_MS))

    async def lose(self, *kinds: str) -> None:
        """Lose all messages of some kinds for a while."""
        self.down |= set(kinds)
        await asyncio.sleep(LASTS_S)
        self.down -= set(kinds)

    async def printer(self, begin: str, end: str) -> None:
        """Do something to the printer, and undo it."""
        model = self.seat.devices["ticket_printer"].model
        model.do(begin)
        await asyncio.sleep(LASTS_S)
        model.do(end)

    async def resolve(self, how: str) -> None:
        """Have a supervisor take the terminal out of service and say what became of its tickets."""
        await self.say(Malfunction("ats", ATS))
        for number in self.table.state.unsettled_of(ATS):
            await self.say(ResolveTicket(number, how))  # type: ignore[arg-type]
        await self.say(ClearMalfunction("ats", ATS))
