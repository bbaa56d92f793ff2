"""What the whole table knows of a pocket's numbers. They stay the same when its board moves to another terminal."""

from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from msgspec.structs import replace

from firmware.table.core.pockets import Life, Money, TerminalPockets, Told, Verdict, tell
from firmware.table.core.state import TableState
from firmware.table.features.lives import unknown_from

# What one terminal knows counts, even if another has not heard of it.
_FIRST: Final = (Verdict.REPEAT, Verdict.OTHER, Verdict.TOO_OLD)


def knowing(state: TableState, ats: int, life: str) -> tuple[int, ...]:
    """Return which other terminals than this know a life."""
    others = ((number, pocket) for number, pocket in state.pockets.items() if life and number != ats)
    return tuple(sorted(number for number, pocket in others if pocket.knows(life)))


def known_elsewhere(state: TableState, ats: int, life: str) -> bool:
    """Whether another terminal than this knows a life."""
    return bool(knowing(state, ats, life))


def serves(state: TableState, ats: int, life: str) -> bool:
    """Whether a board is this terminal. Before any has begun, each board is that no other terminal knows."""
    pocket = state.pocket(ats)
    if pocket.life == life:
        return not _has_moved(state, ats, life)
    return not pocket.life and not known_elsewhere(state, ats, life)


def served(state: TableState, ats: int) -> str:
    """Return the life of this terminal's board; none if that board was let in elsewhere since."""
    life = state.pocket(ats).life
    return "" if _has_moved(state, ats, life) else life


def _has_moved(state: TableState, ats: int, life: str) -> bool:
    return any(life in pocket.returned for number, pocket in state.pockets.items() if life and number != ats)


def at_each(state: TableState, ats: int, life: str) -> Iterator[tuple[int, Life]]:
    """Return what the terminals know of a life, this one first. Boards without a pocket have nothing in common."""
    unknown = unknown_from(state, life)
    yield ats, Life(unknown, before=unknown) if unknown else state.pocket(ats).of(life)
    if life:
        yield from ((number, pocket.of(life)) for number, pocket in state.pockets.items() if number != ats)


def told_of(state: TableState, ats: int, life: str, number: int, money: Money) -> Told | None:
    """Return what was told under a number at any terminal, if it was about this."""
    known = (one.told.get(number) for _, one in at_each(state, ats, life))
    return next((told for told in known if told is not None and told.fits(money)), None)


def foremost(verdicts: Iterable[Verdict]) -> Verdict:
    """Return what a number is, from what each terminal knows of it."""
    said = set(verdicts)
    return next((verdict for verdict in _FIRST if verdict in said), Verdict.NEW)


def is_disputed(state: TableState, of_life: str) -> bool:
    """Whether a contradicting report was recorded at any terminal, under this name after the terminal's."""
    return any(f"{ats}-{of_life}" in pocket.disputed for ats, pocket in state.pockets.items())


class OfMoney(Protocol):
    """An event that a pocket reported."""

    @property
    def ats(self) -> int:
        """At which terminal."""
        ...

    @property
    def life(self) -> str:
        """Which pocket."""
        ...


def remember(state: TableState, event: OfMoney, number: int, what: Told) -> TableState:
    """Remember what was told under a number of a pocket; 0 is none: the dealer, or a supervisor."""
    if not number:
        return state
    unknown = unknown_from(state, event.life)
    return with_pocket(state, event.ats, tell(state.pocket(event.ats), event.life, number, what, unknown))


def with_pocket(state: TableState, ats: int, pocket: TerminalPockets) -> TableState:
    """Return the state with what is known of a terminal's pockets."""
    return replace(state, pockets={**state.pockets, ats: pocket})
