"""What one person does alone, whatever they ask for: never more than the table lets one, in one act or in many."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from any_command import built, is_built
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from staffed_table import CASINO, DEALER, HOUR, LOST, VOID, Floor, on_a_floor, won_coup

from firmware.books import book_ids
from firmware.game import events as g
from firmware.game import steps as s
from firmware.game.hands import Winner
from firmware.refusal import Refused
from firmware.table.core.authority import may
from firmware.table.core.commands import Role
from firmware.table.core.events import CoupInvalidated, OutcomeCorrected, WagersReturned, WagersSettled
from firmware.table.core.feature import FEATURES
from firmware.table.core.setup import USUAL, Approvals, NoteList
from firmware.table.features.approvals import DoneAlone
from firmware.table.features.boards import ChangeBoard
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.card_checks import CheckCards
from firmware.table.features.cash_boxes import CashBoxEmptied, EmptyCashBox
from firmware.table.features.cash_desks import TicketShown
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.claims import DecideClaim, RecordClaim
from firmware.table.features.closing import AnnounceClosing, CloseTable
from firmware.table.features.corrections import CorrectOutcome, InvalidateCoup
from firmware.table.features.exclusions import AskToVacate, DeclareVoid, ExcludePlayer, RecordMeasure
from firmware.table.features.freezing import FreezeAccounts, UnfreezeAccounts
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.limits import SetLimit, SetPeriod
from firmware.table.features.lost_tickets import SettleLostTicket
from firmware.table.features.malfunctions import ClearMalfunction, ForgetRecords, Malfunction
from firmware.table.features.miscount import Miscount
from firmware.table.features.note_doubts import NoteDoubtResolved, ReportNoteDoubt, ResolveNoteDoubt
from firmware.table.features.opening import OpenOnWord
from firmware.table.features.owed import ResolveOwed, WaiverCancelled
from firmware.table.features.seat_joining import SeatJoined
from firmware.table.features.sessions import EndSession, SessionStarted, StartSession
from firmware.table.features.staff import EnrolStaff
from firmware.table.features.tickets import ResolveTicket
from firmware.table.features.tournament_tables import PointsAdjusted, SeatLeft, SeatMoved
from firmware.table.features.wagers import Wager, WagerSet
from firmware.table.features.winnings import HoldWinnings, KeepWinnings, ReleaseWinnings, WinningsHeld, WinningsReleased
from hal.cards import DECK, Card
from sim.ticket_numbers import MACHINE

# Every event that moves money, and not by somebody's word: what does it instead.
NOT_ASKED_FOR = {
    WagerSet: "the player",
    WagersReturned: "the rules",
    WagersSettled: "the cards",
    TicketShown: "whoever shows a ticket that was paid for, at the cash desk",
    CashBoxEmptied: "nobody: the house has it before and after",
    **dict.fromkeys((SessionStarted, SeatMoved, SeatJoined, SeatLeft, PointsAdjusted), "nobody: points are no money"),
    WinningsHeld: "nobody: they are the player's still",
    WinningsReleased: "nobody: they are the player's again",
    WaiverCancelled: "nobody: what was waived was never due",
}


# What only names what other events move: a note's credit, adjustments.
NAMES = {NoteDoubtResolved, OutcomeCorrected, CoupInvalidated}


def test_every_event_that_moves_money_is_counted_or_nobody_asks_for_it() -> None:
    assert FEATURES.moves.keys() == (FEATURES.ways.keys() | NOT_ASKED_FOR.keys()) - NAMES
    assert not FEATURES.ways.keys() & NOT_ASKED_FOR.keys()


def test_an_amount_that_is_split_is_one_amount() -> None:
    async def story(floor: Floor) -> None:
        for _ in range(4):
            await floor.ask("1", BuyIn(1, 2_500_00))
        assert await floor.refused(floor.ask("1", BuyIn(1, 1))) == "approval_needed"
        # Another dealer adds to the same; another terminal is somebody else's; a payout is another way.
        await floor.enrol("1", "2", DEALER)
        assert await floor.refused(floor.ask("2", BuyIn(1, 1))) == "approval_needed"
        await floor.ask("2", BuyIn(2, 10_000_00))
        await floor.ask("1", CashOut(1))
        # Whoever leaves and comes again does not begin anew.
        assert await floor.refused(floor.ask("1", BuyIn(1, 1))) == "approval_needed"
        await asyncio.sleep(HOUR - 1)
        assert await floor.refused(floor.ask("1", BuyIn(1, 1))) == "approval_needed"
        await asyncio.sleep(61)  # the whole first minute counts
        await floor.ask("1", BuyIn(1, 10_000_00))
        counted = [event for event in floor.of(DoneAlone) if event.way == "buy_in" and event.ats == 1]
        assert [event.amount for event in counted] == [2_500_00] * 4 + [10_000_00]
        assert [event.staff for event in counted] == ["1"] * 5

    on_a_floor(story, approvals=USUAL, ats=2)


def test_what_somebody_approved_does_not_count() -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await asyncio.sleep(24 * HOUR)
        await floor.ask("1", BuyIn(1, 50_000_00), "2")
        await floor.ask("1", BuyIn(1, 10_000_00))
        # A name that nobody checked, for what needed none, approves nothing.
        assert await floor.refused(floor.ask("1", BuyIn(1, 1))) == "approval_needed"
        await floor.ask("1", BuyIn(2, 6_000_00), "2")
        assert await floor.refused(floor.ask("1", BuyIn(2, 6_000_00))) == "approval_needed"

    on_a_floor(story, approvals=USUAL, ats=2)


def test_where_no_amount_is_set_nothing_is_counted() -> None:
    async def story(floor: Floor) -> None:
        for _ in range(3):
            await floor.ask("1", BuyIn(1, 1_000_000_00))
        assert not floor.of(DoneAlone)
        assert not floor.service.state.alone

    on_a_floor(story, approvals=Approvals())


def test_corrections_of_many_accounts_count_together() -> None:
    """Crown 11.11 turns 400.00 that were won into 400.00 that were lost, and back: 800.00 each time."""

    async def story(floor: Floor) -> None:
        await won_coup(floor, 400_00)
        await floor.ask("1", LOST)
        back = CorrectOutcome(1, LOST.banker, LOST.player)
        assert await floor.refused(floor.ask("1", back)) == "approval_needed"
        await asyncio.sleep(HOUR + 60)
        await floor.ask("1", back)

    on_a_floor(story, approvals=USUAL)


def test_points_that_become_a_debt_in_money_count_too() -> None:
    """A correction takes back points that the player has lost since: what is owed becomes money with the session."""

    async def story(floor: Floor) -> None:
        await floor.enrol("1", "5", Role.TOURNAMENT_DIRECTOR)
        await floor.tell(SetLimit("*", 1, 10_000_000_00, 1, next_coup=False), StartSession("final", (1,), 1_000_00))
        await floor.coup(Wager(1, "player", 1_000_00))
        await floor.coup(Wager(1, "banker", 2_000_00))  # Player 7, Banker 6 again: all is lost
        await floor.tell(LOST)
        assert floor.service.state.balance(1) == 0
        assert floor.service.state.owed_in_points(1, 1) == -2_000_00
        assert await floor.refused(floor.ask("5", EndSession(cash=True))) == "approval_needed"

    on_a_floor(story, approvals=USUAL, ats=2)


@pytest.mark.parametrize("what", [BuyIn(1, 50_00, "note"), BuyIn(1, 50_00, "note", single=True, currency="AUD")])
def test_nobody_at_a_console_is_an_acceptor(what: BuyIn) -> None:
    async def story(floor: Floor) -> None:
        assert await floor.refused(floor.ask("1", what)) == "role_may_not"

    on_a_floor(story)


def test_a_ticket_is_its_players_to_ask_for() -> None:
    async def story(floor: Floor) -> None:
        await floor.ask("1", BuyIn(1, 50_00))
        assert await floor.refused(floor.ask("1", CashOut(1, "ticket"))) == "role_may_not"

    on_a_floor(story)


# Whatever one person alone asks for.

money = st.sampled_from((1, 499_99, 999_99, 1_000_00, 1_000_01, 5_000_00, 9_999_99, 10_000_00, 10_000_01, 10**12))
terminals = st.sampled_from((1, 2))
cards = st.sampled_from([Card(code) for code in DECK])
hands = st.lists(cards, max_size=3).map(tuple)
coups = st.integers(1, 3)
words = st.sampled_from(("", "the reader"))
# What moves money comes more often than the rest.
MONEY: dict[type[Any], st.SearchStrategy[Any]] = {
    BuyIn: st.builds(BuyIn, terminals, money, st.sampled_from(("dealer", "dealer", "note")), st.just("voucher")),
    CashOut: st.builds(CashOut, terminals, st.sampled_from(("dealer", "hand-pay", "ticket"))),
    CorrectOutcome: st.sampled_from((LOST, CorrectOutcome(1, LOST.banker, LOST.player))),
    InvalidateCoup: st.just(VOID),
    ResolveOwed: st.builds(ResolveOwed, terminals, coups, st.sampled_from(("paid", "collected", "waived"))),
    ResolveNoteDoubt: st.builds(ResolveNoteDoubt, st.sampled_from(("1-a-1", "2-a-1", "1-a-2")), money),
    ResolveTicket: st.builds(
        ResolveTicket, st.just("?"), st.sampled_from(("printed", "credit", "hand-pay", "reprint"))
    ),
    EndSession: st.builds(EndSession, st.booleans()),
    StartSession: st.builds(StartSession, st.just("final"), st.just((1, 2)), money),
    HoldWinnings: st.builds(HoldWinnings, terminals, money),
    KeepWinnings: st.builds(KeepWinnings, terminals),
    ReleaseWinnings: st.builds(ReleaseWinnings, terminals),
    DeclareVoid: st.builds(DeclareVoid, terminals, st.sampled_from((None, 1, 2))),
    Miscount: st.builds(Miscount, hands, hands),
}
REST: dict[type[Any], st.SearchStrategy[Any]] = {
    **{kind: st.builds(kind) for kind in (
        s.OpenBets, s.CloseBets, s.Confirm, s.Cut, s.Unreadable, s.ShoeEmpty, s.OrderAltered, s.ForeignCard,
        FreezeAccounts, UnfreezeAccounts, AnnounceClosing, CloseTable,
    )},
    **{kind: st.builds(kind, cards) for kind in (s.Burn, s.CardDrawn, s.Enter)},
    **{kind: st.builds(kind, hands) for kind in (s.ReplaceCards, s.CardsTogether)},
    s.CardSeen: st.builds(s.CardSeen, st.sampled_from((None, "player", "banker"))),
    s.ShoeSays: st.builds(s.ShoeSays, st.sampled_from(Winner)),
    s.Decide: st.builds(s.Decide, st.sampled_from(("void", "play-on", "dummy", "carry", "reconstruct"))),
    s.Invalidate: st.builds(s.Invalidate, words),
    s.NewShoe: st.builds(s.NewShoe, st.just(8)),
    Malfunction: st.builds(Malfunction, st.sampled_from(("ats", "wnd")), terminals),
    ClearMalfunction: st.builds(ClearMalfunction, st.sampled_from(("ats", "wnd")), terminals),
    ExcludePlayer: st.builds(ExcludePlayer, terminals, words, st.sampled_from(("dealer", "supervisor"))),
    RecordMeasure: st.builds(RecordMeasure, terminals, st.just("confiscated")),
    CheckCards: st.just(CheckCards("complete")),
    AskToVacate: st.builds(AskToVacate, terminals),
    RecordClaim: st.builds(RecordClaim, terminals, words),
    DecideClaim: st.builds(DecideClaim, coups, words),
    ForgetRecords: st.builds(ForgetRecords, terminals, st.booleans()),
    SetLimit: st.builds(SetLimit, st.just("*"), st.none(), money),
    SetPeriod: st.builds(SetPeriod, st.just(30_000)),
    EmptyCashBox: st.builds(EmptyCashBox, terminals),
    ChangeGame: st.builds(ChangeGame, st.sampled_from(book_ids()), st.just({})),
    EnrolStaff: st.builds(EnrolStaff, st.just("9"), st.just("Nine"), st.sampled_from(Role), st.just("hash")),
    OpenOnWord: st.just(OpenOnWord((), ())),
    ChangeBoard: st.builds(ChangeBoard, terminals, st.sampled_from(("a", "b")), st.booleans()),
    SettleLostTicket: st.just(SettleLostTicket("?")),
}  # fmt: skip
# Whatever else people may ask for: a new feature's commands are among it by themselves.
ASKED = FEATURES.asked.keys() | FEATURES.beside.keys()
OTHERS = {kind: built(kind).filter(is_built) for kind in sorted(ASKED - MONEY.keys() - REST.keys(), key=str)}
# What players' terminals do meanwhile, and how time goes on.
OF_BOARDS = (
    st.builds(BuyIn, terminals, st.sampled_from((20_00, 50_00)), st.just("note")),
    st.builds(CashOut, terminals, st.just("ticket")),
    st.builds(ReportNoteDoubt, terminals, st.just("a"), st.integers(1, 3), st.sampled_from((0, 50_00)), st.just("jam")),
    st.builds(Wager, terminals, st.sampled_from(("player", "banker")), money),
)
told = st.one_of(
    st.one_of(*MONEY.values()).map(lambda what: ("asks", what)),
    st.one_of(*MONEY.values()).map(lambda what: ("asks", what)),
    st.one_of(*REST.values(), *OTHERS.values()).map(lambda what: ("asks", what)),
    st.one_of(*OF_BOARDS).map(lambda what: ("tells", what)),
    st.sampled_from((1, 900, 3_500)).map(lambda seconds: ("waits", seconds)),
)


def test_whatever_anybody_may_ask_for_is_tried() -> None:
    assert MONEY.keys() | REST.keys() | OTHERS.keys() == ASKED


# Where money comes from and goes to outside the players' accounts and the layout; and how much one person alone moves
# there within an hour, at a terminal, by all ways that lead there.
OUTSIDE = {
    "in": 10_000_00 + 1_000_00,  # buy-in, collected
    "out/chips": 10_000_00 + 1_000_00,  # payout, paid
    "out/hand-pay": 1_000_00 + 1_000_00,  # hand-pay, a ticket in doubt
    "cash-box": 1_000_00,
    "tickets": 1_000_00,
    "adjusted": 1_000_00 + 1_000_00,  # correction, invalidation
    "waived": 1_000_00,
    "kept": 1_000_00,
    "tournament": 1_000_00,
}


def outside(floor: Floor) -> Counter[tuple[int, str]]:
    """Return what lies there, by terminal. Notes that were taken out of a box are as they were in it."""
    sums: Counter[tuple[int, str]] = Counter()
    for ats, accounts in floor.service.state.ledger.items():
        for name, amount in accounts.items():
            first = name.partition("/")[0].replace("drop", "cash-box")
            kind = name if name in OUTSIDE else first
            if kind in OUTSIDE:
                sums[ats, kind] += amount
    return sums


def of_first_doubtful(floor: Floor, what: Any) -> Any:
    number = next(iter(floor.service.state.unsettled), "")
    return replace(what, number=number) if isinstance(what, ResolveTicket) else what


def asker(floor: Floor, what: Any) -> str:
    """Return somebody who may, if anybody may."""
    state = floor.service.state
    return next((number for number, one in state.staff.items() if may(state, one.role, what)), "1")


@given(st.lists(told, max_size=25), money)
def test_one_person_alone_moves_no_more_than_the_table_lets_one(story_of: list[tuple[str, Any]], staked: int) -> None:
    """Held against the ledger, which knows nothing of ways and events: each act, and each hour."""
    moves: list[tuple[float, tuple[int, str], int]] = []

    async def act(floor: Floor, what: Any) -> None:
        before, now = outside(floor), asyncio.get_running_loop().time()
        await floor.ask(asker(floor, what), what)
        after = outside(floor)
        for place in {*after, *before}:
            moves.append((now, place, abs(after[place] - before[place])))
            within = sum(amount for at, where, amount in moves if where == place and now - at < HOUR)
            assert within <= OUTSIDE[place[1]], (what, place)

    async def story(floor: Floor) -> None:
        await floor.enrol("1", "5", Role.TOURNAMENT_DIRECTOR)
        await won_coup(floor, staked)
        await floor.tell(BuyIn(2, staked))
        for how, what in story_of:
            before = outside(floor)
            try:
                if how == "asks":
                    await act(floor, of_first_doubtful(floor, what))
                elif how == "tells":
                    await floor.tell(what)
                else:
                    await asyncio.sleep(what)
            except Refused:
                assert outside(floor) == before

    notes = NoteList("AUD", (5_00, 10_00, 20_00, 50_00, 100_00))
    on_a_floor(story, approvals=USUAL, notes=notes, machine=MACHINE, ats=2)


def test_a_fact_that_a_person_tells_needs_nobody_else() -> None:
    async def story(floor: Floor) -> None:
        await floor.ask("1", BuyIn(1, 10_000_00))
        await floor.ask("1", s.CardDrawn(Card("7S")))
        assert floor.of(g.CardLaid)

    on_a_floor(story, approvals=USUAL)
