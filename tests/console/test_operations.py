"""Each operation of the console: what it asks, and what it comes to at the table."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sgc_states import STATES
from sgc_table import HALF_PAST_NINE, Console

from firmware.console.desk import CONSOLE, SgcDesk
from firmware.console.every_operation import OPERATIONS
from firmware.game import events as g
from firmware.game import steps as s
from firmware.table.core.commands import Role
from firmware.table.core.events import (
    CoupInvalidated,
    GameChanged,
    OutcomeCorrected,
    WagersDeclaredVoid,
    WagersReturned,
)
from firmware.table.core.evolve import evolve
from firmware.table.core.feature import FEATURES
from firmware.table.core.head import JournalRestored
from firmware.table.core.pockets import PrintedTicket
from firmware.table.features.boards import PocketBegan, PocketCompared
from firmware.table.features.buying_in import BoughtIn, BuyIn
from firmware.table.features.card_checks import CardsChecked
from firmware.table.features.cash_boxes import CashBoxEmptied
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.cashing_out import CashedOut, CashOut
from firmware.table.features.claims import ClaimDecided, Claimed, RecordClaim
from firmware.table.features.closing import CloseTable, ClosingAnnounced, TableClosed
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.days import DayClosed
from firmware.table.features.devices import ReportDevice
from firmware.table.features.exclusions import AskedToVacate, MeasureRecorded, PlayerExcluded
from firmware.table.features.freezing import AccountsFrozen, AccountsUnfrozen
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.known_devices import DeviceAccepted
from firmware.table.features.limits import LimitSet, PeriodSet
from firmware.table.features.lost_tickets import LostTicketSettled
from firmware.table.features.malfunctions import DoubtRecords, MalfunctionBegan, MalfunctionCleared
from firmware.table.features.note_doubts import NoteDoubtResolved, ReportNoteDoubt
from firmware.table.features.owed import OwedResolved
from firmware.table.features.readings import MetersRead
from firmware.table.features.service_entries import BeginService, ServiceBegan, ServiceEnded
from firmware.table.features.staff import EnrolStaff, SignOn
from firmware.table.features.tickets import ReportTicket, TicketResolved
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings, WinningsHeld, WinningsKept, WinningsReleased
from hal.cards import Card
from sim.virtual_time import VirtualTimeLoop

CASINO = Role.CASINO_SUPERVISOR
Story = Callable[[Console], Awaitable[None]]


def on_console(story: Story, **setup: Any) -> None:
    async def whole() -> None:
        await story(Console("en", **setup))

    with asyncio.Runner(loop_factory=VirtualTimeLoop) as runner:
        runner.run(whole())


async def as_casino(t: Console, state: str) -> None:
    """Come to a state of the dealer's screen, with a casino supervisor there."""
    await STATES[state][0](t)
    await t.tell(SignOn(CONSOLE, "303"))


async def lost_ticket(t: Console) -> None:
    """A table that was restored, and a terminal that had printed more than it knows."""
    await as_casino(t, "between")
    state = evolve(t.service.state, JournalRestored(9, "00" * 32, 1))
    t.service.state = evolve(state, PocketCompared(5, "", 3, 1, (PrintedTicket("006429188185446104", 130_00),)))


async def printed_ticket(t: Console) -> None:
    """A player was paid by ticket, and comes back with it."""
    await as_casino(t, "between")
    await t.tell(BuyIn(4, 100_00), CashOut(4, "ticket"))
    await t.tell(ReportTicket(next(iter(t.service.state.tickets)), "printed"))


async def owed(t: Console) -> None:
    """A player has lost since what a correction now takes back."""
    await as_casino(t, "between")
    await t.coups(1)
    await t.tell(CashOut(1), CorrectOutcome(1, t_cards("6H KC"), t_cards("7S KD")))


def t_cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes.split())


LIFE = "a1" * 8
DOUBT = f"5-{LIFE}-1"


async def doubts(t: Console) -> None:
    await as_casino(t, "terminal-doubts")
    await t.tell(ReportNoteDoubt(5, LIFE, 1, 0, "nobody knows which"))


async def held(t: Console) -> None:
    """Terminal 1 has won 100 and 20 of it are held; it claims more."""
    await as_casino(t, "between")
    await t.coups(1)
    await t.tell(HoldWinnings(1, 20_00), RecordClaim(1, "more"))


