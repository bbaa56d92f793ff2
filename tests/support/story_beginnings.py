"""Where a story at a table can begin: the commands that bring one to each of its phases."""

from typing import Any, Final

from any_command import HALL, LIFE
from msgspec.structs import replace

from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.software.proof import Proven, Verdict
from firmware.table.core.commands import OfStaff, Role
from firmware.table.core.hall_change import change_to
from firmware.table.core.head import JournalRestored
from firmware.table.core.pockets import PrintedTicket
from firmware.table.core.setup import SaferPlay, Setup
from firmware.table.features.boards import MeetBoard, ShowPocket
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_boxes import EmptyCashBox
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.claims import RecordClaim
from firmware.table.features.clock import ReportClock
from firmware.table.features.closing import AnnounceClosing, CloseTable
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.devices import ReportDevice
from firmware.table.features.employment import SuspendStaff
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.hall_pages import AskHall, ShowHall
from firmware.table.features.left_behind import ReportLeftBehind, TakeIntoCustody
from firmware.table.features.malfunctions import Malfunction
from firmware.table.features.note_doubts import ReportNoteDoubt
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.opening import OpenTable
from firmware.table.features.service_entries import BeginService
from firmware.table.features.sessions import SessionSeat, StartSession
from firmware.table.features.settings import Configured, ReadSettings
from firmware.table.features.software import ReportSoftware
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.features.staff_cards import GiveCard
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.tournament_tables import ReserveTable
from firmware.table.features.updates import AllowRestart
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings
from hal.cards import Card
from sim.notes import ALL
from sim.ticket_numbers import MACHINE

BOOK_OF_MISCOUNTS: Final = "mbs-rapid-no-commission"
WRONG_THEN_SOUND: tuple[Verdict, ...] = ("wrong", "sound")
SETUP: Final = Setup(
    "crown-baccarat",
    ats=3,
    side_wagers={"pairs": 1, "dragon": 2, "super6": 1, "perfect": 1},
    remote=(1,),
    machine=MACHINE,
    notes=replace(ALL, tickets=True),
    safer_play=SaferPlay(own_limits=True, pauses=(1, 5, 30), reality_check=60, help_line="1800 000 000"),
)
STAFF: Final = (
    ("303", Role.CASINO_SUPERVISOR),
    ("202", Role.GAME_SUPERVISOR, "303"),
    ("101", Role.DEALER, "303", "202"),
)


def _cards(codes: str) -> tuple[Any, ...]:
    return tuple(s.CardDrawn(Card(code)) for code in codes.split())


