"""What misled people at a terminal in twenty tasks (docs/reports/2026-11-20-tasks.md), each held from here on."""

import asyncio
from pathlib import Path

from by_touch import Floor, on_a_floor

from firmware.game import steps as s
from firmware.pictures.table_items import Chip
from firmware.table.features.buying_in import BuyIn
from firmware.table.features.cashing_out import CashedOut
from firmware.table.features.tickets import TicketIssued
from hal.cards import Card


def reads(floor: Floor) -> set[str]:
    seen = floor.table.seats[1].seen
    assert seen is not None
    assert seen.stage is not None
    return {what.text for item in seen.stage.scene.items for what in item.lettering()}


def dim(floor: Floor) -> list[int]:
    seen = floor.table.seats[1].seen
    assert seen is not None
    assert seen.stage is not None
    return [item.value for item in seen.stage.scene.items if isinstance(item, Chip) and item.dim]


async def lost(floor: Floor) -> None:
    for command in (s.NewShoe(8), BuyIn(1, 25_00), s.OpenBets()):
        await floor.table.service.submit(command)
    await asyncio.sleep(0.3)
    assert dim(floor) == [100_00, 500_00, 1_000_00, 5_000_00]
    await floor.player(1, "chip 2500", "bet banker")
    assert dim(floor) == [5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00]
    for command in (s.CloseBets(), *(s.CardDrawn(Card(code)) for code in ("7S", "6H", "KD", "KC")), s.Confirm()):
        await floor.table.service.submit(command)
    await asyncio.sleep(0.3)


def test_an_empty_account_is_closed_and_nobody_is_sent_for_a_ticket_that_is_not_there(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        await lost(floor)
        await floor.player(1, "cash-out")
        assert {"Your account is empty. Close it?", "Close it"} <= reads(floor)
        await floor.player(1, "pay")
        await asyncio.sleep(2)
        assert [event.amount for event in floor.of(CashedOut)] == [0]
        assert not floor.of(TicketIssued)
        assert "Your account is closed. Nothing was left to pay." in reads(floor)

    on_a_floor(tmp_path, story)
