"""Every state of the dealer's screen: each played on a real table, up to the moment that is shown."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from firmware.console.desk import CONSOLE, SgcDesk
from firmware.console.view import SgcView
from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.table.core.commands import Role
from firmware.table.core.service import Happened, TableService
from firmware.table.core.setup import USUAL, Setup
from firmware.table.core.waiting import Doubt, Heard, Waiting
from firmware.table.features.boards import MeetBoard
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.claims import RecordClaim
from firmware.table.features.closing import AnnounceClosing, CloseTable
from firmware.table.features.devices import ReportDevice
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.limits import SetLimit
from firmware.table.features.malfunctions import DoubtRecords, Malfunction
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.staff import EnrolStaff, SignOff, SignOn
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.told import CreditNote, PayByTicket
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings
from firmware.table.journal.memory import MemoryJournal
from firmware.table.people.staff_desk import StaffDesk
from hal.cards import Card
from hal.clock import LoopClock
from hal.life import Stage
from sim.notes import ALL
from sim.ticket_numbers import MACHINE, simulated
from sim.virtual_time import VirtualTimeLoop

HALF_PAST_NINE: Final = 34_200_000


class SeenDevice:
    """A device as the console's page needs it."""

    def __init__(self, name: str, stage: Stage, *faults: str) -> None:
        self.name, self.stage, self.faults = name, stage, frozenset(faults)

    async def run(self) -> None:
        raise NotImplementedError


class Console:
    """A table with its console."""

    def __init__(self, language: str, **setup: Any) -> None:
        self.desk: SgcDesk | None = None
        clock = LoopClock(asyncio.get_running_loop(), HALF_PAST_NINE)
        table = {"rulebook": "crown-baccarat", "ats": 8, "side_wagers": {"pairs": 1}, "machine": MACHINE, "notes": ALL}
        self.journal = journal = MemoryJournal()
        self.service = TableService(Setup(**{**table, **setup}), journal, clock, self._hear, simulated(journal))
        self.staff = StaffDesk(self.service, b"0123456789abcdef")
        self.language = language

    def _hear(self, happened: Happened) -> None:
        if self.desk is not None:
            self.desk.follow(happened)

    async def open(self, role: Role | None = Role.GAME_SUPERVISOR) -> None:
        await self.service.start()
        self.desk = SgcDesk(self.service, self.staff, self.language, "Table 7", lambda: None)
        if role is not None:
            for number, name, of, *by in (
                ("303", "Tom Reid", Role.CASINO_SUPERVISOR),
                ("202", "Ana Silva", Role.GAME_SUPERVISOR, "303"),
                ("101", "Mei Chan", Role.DEALER, "303", "202"),
            ):
                await self.tell(EnrolStaff(number, name, of, "kept", "", *by))
            number = next(n for n, member in self.service.state.staff.items() if member.role is role)
            await self.tell(SignOn(CONSOLE, number))

    async def tell(self, *commands: Any) -> None:
        for command in commands:
            await self.service.submit(command)

    async def deal(self, codes: str) -> None:
        await self.tell(*(s.CardDrawn(Card(code)) for code in codes.split()))

    async def seat(self) -> None:
        await self.tell(s.NewShoe(8), *(BuyIn(ats, 500_00 + ats * 125_00) for ats in (1, 2, 3, 5, 7)))

    async def wager(self) -> None:
        await self.tell(
            s.OpenBets(), Wager(1, "player", 100_00), Wager(2, "banker", 250_00), Wager(2, "tie", 25_00),
            Wager(3, "banker", 50_00), Wager(7, "player", 400_00), Wager(7, "player-pair", 25_00),
        )  # fmt: skip

    def touch(self, *actions: str) -> None:
        assert self.desk is not None
        for action in actions:
            self.desk.act(tuple(action.split()))

    async def coups(self, count: int) -> None:
        hands = ("7S 6H KD KC", "2S 9H 4D KC", "4S 8H 4D AC", "6S 3H KD 3C", "TS 6H KD KC 9C")
        for number in range(count):
            await self.wager()
            # Each suit and each court card in its turn, so that none comes more often than the shoe holds it.
            by = number // 5 % 4
            turned = str.maketrans("SHDC", "SHDC"[by:] + "SHDC"[:by])
            dealt = hands[number % len(hands)].replace("K", "KQJT"[number % 4]).split()
            await self.deal(" ".join(card[0] + card[1].translate(turned) for card in dealt))
            await self.tell(s.Confirm())


