"""Two people: who enrols whom, what one person does alone, and who may be the second."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from table_under_test import Table

from firmware.boards.table import _begin as begin
from firmware.config import read_board
from firmware.game.refusal import Refused
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import player_commands as pc
from firmware.table.approval_rules import USUAL, WAYS, Approvals
from firmware.table.cash_rules import NoteList
from firmware.table.commands import Role
from firmware.table.staff_commands import OfStaff, SetApprovals
from firmware.table.state import StaffMember
from hal.cards import Card
from sim.ticket_numbers import MACHINE

HOUR = 60 * 60
DEALER, GAME, CASINO, TECHNICIAN = Role.DEALER, Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.TECHNICIAN
Story = Callable[["Floor"], Awaitable[None]]


class Floor(Table):
    """A table whose people act at their consoles: each person has one of their own name."""

    async def enrol(self, by: str, number: str, role: Role, approved_by: str = "", **more: Any) -> None:
        command = c.EnrolStaff(number, more.pop("name", f"person {number}"), role, "hash", **more)
        await self.ask(by, command, approved_by)

    async def ask(self, staff: str, what: Any, approved_by: str = "") -> None:
        if self.service.state.consoles.get(staff) != staff:
            await self.tell(c.SignOn(staff, staff))
        await self.tell(OfStaff(staff, staff, what, approved_by))

    async def refused(self, asked: Awaitable[None]) -> str:
        with pytest.raises(Refused) as refusal:
            await asked
        return refusal.value.code

    def member(self, number: str) -> StaffMember:
        return self.service.state.staff[number]


def on_a_floor(story: Story, **setup: Any) -> None:
    floor = Floor(**setup)

    async def told(table: Table) -> None:
        assert table is floor
        await floor.tell(c.EnrolStaff("1", "Ada", CASINO, "hash"))
        await story(floor)

    floor.run(told)


# Who enrols whom.


def test_the_first_two_are_enrolled_alone_and_from_then_on_somebody_else_approves() -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", DEALER)
        assert await floor.refused(floor.enrol("1", "3", GAME)) == "approval_needed"
        assert await floor.refused(floor.enrol("1", "3", GAME, "1")) == "approves_own"
        # Nobody else is there yet than who was enrolled today.
        await floor.enrol("1", "3", GAME, "2")
        assert await floor.refused(floor.enrol("1", "4", DEALER, "2")) == "may_not_approve"
        await floor.enrol("1", "4", DEALER, "3")
        # Another PIN, card or role of somebody who is there is an enrolment like any other.
        assert await floor.refused(floor.enrol("1", "4", DEALER)) == "approval_needed"
        assert await floor.refused(floor.enrol("3", "5", DEALER, "1")) == "role_may_not"

    on_a_floor(story)


def test_who_enrolled_whom_is_kept() -> None:
    async def story(floor: Floor) -> None:
        await asyncio.sleep(5)
        await floor.enrol("1", "2", GAME)
        await floor.enrol("1", "3", CASINO, "2")
        set_up, second, third = floor.of(e.StaffEnrolled)
        assert (set_up.enrolled_by, set_up.approved_by, set_up.at) == ("", "", 0)
        assert (second.enrolled_by, second.approved_by, second.at) == ("1", "", 5000)
        assert (third.enrolled_by, third.approved_by, third.at) == ("1", "2", 5000)
        assert (floor.member("3").enrolled_by, floor.member("3").approved_by) == ("1", "2")
        # Another PIN of one's own hides nothing.
        await asyncio.sleep(5)
        await floor.enrol("3", "3", CASINO, "2")
        assert (floor.member("3").enrolled_by, floor.member("3").enrolled_at) == ("1", 5000)
        await floor.enrol("3", "2", GAME, "2")  # with another PIN
        assert (floor.member("2").enrolled_by, floor.member("2").enrolled_at) == ("3", 10_000)

    on_a_floor(story)


def test_a_supervisor_who_enrols_a_second_self_cannot_approve_with_it() -> None:
    pay = c.BuyIn(1, 10_000_01)

    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await asyncio.sleep(48 * HOUR)
        # Both are supervisors since days ago; "9" is who "1" calls in.
        await floor.enrol("1", "9", CASINO, "2")
        assert await floor.refused(floor.ask("1", pay, "9")) == "enrolled_lately"
        assert await floor.refused(floor.ask("9", pay, "1")) == "enrolled_lately"
        assert await floor.refused(floor.enrol("1", "10", CASINO, "9")) == "may_not_approve"
        assert await floor.refused(floor.enrol("9", "10", CASINO, "1")) == "may_not_approve"
        # Another PIN of one's own does not end the day.
        await floor.enrol("9", "9", CASINO, "2")
        assert await floor.refused(floor.ask("1", pay, "9")) == "enrolled_lately"
        await floor.ask("1", pay, "2")
        await asyncio.sleep(24 * HOUR - 1)
        assert await floor.refused(floor.ask("1", pay, "9")) == "enrolled_lately"
        await asyncio.sleep(1)
        await floor.ask("1", pay, "9")

    on_a_floor(story, approvals=USUAL)


def test_nobody_is_two_people() -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO, name="Mei Chan", card="A7")
        for name in ("Mei Chan", " mei  CHAN", "\uff2d\uff45\uff49 Chan"):
            assert await floor.refused(floor.enrol("1", "3", CASINO, "2", name=name)) == "name_taken"
        assert await floor.refused(floor.enrol("1", "3", CASINO, "2", card="A7")) == "card_taken"
        await floor.enrol("1", "2", CASINO, "2", name="Mei Chan", card="A8")

    on_a_floor(story)


def test_nobody_raises_themselves_and_somebody_is_left_who_enrols() -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", GAME)
        assert await floor.refused(floor.enrol("1", "2", CASINO, "2")) == "may_not_approve"
        assert await floor.refused(floor.enrol("1", "1", DEALER, "2")) == "last_supervisor"
        await floor.enrol("1", "3", GAME, "2")
        await floor.enrol("1", "2", CASINO, "3")
        await floor.enrol("1", "1", DEALER, "2")
        assert floor.member("1").role is DEALER

    on_a_floor(story)


def test_what_is_asked_is_asked_by_who_is_there() -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", DEALER)
        assert await floor.refused(floor.tell(OfStaff("2", "2", c.FreezeAccounts()))) == "sign_on_first"
        await floor.tell(c.SignOn("sgc", "2"))
        assert await floor.refused(floor.tell(OfStaff("sgc", "1", c.FreezeAccounts()))) == "sign_on_first"
        assert await floor.refused(floor.tell(OfStaff("", "", c.FreezeAccounts()))) == "sign_on_first"
        assert await floor.refused(floor.tell(OfStaff("sgc", "2", c.SetPeriod(1000)))) == "role_may_not"
        await floor.tell(OfStaff("sgc", "2", c.FreezeAccounts()))

    on_a_floor(story)


# Above which amounts somebody else approves.


async def _account(floor: Floor, amount: int) -> None:
    await floor.tell(c.BuyIn(1, amount))


async def _ticket_doubt(floor: Floor, amount: int) -> None:
    await floor.tell(c.BuyIn(1, amount), c.CashOut(1, "ticket"))
    (issued,) = floor.of(e.TicketIssued)
    await floor.tell(c.ReportTicket(issued.number, "in_doubt", "the paper tore"))


async def _coup(floor: Floor, amount: int) -> None:
    """A coup on which so much was staked and won: Player 7, Banker 6."""
    await floor.tell(c.SetLimit("*", 1, 10_000_000_00, 1, next_coup=False), c.BuyIn(1, amount))
    await floor.coup(c.Wager(1, "player", amount))


async def _owed(floor: Floor, amount: int) -> None:
    """What a correction could not take back is owed: the winner has left with it."""
    await _coup(floor, amount)
    await floor.tell(c.CashOut(1), LOST)
    assert floor.service.state.owed_for(1, 1) == -2 * amount


async def _held(floor: Floor, amount: int) -> None:
    await _coup(floor, amount)
    await floor.tell(pc.HoldWinnings(1, amount))


async def _session(floor: Floor, amount: int) -> None:
    await floor.tell(c.StartSession("final", (1, 2), amount))


LOST = c.CorrectOutcome(1, (Card("6H"), Card("KC")), (Card("7S"), Card("KD")))
VOID = c.InvalidateCoup(1, "malfunction", "the reader")


def ticket(how: str) -> Callable[[Floor], Any]:
    return lambda floor: c.ResolveTicket(floor.of(e.TicketIssued)[0].number, how)  # type: ignore[arg-type]


def always(command: Any) -> Callable[[Floor], Any]:
    return lambda _: command


# How money comes or goes; what makes ready for it, for so much; what is asked; and how much it moves, of that.
CASES: list[tuple[str, Any, Callable[[Floor], Any], int]] = [
    ("payout", _account, always(c.CashOut(1)), 1),
    ("hand_pay", _account, always(c.CashOut(1, "hand-pay")), 1),
    ("ticket_doubt", _ticket_doubt, ticket("credit"), 1),
    ("ticket_doubt", _ticket_doubt, ticket("hand-pay"), 1),
    ("ticket_doubt", _ticket_doubt, ticket("printed"), 1),
    ("owed", _owed, always(c.ResolveOwed(1, 1, "waived")), 2),
    ("owed", _owed, always(c.ResolveOwed(1, 1, "collected")), 2),
    ("kept", _held, always(pc.KeepWinnings(1)), 1),
    ("correction", _coup, always(LOST), 2),
    ("invalidation", _coup, always(VOID), 1),
    ("session", _session, always(c.EndSession(cash=True)), 2),
]


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize(("way", "ready", "asked", "times"), CASES)
def test_above_its_amount_each_way_of_money_needs_somebody_else(
    way: str, ready: Any, asked: Callable[[Floor], Any], times: int, more: int
) -> None:
    over: Any = getattr(USUAL, f"{way}_over")
    asker = "5" if way == "session" else "1"

    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await asyncio.sleep(24 * HOUR)
        await floor.enrol("1", "5", Role.TOURNAMENT_DIRECTOR, "2")
        await floor.enrol("1", "3", DEALER, "2")
        await ready(floor, over // times + more)
        if more:
            assert await floor.refused(floor.ask(asker, asked(floor))) == "approval_needed"
            assert await floor.refused(floor.ask(asker, asked(floor), "3")) == "may_not_approve"
        await floor.ask(asker, asked(floor), "2" if more else "")

    on_a_floor(story, approvals=USUAL, ats=2)


def test_a_buy_in_at_the_table() -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", GAME)
        await floor.enrol("1", "3", DEALER, "2")
        await floor.ask("3", c.BuyIn(1, 10_000_00))
        assert await floor.refused(floor.ask("3", c.BuyIn(1, 10_000_01))) == "approval_needed"
        # Ten billion of a dealer's own making.
        assert await floor.refused(floor.ask("3", c.BuyIn(1, 10_000_000_000_00))) == "approval_needed"
        assert await floor.refused(floor.ask("3", c.BuyIn(1, 10_000_01), "1")) == "enrolled_lately"
        await floor.ask("3", c.BuyIn(1, 10_000_01), "2")
        assert floor.service.state.balance(1) == 20_000_01

    on_a_floor(story, approvals=USUAL)


def test_a_table_that_is_told_of_no_amounts_has_none_and_journals_of_before_keep_theirs() -> None:
    assert all(Approvals().over(way) is None for way in WAYS)
    before = Approvals(hand_pay_over=500_00, correction=True, invalidation=True)
    assert [before.over(way) for way in ("hand_pay", "correction", "invalidation", "buy_in")] == [500_00, -1, -1, None]

    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await floor.ask("2", c.BuyIn(1, 10_000_000_00))
        await _coup(floor, 1_00)
        assert await floor.refused(floor.ask("1", LOST)) == "approval_needed"  # always
        await floor.tell(SetApprovals(USUAL))
        await floor.ask("1", LOST)

    on_a_floor(story, approvals=before)


# Whatever one person alone asks for.

OUTSIDE = ("in/", "out/", "cash-box/", "drop/")
APART = ("tickets", "adjusted", "owed-to", "owed-by", "waived", "tournament")


def outside(floor: Floor) -> Counter[str]:
    """Return what the house has taken in, paid out, and owes otherwise than on accounts and the layout."""
    sums: Counter[str] = Counter()
    for accounts in floor.service.state.ledger.values():
        for name, amount in accounts.items():
            if name in APART or name.startswith(OUTSIDE):
                sums[name.partition("/")[0]] += amount
    sums["cash-box"] += sums.pop("drop", 0)
    return sums


money = st.sampled_from((1, 999_99, 1_000_00, 1_000_01, 5_000_00, 10_000_00, 10_000_01, 10**12))
terminals = st.sampled_from((1, 2))
asked_alone = st.one_of(
    st.builds(c.BuyIn, terminals, money),
    st.builds(c.CashOut, terminals, st.sampled_from(("dealer", "hand-pay"))),
    st.builds(c.CorrectOutcome, st.just(1), st.just(LOST.player), st.just(LOST.banker)),
    st.builds(c.InvalidateCoup, st.just(1), st.just("malfunction"), st.just("the reader")),
    st.builds(c.ResolveOwed, terminals, st.just(1), st.sampled_from(("paid", "collected", "waived"))),
    st.builds(c.ResolveNoteDoubt, st.sampled_from(("1-a-1", "2-a-1", "1-a-2")), money),
    st.builds(c.ResolveTicket, st.just("?"), st.sampled_from(("printed", "credit", "hand-pay", "reprint"))),
    st.builds(pc.HoldWinnings, terminals, money), st.builds(pc.KeepWinnings, terminals),
    st.builds(pc.ReleaseWinnings, terminals), st.builds(pc.DeclareVoid, terminals, st.just(1)),
    st.builds(c.EmptyCashBox, terminals),
    st.builds(c.FreezeAccounts), st.builds(c.UnfreezeAccounts),
)  # fmt: skip
# What players' terminals do meanwhile.
of_boards = st.one_of(
    st.builds(c.BuyIn, terminals, st.sampled_from((20_00, 50_00)), st.just("note")),
    st.builds(c.CashOut, terminals, st.just("ticket")),
    st.builds(
        c.ReportNoteDoubt, terminals, st.just("a"), st.integers(1, 3), st.sampled_from((0, 50_00)), st.just("jam")
    ),
)


@given(st.lists(st.one_of(asked_alone, asked_alone, of_boards), max_size=25), money)
def test_one_person_alone_moves_no_more_than_the_table_lets_one(told: list[Any], staked: int) -> None:
    """Held against the ledger, which knows nothing of ways and events."""

    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await _coup(floor, staked)
        await floor.tell(c.BuyIn(2, staked))
        for what in told:
            before = outside(floor)
            try:
                if isinstance(what, c.ResolveTicket):
                    what = replace(what, number=next(iter(floor.service.state.unsettled), ""))  # noqa: PLW2901
                alone = not isinstance(what, c.ReportNoteDoubt) and getattr(what, "by", "") not in ("note", "ticket")
                await (floor.ask("1", what) if alone else floor.tell(what))
            except Refused:
                assert outside(floor) == before
                continue
            if alone:
                after = outside(floor)
                over = 10_000_00 if getattr(what, "by", "") == "dealer" else 1_000_00
                assert all(abs(after[name] - before[name]) <= over for name in {*after, *before}), what

    on_a_floor(story, approvals=USUAL, notes=NoteList("AUD", (5_00, 10_00, 20_00, 50_00, 100_00)), machine=MACHINE)


def test_a_table_that_comes_back_keeps_to_its_configuration() -> None:
    board = read_board((Path(__file__).parents[2] / "deploy/table.toml").read_text())

    async def story(floor: Floor) -> None:
        for _ in range(2):
            await begin(board, floor.service, fresh=False)
        assert floor.service.state.setup.approvals == USUAL
        (told,) = floor.of(e.ApprovalsSet)
        assert told.approvals == USUAL

    on_a_floor(story, ats=8)
