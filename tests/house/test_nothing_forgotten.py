"""What a table of handlers has to know it knows all of: a kind that was added, and handled nowhere, is found here."""

from inspect import getmembers, isclass
from typing import get_args

from firmware.game import events, evolve, steps, transitions
from firmware.game.state import Phase
from firmware.link import messages as m
from firmware.link.message import OfPlayer
from firmware.table_board.requests import Requests

# Events that change nothing in the game: they stand in the journal, for people.
SAID_ONLY = {
    events.CardsReplaced,  # each by one of the same rank and suit: the shoe holds what it held
    events.FactNoted,  # there is no card, coup or shoe that it could be about
}


def of_module(module: object, base: type) -> set[type]:
    """Return the kinds that a module has of its own."""
    return {kind for _, kind in getmembers(module, isclass) if issubclass(kind, base) and kind is not base}


def test_each_request_of_a_board_is_answered() -> None:
    one_by_one = {kind for kind in get_args(m.Request) if not issubclass(kind, OfPlayer)}
    assert Requests._DO.keys() == one_by_one  # noqa: SLF001


def test_each_event_of_the_game_is_folded() -> None:
    assert of_module(events, events.Event) - evolve.FOLDS.keys() == SAID_ONLY


def test_each_phase_has_its_row_and_each_step_its_place() -> None:
    assert transitions.TRANSITIONS.keys() == set(Phase)
    placed = {step for row in transitions.TRANSITIONS.values() for step in row}
    assert of_module(steps, steps.Step) - placed == set()
