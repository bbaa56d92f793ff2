"""Players of all habits, at terminals; and the attendants who put right what a machine cannot."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from firmware.refusal import Refused
from firmware.table.core.stopped import TableStopped
from firmware.table.features.boards import ChangeBoard
from firmware.table.features.malfunctions import ClearMalfunction
from firmware.table.features.note_doubts import ResolveNoteDoubt
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.tickets import MOST_COPIES, ReportTicket, ResolveTicket
from sim.devices.model import NoCommand
from sim.soak.money import at_rest, boards_of, choices, credited, doubted, in_boxes
from sim.soak.pages import Pages
from sim.soak.tickets_in import papers
from sim.whole_table import Seat, WholeTable

BETS: Final = ("player", "banker", "player", "banker", "tie", "player-pair", "banker-pair")
PLAYS: Final = ("undo", "clear", "repeat", "double")
CHIPS: Final = ("500", "500", "2500", "10000")
MOSTLY: Final = ("50", "50", "forged")


def no_points() -> str:
    """Play for money."""
    return ""


class SeatedPlayer:
    """Sits at a terminal: puts notes in, wagers, changes it, leaves.

    `for_points`: how a tournament is played, if one is: as each likes (`any`), or all `alike`, for equal places.
    """

    def __init__(self, seat: Seat, chance: random.Random, for_points: Callable[[], str] = no_points) -> None:
        self.seat = seat
        self._for_points = for_points
        self._playing = True
        self._chance = chance
        # How long it takes until the next thing: some are quick, some sleep.
        self._pace = chance.choice((0.8, 1.5, 3.0, 8.0))

    def stop(self) -> None:
        """Play no more, and stay."""
        self._playing = False

    async def run(self) -> None:
        """Play, until cancelled."""
        while True:
            await asyncio.sleep(self._chance.uniform(0.3, 1.0) * self._pace)
            seat = self.seat
            if seat.on and seat.terminal is not None and self._playing:
                self._act(seat.terminal.desk)

    def _act(self, desk: Any) -> None:
        view = desk.view()
        chance = self._chance.random()
        account = self.seat.remote.account
        if self._for_points():
            self._play_for_points(desk, view, chance)
        elif account is not None and account.excluded and view.dialogue is None:
            desk.act(("cash-out",))
        elif view.balance < 30_00 and view.staked == 0 and chance < 0.6:
            self._insert()
        elif view.dialogue is not None:
            desk.act(("close",) if view.dialogue.kind != "cash-out" or chance < 0.2 else ("pay",))
        elif view.betting and view.open:
            self._wager(desk, view, chance)
        elif "cash-out" in view.may and chance < 0.04:
            desk.act(("cash-out",))
        elif chance > 0.995:
            desk.act(("call",))

    def _play_for_points(self, desk: Any, view: Any, chance: float) -> None:
        """In a tournament nobody brings money, and what somebody has is paid before it begins."""
        public = self.seat.remote.public
        if view.dialogue is not None:
            answer = {"cash-out": "pay", "agree": "agree-to-end"}.get(view.dialogue.kind, "close")
            desk.act((answer,))
        elif public is not None and not public.session and "cash-out" in view.may:
            desk.act(("cash-out",))
        elif view.betting and view.open and self._for_points() == "alike":
            self._wager_alike(desk, view)
        elif view.betting and view.open:
            self._wager(desk, view, chance)
        elif "agree" in view.may and chance < 0.1:
            desk.act(("agree",))

    def _wager_alike(self, desk: Any, view: Any) -> None:
        if not view.staked:
            desk.act(("chip", CHIPS[-1]))
            desk.act(("bet", BETS[0]))

    def _wager(self, desk: Any, view: Any, chance: float) -> None:
        may = [play for play in PLAYS if play in view.may]
        if chance < 0.15 and may:
            desk.act((self._chance.choice(may),))
        elif chance < 0.75:
            desk.act(("chip", self._chance.choice(CHIPS)))
            desk.act(("bet", self._chance.choice(BETS)))

    def _insert(self) -> None:
        model = self.seat.devices["note_acceptor"].model
        try:
            model.do(f"insert {self._chance.choice((*model.values[-5:], *MOSTLY))}")
        except NoCommand:
            return  # a note is in the mouth already


class Attendant:
    """Looks into cash boxes and at tickets, and says at the table what is there."""

    def __init__(self, table: WholeTable, pages: Pages) -> None:
        self._table = table
        self._pages = pages
        self._boards = 0
        # How many papers of each terminal's boxes have been carried to a cash desk.
        self._carried: Counter[int] = Counter()

    async def run(self) -> None:
        """Go round, until cancelled."""
        while True:
            await asyncio.sleep(60)
            try:
                await self.round()
            except (Refused, TableStopped):
                continue  # next time

    async def round(self) -> None:
        """Resolve what is in doubt, and what is owed."""
        state = self._table.state
        for seat in self._table.seats.values():
            await self._board(seat)
            await self._notes(seat)
            await self._tickets_in(seat)
        await self._of_strangers()
        for number, ticket in list(state.tickets.items()):
            if ticket.fate in ("in_doubt", "failed"):
                await self._ticket(number, ticket.ats)
        for name in sorted(state.faults):
            await self._back_to_work(name)
        for ats, owed in list(state.owed.items()):
            for coup, amount in owed.items():
                how = "paid" if amount > 0 else "collected"
                await self._say(ResolveOwed(ats, coup, how))  # type: ignore[arg-type]

    async def _say(self, command: Any) -> None:
        await self._table.service.submit(command, by="supervisor")

    async def _back_to_work(self, fault: str) -> None:
        """Put a display or a terminal back: one that failed while the table was down does not come back alone."""
        what, _, number = fault.partition(" ")
        if what == "wnd":
            await self._say(ClearMalfunction("wnd"))
        elif what == "ats":
            seat = self._table.seats.get(int(number))
            if seat is None or (seat.on and seat.remote.there):
                await self._say(ClearMalfunction("ats", int(number)))

    async def _of_strangers(self) -> None:
        """At a terminal that has no board nothing lies in a box, and nothing was printed."""
        state = self._table.state
        for number, ticket in list(state.tickets.items()):
            if ticket.ats not in self._table.seats and ticket.fate == "printing":
                await self._say(ReportTicket(number, "failed", "there is no printer"))
        for doubt, note in list(state.note_doubts.items()):
            if note.ats not in self._table.seats:
                await self._say(ResolveNoteDoubt(doubt, 0))

    async def _board(self, seat: Seat) -> None:
        """Let the board in that stands there; of two, the one that came later every other time."""
        waiting = self._table.state.pocket(seat.ats).waiting
        if waiting:
            self._boards += 1
            there = [board.pocket.life for board in boards_of(seat) if board.on]
            ours = waiting == seat.pocket.life or (waiting in there and self._boards % 2 == 0)
            await self._say(ChangeBoard(seat.ats, waiting, take=ours))

    async def _notes(self, seat: Seat) -> None:
        """Look what is in the cash box beyond what was credited, and say which notes in doubt that makes."""
        doubts = doubted(self._table, seat.ats)
        if not doubts or not seat.on or not at_rest(seat):
            return  # what is under way may be credited yet
        over = in_boxes(seat) - credited(self._table, seat.ats)
        there = next((some for some in choices(seat, doubts) if sum(some.values()) == over), {})
        for doubt in doubts:
            await self._say(ResolveNoteDoubt(doubt, there.get(doubt, 0)))

    async def _tickets_in(self, seat: Seat) -> None:
        """Look for tickets in doubt in the cash box; what else lies there and is not paid, a cash desk pays."""
        if not seat.on or not at_rest(seat):
            return
        state, there = self._table.state, papers(seat)
        doubts = {name: doubt for name, doubt in state.note_doubts.items() if doubt.ats == seat.ats}
        for name, doubt in doubts.items():
            if doubt.ticket:
                await self._say(ResolveNoteDoubt(name, self._found(doubt.ticket, there)))
        if not doubts:
            carried, self._carried[seat.ats] = self._carried[seat.ats], len(there)
            self._pages.lying.extend(number for number in there[carried:] if self._found(number, there))

    def _found(self, number: str, there: list[str]) -> int:
        """Return what a ticket that lies there is still worth."""
        ticket = self._table.state.tickets.get(number)
        return ticket.amount if ticket is not None and number in there and ticket.fate == "printed" else 0

    async def _ticket(self, number: str, ats: int) -> None:
        """Look whether there is a page with it."""
        there = number in self._pages.numbers.get(ats, ())
        seat, copies = self._table.seats.get(ats), self._table.state.tickets[number].copies
        # Some supervisors have a ticket printed once more, and others go and get the money.
        again = seat is not None and seat.on and copies < MOST_COPIES and int(number[-1]) % 2
        how = "printed" if there else "reprint" if again else "hand-pay"
        await self._say(ResolveTicket(number, how))  # type: ignore[arg-type]
