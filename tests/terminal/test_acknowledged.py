"""A terminal remembers what the table has answered for, and so shows it that it has forgotten."""

import asyncio
from pathlib import Path

from by_touch import Floor, on_a_floor

from firmware.table.features.boards import TABLE_SET_BACK
from firmware.terminal.pocket import SqlitePocket
from sim.memory_pocket import MemoryPocket
from sim.soak.money import credited, in_boxes
from sim.whole_table import Seat

NOTE_S = 3.0


async def insert(seat: Seat, *notes: int) -> None:
    for note in notes:
        seat.devices["note_acceptor"].model.do(f"insert {note}")
        await asyncio.sleep(NOTE_S)


async def restart(seat: Seat) -> None:
    await seat.stop()
    await asyncio.sleep(0.5)
    seat.start()
    await asyncio.sleep(3)


def in_doubt(floor: Floor) -> dict[str, tuple[str, int]]:
    return {name: (doubt.why, doubt.notes) for name, doubt in floor.table.state.note_doubts.items()}


def test_notes_that_were_acknowledged_to_a_terminal_and_forgotten_by_the_table_are_in_doubt(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await floor.enrol()
        await insert(seat, 20, 20)
        older = floor.table.state
        await insert(seat, 10, 5)
        assert seat.pocket.acknowledged() == 4
        floor.table.service.state = older
        await restart(seat)
        assert in_doubt(floor) == {f"1-{seat.pocket.life}-lost-3-to-4": (TABLE_SET_BACK, 2)}
        assert in_boxes(seat) - credited(floor.table, 1) == 15_00  # which a supervisor finds by counting
        await insert(seat, 50)
        assert in_boxes(seat) - credited(floor.table, 1) == 15_00
        assert len(in_doubt(floor)) == 1

    on_a_floor(tmp_path, story)


def test_a_terminal_that_is_restarted_again_and_again_leaves_no_doubt(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await floor.enrol()
        for _ in range(4):
            await insert(seat, 20)
            await floor.player(1, "cash-out", "pay")
            await asyncio.sleep(8)
            await restart(seat)
        assert in_doubt(floor) == {}
        assert seat.pocket.acknowledged() == seat.pocket.count == 8

    on_a_floor(tmp_path, story)


def test_a_pocket_of_before_is_told_what_the_table_knows(tmp_path: Path) -> None:
    async def story(floor: Floor) -> None:
        seat = floor.table.seats[1]
        await floor.enrol()
        await insert(seat, 20, 20)
        before = MemoryPocket(seat.pocket.life)  # it did not remember what it was answered for
        before.go_on_from(seat.pocket.count)
        await seat.stop()
        seat.pocket = before
        seat.start()
        await asyncio.sleep(3)
        assert before.acknowledged() == 2
        assert in_doubt(floor) == {}

    on_a_floor(tmp_path, story)


def test_it_is_remembered_in_the_pockets_file_and_never_less(tmp_path: Path) -> None:
    pocket = SqlitePocket(tmp_path / "pocket")
    assert pocket.acknowledged() == 0
    pocket.acknowledge(3)
    pocket.acknowledge(2)
    pocket.close()
    again = SqlitePocket(tmp_path / "pocket")
    assert again.acknowledged() == 3
    again.close()
