"""The dealer's screen about terminals, people, devices and records: each state played on a real table."""

import asyncio
from typing import Any, Final

from sgc_table import (
    Console,
    SeenDevice,
    Story,
    after,
    betting,
    between,
    closed,
    fifty,
    then,
)

from firmware.console.desk import CONSOLE
from firmware.game import steps as s
from firmware.table.core.commands import Role
from firmware.table.core.setup import USUAL
from firmware.table.core.waiting import Doubt, Heard, Waiting
from firmware.table.features.boards import MeetBoard
from firmware.table.features.box_counts import CountBox
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.claims import RecordClaim
from firmware.table.features.closing import AnnounceClosing, CloseTable
from firmware.table.features.days import BeginDays
from firmware.table.features.devices import ReportDevice
from firmware.table.features.employment import ChangePin
from firmware.table.features.exclusions import ExcludePlayer
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.left_behind import ReportLeftBehind
from firmware.table.features.limits import SetLimit
from firmware.table.features.malfunctions import DoubtRecords, Malfunction
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.readings import ReadMeters
from firmware.table.features.staff import SignOff, SignOn
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.tray import CountTray, FillTray
from firmware.table.features.winnings import HoldWinnings
from hal.life import Stage


async def _system(t: Console) -> None:
    await betting(t)
    await t.tell(Malfunction("system"))


async def _frozen(t: Console) -> None:
    await after(t)
    await t.tell(FreezeAccounts())


async def _doubts(t: Console) -> None:
    await after(t)
    await t.tell(CashOut(5, "ticket"))
    number = next(iter(t.service.state.tickets))
    await t.tell(ReportTicket(number, "in_doubt", "cut"))
    await t.tell(ReportNoteDoubt(5, "a1" * 8, 1, 50_00, "power failed"))
    t.touch("terminal 5")


async def _board(t: Console) -> None:
    """A board was changed while the old one printed a ticket and had told of two notes."""
    await after(t)
    await t.tell(CreditNote(5, "4f2a" * 4, 1, 50_00, "USD"), CreditNote(5, "4f2a" * 4, 2, 20_00, "NZD"))
    await t.tell(PayByTicket(5, "4f2a" * 4, 3), MeetBoard(5, "90c1" * 4))
    t.touch("terminal 5")


async def _moved_board(t: Console) -> None:
    """A board that terminal 2 knows was put into terminal 5, where none was before."""
    await after(t)
    await t.tell(CreditNote(2, "4f2a" * 4, 1, 50_00, "USD"), MeetBoard(5, "4f2a" * 4))
    t.touch("terminal 5")


async def _approval(t: Console) -> None:
    """A dealer buys somebody in for more than one person alone may; the two who may approve it are named."""
    await t.open()
    await asyncio.sleep(2 * 24 * 60 * 60)  # who was enrolled today approves for nobody
    await t.tell(ChangePin("202", "her own"), ChangePin("303", "his own"))
    await t.seat()
    await t.tell(SignOn(CONSOLE, "101"))
    t.touch("terminal 4", "op buy-in 4", *(f"key {n}" for n in "12000"), "yes", "key cash")


async def _printing(t: Console) -> None:
    """A terminal is lost while it prints a ticket."""
    await after(t)
    await t.tell(CashOut(5, "ticket"), Malfunction("ats", 5))
    t.touch("terminal 5", "turn 1")


async def _player(t: Console) -> None:
    await after(t)
    await t.tell(HoldWinnings(7, 100_00), RecordClaim(7, "The payout is wrong"), ExcludePlayer(7, "hinders"))
    t.touch("terminal 7")


async def _unproven(t: Console) -> None:
    await closed(t)
    await t.tell(Malfunction("ats", 2), DoubtRecords(2))
    t.touch("terminal 2")


async def _dealer(t: Console) -> None:
    await between(t)
    await t.tell(SignOn(CONSOLE, "101"))
    t.touch("terminal 5")


async def _calls(t: Console) -> None:
    await betting(t)
    jam, call = "ats-2 note_acceptor", "ats-2 attendant"
    await t.tell(ReportDevice(jam, "fault jam_acceptor", ""), ReportDevice(call, "called", ""))
    await t.tell(ReportDevice("ats-4 attendant", "called", ""))
    await t.tell(ReportDevice("ats-1 ticket_printer", "fault lost", ""))


async def _devices(t: Console) -> None:
    await between(t)
    assert t.desk is not None
    shown = (SeenDevice("shoe", Stage.READY, "unreadable"), SeenDevice("panel", Stage.READY),
             SeenDevice("wnd", Stage.LOST))  # fmt: skip
    t.desk.beside = t.desk.beside._replace(devices=lambda: shown)
    await t.tell(Malfunction("ats", 4), Malfunction("wnd"))
    t.touch("tab devices")


async def _coming(t: Console) -> None:
    await after(t)
    await t.tell(SetLimit("*", 25_00, 5000_00, 25_00), AnnounceClosing())
    t.touch("tab game")


