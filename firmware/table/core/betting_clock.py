"""The betting clock stops during a question, an unread card, or a freeze of all accounts."""

from firmware.game import events as g
from firmware.table.core.turn import TableTurn


def follow(turn: TableTurn) -> None:
    """Stop the clock, or let it go on with the time that was left."""
    # crown 11.11; readings 21 and 28
    state = turn.state
    coup = state.game.coup
    if coup is None or not coup.betting:
        return
    stands = state.frozen or state.game.blocked
    if stands and coup.closes_at is not None:
        turn.say(g.BetsSuspended(coup.number, max(coup.closes_at - turn.at, 0)))
    elif not stands and coup.left is not None:
        turn.say(g.BetsResumed(coup.number, turn.at + coup.left))