Story = Callable[[Console], Awaitable[None]]


async def _first(t: Console) -> None:
    await t.open(None)


async def _nobody(t: Console) -> None:
    await t.open()
    await t.tell(SignOff(CONSOLE))


async def _new_shoe(t: Console) -> None:
    await t.open()


async def _burn(t: Console) -> None:
    await t.open()
    await t.tell(s.NewShoe(8, burned=False))


async def _between(t: Console) -> None:
    await t.open()
    await t.seat()


async def _betting(t: Console) -> None:
    await _between(t)
    await t.wager()
    await asyncio.sleep(11)


async def _closed(t: Console) -> None:
    await _betting(t)
    await t.tell(s.CloseBets())


async def _no_wagers(t: Console) -> None:
    await _between(t)
    await t.tell(s.OpenBets(), s.CloseBets())


async def _dealing(t: Console) -> None:
    await _closed(t)
    await t.deal("6S 9H KD")


async def _complete(t: Console) -> None:
    await _closed(t)
    await t.deal("6S 9H KD TC")


async def _unburned(t: Console) -> None:
    """The first coup of a shoe that was not burned, and a card that is over."""
    await t.open()
    await t.seat()
    await t.tell(s.NewShoe(8, burned=False))
    await t.wager()
    await t.tell(s.CloseBets())
    await t.deal("6S 9H KD TC 2C")


async def _wrong_hand(t: Console) -> None:
    await _closed(t)
    await t.deal("6S 9H")
    await t.tell(s.CardDrawn(Card("KD"), to=Side.BANKER))


async def _question(t: Console) -> None:
    await _closed(t)
    await t.deal("6S 9H KD TC")
    await t.tell(s.CardDrawn(Card("2C"), shown=True))


async def _together(t: Console) -> None:
    await _closed(t)
    await t.deal("6S")
    await t.tell(s.CardsTogether((Card("9H"), Card("KD"))))


async def _order(t: Console) -> None:
    await _closed(t)
    await t.deal("6S")
    await t.tell(s.CardsTogether((Card("9H"), Card("KD"), Card("TC"))))
    t.touch("op order", "key KD")


async def _unreadable(t: Console) -> None:
    await _closed(t)
    await t.tell(s.Unreadable())


async def _dummy(t: Console) -> None:
    await _closed(t)
    await t.tell(s.CardDrawn(Card("6S"), face_up=True))


async def _after(t: Console) -> None:
    await _between(t)
    await t.coups(6)


async def _no_terminals(t: Console) -> None:
    await t.open()
    await t.tell(s.NewShoe(8), s.OpenBets(), s.CloseBets())
    await t.deal("6S 9H KD TC")
    await t.tell(s.Confirm())


async def _fifty(t: Console) -> None:
    await t.open()
    await t.tell(s.NewShoe(8), *(BuyIn(ats, 200_00 + ats * 5_00) for ats in range(1, 44)), s.OpenBets())
    await t.tell(*(Wager(ats, ("player", "banker", "tie")[ats % 3], 25_00) for ats in range(1, 30)))
    await t.tell(Malfunction("ats", 46), ExcludePlayer(40, "hinders"))


async def _system(t: Console) -> None:
    await _betting(t)
    await t.tell(Malfunction("system"))


async def _frozen(t: Console) -> None:
    await _after(t)
    await t.tell(FreezeAccounts())


async def _doubts(t: Console) -> None:
    await _after(t)
    await t.tell(CashOut(5, "ticket"))
    number = next(iter(t.service.state.tickets))
    await t.tell(ReportTicket(number, "in_doubt", "cut"))
    await t.tell(ReportNoteDoubt(5, "a1" * 8, 1, 50_00, "power failed"))
    t.touch("terminal 5")


async def _board(t: Console) -> None:
    """A board was changed while the old one printed a ticket and had told of two notes."""
    await _after(t)
    await t.tell(CreditNote(5, "4f2a" * 4, 1, 50_00, "USD"), CreditNote(5, "4f2a" * 4, 2, 20_00, "NZD"))
    await t.tell(PayByTicket(5, "4f2a" * 4, 3), MeetBoard(5, "90c1" * 4))
    t.touch("terminal 5")


