"""Staff cards: whose a card is, so that its holder signs on or approves with it instead of number and PIN."""

from enum import auto
from typing import Final

from msgspec.structs import replace

from firmware.game.events import Event
from firmware.refusal import Code, Refused
from firmware.table.core.authority import CASINO
from firmware.table.core.commands import Command, Role
from firmware.table.core.feature import Feature
from firmware.table.core.state import TableState
from firmware.table.core.turn import TableTurn
from firmware.table.features.staff import StaffCode


class CardCode(Code):
    """Why it is refused."""

    NO_CARD = auto()


class GiveCard(Command, frozen=True):
    """A person has this card from now on, and no other. `card`: a keyed hash of what is read from it."""

    staff: str
    card: str


class TakeCard(Command, frozen=True):
    """A person's card is good for nothing from now on: it was lost, or given back."""

    staff: str


class CardGiven(Event, frozen=True, tag="card_given"):
    """A person has this card and no other."""

    staff: str
    card: str


class CardTaken(Event, frozen=True, tag="card_taken"):
    """A person has no card any more."""

    staff: str


def give(turn: TableTurn, command: GiveCard) -> None:
    """Give somebody a card that nobody else has."""
    if command.staff not in turn.state.staff:
        raise Refused(StaffCode.NOT_ENROLLED)
    if not command.card:
        raise Refused(CardCode.NO_CARD)
    if any(member.card == command.card for number, member in turn.state.staff.items() if number != command.staff):
        raise Refused(StaffCode.CARD_TAKEN)
    turn.say(CardGiven(command.staff, command.card))


def take(turn: TableTurn, command: TakeCard) -> None:
    """Have somebody's card be good for nothing."""
    member = turn.state.staff.get(command.staff)
    if member is None:
        raise Refused(StaffCode.NOT_ENROLLED)
    if not member.card:
        raise Refused(CardCode.NO_CARD)
    turn.say(CardTaken(command.staff))


def _fold_given(state: TableState, event: CardGiven) -> TableState:
    return _with_card(state, event.staff, event.card)


def _fold_taken(state: TableState, event: CardTaken) -> TableState:
    return _with_card(state, event.staff, "")


def _with_card(state: TableState, staff: str, card: str) -> TableState:
    return replace(state, staff={**state.staff, staff: replace(state.staff[staff], card=card)})


FEATURE: Final = Feature(
    decides={GiveCard: give, TakeCard: take},
    folds={CardGiven: _fold_given, CardTaken: _fold_taken},
    # Everybody's is their own to register, with their PIN: whoever gave another person's away could be two people.
    beside={GiveCard: frozenset(Role), TakeCard: CASINO},
    own=(GiveCard,),
)
