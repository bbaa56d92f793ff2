"""Where a story at a table can begin: the commands that bring one to each of its phases."""

from typing import Any, Final

from any_command import LIFE
from msgspec.structs import replace

from firmware.game import steps as s
from firmware.game.hands import Side
from firmware.table import commands as c
from firmware.table import player_commands as pc
from firmware.table import pocket_commands as t
from firmware.table.head import JournalRestored
from firmware.table.staff_commands import OfStaff
from hal.cards import Card
from sim.notes import ALL
from sim.ticket_numbers import MACHINE

BOOK_OF_MISCOUNTS: Final = "mbs-rapid-no-commission"
SETUP: Final = c.Setup(
    "crown-baccarat",
    ats=3,
    side_wagers={"pairs": 1, "dragon": 2, "super6": 1, "perfect": 1},
    remote=(1,),
    machine=MACHINE,
    notes=ALL,
)
STAFF: Final = (
    ("303", c.Role.CASINO_SUPERVISOR),
    ("202", c.Role.GAME_SUPERVISOR, "303"),
    ("101", c.Role.DEALER, "303", "202"),
)


def _cards(codes: str) -> tuple[Any, ...]:
    return tuple(s.CardDrawn(Card(code)) for code in codes.split())


STANDS: Final = "7S 9D KC TH"
OPEN: Final = (c.OpenTable(SETUP), s.NewShoe(8), t.ShowPocket(1, LIFE, 0), c.BuyIn(2, 500_00), c.BuyIn(3, 700_00))
PAID: Final = (*OPEN, t.CreditNote(1, LIFE, 1, 20_00, "USD"))
BETTING: Final = (
    *PAID,
    s.OpenBets(),
    c.Wager(1, "player", 20_00),
    c.Wager(2, "banker", 100_00),
    c.Wager(2, "tie", 5_00),
    c.Wager(3, "player", 50_00),
)
DEALT: Final = (*BETTING, s.CloseBets(), *_cards("4S 9D 3C"))
COMPLETE: Final = (*BETTING, s.CloseBets(), *_cards(STANDS))
SETTLED: Final = (*COMPLETE, s.Confirm())
LOST: Final = t.ShowPocket(1, LIFE, 2, (t.PrintedTicket("123456789012345678", 20_00),))
CORRECTED: Final = c.CorrectOutcome(1, (Card("7S"), Card("KC")), (Card("4D"), Card("2H")))
BEGINNINGS: Final[dict[str, tuple[Any, ...]]] = {
    "nothing": (),
    "open": OPEN,
    "betting": BETTING,
    "dealt": DEALT,
    "a card unread": (*DEALT, s.Unreadable()),
    "a question": (*DEALT, s.ForeignCard("XX")),
    "complete": COMPLETE,
    "settled": SETTLED,
    "corrected and owed": (*SETTLED, c.CashOut(2), c.FreezeAccounts(), CORRECTED),
    "a ticket": (*PAID, t.PayByTicket(1, LIFE, 2)),
    "a ticket in doubt": (*PAID, t.PayByTicket(1, LIFE, 2), c.ReportTicket("first", "in_doubt", "silent")),
    "a ticket printed": (*PAID, t.PayByTicket(1, LIFE, 2), c.ReportTicket("first", "printed")),
    "a note in doubt": (*PAID, c.ReportNoteDoubt(1, LIFE, 2, 20_00, "jam", "USD"), t.MeetBoard(1, "f" * 16)),
    "a claim": (*SETTLED, pc.RecordClaim(2, "too late"), pc.HoldWinnings(2, 5_00)),
    "one abstains": (
        *PAID,
        *3 * (s.OpenBets(), c.Wager(2, "player", 5_00), s.CloseBets(), *_cards(STANDS), s.Confirm()),
    ),
    "winnings held": (*SETTLED, pc.HoldWinnings(2, 5_00)),
    "frozen": (*COMPLETE, c.FreezeAccounts()),
    "faults": (*BETTING, c.Malfunction("ats", 1), c.Malfunction("wnd"), c.ReportDevice("ats-1 panel", "fault lost")),
    "a session": (c.OpenTable(SETUP), s.NewShoe(8), c.StartSession("cup", (1, 2), 1000_00), s.OpenBets()),
    "a session without a coup": (c.OpenTable(SETUP), c.StartSession("cup", (1, 2), 1000_00)),
    "a book of miscounts": (c.OpenTable(replace(SETUP, rulebook=BOOK_OF_MISCOUNTS, side_wagers={})), *SETTLED[1:]),
    "restored": (*OPEN, JournalRestored(1, "0" * 64, 1), LOST),
    "staff": (
        *PAID,
        *(c.EnrolStaff(number, f"Name {number}", role, "kept", "", *by) for number, role, *by in STAFF),
        c.SignOn("sgc", "303"),
        OfStaff("sgc", "303", c.BuyIn(2, 50_00)),
    ),
    "closed": (c.OpenTable(SETUP), s.NewShoe(8), c.CloseTable()),
    "nobody there": (c.OpenTable(SETUP), s.NewShoe(8), c.AnnounceClosing()),
    "the shoe put a card on the wrong hand": (
        *BETTING,
        s.CloseBets(),
        *_cards("4S 9D 3C"),
        s.CardDrawn(Card("2H"), Side.PLAYER),
    ),
}
