"""Boards of terminals that are replaced, swapped, there twice, or set back: what a soak does with them."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from firmware.refusal import Refused
from firmware.table.core.stopped import TableStopped
from firmware.table.features.boards import ChangeBoard
from firmware.table.features.note_doubts import ResolveNoteDoubt
from hal.currency import MINOR
from sim.devices.model import NoCommand
from sim.devices.note_path import NotePlace
from sim.soak.power import CutPocket
from sim.whole_table import Seat

if TYPE_CHECKING:
    from sim.soak.faults import Faults

NOTES: Final = ("5", "20", "50", "100")
# How often a note is put into the second of two boards.
PACE_S: Final = 4.0
TWO_BOARDS_S: Final = 180.0
# How often a note is on its way when a board is taken, and for how long it is.
WITH_A_NOTE: Final = 0.6
NOTE_S: Final = 2.5
# How often it is looked whether a board waits to be let in, and for how long.
LOOK_S: Final = 0.1
LOOKS: Final = 100


def _pocket(faults: "Faults") -> CutPocket:
    return CutPocket(f"{faults.chance.getrandbits(64):016x}")


async def _any_moment(faults: "Faults", seat: Seat) -> None:
    """Wait for any await that follows a message; often while a note is on its way."""
    if faults.chance.random() < WITH_A_NOTE:
        _insert(faults, seat)
        await asyncio.sleep(faults.chance.uniform(0, NOTE_S))
    await faults.messages[f"ats-{seat.ats}"].any_await_after(faults.chance)


async def replaced(faults: "Faults", seconds: float) -> None:
    """A board is replaced, at any moment of what it was doing; its acceptor and its printer stay."""
    seat = faults.any_seat()
    async with faults.alone["board", seat]:
        await _any_moment(faults, seat)
        await seat.stop()
        await asyncio.sleep(seconds)
        seat.exchange(_pocket(faults))
        seat.start()


async def swapped(faults: "Faults", seconds: float) -> None:
    """Two boards change places, with what is in their pockets."""
    one, other = faults.any_seat(), faults.any_seat()
    if one is other:
        return
    first, second = sorted((one, other), key=lambda seat: seat.ats)
    async with faults.alone["board", first], faults.alone["board", second]:
        await _any_moment(faults, first)
        await first.stop()
        await second.stop()
        await asyncio.sleep(seconds)
        second.exchange(first.exchange(second.pocket))
        first.start()
        second.start()


async def twice(faults: "Faults", _: float) -> None:
    """A second board with the same certificate is there for a while, and people put notes into it too."""
    seat = faults.any_seat()
    async with faults.alone["twice", seat]:
        other = seat.another(_pocket(faults))
        other.start()
        for _ in range(round(TWO_BOARDS_S / PACE_S)):
            await asyncio.sleep(PACE_S)
            _insert(faults, other)
        await _to_rest(other)
        await other.stop()


def _insert(faults: "Faults", board: Seat) -> None:
    with contextlib.suppress(NoCommand):  # a note is in the mouth already
        board.devices["note_acceptor"].model.do(f"insert {faults.chance.choice(NOTES)}")


async def _to_rest(board: Seat) -> None:
    """Nobody puts anything in any more: what it has in its hands it tells of, before it is taken away."""
    model = board.devices["note_acceptor"].model
    while model.path.place is not NotePlace.NOWHERE or model.owed or board.pocket.in_flight() is not None:
        await asyncio.sleep(1)


async def set_back(faults: "Faults", seconds: float) -> None:
    """A board's card has lost writes that it said it had kept; the table has heard of some of them."""
    seat = faults.any_seat()
    async with faults.alone["board", seat]:
        await _any_moment(faults, seat)
        await seat.stop()
        pocket = seat.pocket
        assert isinstance(pocket, CutPocket)
        pocket.set_back(faults.table.state.pocket(seat.ats).of(pocket.life).last, faults.chance)
        await asyncio.sleep(seconds)
        seat.start()


async def credited_early(faults: "Faults", seconds: float) -> None:
    """A board is replaced while its acceptor holds a note, and a supervisor who does not wait credits that note."""
    seat, table = faults.any_seat(), faults.table
    model = seat.devices["note_acceptor"].model
    async with faults.alone["board", seat]:
        _insert(faults, seat)
        while model.path.place in (NotePlace.TAKING_IN, NotePlace.GOING_BACK):
            await asyncio.sleep(LOOK_S)
        model.do("jam")
        await seat.stop()
        before = seat.exchange(_pocket(faults)).life
        seat.start()
        # A table that is dark, or refuses it, has not done it: that is no fault of the supervisor's.
        with contextlib.suppress(Refused, TableStopped):
            await _let_in(faults, seat)
            left = f"{seat.ats}-{before}-left"
            if model.path.place is not NotePlace.NOWHERE:
                held = ResolveNoteDoubt(left, model.path.value * MINOR)
                await table.service.submit(held, by="supervisor")
        await asyncio.sleep(seconds)
        model.do("clear")


async def _let_in(faults: "Faults", seat: Seat) -> None:
    for _ in range(LOOKS):
        if faults.table.state.pocket(seat.ats).waiting == seat.pocket.life:
            await faults.table.service.submit(ChangeBoard(seat.ats, seat.pocket.life), by="supervisor")
            return
        await asyncio.sleep(LOOK_S)


Does = Callable[["Faults", float], Awaitable[None]]
CHANGED: Final[dict[str, tuple[int, Does]]] = {
    "board-replaced": (1, replaced),
    "boards-swapped": (1, swapped),
    "two-boards": (1, twice),
    "pocket-set-back": (1, set_back),
    "credited-early": (1, credited_early),
}
