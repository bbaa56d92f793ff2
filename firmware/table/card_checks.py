"""The check of the cards at the end of gaming: asked for until it is on record."""

from firmware.game.refusal import Refused
from firmware.table import card_commands as cc
from firmware.table import card_events as ce
from firmware.table.codes import TableCode
from firmware.table.state import TableState
from firmware.table.turn import TableTurn


def unchecked(state: TableState) -> bool:
    """Whether cards have been played with that nobody has checked since."""
    return state.game.shoes > 0 and state.checked != (state.game.shoes, state.game.coups)


def check_cards(turn: TableTurn, command: cc.CheckCards) -> None:
    """Put on record what the check of the cards found; not while they are played with."""
    # crown 3.4
    state, rule = turn.state, turn.act("check-cards").rule or None
    if state.open and state.game.shoe is not None:
        raise Refused(TableCode.CARDS_IN_PLAY, rule)
    if not unchecked(state):
        raise Refused(TableCode.CARDS_CHECKED, rule)
    turn.say(ce.CardsChecked(state.game.shoes, command.finding, rule))
