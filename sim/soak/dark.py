"""A board that is dark just when its note was credited, and another note that is in its acceptor when it comes back."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from hal.note_way import NoteStage
from sim.devices.model import NoCommand
from sim.devices.note_path import NotePlace
from sim.whole_table import Seat

if TYPE_CHECKING:
    from sim.soak.faults import Faults

LOOK_S: Final = 0.05
# A note is credited, or has gone through an acceptor, within so long where nothing is wrong.
LOOKS: Final = 200
# Within so long a ticket has gone from the mouth to the box.
TICKET_S: Final = 2.0


async def _until(holds: Callable[[], bool]) -> bool:
    for _ in range(LOOKS):
        if holds():
            return True
        await asyncio.sleep(LOOK_S)
    return False


async def note_while_dark(faults: "Faults", _: float) -> None:
    """The power goes when a note was credited, and comes back while the acceptor gives back another."""
    seat = faults.any_seat()
    async with faults.alone["board", seat]:
        _insert(seat, "insert 20")
        await _until(lambda: _is_credited(seat))
        await seat.stop()
        path = seat.devices["note_acceptor"].model.path
        await _until(lambda: path.place is NotePlace.NOWHERE)
        _insert(seat, "insert forged")
        await _until(lambda: path.place is NotePlace.REFUSED)
        seat.start()


def _is_credited(seat: Seat) -> bool:
    flight = seat.pocket.in_flight()
    return flight is not None and flight.stage is NoteStage.CREDITED


def _insert(seat: Seat, line: str) -> None:
    with contextlib.suppress(NoCommand):  # a note is in the mouth already
        seat.devices["note_acceptor"].model.do(line)


async def ticket_while_dark(faults: "Faults", seconds: float) -> None:
    """The power goes while an acceptor has a ticket in its hands: a copy, whose own paper lies anywhere."""
    seat = faults.any_seat()
    printed = [number for number, ticket in faults.table.state.tickets.items() if ticket.fate == "printed"]
    if not printed:
        return
    async with faults.alone["board", seat]:
        _insert(seat, f"insert ticket {faults.chance.choice(printed)}")
        await asyncio.sleep(faults.chance.uniform(0, TICKET_S))
        await faults.messages[f"ats-{seat.ats}"].any_await_after(faults.chance)
        await seat.stop()
        await asyncio.sleep(seconds)
        seat.start()


DARK: Final[dict[str, tuple[int, Callable[["Faults", float], Awaitable[None]]]]] = {
    "note-while-dark": (1, note_while_dark),
    "ticket-while-dark": (2, ticket_while_dark),
}
