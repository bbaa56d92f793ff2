"""Whether a card may leave the shoe now; the shoe's lock follows this."""

from typing import Final

from firmware.game.state import Game, Phase

# While betting is open a card may leave too: it ends betting (8.1(c)).
OPEN: Final = frozenset({Phase.BETTING, Phase.CLOSED, Phase.DEALING})


def card_may_leave(game: Game) -> bool:
    """Whether a card may leave the shoe now; if not, one that does is an irregularity."""
    if game.phase is Phase.BETWEEN:
        # crown 3.8, 3.8.2: between coups only a new shoe's burn is made
        return game.shoe is not None and (game.shoe.burn_due or game.shoe.more_burns > 0)
    return game.phase in OPEN
