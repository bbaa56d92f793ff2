"""The table's fold: from a state and an event it gives the next state."""

from collections.abc import Iterable

from msgspec.structs import replace

from firmware.game import events as g
from firmware.game.evolve import evolve as evolve_game
from firmware.game.state import Game
from firmware.table.core.feature import FEATURES
from firmware.table.core.ledger import movements, post
from firmware.table.core.state import TableState


def evolve(state: TableState, event: g.Event) -> TableState:
    """Return the state after an event: the game's, the ledger's, and the table's own part in it."""
    return evolve_with(state, event, evolve_game(state.game, event))


def evolve_with(state: TableState, event: g.Event, game: Game) -> TableState:
    """Return the state after an event whose game part is given, as the decision has already folded that."""
    if game is not state.game:
        state = replace(state, game=game)
    after = post(state.ledger, movements(state, event))
    if after is not state.ledger:
        state = replace(state, ledger=after)
    fold = FEATURES.folds.get(type(event))
    return state if fold is None else fold(state, event)


def fold(state: TableState, happened: Iterable[g.Event]) -> TableState:
    """Return the state after events, in their order."""
    for event in happened:
        state = evolve(state, event)
    return state