async def _moved_board(t: Console) -> None:
    """A board that terminal 2 knows was put into terminal 5, where none was before."""
    await _after(t)
    await t.tell(CreditNote(2, "4f2a" * 4, 1, 50_00, "USD"), MeetBoard(5, "4f2a" * 4))
    t.touch("terminal 5")


async def _printing(t: Console) -> None:
    """A terminal is lost while it prints a ticket."""
    await _after(t)
    await t.tell(CashOut(5, "ticket"), Malfunction("ats", 5))
    t.touch("terminal 5", "turn 1")


async def _player(t: Console) -> None:
    await _after(t)
    await t.tell(HoldWinnings(7, 100_00), RecordClaim(7, "The payout is wrong"), ExcludePlayer(7, "hinders"))
    t.touch("terminal 7")


async def _unproven(t: Console) -> None:
    await _closed(t)
    await t.tell(Malfunction("ats", 2), DoubtRecords(2))
    t.touch("terminal 2")


async def _dealer(t: Console) -> None:
    await _between(t)
    await t.tell(SignOn(CONSOLE, "101"))
    t.touch("terminal 5")


async def _calls(t: Console) -> None:
    await _betting(t)
    jam, call = "ats-2 note_acceptor", "ats-2 attendant"
    await t.tell(ReportDevice(jam, "fault jam_acceptor", ""), ReportDevice(call, "called", ""))
    await t.tell(ReportDevice("ats-4 attendant", "called", ""))
    await t.tell(ReportDevice("ats-1 ticket_printer", "fault lost", ""))


def _then(story: Story, *actions: str) -> Story:
    async def whole(t: Console) -> None:
        await story(t)
        t.touch(*actions)
        await asyncio.sleep(0.01)

    return whole


async def _devices(t: Console) -> None:
    await _between(t)
    assert t.desk is not None
    shown = (SeenDevice("shoe", Stage.READY, "unreadable"), SeenDevice("panel", Stage.READY),
             SeenDevice("wnd", Stage.LOST))  # fmt: skip
    t.desk.beside = t.desk.beside._replace(devices=lambda: shown)
    await t.tell(Malfunction("ats", 4), Malfunction("wnd"))
    t.touch("tab devices")


async def _coming(t: Console) -> None:
    await _after(t)
    await t.tell(SetLimit("*", 25_00, 5000_00, 25_00), AnnounceClosing())
    t.touch("tab game")


async def _closing(t: Console) -> None:
    await t.open(Role.CASINO_SUPERVISOR)
    await t.tell(s.NewShoe(8), AnnounceClosing())


async def _closed_table(t: Console) -> None:
    await _closing(t)
    await t.tell(CloseTable(), SignOn(CONSOLE, "101"))


async def _stopped(t: Console) -> None:
    await _between(t)
    t.service.halt()


def _opening(*heard: Heard, staff: str = "202", doubts: tuple[Doubt, ...] = (), waited: int = 0) -> Story:
    """A table that has come back, and waits for what other boards remember."""

    async def whole(t: Console) -> None:
        await t.open()
        if not staff:
            await t.tell(SignOff(CONSOLE))
        waiting = Waiting(("ats-1", "ats-2", "ats-3"), t.service.now_ms() + 20_000 - waited, doubts)
        for one in heard:
            waiting = waiting.hears(one)
        t.service.set_opening(waiting)

    return whole


AGREES: Final = (Heard("ats-1", "agrees", 4711), Heard("wnd-1", "nothing"))


async def _refused(t: Console) -> None:
    await _closed(t)
    t.touch("op confirm")
    await asyncio.sleep(0.1)