async def _day(t: Console) -> None:
    """A day in which boxes were taken out, one of them counted, and the tray was filled."""
    await t.open()
    await t.tell(BeginDays(), s.NewShoe(8), *(BuyIn(ats, 5_000_00, "note") for ats in (1, 2, 3, 5, 7)))
    await t.coups(6)
    await t.tell(EmptyCashBox(1), EmptyCashBox(2), CountBox(1, 4_980_00), FillTray(25_000_00), CountTray(24_900_00))
    await t.tell(ReadMeters("before the fair"))
    await t.coups(2)
    t.touch("tab day")


async def _left(t: Console) -> None:
    """Terminal 5 was paid by ticket, and somebody else bought in there and went away."""
    await after(t)
    await t.tell(CreditNote(5, "4f2a" * 4, 1, 50_00, "USD"), CashOut(5, "ticket"), BuyIn(5, 80_00))
    await t.tell(ReportTicket(next(iter(t.service.state.tickets)), "printed"), ReportLeftBehind(5, 34_000_000))


async def _changed_devices(t: Console) -> None:
    await between(t)
    await t.tell(*(ReportDevice("shoe", "identified", what) for what in ("Angel Eye 4.1", "Angel Eye 4.2")))
    jam = "ats-5 note_acceptor"
    await t.tell(ReportDevice(jam, "fault jam_acceptor"), ReportDevice(jam, "cleared jam_acceptor"))
    t.touch("tab devices")


async def _day_over(t: Console) -> None:
    await _day(t)
    await asyncio.sleep(24 * 60 * 60)


async def _closing(t: Console) -> None:
    await t.open(Role.CASINO_SUPERVISOR)
    await t.tell(s.NewShoe(8), AnnounceClosing())


async def _closed_table(t: Console) -> None:
    await _closing(t)
    await t.tell(CloseTable(), SignOn(CONSOLE, "101"))


async def _stopped(t: Console) -> None:
    await between(t)
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


ROOM_STATES: Final[dict[str, tuple[Story, dict[str, Any]]]] = {
    "between": (between, {}),
    "betting": (betting, {}),
    "close-sure": (then(betting, "op close"), {}),
    "closed": (closed, {}),
    "settled": (after, {}),
    "system-malfunction": (_system, {}),
    "stopped": (_stopped, {}),
    "opening-asking": (_opening(*AGREES, staff=""), {}),
    "opening-word": (_opening(Heard("ats-2", "foreign", 12), waited=30_000), {}),
    "opening-restored": (
        _opening(*AGREES, Heard("ats-2", "lost", 4790), doubts=("restored", "other_key"), waited=30_000), {},
    ),
    "opening-stopped": (_opening(*AGREES, Heard("ats-2", "later", 4790), Heard("ats-3", "other", 4700)), {}),
    "frozen": (_frozen, {}),
    "terminals": (then(betting, "tab terminals"), {}),
    "terminals-fifty": (then(fifty, "tab terminals"), {"ats": 50}),
    "terminal": (then(betting, "terminal 2"), {}),
    "terminal-doubts": (_doubts, {}),
    "terminal-board": (_board, {}),
    "terminal-board-sure": (then(_board, "op board 5 90c190c190c190c1", "key changed"), {}),
    "terminal-board-moved": (_moved_board, {}),
    "terminal-printing": (_printing, {}),
    "terminal-player": (_player, {}),
    "terminal-unproven": (_unproven, {}),
    "dealer": (_dealer, {}),
    "miscount": (then(after, "tab coups"), {"rulebook": "mbs-baccarat"}),
    "terminal-calls": (then(_calls, "terminal 2"), {}),
    "terminals-call": (then(_calls, "tab terminals"), {}),
    "approval": (_approval, {"approvals": USUAL}),
    "approval-pin": (then(_approval, "key 202", "key 1", "key 9"), {"approvals": USUAL}),
    "buy-in": (then(between, "terminal 4", "op buy-in 4", "key 5", "key 0", "key 0"), {}),
    "buy-in-tender": (then(between, "terminal 4", "op buy-in 4", "key 5", "key 0", "key 0", "yes"), {}),
    "buy-in-sure": (then(between, "terminal 4", "op buy-in 4", "key 5", "key 0", "key 0", "yes", "key cash"), {}),
    "exclude": (then(between, "terminal 5", "op exclude 5"), {}),
    "shoe": (then(between, "tab shoe"), {}),
    "terminal-recall": (then(_left, "terminal 5", "tab recall"), {}),
    "devices-changed": (_changed_devices, {"acknowledge": True}),
    "terminal-latched": (then(_changed_devices, "terminal 5"), {"acknowledge": True}),
    "terminal-left": (then(_left, "terminal 5"), {}),
    "day": (_day, {}),
    "day-over": (_day_over, {}),
    "meters": (then(_day, "tab meters"), {}),
    "game": (_coming, {}),
    "limit-bet": (then(between, "tab game", "op limit"), {}),
    "game-version": (then(between, "op game"), {}),
    "journal": (then(after, "tab coups"), {}),
    "correct": (then(after, "tab coups", "op correct 6", "key 7S", "key KD"), {}),
    "correct-sure": (
        then(after, "tab coups", "op correct 6", "key 7S", "key KD", "yes", "key 6H", "key KC", "yes"), {},
    ),
    "close-table": (then(_closing, "tab game", "op close-table"), {}),
    "check-cards": (_closed_table, {}),
    "devices": (_devices, {}),
    "staff": (then(between, "tab staff"), {}),
}  # fmt: skip
