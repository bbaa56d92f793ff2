"""The limits at a tournament's table: the round's, if its conditions state any, otherwise the table's own."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from zlib import crc32

import msgspec
from msgspec import Struct

from firmware.game.wagers import ANY, Limit, limit_of
from firmware.table.core.bet_bounds import BetBounds
from firmware.table.core.kept import kept
from firmware.table.core.session_terms import SESSION, reserved_for, terms_of

if TYPE_CHECKING:  # so that a terminal, which only reads this, does not load the table's state
    from firmware.table.core.state import TableState

# The key under which the announced bounds are kept.
ANNOUNCED: Final = "announced"


class RoundBounds(Struct, frozen=True, forbid_unknown_fields=True):
    """The least that a round wants of all an account's wagers together, and its limits on single bets."""

    minimum: int = 0
    limits: tuple[BetBounds, ...] = ()

    def limit_on(self, bet: str, own: Limit) -> Limit:
        """Return the limit of a bet, given the table's own."""
        named = {one.bet: one for one in self.limits}
        found = named.get(bet) or named.get(ANY)
        return own if found is None else found.limit()

    @property
    def mark(self) -> str:
        """Return the mark that tells these bounds from others."""
        return f"{crc32(_encode(self)):08x}"


class AnnouncedBounds(Struct, frozen=True, forbid_unknown_fields=True):
    """Announced bounds, and from when on they hold."""

    bounds: RoundBounds
    effective_at: int


NO_BOUNDS: Final = RoundBounds()
_encode: Final = msgspec.json.Encoder().encode


def written_announcement(announced: AnnouncedBounds) -> str:
    """Return an announcement as it is kept."""
    return _encode(announced).decode()


@lru_cache(maxsize=4)
def _read(text: str) -> AnnouncedBounds:
    return msgspec.json.decode(text, type=AnnouncedBounds)


def announced_bounds(state: "TableState") -> AnnouncedBounds | None:
    """Return what the table's present or last tournament announced for its round."""
    found = kept(state, SESSION).get(ANNOUNCED, "")
    return _read(str(found)) if found else None


def bounds_now(state: "TableState", at: int) -> RoundBounds:
    """Return the present bounds: the session's, and between sessions those that the table has shown for long enough."""
    if state.session:
        terms = terms_of(state)
        return RoundBounds(terms.minimum, terms.limits)
    announced = announced_bounds(state) if reserved_for(state) else None
    return announced.bounds if announced is not None and announced.effective_at <= at else NO_BOUNDS


def limit_held(state: "TableState", bet: str, at: int) -> Limit:
    """Return the present limit of a bet."""
    # crown 12.2.1(c)
    own = limit_of(state.limits, bet, at, state.game.coups)
    bounds = bounds_now(state, at)
    return bounds.limit_on(bet, own) if bounds.limits else own


def coming_bounds(state: "TableState", at: int) -> AnnouncedBounds | None:
    """Return the bounds that a round brings to a table, while they are only announced."""
    # crown 5.1
    announced = announced_bounds(state) if reserved_for(state) and not state.session else None
    return announced if announced is not None and announced.effective_at > at else None


def raises(state: "TableState", bets: Iterable[str], bounds: RoundBounds, at: int) -> bool:
    """Whether bounds want a higher least wager on a bet than this table did before, in the tournament or outside it."""
    # crown 5.1
    before = announced_bounds(state)
    for bet in bets:
        own = limit_of(state.limits, bet, at, state.game.coups)
        least = _least(NO_BOUNDS, bet, own, state)
        if before is not None and before.effective_at <= at:
            least = min(least, _least(before.bounds, bet, own, state))
        if _least(bounds, bet, own, state) > least:
            return True
    return False


def _least(bounds: RoundBounds, bet: str, own: Limit, state: "TableState") -> int:
    return max(bounds.limit_on(bet, own).minimum, bounds.minimum, state.setup.aggregate_minimum)
