"""What happens in a coup and in the life of a shoe: facts, in the past tense, as the journal keeps them.

The names and fields of those that interfaces.md lists are fixed there; others rely on them.
"""

from typing import Literal

from msgspec import Struct

from firmware.game.hands import Side, Winner
from firmware.game.rulebook import Action, Person
from hal.cards import Card


class Event(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """A fact; its tag is its name in the journal."""


class ShoeStarted(Event, frozen=True, tag="shoe_started"):
    """A checked, shuffled and cut shoe came into play; `burned` when its burn has been made unread."""

    shoe: int
    decks: int
    burned: bool
    burn_due: bool
    cut_depth: int


class ShoeEnded(Event, frozen=True, tag="shoe_ended"):
    """No further coup is dealt from this shoe."""

    shoe: int
    reason: str
    rule: str | None


class CardsReplaced(Event, frozen=True, tag="cards_replaced"):
    """Unfit cards were replaced by new ones of the same rank and suit, between coups."""

    cards: tuple[Card, ...]
    rule: str | None


class Burned(Event, frozen=True, tag="burned"):
    """A card was burned: for the shoe, or for the coup named; `more` are still to be burned (3.8.2)."""

    card: Card
    face_up: bool
    for_shoe: bool
    coup: int | None
    more: int


class CuttingCard(Event, frozen=True, tag="cutting_card"):
    """The cutting card left the shoe; `last_coup` is the last one of this shoe."""

    last_coup: int


class CoupOpened(Event, frozen=True, tag="coup_opened"):
    """A coup began: for wagers until `closes_at`, or as a Dummy Coup."""

    coup: int
    dummy: bool
    last: bool
    closes_at: int | None = None


class BetsReopened(Event, frozen=True, tag="bets_reopened"):
    """Betting opened again in the same coup."""

    coup: int
    closes_at: int | None


class BetsClosed(Event, frozen=True, tag="bets_closed"):
    """The wagering period ended; `recognised` when there are wagers that count."""

    coup: int
    cause: str
    recognised: bool


class CardLaid(Event, frozen=True, tag="card"):
    """A card went to a hand, or to none. `drawn`: it left the shoe now. `next`: where the next card is due."""

    coup: int | None
    card: Card
    hand: Literal["player", "banker", "none"]
    position: int | None
    drawn: bool = True
    next: Side | None = None


class CardSeen(Event, frozen=True, tag="card_seen"):
    """A card was seen after it had left the shoe: put on a hand, face up, or shown; `back` cards have left since."""

    coup: int | None
    card: Card
    to: Side | None
    face_up: bool
    shown: bool
    back: int = 0


class CardReconsidered(Event, frozen=True, tag="card_reconsidered"):
    """The last card is ruled on anew, by what is known of it now: what was done with it is undone.

    `hand`: the one that it is taken from, which is due a card again.
    """

    coup: int | None
    card: Card
    hand: Literal["player", "banker", "none"]


class CardsLeft(Event, frozen=True, tag="cards_left"):
    """Cards left the shoe at once; where they go is not known yet. The first `known` had been counted before."""

    coup: int | None
    cards: tuple[Card, ...]
    known: int = 0


class CardEntered(Event, frozen=True, tag="card_entered"):
    """The dealer named the card that the reader could not read, and a supervisor confirmed it."""

    card: Card
    by: Person


class ShoeResult(Event, frozen=True, tag="shoe_result"):
    """The shoe reported its own result of the coup."""

    coup: int
    winner: Winner


class Irregularity(Event, frozen=True, tag="irregularity"):
    """Something went otherwise than the rules want."""

    coup: int | None
    kind: str
    rule: str | None
    card: str | None = None


class Question(Event, frozen=True, tag="question"):
    """The coup waits for a person's answer. `case` names the book's treatment that asks."""

    number: int
    kind: str
    case: str
    options: tuple[str, ...]
    rule: str | None
    by: Person
    cards: tuple[Card, ...] = ()
    said: str | None = None


class Answered(Event, frozen=True, tag="answered"):
    """A person answered a question."""

    question: int
    option: str
    by: Person


class Ruling(Event, frozen=True, tag="ruling"):
    """What is done about an irregularity, by whom, and on which rule."""

    kind: str
    action: Action
    rule: str | None
    by: Person
    card: Card | None = None
    text: str | None = None


class HandShown(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand as results show it."""

    cards: tuple[Card, ...]
    total: int


class CoupResult(Event, frozen=True, tag="result"):
    """A coup ended: settled, played out as a Dummy Coup, or void."""

    coup: int
    winner: Winner
    player: HandShown
    banker: HandShown
    natural: bool
    dummy: bool
    last: bool
    flags: tuple[str, ...]
    notation: str
    rule: str | None = None


GameEvent = (
    ShoeStarted
    | ShoeEnded
    | CardsReplaced
    | Burned
    | CuttingCard
    | CoupOpened
    | BetsReopened
    | BetsClosed
    | CardLaid
    | CardSeen
    | CardReconsidered
    | CardsLeft
    | CardEntered
    | ShoeResult
    | Irregularity
    | Question
    | Answered
    | Ruling
    | CoupResult
)
