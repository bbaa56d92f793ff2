"""Day and meters say the same of the same money, and what was corrected is in both."""

from typing import Any

import pytest
from table_under_test import Table

from firmware.game import steps as s
from firmware.table.core.day_figures import DayFigures
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.corrections import CorrectOutcome
from firmware.table.features.days import BeginDays, figures_now
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.tray import CountDrop
from firmware.table.features.wagers import Wager
from firmware.table.features.winnings import HoldWinnings, KeepWinnings
from firmware.table.shown.meters import meters_of

pytestmark = pytest.mark.lab(8)


async def two_players(table: Table) -> None:
    await table.tell(BeginDays(), s.NewShoe(8), BuyIn(1, 200_00), BuyIn(2, 150_00))
    await table.tell(s.OpenBets(), Wager(1, "player", 100_00), Wager(2, "banker", 50_00), s.CloseBets())
    # Player wins with 7 to 6 (8.3.3): 100 to the one, 50 from the other.
    await table.tell(*(s.CardDrawn(card) for card in table.cards("7S 6S KS KD")), s.Confirm())


def of_day(table: Table) -> DayFigures:
    return figures_now(table.service.state)


def agree(table: Table, win: int) -> None:
    found, meters = of_day(table), meters_of(table.service.state)
    assert (found.by_bets, meters.table.win) == (win, win)
    assert sum(found.received.values()) == sum(meters.table.received.values())
    assert sum(found.paid.values()) == meters.table.went
    assert sum(one.win for one in meters.terminals.values()) == win


def test_a_corrected_coup_is_in_the_win_of_both() -> None:
    async def story(table: Table) -> None:
        await two_players(table)
        agree(table, -50_00)
        player, banker = table.cards("6S KD"), table.cards("7H KC")
        await table.tell(CorrectOutcome(1, tuple(player), tuple(banker)))
        # Banker wins with 7: the one lost 100, the other won 50, less the book's commission.
        state: Any = table.service.state
        win = 350_00 - state.balance(1) - state.balance(2)
        assert win == 100_00 - 50_00
        agree(table, win)

    Table().run(story)


def test_winnings_that_were_kept_are_in_the_win_of_both_and_tickets_out_of_neither() -> None:
    async def story(table: Table) -> None:
        await two_players(table)
        await table.tell(HoldWinnings(1, 40_00), KeepWinnings(1))
        agree(table, -10_00)
        await table.tell(CashOut(1, "ticket"), CashOut(2))
        (number,) = table.service.state.tickets
        await table.tell(ReportTicket(number, "printed"))
        # 200 + 100 - 40 on the ticket, which nobody has paid yet; 100 over the tray.
        assert meters_of(table.service.state).table.tickets_outstanding == 260_00
        assert sum(of_day(table).paid.values()) == 100_00
        agree(table, -10_00)

    Table().run(story)


def test_the_hold_is_the_win_divided_by_all_that_came_in() -> None:
    async def story(table: Table) -> None:
        await table.tell(BeginDays(), s.NewShoe(8), BuyIn(1, 350_00))
        await table.tell(s.OpenBets(), Wager(1, "banker", 135_00), s.CloseBets())
        await table.tell(*(s.CardDrawn(card) for card in table.cards("7S 6S KS KD")), s.Confirm())
        # 135 of 350 are 38.57 %, before anybody has counted the box under the table and after.
        assert of_day(table).hold == 38_57
        await table.tell(CountDrop(350_00))
        assert of_day(table).hold == 38_57

    Table().run(story)
