"""Who is at a table in a siege: a dealer, players, and a clerk. They know nothing of what goes wrong."""

import asyncio
import random
from typing import Any, Final

from firmware.boards.running import ComingBus
from firmware.link.bus import Unanswered
from firmware.link.desk_messages import ShowTicket
from firmware.link.remote_table import RemoteTable
from firmware.link.settings import NetworkSettings
from firmware.refusal import Refused
from sim.devices.model import NoCommand
from sim.siege.child import Child
from sim.siege.devices import BesiegedDevices

# Who is at the console: number, name and PIN of a casino supervisor.
STAFF: Final = ("700", "MEI", "48261")
LAST_CARDS: Final = 40
NOTES: Final = ("5", "10", "20", "50", "100", "20", "50", "forged")
# How often a ticket is put in where a note could be.
TICKETS: Final = 0.3
CHIPS: Final = ("500", "500", "2500")
BETS: Final = ("player", "banker", "player", "banker", "tie", "player-pair", "banker-pair")
# A question is answered thus where it can be, else by its first option.
ANSWERS: Final = ("play-on", "set-aside", "carry", "reconstruct")
LOOK_S: Final = 0.25
# Between two who come to the cash desk.
COMES_S: Final = (1.0, 6.0)
# If nothing moves for so long, a coup is made void.
STUCK_S: Final = 15.0
SEEN_S: Final = 0.5


class BesiegedDealer:
    """Deals coup after coup by the console, whatever becomes of the board."""

    def __init__(self, table: Child, devices: BesiegedDevices) -> None:
        self.state: dict[str, Any] = {}
        self.voided = 0
        # How often a board waited to be let in; and terminals whose second board is nobody's that is known here.
        self.boards = 0
        self.not_ours: set[int] = set()
        # How often a supervisor had the table open, as no board's memory settled it.
        self.words = 0
        self._table = table
        self._devices = devices
        # Whether a coup waits for a tournament's session to begin.
        self._waits = False
        self._was: tuple[Any, ...] = ()
        self._since = 0.0

    async def run(self) -> None:
        """Deal, until cancelled."""
        while True:
            state = await self._table.order(2)
            if state is not None and "phase" in state:
                self.state = state
                await self._next(state)
            await asyncio.sleep(LOOK_S)

    def wait_for_session(self, *, waits: bool) -> None:
        """Have coups wait for a tournament's session, or wait no longer."""
        self._waits = waits

    async def op(self, name: str, *answers: str, given: tuple[str, ...] = ()) -> dict[str, Any]:
        """Do something at the console, and return what it says."""
        return await self._table.order(12, op=name, answers=answers, given=given) or {}

    async def _next(self, state: dict[str, Any]) -> None:
        number, name, pin = STAFF
        if not state["staff"]:
            await self.op("first", number, name, pin)
        elif not state["signed_on"]:
            await self.op("sign-on", number, pin)
        elif state["opening"]:
            if state["opening"] == "word_needed":
                self.words += 1
                await self.op("open-on-word")
        elif state["waiting"]:
            (ats, life), *_ = state["waiting"].items()
            self.boards += 1
            await self.op("board", "not-ours" if int(ats) in self.not_ours else "changed", given=(ats, life))
        elif self._stuck(state):
            self.voided += 1
            await self.op("void", "other")
        elif state["options"]:
            await self.op("decide", given=(next((a for a in ANSWERS if a in state["options"]), state["options"][0]),))
        else:
            await self._of_phase(state)

    def _stuck(self, state: dict[str, Any]) -> bool:
        now = asyncio.get_running_loop().time()
        moves = (state["phase"], state["coups"], tuple(state["places"].items()), len(state["options"]), state["shoes"])
        if moves != self._was:
            self._was, self._since = moves, now
        return bool(state["places"]) and now - self._since > STUCK_S

    async def _of_phase(self, state: dict[str, Any]) -> None:
        match state["phase"]:
            case "no shoe":
                await self.op("new-shoe", "shuffle")
                self._devices.new_shoe()
                await asyncio.sleep(SEEN_S)
            case "between coups" if self._devices.cards_left < LAST_CARDS:
                await self.op("cut")
                await self.op("new-shoe", "shuffle")
                self._devices.new_shoe()
                await asyncio.sleep(SEEN_S)
            case "between coups" if not self._waits or state["session"]:
                await self.op("open")
            case "betting closed" | "dealing" if state["due"]:
                self._devices.deal(state["due"], state["places"][state["due"]] + 1)
                await asyncio.sleep(SEEN_S)
            case "complete":
                await self.op("confirm")
            case "card unread":
                await self.op("enter", "7S")


