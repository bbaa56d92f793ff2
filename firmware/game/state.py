"""What the controller knows: the shoe, the coup in it, what is carried over, and what is being asked."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct

from firmware.game.events import Question
from firmware.game.hands import Side, Winner
from firmware.game.shoe import Shoe
from hal.cards import Card


class Phase(StrEnum):
    """Where the table stands; what fits in which phase is in transitions.py."""

    NO_SHOE = "no shoe"
    BETWEEN = "between coups"
    BETTING = "betting"
    CLOSED = "betting closed"
    DEALING = "dealing"
    COMPLETE = "complete"
    ASKING = "asking"
    BETTING_ASKING = "betting, asking"
    UNREADABLE = "card unread"


class Coup(Struct, frozen=True):
    """A coup that is open. `due`: the hand that the next card is due to; None once both are complete."""

    number: int
    dummy: bool = False
    last: bool = False
    betting: bool = False
    closes_at: int | None = None
    recognised: bool = True
    started: bool = False
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    due: Side | None = Side.PLAYER
    flags: tuple[str, ...] = ()
    shoe_result: Winner | None = None


class LastCard(Struct, frozen=True):
    """The card that left last, until its coup ends: where it went, and whether it was seen there."""

    card: Card
    hand: Literal["player", "banker", "none"]
    seen: bool = False


class Game(Struct, frozen=True):
    """The state of the controller, folded from events.

    `carried`: cards for the next coup, in their order. `dummy_due`: that coup is a Dummy Coup. `burned`: a card was
    burned for the coup that is open or comes next (8.3.2). `pending`: cards that left together, order not known.
    """

    shoe: Shoe | None = None
    coup: Coup | None = None
    shoes: int = 0
    coups: int = 0
    burn_missed: bool = False
    burned: bool = False
    carried: tuple[Card, ...] = ()
    dummy_due: bool = False
    pending: tuple[Card, ...] = ()
    questions: tuple[Question, ...] = ()
    asked: int = 0
    unreadable: bool = False
    last: LastCard | None = None

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.unreadable:
            return Phase.UNREADABLE
        if self.questions:
            betting = self.coup is not None and self.coup.betting
            return Phase.BETTING_ASKING if betting else Phase.ASKING
        return self.phase_beneath

    @property
    def phase_beneath(self) -> Phase:
        """Where the table stands when nothing is asked and no card waits to be named."""
        coup = self.coup
        if coup is None:
            return Phase.BETWEEN if self.shoe is not None else Phase.NO_SHOE
        if coup.betting:
            return Phase.BETTING
        if not coup.started:
            return Phase.CLOSED
        return Phase.COMPLETE if coup.due is None else Phase.DEALING

    @property
    def in_progress(self) -> bool:
        """Whether a coup is in progress: from its first card, or the burn just before it, until it ends."""
        return self.coup is not None and (self.coup.started or self.burned)

    @property
    def none_follows(self) -> bool:
        """Whether no further coup comes after the one that is open, so that nothing can be carried to it."""
        if self.shoe is None:
            return True
        return self.coup is not None and (self.coup.last or bool(self.shoe.ends))
