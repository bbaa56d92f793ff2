"""What happens in a coup and in the life of a shoe: facts, in the past tense, as the journal keeps them.

The names and fields of those that interfaces.md lists are fixed there; others rely on them.
"""

from typing import Literal

from msgspec import Struct

from firmware.game.hands import HandShown, Side, Winner
from firmware.game.rulebook import Action, Authority, Cutter, Person
from firmware.game.steps import Waiting
from hal.cards import Card


class Event(Struct, frozen=True, tag_field="event", forbid_unknown_fields=True):
    """A fact; its tag is its name in the journal."""


class ShoeStarted(Event, frozen=True, tag="shoe_started"):
    """A checked, shuffled and cut shoe came into play. `burned`: its burn has been made unread.

    `cut_by`: who cut its cards, empty if nobody said. `cut_at`: the terminal of the player who did.
    """

    shoe: int
    decks: int
    burned: bool
    burn_due: bool
    cut_depth: int
    cut_by: Cutter | Literal[""] = ""
    cut_at: int = 0


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
    """A card was burned: for the shoe, or for the coup named; `more` are still to be burned (3.8.2).

    `drawn`: it left the shoe now; otherwise it had been waiting to be carried (reading 22).
    """

    card: Card
    face_up: bool
    for_shoe: bool
    coup: int | None
    more: int
    drawn: bool = True


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


class BetsSuspended(Event, frozen=True, tag="bets_suspended"):
    """The betting clock stopped with so much left: a question is open, or all accounts are frozen (11.11)."""

    coup: int
    left: int


class BetsResumed(Event, frozen=True, tag="bets_resumed"):
    """The betting clock goes on."""

    coup: int
    closes_at: int


class CardLaid(Event, frozen=True, tag="card"):
    """A card went to a hand, or to none. `drawn`: it left the shoe now. `next`: where the next card is due.

    `placed`, `faced`: it was seen on a hand, or face up, as it left, and has been ruled on as such. `lies`: the hand on
    which an excess card was put.
    """

    coup: int | None
    card: Card
    hand: Literal["player", "banker", "none"]
    position: int | None
    drawn: bool = True
    next: Side | None = None
    placed: bool = False
    faced: bool = False
    lies: Side | None = None


class CardSeen(Event, frozen=True, tag="card_seen"):
    """A card was seen after it had left the shoe: put on a hand, face up, or shown; `back` cards have left since."""

    coup: int | None
    card: Card
    to: Side | None
    face_up: bool
    shown: bool
    back: int = 0


class CardReconsidered(Event, frozen=True, tag="card_reconsidered"):
    """The last card is ruled on again with what is known now; what was done with it is undone.

    `hand`: where it is taken from; that hand is due a card again.
    """

    coup: int | None
    card: Card
    hand: Literal["player", "banker", "none"]


class CardsLeft(Event, frozen=True, tag="cards_left"):
    """Cards left the shoe at once and their places are not known yet. The first `known` had been counted before."""

    coup: int | None
    cards: tuple[Card, ...]
    known: int = 0


class CardsOver(Event, frozen=True, tag="cards_over"):
    """Undue cards that left together belong to no coup any more: theirs was voided."""

    cards: tuple[Card, ...]


class CardUnread(Event, frozen=True, tag="card_unread"):
    """An unread card left. `burn`: a burn was due, so it is one (reading 21)."""

    coup: int | None
    burn: bool


class CardEntered(Event, frozen=True, tag="card_entered"):
    """The dealer named the unread card, and a supervisor confirmed it."""

    card: Card
    by: Person


class ShoeResultReported(Event, frozen=True, tag="shoe_result"):
    """The shoe reported its own result of the coup."""

    coup: int
    winner: Winner


class Irregularity(Event, frozen=True, tag="irregularity"):
    """Something went against the rules."""

    coup: int | None
    kind: str
    rule: str | None
    card: str | None = None


class FactHeld(Event, frozen=True, tag="fact_held"):
    """Something happened while a question was open: counted at once, ruled on after the answer.

    `counted`: its cards that are now out of the shoe. `foreign`: those that cannot be the shoe's.
    """

    coup: int | None
    fact: Waiting
    counted: tuple[Card, ...] = ()
    foreign: tuple[Card, ...] = ()


class FactTaken(Event, frozen=True, tag="fact_taken"):
    """What has waited longest is ruled on now."""

    coup: int | None


class FactNoted(Event, frozen=True, tag="fact_noted"):
    """Something happened that changes nothing, because there is no card, coup or shoe it could concern."""

    coup: int | None
    fact: Waiting


class CardsFound(Event, frozen=True, tag="cards_found"):
    """A miscount named cards that were never recorded: they count as having left the shoe (reading 26).

    `waited`: cards recorded as in excess that in fact lay in a hand.
    """

    coup: int
    cards: tuple[Card, ...]
    waited: tuple[Card, ...] = ()


class SettledCoupVoided(Event, frozen=True, tag="settled_coup_voided"):
    """Something learned after a coup was settled voids it: its wagers are refunded (reading 25)."""

    coup: int
    kind: str
    rule: str | None


class Question(Event, frozen=True, tag="question"):
    """The coup waits for a person's answer. `case` names the book's treatment that asks, `role` who may answer.

    `coup`: the one it concerns, if already settled (reading 25). `waits`: its card is to be carried by now and keeps
    its place.
    """

    number: int
    kind: str
    case: str
    options: tuple[str, ...]
    rule: str | None
    by: Person
    cards: tuple[Card, ...] = ()
    said: str | None = None
    role: Authority = ""
    coup: int | None = None
    waits: bool = False


class Answered(Event, frozen=True, tag="answered"):
    """A person answered a question."""

    question: int
    option: str
    by: Person
    role: Authority = ""


class Ruling(Event, frozen=True, tag="ruling"):
    """What is done about an irregularity: by whom, on whose authority (`role`), under which rule.

    `waits`: the card was already to be carried before this ruling, and keeps its place if it still is.
    `beside`: another card of its rank and suit is waiting to be carried, and goes on waiting.
    """

    kind: str
    action: Action
    rule: str | None
    by: Person
    card: Card | None = None
    text: str | None = None
    role: Authority = ""
    waits: bool = False
    beside: bool = False


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
