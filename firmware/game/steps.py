"""What can happen at the shoe, on the layout and at the dealer's console: what the controller is told."""

from typing import Literal

from msgspec import Struct

from firmware.game.hands import Side, Winner
from firmware.game.shoe import CUT_DEPTHS
from hal.cards import Card


class Step(Struct, frozen=True):
    """Something that the controller is told."""


class NewShoe(Step, frozen=True):
    """A shoe is put into play. `reason` says why the one before goes, if one is in play."""

    decks: int
    burned: bool = True
    checked: bool = True
    shuffled: bool = True
    cut_depth: int = CUT_DEPTHS[0]
    reason: str = "changed"


class ReplaceCards(Step, frozen=True):
    """A supervisor has unfit cards replaced by new ones of the same rank and suit."""

    cards: tuple[Card, ...]


class Burn(Step, frozen=True):
    """A card is burned."""

    card: Card
    face_up: bool = False


class Cut(Step, frozen=True):
    """The cutting card leaves the shoe."""


class OpenBets(Step, frozen=True):
    """The dealer opens betting, until `closes_at`."""

    closes_at: int | None = None


class CloseBets(Step, frozen=True):
    """Betting ends: `elapsed`, or by the `dealer`."""

    cause: str = "dealer"


class CardDrawn(Step, frozen=True):
    """A card leaves the shoe. `to`: where it was put, if it was seen. `shown`: disclosed, but put on no hand.

    `counted` and `position`: the hand that the shoe itself counts it to, and as which card. `overdrawn`: it left when
    the coup before was complete, and is reported only now.
    """

    card: Card
    to: Side | None = None
    face_up: bool = False
    shown: bool = False
    drawn: bool = True
    counted: Side | None = None
    position: int = 0
    overdrawn: bool = False


class CardSeen(Step, frozen=True):
    """What sensors or the dealer saw of a card after it had left: the last, or the one so many before it (`back`)."""

    to: Side | None = None
    face_up: bool = False
    shown: bool = False
    back: int = 0


class CardsTogether(Step, frozen=True):
    """Cards leave the shoe at once; `with_last`: together with the one before them."""

    cards: tuple[Card, ...]
    with_last: bool = False


class Unreadable(Step, frozen=True):
    """A card leaves the shoe that the reader cannot read."""


class Enter(Step, frozen=True):
    """The dealer names the card that could not be read, confirmed by a supervisor."""

    card: Card


class ShoeSays(Step, frozen=True):
    """The shoe reports its own result."""

    winner: Winner


class ShoeEmpty(Step, frozen=True):
    """The shoe has no more cards."""


class OrderAltered(Step, frozen=True):
    """The order of the cards in the shoe was altered."""


class ForeignCard(Step, frozen=True):
    """A code that is no card of the shoe."""

    code: str | None = None


class Decide(Step, frozen=True):
    """A person answers the open question."""

    option: str


class Confirm(Step, frozen=True):
    """The dealer confirms the result."""


# Why a person makes a coup void: by a malfunction of equipment, or by disruption, fraud or dispute.
Ground = Literal["malfunction", "disruption"]


class Invalidate(Step, frozen=True):
    """The coup is voided by a person, with the reason that they give."""

    reason: str = ""
    ground: Ground = "disruption"


class SystemFault(Step, frozen=True):
    """The game controller restarted, or lost a device that it needs."""