STATES: Final[dict[str, tuple[Story, dict[str, Any]]]] = {
    "first": (_first, {}),
    "nobody": (_nobody, {}),
    "sign-on": (_then(_nobody, "op sign-on", "key 2", "key 0", "key 2"), {}),
    "pin": (_then(_nobody, "op sign-on", "key 2", "key 0", "key 2", "yes", "key 1", "key 9", "key 3"), {}),
    "new-shoe": (_new_shoe, {}),
    "new-shoe-reason": (_then(_new_shoe, "op new-shoe"), {}),
    "burn": (_burn, {}),
    "between": (_between, {}),
    "betting": (_betting, {}),
    "close-sure": (_then(_betting, "op close"), {}),
    "closed": (_closed, {}),
    "no-wagers": (_no_wagers, {}),
    "dealing": (_dealing, {}),
    "complete": (_complete, {}),
    "refused": (_refused, {}),
    "unburned": (_then(_unburned, "tab shoe"), {}),
    "wrong-hand": (_wrong_hand, {}),
    "question": (_question, {}),
    "question-mbs": (_question, {"rulebook": "mbs-rapid-no-commission"}),
    "together": (_together, {}),
    "order": (_order, {}),
    "unreadable": (_unreadable, {}),
    "enter-card": (_then(_unreadable, "op enter", "key 7H"), {}),
    "dummy-coup": (_dummy, {}),
    "settled": (_after, {}),
    "no-terminals": (_no_terminals, {"ats": 0}),
    "fifty-terminals": (_fifty, {"ats": 50}),
    "system-malfunction": (_system, {}),
    "stopped": (_stopped, {}),
    "opening-asking": (_opening(*AGREES, staff=""), {}),
    "opening-word": (_opening(Heard("ats-2", "foreign", 12), waited=30_000), {}),
    "opening-restored": (
        _opening(*AGREES, Heard("ats-2", "lost", 4790), doubts=("restored", "other_key"), waited=30_000), {},
    ),
    "opening-stopped": (_opening(*AGREES, Heard("ats-2", "later", 4790), Heard("ats-3", "other", 4700)), {}),
    "frozen": (_frozen, {}),
    "terminals": (_then(_betting, "tab terminals"), {}),
    "terminals-fifty": (_then(_fifty, "tab terminals"), {"ats": 50}),
    "terminal": (_then(_betting, "terminal 2"), {}),
    "terminal-doubts": (_doubts, {}),
    "terminal-board": (_board, {}),
    "terminal-board-sure": (_then(_board, "op board 5 90c190c190c190c1", "key changed"), {}),
    "terminal-board-moved": (_moved_board, {}),
    "terminal-printing": (_printing, {}),
    "terminal-player": (_player, {}),
    "terminal-unproven": (_unproven, {}),
    "dealer": (_dealer, {}),
    "miscount": (_then(_after, "tab coups"), {"rulebook": "mbs-baccarat"}),
    "terminal-calls": (_then(_calls, "terminal 2"), {}),
    "terminals-call": (_then(_calls, "tab terminals"), {}),
    "approval": (_then(_between, "terminal 4", "op buy-in 4", *(f"key {n}" for n in "12000"), "yes", "key cash"),
                 {"approvals": USUAL}),
    "buy-in": (_then(_between, "terminal 4", "op buy-in 4", "key 5", "key 0", "key 0"), {}),
    "buy-in-tender": (_then(_between, "terminal 4", "op buy-in 4", "key 5", "key 0", "key 0", "yes"), {}),
    "buy-in-sure": (_then(_between, "terminal 4", "op buy-in 4", "key 5", "key 0", "key 0", "yes", "key cash"), {}),
    "exclude": (_then(_between, "terminal 5", "op exclude 5"), {}),
    "shoe": (_then(_between, "tab shoe"), {}),
    "game": (_coming, {}),
    "limit-bet": (_then(_between, "tab game", "op limit"), {}),
    "game-version": (_then(_between, "op game"), {}),
    "journal": (_then(_after, "tab coups"), {}),
    "correct": (_then(_after, "tab coups", "op correct 6", "key 7S", "key KD"), {}),
    "correct-sure": (
        _then(_after, "tab coups", "op correct 6", "key 7S", "key KD", "yes", "key 6H", "key KC", "yes"), {},
    ),
    "close-table": (_then(_closing, "tab game", "op close-table"), {}),
    "check-cards": (_closed_table, {}),
    "cut-by": (_then(_new_shoe, "op new-shoe", "key shuffle"), {"rulebook": "mbs-baccarat"}),
    "devices": (_devices, {}),
    "staff": (_then(_between, "tab staff"), {}),
    "enrol-name": (_then(_nobody, "op first", "key 1", "yes", "key M", "key E", "key I"), {}),
}  # fmt: skip


def sgc_state(name: str, language: str) -> tuple[SgcView, int]:
    """Return the view, and the table's time at that moment."""
    story, setup = STATES[name]

    async def whole() -> tuple[SgcView, int]:
        console = Console(language, **setup)
        await story(console)
        assert console.desk is not None
        return console.desk.view(), console.service.now_ms()

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        return runner.run(whole())