async def another_device(t: Console) -> None:
    await STATES["between"][0](t)
    await t.tell(*(ReportDevice("shoe", "identified", what) for what in ("shoe 1", "shoe 2")))


async def serviced(t: Console) -> None:
    await STATES["between"][0](t)
    await t.tell(BeginService(0, "fan", "lid"))


async def gaming_over(t: Console) -> None:
    """The table was closed before its cards were checked."""
    await as_casino(t, "burn")
    await t.tell(CloseTable())


async def abstaining(t: Console) -> None:
    """All seats are taken, and only some of the players wager."""
    await as_casino(t, "between")
    await t.tell(*(BuyIn(ats, 100_00) for ats in (4, 6, 8)))
    await t.coups(3)


async def unproven(t: Console) -> None:
    await as_casino(t, "closed")
    await t.tell(DoubtRecords(2))


async def silent(t: Console) -> None:
    """A coup was settled under a book that knows miscounts."""
    await t.open(CASINO)
    await t.seat()
    await t.tell(ChangeGame("mbs-baccarat", {}))
    await t.tell(s.OpenBets(), Wager(1, "player", 100_00), s.CloseBets())
    await t.deal("7S 6H KD KC")
    await t.tell(s.Confirm())


# For each operation: where it is asked for, what is touched, and the event that it comes to.
CASES: dict[str, tuple[Any, str, Any]] = {
    "buy-in": ("between", "op buy-in 4|key 5|key 0|key .|key 5|key 0|yes|key voucher|yes",
               BoughtIn(4, 50_50, "dealer", "voucher", at=HALF_PAST_NINE + 100)),
    "cash-out": ("between", "op cash-out 5|yes", CashedOut(5, 1125_00, "dealer", next_coup=1)),
    "hand-pay": ("between", "op hand-pay 5|yes", CashedOut(5, 1125_00, "hand-pay", next_coup=1)),
    "lost-ticket": (lost_ticket, "op lost-ticket 006429188185446104|yes",
                    LostTicketSettled(5, "006429188185446104", 130_00, HALF_PAST_NINE + 100)),
    "exclude": ("between", "op exclude 5|key device|yes",
               PlayerExcluded(5, "Uses a prohibited device", "13.2.2", "supervisor", "casino supervisor")),
    "leave": ("between", "op leave 5|key hindering|yes",
              PlayerExcluded(5, "Hinders other players", "6.6.2", "dealer", "dealer")),
    "vacate": (abstaining, "op vacate 8|yes", AskedToVacate(8, 3, "13.8", "dealer")),
    "declare-void": ("betting", "op declare-void 2|yes", WagersDeclaredVoid(1, 2, "13.2.1")),
    "declare-void-coup": ("settled", "op declare-void-coup 6|key 1|yes|yes", WagersDeclaredVoid(6, 1, "13.2.1")),
    "hold": (held, "op hold 1|key 8|key 0|yes|yes", WinningsHeld(1, 80_00, "13.2.3", ordered=100_00)),
    "release": (held, "op release 1|yes", WinningsReleased(1, 20_00, owed=False, rule="13.2.3")),
    "keep": (held, "op keep 1|yes", WinningsKept(1, 20_00, "13.2.3", ordered=20_00)),
    "claim": ("between", "op claim 5|key outcome|yes",
              Claimed(1, 5, "The outcome that was entered is wrong", None, "11.12")),
    "claim-decided": (held, "op claim-decided 1|key dismissed|yes", ClaimDecided(1, 1, "Dismissed", "11.12")),
    "measure": ("between", "op measure 5|key detained|yes", MeasureRecorded(5, "detained", "13.2.5")),
    "void-unconfirmed": (unproven, "op void-unconfirmed 2|yes", WagersReturned),
    "miscount": (silent, "op miscount|key 6S|key KD|yes|key 7H|key KC|yes|yes", OutcomeCorrected),
    "miscount-void": (silent, "op miscount-void|yes", CoupInvalidated(1, "wrong_outcome", "5.2")),
    "ats-fault": ("between", "op ats-fault 5|yes", MalfunctionBegan("ats", 5)),
    "ats-clear": ("devices", "op ats-clear 4|yes", MalfunctionCleared("ats", 4)),
    "clear-fault": ("devices", "op clear-fault wnd|yes", MalfunctionCleared("wnd", None)),
    "empty-box": ("between", "op empty-box 5|yes", CashBoxEmptied(5, 1, {}, 0)),
    "voucher": (printed_ticket, "op voucher 4|FIGURES|yes", TicketShown),
    "voucher-at": (printed_ticket, "op voucher-at 4 TICKET|yes", TicketShown),
    "voucher-scanned": (printed_ticket, "op voucher-scanned TICKET|key 4|yes|yes", TicketShown),
    "ticket": (doubts, "op ticket TICKET|key credit|yes", TicketResolved),
    "note": (doubts, f"op note {DOUBT}|key 50.00|yes", NoteDoubtResolved(5, DOUBT, 50_00)),
    "board": ("terminal-board", "op board 5 90c190c190c190c1|key changed|yes", PocketBegan(5, "90c1" * 4)),
    "owed": (owed, "op owed 1 1|key waived|yes", OwedResolved),
    "open": ("between", "op open", g.CoupOpened),
    "close": ("betting", "op close|yes", g.BetsClosed(1, "dealer", recognised=True)),
    "confirm": ("complete", "op confirm", g.CoupResult),
    "void": ("dealing", "op void|key dispute|yes", WagersReturned),
    "restart": ("unburned", "op restart|yes",
                g.Ruling("burn_missed", "reconstruct", "11.1.1", "supervisor", role="game supervisor")),
    "decide": ("question", "op decide carry|yes", g.Answered(1, "carry", "supervisor", "game supervisor")),
    "order": ("order", "no|op order|key KD|key 9H|key TC|yes", g.Answered(1, "order=KD,9H,TC", "dealer", "dealer")),
    "enter": ("unreadable", "op enter|key 7H|yes", g.CardEntered),
    "seen": ("dealing", "op seen|key banker|yes", g.CardSeen),
    "burn": ("burn", "op burn|key 5H|key yes|yes", g.Burned(Card("5H"), True, True, None, 5)),  # noqa: FBT003
    "cut": ("between", "op cut|yes", g.CuttingCard(1)),
    "new-shoe": ("between", "op new-shoe|key abnormal|yes", g.ShoeEnded(1, "abnormal", "3.5")),
    "check-cards": (gaming_over, "op check-cards|key missing|yes", CardsChecked(1, "missing", "3.4")),
    "card": ("dealing", "op card|key TC|key due|yes", g.CardLaid),
    "together": ("dealing", "op together|key TC|key 2H|yes|yes", g.CardsLeft(1, t_cards("TC 2H"))),
    "unreadable": ("dealing", "op unreadable|yes", g.Irregularity(1, "unreadable_card", None, None)),
    "foreign": ("dealing", "op foreign|yes", g.Irregularity),
    "altered": ("dealing", "op altered|yes", g.Irregularity(1, "order_altered", "3.5.3", None)),
    "empty": ("dealing", "op empty|yes", g.Irregularity(1, "shoe_empty", None, None)),
    "replace": ("between", "op replace|key AS|key 2S|yes|yes", g.CardsReplaced(t_cards("AS 2S"), "3.11")),
    "freeze": ("settled", "op freeze|yes", AccountsFrozen("11.11")),
    "unfreeze": ("frozen", "op unfreeze|yes", AccountsUnfrozen()),
    "correct": ("settled", "op correct 6|key 7S|key KD|yes|key 9H|key KC|yes|yes", OutcomeCorrected),
    "invalidate": ("settled", "op invalidate 6|key malfunction|key equipment|yes",
                   CoupInvalidated(6, "Malfunction of equipment", "11.10")),
    "limit": ("between", "op limit|key tie|key 1|key 0|yes|key 2|key 0|key 0|yes|key 5|yes|yes", LimitSet),
    "period": ("between", "op period|key 4|key 5|yes|yes", PeriodSet(45_000)),
    "game": ("between", "op game|key crown-traditional|key 0|key 1|key 2|key 1|yes",
             GameChanged("crown-traditional", {"perfect": 1, "dragon": 2, "super6": 1})),
    "closing": ("between", "op closing|yes", ClosingAnnounced),
    "accept-device": (another_device, "op accept-device shoe|yes", DeviceAccepted("shoe", "shoe 2")),
    "service-begin": ("between", "op service-begin 5|key N|yes|key C|yes|yes", ServiceBegan(5, "N", "C")),
    "service-end": (serviced, "op service-end 0|yes", ServiceEnded(0)),
    "close-day": ("between", "op close-day|yes", DayClosed),
    "read-meters": ("between", "op read-meters|key M|key 1|yes|yes", MetersRead),
    "close-table": ("new-shoe", "op close-table|yes", TableClosed()),
}  # fmt: skip
ELSEWHERE = {
    "acceptor-seen",
    "open-on-word",
    "session-start",
    "session-end",
    "sign-on",
    "sign-off",
    "first",
    "enrol",
    "shoe-clear",
    "change-pin",
    "suspend",
    "dismiss",
    "reinstate",
    # with a reader: test_staff_card.py
    "own-card",
    "take-card",
    # a page of their own: test_technical_page.py
    "verify-software",
    "self-test",
    # test_papers.py
    "paper-day",
    "paper-meters",
    "print-ats-meters",
    "print-day",
    "print-meters",
    "clear-software",
    "clear-table-software",
    "allow-terminal-restart",
    "allow-restart",
    # two people, or a page of their own: test_day_page.py
    "count-box",
    "fill-tray",
    "credit-tray",
    "count-tray",
    "count-drop",
    # two people: test_recall.py
    "custody",
    "custody-pay",
    # a tournament's: tests/tournament/test_wishes.py, test_director_forms.py
    "hall",
    "hall-late",
    "hall-disqualify",
    "hall-disqualify-number",
    "hall-points",
}


