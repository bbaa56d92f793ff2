"""A table that was started in a wrong future is brought out of it by two people; its rows stay as they are."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import to_builtins
from staffed_table import DEALER
from timed_board import DAY, LOSES, TODAY, WRONG, Board, in_today, staffed

from firmware.game import steps as s
from firmware.game.wagers import limit_of
from firmware.refusal import Refused
from firmware.table.core.commands import OfStaff
from firmware.table.core.state import TableState
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cash_desks import RedeemTicket
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.clock import ahead_by
from firmware.table.features.days import BeginDays, began_at
from firmware.table.features.limits import SetLimit
from firmware.table.features.staff import EnrolStaff, RefusePin
from firmware.table.features.time_back import TimeTurnedBack, TurnTimeBack
from firmware.table.features.wagers import Wager
from firmware.table.journal.file import GENESIS
from firmware.table.journal.query import Wanted, find, opened
from firmware.table.journal.replay import replayed
from hal.cards import Card

pytestmark = pytest.mark.lab(68)


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Board:
    return Board(tmp_path, monkeypatch)


async def in_2035(board: Board) -> None:
    """Whatever has a time: limits, a day, wrong PINs, a desk that names unknown numbers, cash, a ticket."""
    state = board.service.state
    if not state.staff:
        await staffed(board)
        await board.tell(s.NewShoe(8))
    await board.tell(BeginDays(), SetLimit("tie", minimum=10_00, next_coup=False), BuyIn(1, 100_00))
    await board.tell(s.OpenBets(), Wager(1, "player", 10_00), s.CloseBets())
    await board.tell(*(s.CardDrawn(Card(code)) for code in LOSES), s.Confirm())
    await board.tell(EnrolStaff("9", "late", DEALER, "hash"), RefusePin("sgc", "3"), BuyIn(3, 10_00, "note"))
    await board.tell(RedeemTicket("cage-1", "0" * 18))
    await board.pay_out(3)
    await board.pay_out(1)


def times(held: object) -> Iterator[int]:
    """Return all that can be times after 2030, in milliseconds or minutes, wherever they are kept."""
    if isinstance(held, dict):
        for one in held.values():
            yield from times(one)
    elif isinstance(held, list | tuple):
        for one in held:
            yield from times(one)
    elif isinstance(held, int) and held > (TODAY - DAY) // 60_000:
        yield held if held > TODAY - DAY else held * 60_000


def test_nothing_of_the_wrong_future_is_left_but_what_says_so(board: Board) -> None:
    async def story(board: Board) -> None:
        await in_2035(board)
        before = board.service.state
        assert max(times(to_builtins(before))) > TODAY + WRONG
        board.wrong_by = 0
        await board.watch.look()
        assert ahead_by(board.service.state) == pytest.approx(WRONG, abs=2_000)
        await board.turn_back()
        now = board.service.now_ms()
        assert now == pytest.approx(TODAY, abs=60_000)
        after = board.service.state
        held = {**to_builtins(after), "kept": {k: v for k, v in to_builtins(after)["kept"].items() if k != "time back"}}
        assert max(times(held)) < now + 31 * DAY
        # What held goes on to hold, and what was just done was done just now.
        assert limit_of(after.limits, "tie", now, 2).minimum == 10_00
        assert now - 60_000 <= began_at(after) <= now
        assert now - 60_000 <= after.staff["9"].enrolled_at <= now
        assert now - 60_000 <= after.guards["sgc"].last <= now < after.guards["sgc"].until < now + DAY
        assert after.ledger == before.ledger

    board.wrong_by = WRONG
    board.on(story)


def test_a_ticket_of_the_wrong_future_has_all_its_days_and_one_from_before_those_it_had(board: Board) -> None:
    async def story(board: Board) -> None:
        (old,) = board.service.state.tickets
        due = board.service.state.tickets[old].expires_at
        assert due == pytest.approx(TODAY + 30 * DAY, abs=60_000)
        await in_2035(board)
        new = board.ticket()
        board.wrong_by = 2 * DAY
        await board.watch.look()
        await board.turn_back()
        tickets, now = board.service.state.tickets, board.service.now_ms()
        assert tickets[old].expires_at == due
        assert tickets[new].expires_at == pytest.approx(now + 30 * DAY, abs=1)
        await board.tell(RedeemTicket("cage-1", old, pay=True), RedeemTicket("cage-1", new, pay=True))
        assert [board.service.state.tickets[number].fate for number in (old, new)] == ["paid", "paid"]

    board.on(in_today)
    board.wrong_by = 30 * DAY  # within what a table believes by itself
    board.on(story)


def test_the_rows_stay_in_their_order_and_give_the_same_state_again(board: Board) -> None:
    async def story(board: Board) -> None:
        await in_2035(board)
        board.wrong_by = 0
        await board.watch.look()
        await board.turn_back()
        await board.tell(BuyIn(1, 50_00))

    board.wrong_by = WRONG
    state = board.on(story)
    with opened(board.path) as db:
        *_, (_, last) = replayed(db, board.path, TableState.unopened(), 0, GENESIS)
    assert last == state
    rows = [(entry.sequence, fields["event"], entry.at) for entry, fields in find(board.path, Wanted())]
    assert [row for row, _, _ in rows] == sorted(row for row, _, _ in rows)
    (turned,) = [place for place, (_, kind, _) in enumerate(rows) if kind == "time_turned_back"]
    assert all(at > TODAY + WRONG - DAY for _, _, at in rows[:turned])
    assert all(at < TODAY + DAY for _, kind, at in rows[turned + 1 :] if kind != "signature")
    # Asked by time, a journal out of order is read by its rows.
    bought = [fields["amount"] for _, fields in find(board.path, Wanted(kind="bought_in", until=TODAY + DAY))]
    assert bought == [50_00]
    later = [fields["amount"] for _, fields in find(board.path, Wanted(kind="bought_in", since=TODAY + DAY))]
    assert later == [100_00, 10_00]
    assert {f["coup"] for _, f in find(board.path, Wanted(kind="coup_opened", since=TODAY + DAY, last=1))} == {1}
    assert not list(find(board.path, Wanted(kind="coup_opened", until=TODAY + DAY, last=1)))


def test_a_loss_of_power_right_after_it_leads_to_no_future(board: Board) -> None:
    async def cut(board: Board) -> None:
        await in_2035(board)
        board.wrong_by = 0
        await board.watch.look()
        board.watch.follow = lambda _: None  # type: ignore[method-assign]  # the power goes before anybody hears of it
        await board.turn_back()

    async def again(board: Board) -> None:
        assert board.service.now_ms() == pytest.approx(TODAY, abs=60_000)
        await board.watch.look()
        assert ahead_by(board.service.state) == 0

    board.wrong_by = WRONG
    board.on(cut)
    board.on(again)
    board.on(again)


def test_what_comes_with_it_waits_for_a_commit_of_its_own(board: Board) -> None:
    async def story(board: Board) -> None:
        await in_2035(board)
        board.wrong_by = 0
        await board.watch.look()
        asked = OfStaff("sgc", "1", TurnTimeBack(), approved_by="2")
        await asyncio.gather(*(board.service.submit(command) for command in (asked, BuyIn(1, 50_00))))
        assert board.service.state.accounts[1].sitting.since == pytest.approx(TODAY, abs=60_000)

    board.wrong_by = WRONG
    board.on(story)


def test_it_takes_two_people_a_clock_that_is_ahead_and_a_table_at_which_nobody_has_credit(board: Board) -> None:
    async def why(asked: OfStaff) -> str:
        with pytest.raises(Refused) as refusal:
            await board.tell(asked)
        return str(refusal.value.code)

    async def story(board: Board) -> None:
        both = OfStaff("sgc", "1", TurnTimeBack(), approved_by="2")
        await in_2035(board)
        assert await why(both) == "not_ahead"
        board.wrong_by = 0
        await board.watch.look()
        assert await why(OfStaff("sgc", "1", TurnTimeBack())) == "approval_needed"
        await board.tell(BuyIn(1, 50_00))
        assert await why(both) == "accounts_open"
        await board.tell(s.OpenBets())
        assert await why(both) == "coup_open"
        await board.tell(s.CloseBets(), *(s.CardDrawn(Card(code)) for code in LOSES), s.Confirm(), CashOut(1))
        # The time of day that was wrong is taken for right again: there is nothing to turn back to.
        board.wrong_by = WRONG
        await board.watch.look()
        assert await why(both) == "not_ahead"
        assert not [event for event in board.said if isinstance(event, TimeTurnedBack)]

    board.wrong_by = WRONG
    board.on(story)


def test_the_wrong_future_is_that_of_2035() -> None:
    assert datetime.fromtimestamp((TODAY + WRONG) / 1000, UTC).year == 2035
