"""Two people: who enrols whom, above which amounts somebody approves, and who that may be."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from staffed_table import CASINO, DEALER, GAME, HOUR, LOST, VOID, Floor, on_a_floor, won_coup

from firmware.config import read_board
from firmware.table.core.commands import OfStaff, Role
from firmware.table.core.setup import USUAL, WAYS, Approvals
from firmware.table.features.approvals import ApprovalsSet, SetApprovals
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.freezing import FreezeAccounts
from firmware.table.features.limits import SetPeriod
from firmware.table.features.owed import ResolveOwed
from firmware.table.features.sessions import EndSession, StartSession
from firmware.table.features.settings import SettingsRead
from firmware.table.features.staff import SignOn, StaffEnrolled
from firmware.table.features.tickets import ReportTicket, ResolveTicket, TicketIssued
from firmware.table.features.winnings import HoldWinnings, KeepWinnings
from firmware.table_board.board import _begin as begin

pytestmark = pytest.mark.lab(78)

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
        set_up, second, third = floor.of(StaffEnrolled)
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
    pay = BuyIn(1, 10_000_01)

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


def test_a_chain_of_second_selves_of_one_day_is_one_hand() -> None:
    pay = BuyIn(1, 10_000_01)

    async def story(floor: Floor) -> None:
        # All by one person on a new table's first day: "1" is "2" as well, and as "2" calls in "3", and as "3" "4".
        await floor.enrol("1", "2", CASINO)
        await floor.enrol("2", "3", CASINO, "1")
        await floor.enrol("3", "4", GAME, "1")
        for one, other in (("1", "3"), ("3", "1"), ("1", "4"), ("2", "4"), ("3", "4")):
            assert await floor.refused(floor.ask(one, pay, other)) == "enrolled_lately", (one, other)
        # Somebody has to be there who approves an enrolment on such a day.
        await floor.enrol("1", "5", DEALER, "4")
        await asyncio.sleep(24 * HOUR)
        await floor.ask("1", pay, "3")

    on_a_floor(story, approvals=USUAL)


def test_who_gives_another_a_new_pin_on_one_day_has_a_hand_in_them() -> None:
    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await asyncio.sleep(24 * HOUR)
        await floor.enrol("1", "3", CASINO, "2")
        # "3" has just been called in by "1", and gives "2" another PIN: whoever is behind "1" may be "2" by now.
        await floor.enrol("3", "2", CASINO, "2")
        for other in ("2", "3"):
            assert await floor.refused(floor.ask("1", BuyIn(1, 10_000_01), other)) == "enrolled_lately"
        # Each had a hand in the next, round and round; a day later nobody has.
        await floor.enrol("2", "1", CASINO, "1")
        assert await floor.refused(floor.ask("1", BuyIn(1, 10_000_01), "3")) == "enrolled_lately"
        await asyncio.sleep(24 * HOUR)
        await floor.ask("1", BuyIn(1, 10_000_01), "2")

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
        assert await floor.refused(floor.tell(OfStaff("2", "2", FreezeAccounts()))) == "sign_on_first"
        await floor.tell(SignOn("sgc", "2"))
        assert await floor.refused(floor.tell(OfStaff("sgc", "1", FreezeAccounts()))) == "sign_on_first"
        assert await floor.refused(floor.tell(OfStaff("", "", FreezeAccounts()))) == "sign_on_first"
        assert await floor.refused(floor.tell(OfStaff("sgc", "2", SetPeriod(1000)))) == "role_may_not"
        await floor.tell(OfStaff("sgc", "2", FreezeAccounts()))

    on_a_floor(story)


# Above which amounts somebody else approves.


async def _account(floor: Floor, amount: int) -> None:
    await floor.tell(BuyIn(1, amount))


async def _ticket_doubt(floor: Floor, amount: int) -> None:
    await floor.tell(BuyIn(1, amount), CashOut(1, "ticket"))
    (issued,) = floor.of(TicketIssued)
    await floor.tell(ReportTicket(issued.number, "in_doubt", "the paper tore"))


async def _owed(floor: Floor, amount: int) -> None:
    """What a correction could not take back is owed: the winner has left with it."""
    await won_coup(floor, amount)
    await floor.tell(CashOut(1), LOST)
    assert floor.service.state.owed_for(1, 1) == -2 * amount


async def _held(floor: Floor, amount: int) -> None:
    await won_coup(floor, amount)
    await floor.tell(HoldWinnings(1, amount))


async def _session(floor: Floor, amount: int) -> None:
    await floor.tell(StartSession("final", (1, 2), amount))


def ticket(how: str) -> Callable[[Floor], Any]:
    return lambda floor: ResolveTicket(floor.of(TicketIssued)[0].number, how)  # type: ignore[arg-type]


def always(command: Any) -> Callable[[Floor], Any]:
    return lambda _: command


# How money comes or goes; what makes ready for it, for so much; what is asked; and how much it moves, of that.
CASES: list[tuple[str, Any, Callable[[Floor], Any], int]] = [
    ("payout", _account, always(CashOut(1)), 1),
    ("hand_pay", _account, always(CashOut(1, "hand-pay")), 1),
    ("ticket_doubt", _ticket_doubt, ticket("credit"), 1),
    ("ticket_doubt", _ticket_doubt, ticket("hand-pay"), 1),
    ("ticket_doubt", _ticket_doubt, ticket("printed"), 1),
    ("owed", _owed, always(ResolveOwed(1, 1, "waived")), 2),
    ("owed", _owed, always(ResolveOwed(1, 1, "collected")), 2),
    ("kept", _held, always(KeepWinnings(1)), 1),
    ("correction", won_coup, always(LOST), 2),
    ("invalidation", won_coup, always(VOID), 1),
    ("session", _session, always(EndSession(cash=True)), 2),
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
        await floor.ask("3", BuyIn(1, 10_000_00))
        assert await floor.refused(floor.ask("3", BuyIn(1, 10_000_01))) == "approval_needed"
        # Ten billion of a dealer's own making.
        assert await floor.refused(floor.ask("3", BuyIn(1, 10_000_000_000_00))) == "approval_needed"
        # Whom the same person enrolled on the same day may be that person.
        assert await floor.refused(floor.ask("3", BuyIn(1, 10_000_01), "1")) == "enrolled_lately"
        assert await floor.refused(floor.ask("3", BuyIn(1, 10_000_01), "2")) == "enrolled_lately"
        await asyncio.sleep(24 * HOUR)
        await floor.ask("3", BuyIn(1, 10_000_01), "2")
        assert floor.service.state.balance(1) == 20_000_01

    on_a_floor(story, approvals=USUAL)


def test_a_table_that_is_told_of_no_amounts_has_none_and_journals_of_before_keep_theirs() -> None:
    assert all(Approvals().over(way) is None for way in WAYS)
    before = Approvals(hand_pay_over=500_00, correction=True, invalidation=True)
    assert [before.over(way) for way in ("hand_pay", "correction", "invalidation", "buy_in")] == [500_00, -1, -1, None]

    async def story(floor: Floor) -> None:
        await floor.enrol("1", "2", CASINO)
        await floor.ask("2", BuyIn(1, 10_000_000_00))
        await won_coup(floor, 1_00)
        assert await floor.refused(floor.ask("1", LOST)) == "approval_needed"  # always
        await floor.tell(SetApprovals(USUAL))
        await floor.ask("1", LOST)

    on_a_floor(story, approvals=before)


def test_a_table_that_comes_back_keeps_to_its_configuration() -> None:
    board = read_board((Path(__file__).parents[2] / "deploy/table.toml").read_text())

    async def story(floor: Floor) -> None:
        for _ in range(2):
            await begin(board, floor.service, fresh=False)
        assert floor.service.state.setup.approvals == USUAL
        (told,) = floor.of(ApprovalsSet)
        assert told.approvals == USUAL
        # The file offers Pairs, has people change the PINs that others chose and see to faults, and has a limit
        # of its own for the Tie; this floor has none of these.
        (read,) = floor.of(SettingsRead)
        assert read.differs == ("side_wagers", "own_pins", "acknowledge", "safer_play", "limits.tie")
        assert read.configured.setup == board.setup

    on_a_floor(story, ats=8)