def test_each_operation_is_tried() -> None:
    # What a feature offers by itself is tried with the feature; test_offered.py holds how it is asked for.
    assert CASES.keys() | ELSEWHERE | FEATURES.offers.keys() == OPERATIONS.keys()


@pytest.mark.parametrize("operation", CASES)
def test_an_operation_comes_to_what_it_says(operation: str) -> None:
    state, touches, expected = CASES[operation]

    async def story(t: Console) -> None:
        await (as_casino(t, state) if isinstance(state, str) else state(t))
        said: list[Any] = []
        desk = t.desk
        assert desk is not None
        before = len(t.service._journal.entries)  # type: ignore[attr-defined]  # noqa: SLF001
        tickets = next(iter(t.service.state.tickets), "")
        figures = "|".join(f"key {figure}" for figure in tickets) + "|yes"
        *first, last = touches.replace("TICKET", tickets).replace("FIGURES", figures).split("|")
        t.touch(*first)
        await asyncio.sleep(0.1)
        if first and "key" not in first[-1] and not OPERATIONS[operation].sure:
            assert len(t.service._journal.entries) == before  # type: ignore[attr-defined]  # noqa: SLF001
        form = desk.view().form
        if not OPERATIONS[operation].sure:
            # It says what will follow, and asks once, before anything is done.
            assert form is not None
            assert form.kind == "confirm"
            assert form.lines
        t.touch(last)
        await asyncio.sleep(0.2)
        said = [entry.event for entry in t.service._journal.entries[before:]]  # type: ignore[attr-defined]  # noqa: SLF001
        found = [event for event in said if event == expected or type(event) is expected]
        assert found, (desk.view().toast, said)
        assert desk.view().form is None

    on_console(story)


