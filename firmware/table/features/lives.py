"""What is kept of a life that loses its place among a terminal's pockets: a number that was told never becomes new.

A life that was served, or reported a note, is remembered by its last numbers. So is a limited number of strangers. Of
earlier ones only the highest number stays, and an unknown life counts from there: what was told is forgotten, but not
that it was told.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.table.core.feature import Feature
from firmware.table.core.pockets import KEPT_LIVES, MOST_STRANGERS, Life, TerminalPockets, Told
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class LifeKept(Event, frozen=True, tag="life_kept"):
    """The last numbers of a pocket that others replace: what was told under them is known for ever."""

    ats: int
    life: str
    last: int
    told: dict[int, Told]
    before: int = 0


class LifeForgotten(Event, frozen=True, tag="life_forgotten"):
    """A pocket that was never a terminal's is forgotten; no unknown pocket's number up to its last one is new."""

    ats: int
    life: str
    last: int


# How many numbers are kept with what they stood for: a terminal has at most two under way, and may repeat them long.
LAST_NUMBERS: Final = 4
# For how many strangers at each terminal: an honest terminal never has that many in its whole life.
MOST_KEPT: Final = 128


def unknown_from(state: TableState, life: str) -> int:
    """Return the number up to which none is new, for a life that no terminal knows."""
    if any(pocket.knows(life) for pocket in state.pockets.values()):
        return 0
    return max((pocket.floor for pocket in state.pockets.values()), default=0)


def short_of(life: Life) -> Life:
    """Return the last numbers of a life."""
    before = max(life.before, life.last - LAST_NUMBERS)
    told = {number: what for number, what in life.told.items() if number > before}
    return Life(life.last, told, before) if told else Life(life.last, before=life.last)


def kept(state: TableState, event: LifeKept) -> TableState:
    """Keep the last numbers of a life."""
    pocket = state.pocket(event.ats)
    others = {name: one for name, one in pocket.kept.items() if name != event.life}
    life = Life(event.last, event.told, event.before)
    return _with(state, event.ats, replace(pocket, kept={**others, event.life: life}))


def forgotten(state: TableState, event: LifeForgotten) -> TableState:
    """Forget a life: it counts from the floor; at terminals that still know it, from what was told here."""
    pocket = state.pocket(event.ats)
    others = {name: one for name, one in pocket.kept.items() if name != event.life}
    state = _with(state, event.ats, replace(pocket, kept=others, floor=max(pocket.floor, event.last)))
    for ats, one in state.pockets.items():
        if ats != event.ats and one.knows(event.life):
            known = one.of(event.life)
            life = replace(known, before=max(known.before, event.last), last=max(known.last, event.last))
            state = _with(state, ats, replace(one, **_in_its_place(one, event.life, life)))
    return state


def _in_its_place(pocket: TerminalPockets, name: str, life: Life) -> dict[str, dict[str, Life]]:
    """Return the part of a terminal's pockets that knows a life, with this replaced."""
    where = "strangers" if name in pocket.strangers else "kept"
    known: dict[str, Life] = getattr(pocket, where)
    return {where: {**known, name: life}}


def _with(state: TableState, ats: int, pocket: TerminalPockets) -> TableState:
    return replace(state, pockets={**state.pockets, ats: pocket})


def make_room(turn: TableTurn, ats: int, life: str, *, begins: bool = False) -> None:
    """Keep what a terminal's pockets would lose when this life begins there, or reports something as a stranger."""
    pocket = turn.state.pocket(ats)
    for name in tuple(_losing(pocket, life, begins=begins)):
        known = short_of(pocket.of(name))
        turn.say(LifeKept(ats, name, known.last, known.told, known.before))
        _forget_oldest(turn, ats)


def _losing(pocket: TerminalPockets, life: str, *, begins: bool) -> Iterator[str]:
    """Return the lives whose reports the pockets would lose."""
    if begins:
        others = [name for name in pocket.lives if name != life]
        yield from (name for name in others[: 1 - KEPT_LIVES] if pocket.lives[name].told)
    elif life not in pocket.lives:
        strangers = [name for name in pocket.strangers if name != life]
        yield from strangers[: 1 - MOST_STRANGERS]


def _forget_oldest(turn: TableTurn, ats: int) -> None:
    """Forget a stranger, if too many are kept; never a life that was ever a terminal's, as a supervisor let it in."""
    state = turn.state
    served = {name for pocket in state.pockets.values() for name in pocket.lives}
    strangers = [name for name in state.pocket(ats).kept if name not in served]
    if len(strangers) > MOST_KEPT:
        turn.say(LifeForgotten(ats, strangers[0], state.pocket(ats).of(strangers[0]).last))


FEATURE: Final = Feature(
    folds={LifeKept: kept, LifeForgotten: forgotten},
)
