"""Updates at a table: a supervisor's word starts a board anew once, in a quiet moment, and never in a coup."""

import asyncio

import pytest
from staffed_table import CASINO, DEALER, GAME, HOUR, on_a_floor
from staffed_table import Floor as Staffed
from table_under_test import Table

from firmware.game import steps as s
from firmware.link.besides_play import BesidesPlay
from firmware.link.views import Recall, account_view
from firmware.table.core.reported import fault_began, fault_ended
from firmware.table.core.updates import allowed, busy
from firmware.table.features.boards import ShowPocket
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.devices import ReportDevice
from firmware.table.features.notes_credited import CreditNote, PayByTicket
from firmware.table.features.tickets import ReportTicket
from firmware.table.features.updates import AllowRestart, AllowTerminalRestart, RestartWordUsed, UseUpWord

pytestmark = pytest.mark.lab(75)

LIFE = "00112233445566aa"
READY = ReportDevice("ats-1 update", fault_began("update_ready"), "0.5.0")
ENDED = ReportDevice("ats-1 update", fault_ended("update_ready"))


def test_a_table_waits_for_its_coup_and_says_so_and_opens_no_other() -> None:
    async def story(table: Table) -> None:
        await table.tell(s.OpenBets(), AllowRestart("0.5.0"))
        assert allowed(table.service.state, "table") == "0.5.0"
        assert busy(table.service.state) == "coup"
        await table.tell(s.CloseBets(), *(s.CardDrawn(card) for card in table.cards("7S 6H KD KC")), s.Confirm())
        assert busy(table.service.state) == ""
        assert (await table.refuse(s.OpenBets())).code == "restart_due"

    Table().run(story)


def test_a_start_uses_the_word_up() -> None:
    async def story(table: Table) -> None:
        await table.tell(AllowRestart("0.5.0"))
        # What a table does first when its board is started.
        await table.service.start()
        assert table.of(RestartWordUsed) == [RestartWordUsed("table", "0.5.0")]
        await table.tell(UseUpWord(), s.OpenBets())
        assert len(table.of(RestartWordUsed)) == 1

    Table().run(story)


def test_a_restart_that_is_no_longer_due_uses_it_up_too() -> None:
    async def story(table: Table) -> None:
        await table.tell(AllowRestart("0.5.0"), ReportDevice("update", fault_ended("update_ready")))
        assert allowed(table.service.state, "table") == ""
        await table.tell(s.OpenBets())

    Table().run(story)


def test_a_ticket_that_is_being_printed_is_waited_for_and_money_in_doubt_is_not() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 0), CreditNote(1, LIFE, 1, 20_00, "USD"), PayByTicket(1, LIFE, 2))
        assert busy(table.service.state) == "ticket"
        (number,) = table.service.state.unsettled
        await table.tell(ReportTicket(number, "in_doubt", "silent"))
        assert busy(table.service.state) == ""

    Table(ats=1).run(story)


def test_a_terminal_is_told_of_the_word_until_it_is_started_anew() -> None:
    async def story(table: Table) -> None:
        def restart() -> bool:
            return account_view(table.service.state, 1, 1, 0, Recall(), BesidesPlay()).restart

        assert (await table.refuse(AllowTerminalRestart(1))).code == "no_update_ready"
        await table.tell(READY)
        assert not restart()
        await table.tell(AllowTerminalRestart(1))
        assert restart()
        # No other board is.
        assert not account_view(table.service.state, 2, 1, 0, Recall(), BesidesPlay()).restart
        await table.tell(ENDED)
        assert not restart()
        await table.tell(READY)
        assert not restart()
        await table.tell(BuyIn(1, 10_00), s.OpenBets())

    Table(ats=2).run(story)


@pytest.mark.parametrize("version", ["", "0" * 33, "０.5.0"])
def test_what_is_no_version_is_allowed_nothing(version: str) -> None:
    async def story(table: Table) -> None:
        assert (await table.refuse(AllowRestart(version))).code == "no_update_ready"

    Table().run(story)


def test_a_supervisor_says_it_and_a_dealer_does_not() -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", GAME)
        await floor.enrol("1", "3", DEALER, "2")
        await floor.enrol("1", "5", CASINO, "2")
        await asyncio.sleep(48 * HOUR)
        assert await floor.refused(floor.ask("3", AllowRestart("0.5.0")))
        await floor.ask("2", AllowRestart("0.5.0"))
        assert allowed(floor.service.state, "table") == "0.5.0"

    on_a_floor(story)
