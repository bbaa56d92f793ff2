"""What the whole table knows of a pocket: its board may be another terminal tomorrow, and its numbers are the same."""

from collections.abc import Iterable, Iterator
from typing import Final

from firmware.table.lives import unknown_from
from firmware.table.pockets import Life, Money, Told, Verdict
from firmware.table.state import TableState

# What any terminal knows outweighs that another has not heard of it.
_FIRST: Final = (Verdict.REPEAT, Verdict.OTHER, Verdict.TOO_OLD)


def knowing(state: TableState, ats: int, life: str) -> tuple[int, ...]:
    """Return which other terminals than this know a life."""
    others = ((number, pocket) for number, pocket in state.pockets.items() if life and number != ats)
    return tuple(sorted(number for number, pocket in others if pocket.knows(life)))


def known_elsewhere(state: TableState, ats: int, life: str) -> bool:
    """Whether another terminal than this knows a life."""
    return bool(knowing(state, ats, life))


def serves(state: TableState, ats: int, life: str) -> bool:
    """Whether a board is this terminal. While none has begun, each is that no other terminal knows."""
    pocket = state.pocket(ats)
    return pocket.life == life or (not pocket.life and not known_elsewhere(state, ats, life))


def at_each(state: TableState, ats: int, life: str) -> Iterator[tuple[int, Life]]:
    """Return what the terminals know of a life, this one first. Boards without a pocket have nothing in common."""
    unknown = unknown_from(state, life)
    yield ats, Life(unknown, before=unknown) if unknown else state.pocket(ats).of(life)
    if life:
        yield from ((number, pocket.of(life)) for number, pocket in state.pockets.items() if number != ats)


def told_of(state: TableState, ats: int, life: str, number: int, money: Money) -> Told | None:
    """Return what was told under a number at any terminal, if it was of this."""
    known = (one.told.get(number) for _, one in at_each(state, ats, life))
    return next((told for told in known if told is not None and told.fits(money)), None)


def foremost(verdicts: Iterable[Verdict]) -> Verdict:
    """Return what a number is by what each terminal says of it."""
    said = set(verdicts)
    return next((verdict for verdict in _FIRST if verdict in said), Verdict.NEW)


def is_disputed(state: TableState, of_life: str) -> bool:
    """Whether something was told against what was known, at any terminal: its name there, after the terminal's."""
    return any(f"{ats}-{of_life}" in pocket.disputed for ats, pocket in state.pockets.items())
