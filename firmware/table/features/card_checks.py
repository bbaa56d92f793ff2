"""The check of the cards at the end of gaming (3.4): the console asks for it until it is on record."""

from enum import auto
from typing import Final, Literal

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import act
from firmware.table.core.commands import Command
from firmware.table.core.feature import Feature
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn


class CardChecksCode(Code):
    """Why it is refused."""

    CARDS_IN_PLAY = auto()
    CARDS_CHECKED = auto()


# What the check of all played cards found (crown 3.4).
Finding = Literal["complete", "missing", "too-many", "foreign", "damaged"]


def unchecked(state: TableState) -> bool:
    """Whether there are played cards that nobody has checked since."""
    return state.game.shoes > 0 and state.checked != (state.game.shoes, state.game.coups)


class CheckCards(Command, frozen=True):
    """All played cards have been checked; this was found (crown 3.4)."""

    finding: Finding


def check_cards(turn: TableTurn, command: CheckCards) -> None:
    """Record what the check of the cards found; not while they are in play."""
    # crown 3.4
    state, rule = turn.state, turn.act("check-cards").rule or None
    if state.open and state.game.shoe is not None:
        raise Refused(CardChecksCode.CARDS_IN_PLAY, rule)
    if not unchecked(state):
        raise Refused(CardChecksCode.CARDS_CHECKED, rule)
    turn.say(CardsChecked(state.game.shoes, command.finding, rule))


class CardsChecked(Event, frozen=True, tag="cards_checked"):
    """The cards were checked after they had been played with; `shoe`: the last one that was in play."""

    shoe: int
    finding: Finding
    rule: str | None


def _fold_checked(state: TableState, _: CardsChecked) -> TableState:
    return replace(state, checked=(state.game.shoes, state.game.coups))


FEATURE: Final = Feature(
    decides={CheckCards: check_cards},
    folds={CardsChecked: _fold_checked},
    asked={CheckCards: act("check-cards")},
    while_closed=(CheckCards,),
)
