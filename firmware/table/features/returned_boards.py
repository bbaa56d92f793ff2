"""Boards that are let in again: notes that they held before are never credited as new ones."""

from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.table.core.feature import Feature
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.pocket_numbers import with_pocket


class BoardReturned(Event, frozen=True, tag="board_returned"):
    """A former terminal's board is one again. Numbers of its pocket up to `last` are from before that.

    None until it shows its pocket: until then the first note that it reports is the one that it had in its hands.
    """

    ats: int
    life: str
    last: int | None = None


def let_in(turn: TableTurn, ats: int, life: str) -> None:
    """Keep what a board had in its hands apart from what it takes from now on, if it was ever a terminal."""
    if any(life in pocket.lives for pocket in turn.state.pockets.values()):
        turn.say(BoardReturned(ats, life))


def heard_first(turn: TableTurn, ats: int, life: str, last: int) -> None:
    """A board that was let in again shows its pocket, or reports its first note: what comes later is new."""
    if any(life in pocket.returned and pocket.returned[life] is None for pocket in turn.state.pockets.values()):
        turn.say(BoardReturned(ats, life, last))


def is_of_before(state: TableState, life: str, number: int) -> bool:
    """Whether a board had this number before it was let in again."""
    known = (pocket.returned[life] for pocket in state.pockets.values() if life in pocket.returned)
    return any(last is None or number <= last for last in known)


def _fold_returned(state: TableState, event: BoardReturned) -> TableState:
    for ats, pocket in state.pockets.items():
        if event.life in pocket.returned:
            others = {life: last for life, last in pocket.returned.items() if life != event.life}
            state = with_pocket(state, ats, replace(pocket, returned=others))
    pocket = state.pocket(event.ats)
    return with_pocket(state, event.ats, replace(pocket, returned={**pocket.returned, event.life: event.last}))


FEATURE: Final = Feature(folds={BoardReturned: _fold_returned})
