"""What the controller is told: all that can happen at the shoe, on the layout and at the dealer's console."""

from typing import Final, Literal

from msgspec import Struct

from firmware.game.hands import Side, Winner
from firmware.game.rulebook import Cutter
from firmware.game.shoe import CUT_DEPTHS
from hal.cards import Card


class Step(Struct, frozen=True, tag_field="step", forbid_unknown_fields=True, omit_defaults=True):
    """Something the controller is told: a fact, which is never refused, or a wish."""


class NewShoe(Step, frozen=True, tag="new-shoe"):
    """A shoe is put into play. `reason` says why the current one, if any, goes.

    `cut_by`: who cut its cards, empty if nobody said. `cut_at`: the terminal of the player who did.
    """

    decks: int
    burned: bool = True
    checked: bool = True
    shuffled: bool = True
    cut_depth: int = CUT_DEPTHS[0]
    reason: str = "changed"
    cut_by: Cutter | Literal[""] = ""
    cut_at: int = 0


class ReplaceCards(Step, frozen=True, tag="replace-cards"):
    """A supervisor has unfit cards replaced by new ones of the same rank and suit."""

    cards: tuple[Card, ...]


class Burn(Step, frozen=True, tag="burn"):
    """A card is burned."""

    card: Card
    face_up: bool = False


class Cut(Step, frozen=True, tag="cut"):
    """The cutting card leaves the shoe."""


class LeaveOver(Step, frozen=True, tag="leave-over"):
    """A miscount: recorded cards of the last settled coup were in none of its hands (reading 26).

    `found`: cards that were never recorded. `waited`: cards to be carried that in fact lay in a hand.
    """

    coup: int
    over: tuple[Card, ...]
    found: tuple[Card, ...] = ()
    waited: tuple[Card, ...] = ()


class OpenBets(Step, frozen=True, tag="open-bets"):
    """The dealer opens betting, until `closes_at`."""

    closes_at: int | None = None


class CloseBets(Step, frozen=True, tag="close-bets"):
    """Betting ends: `elapsed`, or by the `dealer`."""

    cause: str = "dealer"


class CardDrawn(Step, frozen=True, tag="card-drawn"):
    """A card leaves the shoe. `to`: where it was put, if it was seen. `shown`: disclosed, but put on no hand.

    `counted` and `position`: the hand to which the shoe itself counts it, and as which card. `overdrawn`: it left after
    the previous coup was complete, and is reported only now.
    """

    card: Card
    to: Side | None = None
    face_up: bool = False
    shown: bool = False
    drawn: bool = True
    counted: Side | None = None
    position: int = 0
    overdrawn: bool = False


class CardSeen(Step, frozen=True, tag="card-seen"):
    """What sensors or the dealer saw of a card that had left: the last, or one so many before it (`back`).

    `card`: which one, if known; cards that sensors do not count, such as a burn, may have left since.
    """

    to: Side | None = None
    face_up: bool = False
    shown: bool = False
    back: int = 0
    card: Card | None = None


class CardsTogether(Step, frozen=True, tag="cards-together"):
    """Cards leave the shoe at once; `with_last`: together with the one before them."""

    cards: tuple[Card, ...]
    with_last: bool = False


class Unreadable(Step, frozen=True, tag="unreadable"):
    """A card that the reader cannot read leaves the shoe."""


class Enter(Step, frozen=True, tag="enter"):
    """The dealer names the card that could not be read, confirmed by a supervisor."""

    card: Card


class ShoeSays(Step, frozen=True, tag="shoe-says"):
    """The shoe reports its own result."""

    winner: Winner


class ShoeEmpty(Step, frozen=True, tag="shoe-empty"):
    """The shoe has no more cards."""


class OrderAltered(Step, frozen=True, tag="order-altered"):
    """The order of the cards in the shoe was altered."""


class ForeignCard(Step, frozen=True, tag="foreign-card"):
    """A code that is no card of the shoe."""

    code: str | None = None


class Decide(Step, frozen=True, tag="decide"):
    """A person answers the open question."""

    option: str


class Confirm(Step, frozen=True, tag="confirm"):
    """The dealer confirms the result."""


# Why a person voids a coup: a malfunction of equipment, or disruption, fraud or dispute.
Ground = Literal["malfunction", "disruption"]


class Invalidate(Step, frozen=True, tag="invalidate"):
    """A person voids the coup and gives a reason.

    `by`: the dealer if there are no wagers (11.4), otherwise a supervisor. `ground`: if none is named, the standing
    malfunction, or else disruption.
    """

    reason: str = ""
    ground: Ground | Literal["system", ""] = ""
    by: Literal["dealer", "supervisor"] = "supervisor"


class SystemFault(Step, frozen=True, tag="system-fault"):
    """The game controller restarted, or lost a device it needs."""


# Facts: recorded and ruled on in any state of the table.
Waiting = (
    Burn | Cut | CardDrawn | CardSeen | CardsTogether | Unreadable | ShoeSays | ShoeEmpty | OrderAltered | ForeignCard
)
FACTS: Final[frozenset[type[Step]]] = frozenset(
    {
        Burn, Cut, CardDrawn, CardSeen, CardsTogether, Unreadable, ShoeSays, ShoeEmpty, OrderAltered, ForeignCard,
        SystemFault,
    }
)  # fmt: skip