def test_a_malfunction_of_equipment_is_named_as_what_it_is() -> None:
    async def story(t: Console) -> None:
        await as_casino(t, "dealing")
        t.touch("op void", "key equipment", "yes")
        await asyncio.sleep(0.1)
        said = [entry.event for entry in t.service._journal.entries]  # type: ignore[attr-defined]  # noqa: SLF001
        assert g.Irregularity(1, "equipment_malfunction", "11.10") in said
        assert "equipment_malfunction" in next(event for event in said if isinstance(event, g.CoupResult)).flags

    on_console(story)


def test_a_session_of_a_tournament() -> None:
    async def story(t: Console) -> None:
        await t.open(CASINO)
        await t.tell(EnrolStaff("9", "Di", Role.TOURNAMENT_DIRECTOR, "kept"), SignOn(CONSOLE, "9"), s.NewShoe(8))
        t.touch("op session-start", "key F", "key I", "key N", "yes", "key 5", "key 00", "yes", "yes")
        await asyncio.sleep(0.1)
        assert (t.service.state.session, t.service.state.balance(3)) == ("FIN", 500_00)
        t.touch("op session-end", "key no", "yes")
        await asyncio.sleep(0.1)
        assert (t.service.state.session, t.service.state.accounts) == ("", {})

    on_console(story)


