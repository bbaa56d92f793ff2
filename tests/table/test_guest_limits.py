"""What guests set themselves: the table holds it, lowers it at once, and keeps it over a restart."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from table_under_test import Table

from firmware.game import steps as s
from firmware.refusal import Refused
from firmware.table.core.accounts import Sitting
from firmware.table.core.service import TableService
from firmware.table.core.setup import SaferPlay, Setup
from firmware.table.features.buying_in import AskNote, BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.guest_limits import SetOwnLimits, TakePause
from firmware.table.features.wagers import Wager, Wagers
from firmware.table.journal.sqlite_journal import SqliteJournal
from hal.cards import Card
from hal.clock import board_clock

SAFER = SaferPlay(own_limits=True, pauses=(5, 30), reality_check=60)
SETUP = Setup("crown-baccarat", safer_play=SAFER)
LOSES = ("7S", "6H", "KD", "KC")  # Player 7, Banker 6


def guests(**setup: object) -> Table:
    return Table(ats=2, safer_play=SAFER, **setup)


async def coup(table: Table, *wagers: Wager) -> None:
    await table.tell(s.OpenBets(), *wagers, s.CloseBets())
    await table.tell(*(s.CardDrawn(Card(code)) for code in LOSES), s.Confirm())


def test_no_more_is_wagered_than_a_guest_wants_to_lose() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 500_00), SetOwnLimits(1, most_lost=100_00), s.OpenBets())
        await table.tell(Wager(1, "banker", 60_00))
        # 60 lie on Banker: 40 are left of the 100.
        refused = await table.refuse(Wager(1, "player", 45_00))
        assert (refused.code, refused.values) == ("own_limit_of_loss", {"amount": 100_00})
        await table.tell(Wager(1, "player", 40_00))
        # What lies may be taken off, and lowered, whatever the limit is.
        await table.tell(SetOwnLimits(1, most_lost=50_00), Wager(1, "banker", 55_00), Wager(1, "player", 0))
        assert table.service.state.accounts[1].wagers == {"banker": 55_00}

    guests().run(story)


def test_a_loss_counts_and_a_win_counts_against_it() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 500_00), SetOwnLimits(1, most_lost=100_00))
        await coup(table, Wager(1, "banker", 60_00))
        await table.tell(s.OpenBets())
        assert (await table.refuse(Wager(1, "player", 45_00))).values == {"amount": 40_00}
        await table.tell(Wager(1, "player", 40_00), s.CloseBets())
        await table.tell(*(s.CardDrawn(Card(code)) for code in LOSES), s.Confirm(), s.OpenBets())
        # 60 lost and 40 won: 80 of the 100 may still be lost.
        assert (await table.refuse(Wagers(1, {"player": 50_00, "banker": 35_00}))).code == "own_limit_of_loss"
        assert not table.service.state.accounts[1].wagers
        await table.tell(Wagers(1, {"player": 50_00, "banker": 30_00}))
        sat = table.service.state.accounts[1].sitting
        assert (sat.staked, sat.gained, sat.lost) == (100_00, 40_00, 60_00)

    guests().run(story)


def test_a_correction_changes_what_was_won_and_lost() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 500_00))
        await coup(table, Wager(1, "banker", 60_00), Wager(1, "player", 20_00))
        sat = table.service.state.accounts[1].sitting
        assert (sat.gained, sat.lost) == (20_00, 60_00)
        swapped = (Card("6H"), Card("KC")), (Card("7S"), Card("KD"))
        await table.tell(CorrectOutcome(1, *swapped))
        sat = table.service.state.accounts[1].sitting
        # Banker wins 7 to 6, which pays 1 to 1 here: 60 are won, and the 20 on Player lost.
        assert (sat.gained, sat.lost) == (60_00, 20_00)
        assert table.service.state.balance(1) == 500_00 + 60_00 - 20_00

    guests().run(story)


def test_a_limit_is_lower_at_once_and_higher_for_who_sits_down_anew() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 500_00), SetOwnLimits(1, 100_00, 60), SetOwnLimits(1, 50_00))
        assert (await table.refuse(SetOwnLimits(1, 60_00))).code == "own_limit_raised"
        assert (await table.refuse(SetOwnLimits(1, minutes=61))).code == "own_limit_raised"
        account = table.service.state.accounts[1]
        assert (account.sitting.most_lost, account.sitting.leaves_at) == (50_00, account.sitting.since + 3_600_000)
        await table.tell(CashOut(1), BuyIn(1, 500_00), SetOwnLimits(1, 60_00))
        assert table.service.state.accounts[1].sitting.most_lost == 60_00
        assert table.service.state.accounts[1].sitting.leaves_at is None

    guests().run(story)


def test_money_beyond_a_limit_of_loss_is_given_back_before_it_is_taken() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 50_00), SetOwnLimits(1, most_lost=100_00))
        await table.tell(AskNote(1, 50_00, "USD"))
        for beyond in (AskNote(1, 100_00, "USD"), BuyIn(1, 55_00)):
            refused = await table.refuse(beyond)
            assert (refused.code, refused.values) == ("own_limit_of_loss", {"amount": 50_00})
        # A note that is past escrow is a fact: it is credited whatever the limit is.
        await table.tell(BuyIn(1, 100_00, "note", single=True, currency="USD"))
        assert table.service.state.balance(1) == 150_00

    guests().run(story)


def test_time_that_is_up_ends_wagers_and_money_and_leaves_what_lies() -> None:
    async def story(table: Table) -> None:
        await asyncio.sleep(7)
        await table.tell(BuyIn(1, 500_00), SetOwnLimits(1, minutes=10), s.OpenBets(), Wager(1, "player", 25_00))
        assert table.service.state.accounts[1].sitting.since == 7_000
        await table.tell(s.CloseBets())
        await asyncio.sleep(600)
        await table.tell(*(s.CardDrawn(Card(code)) for code in LOSES), s.Confirm(), s.OpenBets())
        assert table.service.state.balance(1) == 525_00
        for late in (Wager(1, "player", 25_00), AskNote(1, 50_00, "USD"), BuyIn(1, 50_00)):
            assert (await table.refuse(late)).code == "own_limit_of_time"
        await table.tell(CashOut(1))

    guests().run(story)


def test_a_pause_takes_no_wagers_and_settles_those_that_lie() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 500_00), s.OpenBets(), Wager(1, "player", 25_00), TakePause(1, 5))
        refused = await table.refuse(Wager(1, "player", 30_00))
        assert (refused.code, refused.values) == ("own_pause", {"minutes": 5})
        await table.tell(TakePause(1, 30), TakePause(1, 5), s.CloseBets())
        await table.tell(*(s.CardDrawn(Card(code)) for code in LOSES), s.Confirm(), s.OpenBets())
        assert table.service.state.balance(1) == 525_00
        assert (await table.refuse(Wager(1, "player", 25_00))).values == {"minutes": 30}
        await asyncio.sleep(30 * 60)
        await table.tell(Wager(1, "player", 25_00))

    guests(period=3_600_000).run(story)


@pytest.mark.parametrize("asked", [SetOwnLimits(1, most_lost=5_00), TakePause(1, 5)])
def test_a_house_that_does_not_give_it_refuses_it(asked: SetOwnLimits | TakePause) -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 500_00))
        assert (await table.refuse(asked)).code == (
            "no_own_limits" if isinstance(asked, SetOwnLimits) else "no_own_pause"
        )

    Table(ats=1).run(story)


def test_what_cannot_be_a_limit_or_a_pause_is_refused() -> None:
    async def story(table: Table) -> None:
        assert (await table.refuse(SetOwnLimits(1, 5_00))).code == "no_account"
        await table.tell(BuyIn(1, 500_00))
        for beyond in (SetOwnLimits(1, -1), SetOwnLimits(1, minutes=-1), SetOwnLimits(1, minutes=1441)):
            assert (await table.refuse(beyond)).code == "beyond_bounds"
        assert (await table.refuse(TakePause(1, 6))).code == "no_own_pause"

    guests().run(story)


def test_a_restart_keeps_what_a_guest_set_themselves(tmp_path: Path) -> None:
    async def sat_down(service: TableService) -> None:
        for command in (BuyIn(1, 500_00), SetOwnLimits(1, 100_00, 60), TakePause(1, 5)):
            await service.submit(command)
        found.append(service.state.accounts[1].sitting)

    async def came_back(service: TableService) -> None:
        found.append(service.state.accounts[1].sitting)
        with pytest.raises(Refused, match="own_limit_raised"):
            await service.submit(SetOwnLimits(1, 200_00))

    async def run(story: Callable[[TableService], Awaitable[None]]) -> None:
        journal = SqliteJournal(tmp_path / "table.journal")
        clock = board_clock(asyncio.get_running_loop())
        service = TableService.recovered(journal.recover(), SETUP, journal, clock, lambda _: None)
        await service.start()
        await story(service)
        journal.close()

    found: list[Sitting] = []
    asyncio.run(run(sat_down))
    asyncio.run(run(came_back))
    assert found[0] == found[1]
    assert found[1].most_lost == 100_00
    assert found[1].leaves_at == found[1].since + 60 * 60_000
    assert found[1].paused_until > found[1].since