STANDS: Final = "7S 9D KC TH"
OPEN: Final = (OpenTable(SETUP), s.NewShoe(8), ShowPocket(1, LIFE, 0, answers=True), BuyIn(2, 500_00), BuyIn(3, 700_00))
PAID: Final = (*OPEN, CreditNote(1, LIFE, 1, 20_00, "USD"))
BETTING: Final = (
    *PAID,
    s.OpenBets(),
    Wager(1, "player", 20_00),
    Wager(2, "banker", 100_00),
    Wager(2, "tie", 5_00),
    Wager(3, "player", 50_00),
)
DEALT: Final = (*BETTING, s.CloseBets(), *_cards("4S 9D 3C"))
COMPLETE: Final = (*BETTING, s.CloseBets(), *_cards(STANDS))
SETTLED: Final = (*COMPLETE, s.Confirm())
LOST: Final = ShowPocket(1, LIFE, 2, (PrintedTicket("123456789012345678", 20_00),))
CORRECTED: Final = CorrectOutcome(1, (Card("7S"), Card("KC")), (Card("4D"), Card("2H")))
RESERVED: Final = (OpenTable(SETUP), s.NewShoe(8), ReserveTable("cup"))
SEATED: Final = StartSession("cup", (1, 2), 0, (SessionSeat(1, 11, 1000_00), SessionSeat(2, 12, 1000_00)))
DIRECTED: Final = (*RESERVED, ShowHall(change_to(HALL)))
BEGINNINGS: Final[dict[str, tuple[Any, ...]]] = {
    "nothing": (),
    "open": OPEN,
    "betting": BETTING,
    "dealt": DEALT,
    "a card unread": (*DEALT, s.Unreadable()),
    "a question": (*DEALT, s.ForeignCard("XX")),
    "complete": COMPLETE,
    "settled": SETTLED,
    "corrected and owed": (*SETTLED, CashOut(2), FreezeAccounts(), CORRECTED),
    "a Director's page": DIRECTED,
    "a Director's wish": (*DIRECTED, AskHall("start", "session start", "Ada")),
    "a far time of day": (*PAID[:3], ReportClock(10**13, far=True)),
    "other settings": (*PAID[:3], ReadSettings(Configured(replace(SETUP, period=20_000)))),
    "a logic area opened": (
        *PAID,
        ReportDevice("ats-1 panel", "logic_door on"),
        ReportDevice("ats-1 panel", "logic_door off"),
    ),
    "software that waits": (*PAID, ReportDevice("ats-1 update", "fault update_ready"), AllowRestart("0.5.0")),
    "software that is not as signed, and is again": (
        *PAID,
        *(ReportSoftware(board, Proven(verdict)) for verdict in WRONG_THEN_SOUND for board in ("table", "ats-1")),
    ),
    "a box taken out": (*PAID, EmptyCashBox(1)),
    "credit left behind": (*PAID, ReportLeftBehind(2, 1_700_000_000_000)),
    "in custody": (*PAID, ReportLeftBehind(2, 1_700_000_000_000), TakeIntoCustody(2)),
    "a fault seen to by people": (
        OpenTable(replace(SETUP, acknowledge=True)),
        ReportDevice("ats-1 note_acceptor", "fault jam_acceptor"),
        ReportDevice("ats-1 note_acceptor", "cleared jam_acceptor"),
    ),
    "another device": (
        *PAID,
        *(ReportDevice("shoe", "identified", what) for what in ("shoe 1", "shoe 2")),
    ),
    "a service": (*PAID, BeginService(1, "fan", "lid"), BeginService(0, "fan", "lid")),
    "a ticket": (*PAID, PayByTicket(1, LIFE, 2)),
    "a ticket in doubt": (*PAID, PayByTicket(1, LIFE, 2), ReportTicket("first", "in_doubt", "silent")),
    "a ticket printed": (*PAID, PayByTicket(1, LIFE, 2), ReportTicket("first", "printed")),
    "a note in doubt": (*PAID, ReportNoteDoubt(1, LIFE, 2, 20_00, "jam", "USD"), MeetBoard(1, "f" * 16)),
    "a claim": (*SETTLED, RecordClaim(2, "too late"), HoldWinnings(2, 5_00)),
    "one abstains": (
        *PAID,
        *3 * (s.OpenBets(), Wager(2, "player", 5_00), s.CloseBets(), *_cards(STANDS), s.Confirm()),
    ),
    "winnings held": (*SETTLED, HoldWinnings(2, 5_00)),
    "frozen": (*COMPLETE, FreezeAccounts()),
    "faults": (*BETTING, Malfunction("ats", 1), Malfunction("wnd"), ReportDevice("ats-1 panel", "fault lost")),
    "a session": (OpenTable(SETUP), s.NewShoe(8), StartSession("cup", (1, 2), 1000_00), s.OpenBets()),
    "a session without a coup": (OpenTable(SETUP), StartSession("cup", (1, 2), 1000_00)),
    "a tournament's table": RESERVED,
    "a tournament's session": (*RESERVED, SEATED),
    "a tournament's coup": (*RESERVED, SEATED, s.OpenBets(), Wager(1, "player", 20_00)),
    "a book of miscounts": (OpenTable(replace(SETUP, rulebook=BOOK_OF_MISCOUNTS, side_wagers={})), *SETTLED[1:]),
    "restored": (*OPEN, JournalRestored(1, "0" * 64, 1), LOST),
    "staff": (
        *PAID,
        *(EnrolStaff(number, f"Name {number}", role, "kept", "", *by) for number, role, *by in STAFF),
        SignOn("sgc", "303"),
        OfStaff("sgc", "303", BuyIn(2, 50_00)),
    ),
    "somebody suspended": (
        *PAID,
        *(EnrolStaff(number, f"Name {number}", role, "kept", "", *by) for number, role, *by in STAFF),
        SuspendStaff("202"),
    ),
    "a staff card": (
        *PAID,
        *(EnrolStaff(number, f"Name {number}", role, "kept", "", *by) for number, role, *by in STAFF),
        GiveCard("202", "0" * 64),
    ),
    "a clock far ahead": (OpenTable(SETUP), ReportClock(1_600_000_000_000)),
    "closed": (OpenTable(SETUP), s.NewShoe(8), CloseTable()),
    "nobody there": (OpenTable(SETUP), s.NewShoe(8), AnnounceClosing()),
    "the shoe put a card on the wrong hand": (
        *BETTING,
        s.CloseBets(),
        *_cards("4S 9D 3C"),
        s.CardDrawn(Card("2H"), Side.PLAYER),
    ),
}