class BesiegedPlayer:
    """Sits at a terminal: puts notes in, wagers, and takes tickets."""

    def __init__(self, board: Child, ats: int, devices: BesiegedDevices, chance: random.Random) -> None:
        self._playing = True
        # While a tournament is on they play for its points, and leave their money in their pockets.
        self._for_points = False
        self._at_once = False
        self._board = board
        self._ats = ats
        self._devices = devices
        self._chance = chance

    def play(self, *, for_points: bool) -> None:
        """Play for a tournament's points, or for money."""
        self._for_points = for_points

    def cash_out(self, *, at_once: bool) -> None:
        """Take a ticket for whatever lies on the account, or now and then."""
        self._at_once = at_once

    def stop(self) -> None:
        """Play no more, and stay."""
        self._playing = False

    async def run(self) -> None:
        """Play, until cancelled."""
        while True:
            await asyncio.sleep(self._chance.uniform(0.2, 1.0))
            if self._chance.random() < 0.5:
                self.insert(self.any_money())
            view = await self._board.order(1)
            if view is not None and self._playing:
                await self._act(view)

    def any_money(self, tickets: float = TICKETS) -> str:
        """Return what goes into a mouth: mostly a note, now and then a ticket that came out of any printer."""
        number = self._devices.some_ticket(self._chance) if self._chance.random() < tickets else ""
        return f"ticket {number}" if number else self._chance.choice(NOTES)

    def insert(self, note: str) -> bool:
        """Put a note or a ticket into the mouth; whether it was free."""
        if not self._playing or self._for_points:
            return False
        try:
            self._devices.acceptors[self._ats][0].model.do(f"insert {note}")
        except NoCommand:
            return False  # a note is in the mouth already
        self._devices.inserted[self._ats] += 1
        return True

    async def _act(self, view: dict[str, Any]) -> None:
        touch = self._choose(view)
        if touch:
            await self._board.order(1, touch=touch)

    def _choose(self, view: dict[str, Any]) -> list[list[str]]:
        chance = self._chance.random()
        if view["dialogue"] == "cash-out":
            return [["pay"]]
        if view["dialogue"]:
            return [["close"]]
        if self._at_once and "cash-out" in view["may"]:
            return [["cash-out"]]
        if view["betting"] and view["open"] and chance < 0.5:
            return [["chip", self._chance.choice(CHIPS)], ["bet", self._chance.choice(BETS)]]
        if not self._for_points and "cash-out" in view["may"] and chance < 0.15:
            return [["cash-out"]]
        return []


class Clerk:
    """Pays tickets at a cash desk, each once. `handed`: what went over the counter, by number."""

    def __init__(self, settings: NetworkSettings, devices: BesiegedDevices, chance: random.Random) -> None:
        self.handed: dict[str, int] = {}
        self.wrong: list[str] = []
        self.asked = 0
        self._desk = RemoteTable(ComingBus(settings, _unsaid), _unseen)
        self._devices = devices
        self._chance = chance

    async def run(self) -> None:
        """Pay whoever comes, until cancelled."""
        await asyncio.gather(self._desk.run(), self._serve())

    async def _serve(self) -> None:
        while True:
            await asyncio.sleep(self._chance.uniform(*COMES_S))
            pages = [page for pages in self._devices.pages.values() for page in pages if page.numbers]
            if pages:
                await self.pay(self._chance.choice(pages).numbers[0])

    async def pay(self, number: str) -> str:
        """Show a ticket and have it paid; return what the desk was told, or nothing where nobody answered."""
        self.asked += 1
        try:
            answer = await self._desk.show_ticket(ShowTicket(number, pay=True, request=f"clerk {self.asked}"))
        except (Unanswered, Refused):
            return ""
        if answer.redemption == "paid" and answer.ticket is not None:
            if number in self.handed:
                self.wrong.append(f"ticket {number} was paid twice")
            self.handed[number] = answer.ticket.amount
            self._devices.kept_at_desk.add(number)
        return answer.redemption or ""


def _unsaid(_: str) -> None:
    """A desk says nothing of its network."""


def _unseen() -> None:
    """A desk shows nothing."""