def test_what_is_refused_says_why_with_its_rule() -> None:
    async def story(t: Console) -> None:
        await as_casino(t, "closed")
        assert t.desk is not None
        t.touch("op confirm")
        await asyncio.sleep(0.1)
        assert t.desk.view().toast_look == "alarm"
        assert "(rule 8.4.1)" in t.desk.view().toast
        # What the table would refuse is not even asked about.
        t.touch("op cut", "yes")
        await asyncio.sleep(0.1)
        t.touch("op exclude 5", "key device", "yes")
        await asyncio.sleep(0.1)
        t.touch("op exclude 5", "key device")
        assert t.desk.view().form is None
        assert t.desk.view().toast == "The player at terminal 5 is excluded already."
        t.touch("op buy-in 4", "key .", "yes", "key cash")
        assert "is no amount" in t.desk.view().toast

    on_console(story)


def test_keys_are_taken_back_and_have_an_end() -> None:
    async def story(t: Console) -> None:
        await as_casino(t, "between")
        desk = t.desk
        assert desk is not None
        t.touch("op period", "key 1", "key 2", "key 3", "key 4")
        form = desk.view().form
        assert form is not None
        assert form.entry == "123"
        t.touch("erase", "erase")
        assert desk.view().form.entry == "1"  # type: ignore[union-attr]
        t.touch("erase all")
        form = desk.view().form
        assert form is not None
        assert (form.entry, form.ready) == ("", False)
        t.touch("yes")  # nothing was entered: it is asked still
        assert desk.view().form is not None
        t.touch("no")
        assert desk.view().form is None
        t.touch("key 1", "erase", "yes", "no")  # of no form

    on_console(story)


def test_a_form_about_what_is_gone_closes_by_itself() -> None:
    async def story(t: Console) -> None:
        await as_casino(t, "order")
        desk = t.desk
        assert desk is not None
        assert desk.view().form is not None
        await t.tell(s.Invalidate("a dispute"))
        form = desk.view().form
        assert form is None or not form.choices

    on_console(story)


def test_the_console_comes_back_with_what_had_happened() -> None:
    async def story(t: Console) -> None:
        await STATES["question"][0](t)
        desk = SgcDesk(t.service, t.staff, "en", "Table 7", lambda: None)
        view = desk.view()
        assert view.game is not None
        assert [row.look for row in view.game.happened] == ["notice"]
        assert view.line.startswith("A game supervisor decides")

    on_console(story)


def test_a_shoe_in_error_is_cleared_or_says_that_it_is_not() -> None:
    class Shoe:
        obeys = True

        async def clear_error(self) -> bool:
            return self.obeys

    async def story(t: Console) -> None:
        await as_casino(t, "devices")
        desk = t.desk
        assert desk is not None
        t.touch("op shoe-clear")
        await asyncio.sleep(0.1)
        assert desk.view().toast_look == "alarm"
        shoe = Shoe()
        desk.beside = desk.beside._replace(shoe=lambda: shoe)  # type: ignore[arg-type, return-value]
        t.touch("no", "op sign-off")
        await asyncio.sleep(0.1)
        assert "Sign on" in desk.view().line
        shoe.obeys = False
        t.touch("op shoe-clear")
        await asyncio.sleep(0.1)
        assert "error persists" in desk.view().toast

    on_console(story)


def test_a_table_that_has_stopped_says_so() -> None:
    async def story(t: Console) -> None:
        await as_casino(t, "between")
        assert t.desk is not None
        t.service.halt()
        t.touch("op open")
        await asyncio.sleep(0.1)
        assert "the table has stopped" in t.desk.view().toast

    on_console(story)
