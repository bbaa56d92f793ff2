"""Proof of software: a board whose software is not as signed is out of play until it is, and was seen to."""

import asyncio

import pytest
from msgspec.structs import replace
from staffed_table import CASINO, GAME, HOUR, on_a_floor
from staffed_table import Floor as Staffed
from table_under_test import Table

from firmware.game import steps as s
from firmware.software.proof import Proven
from firmware.table.core.commands import Role
from firmware.table.core.evolve import evolve
from firmware.table.core.software import asked, found, is_out, out
from firmware.table.core.state import TableState
from firmware.table.features.boards import ShowPocket
from firmware.table.features.buying_in import AskNote, BuyIn, why_no_notes
from firmware.table.features.cashing_out import CashOut
from firmware.table.features.closing import CloseTable
from firmware.table.features.software import (
    AskSoftware,
    ClearSoftware,
    ClearTableSoftware,
    ReportSoftware,
    SoftwareCleared,
    SoftwareProven,
)
from firmware.table.features.wagers import Wager
from firmware.table.shown.lamps import lamps_of
from hal.cards import Card

SOUND = Proven("sound", "0.5.0", "d" * 64, "e" * 64, files=4000)
WRONG = replace(SOUND, verdict="wrong", wrong=("usr/lib/x",), count=1)
UNPROVEN = Proven("unproven")
LIFE = "00112233445566aa"
SEED = "00ff" * 8


def of(board: str, proven: Proven) -> ReportSoftware:
    return ReportSoftware(board, proven)


def test_each_proof_is_a_row_with_all_that_was_found() -> None:
    async def story(table: Table) -> None:
        await table.tell(of("table", replace(SOUND, seed=SEED, answer="a" * 64)))
        assert table.of(SoftwareProven) == [
            SoftwareProven("table", "sound", "0.5.0", "d" * 64, "e" * 64, 4000, (), 0, SEED, "a" * 64)
        ]
        assert found(table.service.state, "table") == f"sound 0.5.0 {'d' * 16} {'e' * 16}"
        assert out(table.service.state) == ()

    Table().run(story)


def test_one_wrong_byte_takes_the_table_out_of_play_once_the_coup_has_ended() -> None:
    async def story(table: Table) -> None:
        await table.tell(ShowPocket(1, LIFE, 0), BuyIn(1, 100_00), s.OpenBets(), Wager(1, "player", 5_00))
        await table.tell(of("table", WRONG))
        for command in (Wager(1, "banker", 5_00), BuyIn(1, 10_00), AskNote(1, 20_00, "USD")):
            assert (await table.refuse(command)).code == "table_software_wrong"
        # What lies there is played out and settled: Player wins 7 to 6.
        await table.tell(s.CloseBets(), *(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm())
        assert table.service.state.balance(1) == 105_00
        assert (await table.refuse(s.OpenBets())).code == "table_software_wrong"
        assert lamps_of(table.service.state)["lamp_fault"]
        assert not lamps_of(table.service.state)["lamp_ready"]
        # Nobody's money is locked in.
        await table.tell(CashOut(1))

    Table(ats=1).run(story)


def test_a_terminal_that_is_not_as_signed_gets_no_wagers_and_no_other_suffers() -> None:
    async def story(table: Table) -> None:
        await table.tell(BuyIn(1, 100_00), BuyIn(2, 100_00), of("ats-1", WRONG), of("ats-2", SOUND), s.OpenBets())
        for command in (Wager(1, "player", 5_00), BuyIn(1, 10_00), AskNote(1, 20_00, "USD")):
            assert (await table.refuse(command)).code == "software_wrong"
        no_notes = why_no_notes(table.service.stands(), 1)
        assert no_notes is not None
        assert no_notes.code == "software_wrong"
        await table.tell(Wager(2, "player", 5_00))
        assert out(table.service.state) == ("ats-1",)

    Table(ats=2).run(story)


def test_it_stays_out_after_a_restart_and_whatever_is_found_then() -> None:
    async def story(table: Table) -> None:
        await table.tell(of("table", WRONG))
        state = TableState.unopened()
        for entry in table.journal.entries:
            state = evolve(state, entry.event)
        assert is_out(state, "table")
        await table.tell(of("table", SOUND))
        assert is_out(table.service.state, "table")
        assert (await table.refuse(s.OpenBets())).code == "table_software_wrong"

    Table().run(story)


def test_a_manifest_that_was_there_does_not_go_away() -> None:
    async def story(table: Table) -> None:
        await table.tell(of("ats-1", UNPROVEN))
        assert out(table.service.state) == ()
        await table.tell(of("ats-1", SOUND), of("ats-1", UNPROVEN))
        assert out(table.service.state) == ("ats-1",)

    Table(ats=1).run(story)


def test_a_terminal_is_asked_until_it_answers() -> None:
    async def story(table: Table) -> None:
        await table.tell(AskSoftware(1, SEED))
        assert (asked(table.service.state, 1), asked(table.service.state, 2)) == (SEED, "")
        await table.tell(of("ats-1", replace(SOUND, seed=SEED)))
        assert asked(table.service.state, 1) == ""
        assert (await table.refuse(AskSoftware(3, SEED))).code == "no_terminal"
        assert (await table.refuse(AskSoftware(1, "\x1b" * 32))).code == "no_seed"

    Table(ats=2).run(story)


@pytest.mark.parametrize(
    ("board", "clear"), [("table", ClearTableSoftware()), ("ats-1", ClearSoftware(1))], ids=["table", "terminal"]
)
def test_a_technician_and_a_second_person_put_it_back_once_it_is_as_signed(
    board: str, clear: ClearTableSoftware | ClearSoftware
) -> None:
    async def story(floor: Staffed) -> None:
        await floor.enrol("1", "2", GAME)
        await floor.enrol("1", "4", Role.TECHNICIAN, "2")
        await floor.enrol("1", "3", CASINO, "2")
        await asyncio.sleep(48 * HOUR)
        assert await floor.refused(floor.ask("4", clear, "2")) == "software_not_out"
        await floor.service.submit(of(board, WRONG))
        assert await floor.refused(floor.ask("4", clear, "2")) == "software_still_wrong"
        await floor.service.submit(of(board, SOUND))
        assert await floor.refused(floor.ask("4", clear)) == "approval_needed"
        await floor.ask("4", clear, "2")
        assert floor.of(SoftwareCleared) == [SoftwareCleared(board)]
        assert out(floor.service.state) == ()

    on_a_floor(story)


def test_a_table_that_is_closed_puts_it_on_record_too() -> None:
    async def story(table: Table) -> None:
        await table.tell(CloseTable(), of("table", WRONG))
        assert is_out(table.service.state, "table")

    Table().run(story)
