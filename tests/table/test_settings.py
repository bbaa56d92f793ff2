"""The configuration and what the table runs by: compared at each start, and nothing of it ignored in silence."""

from typing import Any

import pytest
from msgspec.structs import replace
from table_under_test import Table

from firmware.game import steps as s
from firmware.game.wagers import Limit, limit_of
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.game_changes import ChangeGame
from firmware.table.features.limits import SetPeriod
from firmware.table.features.settings import (
    AdoptSettings,
    Configured,
    KeepSettings,
    ReadSettings,
    SettingsKept,
    SettingsRead,
    both,
    differing,
    digest_of,
)

pytestmark = pytest.mark.lab(24)


def another(table: Table, *limits: Limit, **changes: Any) -> ReadSettings:
    return ReadSettings(Configured(replace(table.setup, **changes), limits))


def test_a_configuration_as_the_table_runs_by_is_put_on_record_once() -> None:
    async def story(table: Table) -> None:
        await table.tell(another(table), another(table))
        (read,) = table.of(SettingsRead)
        assert (read.differs, len(read.digest)) == ((), 64)
        assert digest_of(table.service.state) == read.digest
        assert (await table.refuse(AdoptSettings())).code == "nothing_differs"

    Table(ats=2).run(story)


def test_what_differs_is_told_with_both_and_holds_once_somebody_says_so() -> None:
    async def story(table: Table) -> None:
        await table.tell(another(table, rulebook="crown-traditional", period=5000))
        state = table.service.state
        assert differing(state) == ("rulebook", "period")
        assert both(state, "period", 0) == ("30000", "5000")
        assert both(state, "rulebook", 0) == ("crown-baccarat", "crown-traditional")
        # Until then it runs as it did, and another start with the same says nothing new.
        assert (state.setup.rulebook, state.setup.period) == ("crown-baccarat", 30_000)
        await table.tell(another(table, rulebook="crown-traditional", period=5000))
        assert len(table.of(SettingsRead)) == 1
        await table.tell(AdoptSettings())
        state = table.service.state
        assert (state.setup.rulebook, state.setup.period) == ("crown-traditional", 5000)
        assert differing(state) == ()

    Table(ats=2).run(story)


def test_nothing_changes_in_a_coup_or_with_credit_where_it_touches() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(2, 50_00), another(table, ticket_days=7))
        refusal = await table.refuse(AdoptSettings())
        assert (refusal.code, refusal.values["terminals"]) == ("credit_at_terminals", "2")
        await table.tell(CashOut(2), s.OpenBets())
        assert (await table.refuse(AdoptSettings())).code == "coup_open"
        await table.tell(s.CloseBets(), *(s.CardDrawn(card) for card in Table.cards("7S 6H KD KC")), s.Confirm())
        await table.tell(AdoptSettings())
        assert table.service.state.setup.ticket_days == 7

    Table(ats=2).run(story)


def test_a_terminal_that_goes_has_no_credit_and_others_may() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 50_00), BuyIn(3, 50_00), another(table, ats=2))
        assert (await table.refuse(AdoptSettings())).values["terminals"] == "3"
        await table.tell(CashOut(3), AdoptSettings())
        assert table.service.state.setup.ats == 2

    Table(ats=3).run(story)


def test_decks_wait_for_the_next_shoe() -> None:
    async def story(table: Table) -> None:
        await table.tell(another(table, decks=6))
        assert (await table.refuse(AdoptSettings())).code == "shoe_in_play"
        assert table.service.state.setup.decks == 8

    Table(ats=1).run(story)


def test_other_limits_keep_their_notice_and_other_credit_stays() -> None:
    async def story(table: Table) -> None:
        await table.coup()
        await table.tell(BuyIn(1, 50_00), another(table, Limit("*", 10_00, 5000_00, 5_00)))
        assert differing(table.service.state) == ("limits.*",)
        await table.tell(AdoptSettings())
        state, now = table.service.state, table.service.now_ms()
        assert limit_of(state.limits, "player", now, 2).minimum == 5_00
        assert limit_of(state.limits, "player", now + 20 * 60 * 1000, 2).minimum == 10_00

    Table(ats=1).run(story)


def test_what_staff_have_changed_since_is_as_they_want_it() -> None:
    async def story(table: Table) -> None:
        await table.tell(another(table), SetPeriod(20_000), another(table, ticket_days=7))
        assert differing(table.service.state) == ("ticket_days",)
        await table.tell(KeepSettings())
        assert table.of(SettingsKept)[0].differs == ("ticket_days",)
        assert differing(table.service.state) == ()
        assert (await table.refuse(KeepSettings())).code == "nothing_differs"
        # What waits for a word still waits after a start with something else beside it.
        await table.tell(another(table, ticket_days=9), another(table, ticket_days=9, period=7_000))
        assert differing(table.service.state) == ("period", "ticket_days")

    Table(ats=1).run(story)


def test_what_does_not_go_together_is_refused_whole() -> None:
    async def story(table: Table) -> None:
        await table.tell(another(table), ChangeGame("crown-baccarat", {"dragon": 1}))
        await table.tell(another(table, rulebook="mbs-rapid-no-commission", period=5_000))
        assert differing(table.service.state) == ("rulebook", "period")
        assert (await table.refuse(AdoptSettings())).code == "side_wager_unknown"
        assert table.service.state.setup.period == 30_000

    Table(ats=1).run(story)
