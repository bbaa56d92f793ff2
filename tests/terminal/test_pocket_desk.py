"""A board that starts shows its pocket, and knows what of it can be relied on at this terminal."""

import asyncio
from typing import Any

import pytest

from firmware.table.core.pockets import PrintedTicket
from firmware.terminal.pocket import NOTE, NOWHERE, TICKET
from firmware.terminal.pocket_desk import PocketDesk
from hal.note_way import NoteInFlight, NoteStage
from sim.memory_pocket import MemoryPocket

HELD = NoteInFlight(5, 50_00, NoteStage.STACKING, "USD")


class KnownTable:
    """A table at which this board is the terminal, and which knows of its pocket up to the fifth number."""

    async def in_use(self) -> bool:
        return True

    async def show_pocket(self, last: int, printed: tuple[PrintedTicket, ...] = ()) -> int:
        del last, printed
        return 5


def pocket_at(place: int | None, count: int = 5) -> MemoryPocket:
    pocket = MemoryPocket("4f2a" * 4)
    pocket.go_on_from(count)
    pocket.keep(HELD)
    for what in (NOTE, TICKET) if place is not None else ():
        pocket.settle(what, place)
    return pocket


def shown_at(ats: int, pocket: MemoryPocket) -> PocketDesk:
    table: Any = KnownTable()
    desk = PocketDesk(ats, table, pocket)
    asyncio.run(desk.show())
    return desk


@pytest.mark.parametrize("place", [1, None], ids=["settled here", "a pocket of before, which does not say"])
def test_a_board_that_stayed_keeps_its_note(place: int | None) -> None:
    pocket = pocket_at(place)
    assert shown_at(1, pocket).remembers
    assert pocket.in_flight() == HELD
    assert pocket.place(NOTE) == 1


def test_a_board_that_was_settled_at_another_terminal_last_has_none_of_its_note_here() -> None:
    pocket = pocket_at(1)
    assert not shown_at(2, pocket).remembers
    assert pocket.in_flight() is None
    assert (pocket.place(NOTE), pocket.place(TICKET)) == (2, NOWHERE)


def test_it_does_not_know_of_tickets_here_either_when_its_power_fails_before_they_are_settled() -> None:
    pocket = pocket_at(1)
    shown_at(2, pocket)
    assert not shown_at(2, pocket).remembers  # it was switched off and on
    pocket.settle(TICKET, 2)
    assert shown_at(2, pocket).remembers


def test_a_pocket_that_a_power_cut_set_back_does_not_know_of_tickets_after_the_next_one_either() -> None:
    pocket = pocket_at(1, count=3)
    assert not shown_at(1, pocket).remembers
    assert (pocket.count, pocket.in_flight()) == (5, None)
    assert not shown_at(1, pocket).remembers


class OutOfPower(Exception):
    """The power fails here."""


@pytest.mark.parametrize("written", range(4))
def test_whatever_was_written_last_before_the_power_failed_no_note_of_another_terminal_is_left(written: int) -> None:
    class Cut(MemoryPocket):
        left = written

        def settle(self, what: Any, ats: int) -> None:
            self.write()
            super().settle(what, ats)

        def keep(self, note: NoteInFlight | None) -> None:
            self.write()
            super().keep(note)

        def write(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise OutOfPower

    pocket = Cut("4f2a" * 4)
    pocket.left = 3
    pocket.go_on_from(5)
    pocket.keep(HELD)
    pocket.settle(NOTE, 1)
    pocket.settle(TICKET, 1)
    pocket.left = written
    if written < 3:
        with pytest.raises(OutOfPower):
            shown_at(2, pocket)
        pocket.left = 99
    desk = shown_at(2, pocket)
    assert pocket.in_flight() is None
    assert not desk.remembers


def test_a_running_board_that_is_let_in_again_shows_its_pocket_again() -> None:
    shown: list[int] = []

    class Listening(KnownTable):
        async def show_pocket(self, last: int, printed: tuple[PrintedTicket, ...] = ()) -> int:
            shown.append(last)
            return await super().show_pocket(last, printed)

    async def story() -> None:
        table: Any = Listening()
        pocket = pocket_at(1)
        desk = PocketDesk(1, table, pocket)
        running = asyncio.create_task(desk.run())
        for there, serves in ((True, True), (True, True), (True, False), (True, True)):
            desk.follow(there=there, serves=serves)
            await asyncio.sleep(0.01)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert shown == [5, 5]
        assert pocket.in_flight() == HELD  # what is in its hands it tells of; the table knows that it is of before

    asyncio.run(story())
