"""What the controller knows: the shoe, its coup, carried cards, and the open question."""

from enum import StrEnum
from typing import Final, Literal

from msgspec import Struct

from firmware.game.events import FactHeld, Question
from firmware.game.hands import Side, Winner
from firmware.game.shoe import Shoe
from hal.cards import Card


class Phase(StrEnum):
    """Where the table stands. transitions.py says what fits in which phase."""

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
    """A coup that is open. `due`: the hand that the next card is due to; None once both are complete.

    `compared`: somebody was already asked about the shoe's own result.
    `closes_at`: when betting ends by itself. `left`: the time left when its clock was stopped.
    """

    number: int
    dummy: bool = False
    last: bool = False
    betting: bool = False
    closes_at: int | None = None
    left: int | None = None
    reopened: bool = False
    recognised: bool = True
    started: bool = False
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    due: Side | None = Side.PLAYER
    flags: tuple[str, ...] = ()
    shoe_result: Winner | None = None
    compared: bool = False


# Irregularities of an undue card.
OVER: Final = frozenset({"excess_card", "misplaced_burn"})


class LeftCard(Struct, frozen=True):
    """A card that left the shoe since betting last opened: where it went, and how the coup stood then (reading 25).

    `player`, `banker`: how many cards each hand had. `placed`, `faced`: it has since been seen on a hand or face up.
    `lies`: on which hand it was put, as far as that was said.
    `fate`: what became of an excess card: waiting for the next coup, dealt in one since, or set aside.
    `decided`: by a person.
    """

    card: Card
    hand: Literal["player", "banker", "none"]
    coup: int | None
    player: int = 0
    banker: int = 0
    placed: bool = False
    faced: bool = False
    fate: Literal["", "waits", "dealt", "aside"] = ""
    decided: bool = False
    lies: Side | None = None


class UnreadCard(Struct, frozen=True):
    """A card that nobody has named yet. `burn`: it left when a burn was due (reading 21).

    `legacy`: from a journal in which an unread card was forgotten with its coup.
    """

    coup: int | None
    burn: bool = False
    legacy: bool = False


class EndedCoup(Struct, frozen=True):
    """A coup that ended since betting last opened: anything learned about it now is still ruled on (reading 25).

    `shoe`: the one it was dealt from; 0 in older snapshots.
    """

    number: int
    winner: Winner
    dummy: bool
    shoe_result: Winner | None = None
    shoe: int = 0


class Game(Struct, frozen=True):
    """The state of the controller, folded from events.

    `carried`: cards for the next coup, in order. `dummy_due`: that coup is a Dummy Coup. `burned`: a card was
    burned for the coup that is open or comes next (11.5). `burned_once`: the one that 8.3.2 allows was. `pending`:
    cards that left together, order not known. `recommenced`: the shoe's first coup was void for want of a burn, which
    is due again. `waiting`: what happened while a question was open. `left`, `ended`: since betting last opened.
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
    burned_once: bool = False
    recommenced: bool = False
    waiting: tuple[FactHeld, ...] = ()
    unread: tuple[UnreadCard, ...] = ()
    left: tuple[LeftCard, ...] = ()
    ended: tuple[EndedCoup, ...] = ()

    @property
    def phase(self) -> Phase:
        """Where the table stands."""
        if self.unread:
            return Phase.UNREADABLE
        if self.questions:
            betting = self.coup is not None and self.coup.betting
            return Phase.BETTING_ASKING if betting else Phase.ASKING
        return self.phase_beneath

    @property
    def phase_beneath(self) -> Phase:
        """Where the table would stand without an open question or an unread card."""
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
    def blocked(self) -> bool:
        """Whether play waits for an answer, or for a card to be named."""
        return bool(self.questions or self.unread)

    @property
    def last(self) -> LeftCard | None:
        """The card that left last, as far as is known."""
        return self.left[-1] if self.left else None

    @property
    def burn_is_next(self) -> bool:
        """Whether the next card that leaves is a burn of the new shoe (3.8.1, 3.8.2; reading 21)."""
        shoe = self.shoe
        return shoe is not None and self.coup is None and (shoe.burn_due or shoe.more_burns > 0)

    @property
    def none_follows(self) -> bool:
        """Whether no coup follows that could begin with an excess card (reading 2)."""
        coup, shoe = self.coup, self.shoe
        if shoe is None:
            return True
        if coup is None:
            return bool(shoe.ends) or 0 < shoe.last_coup <= self.coups
        # A coup that has not begun takes the waiting card as its own first.
        return coup.started and (coup.last or bool(shoe.ends))

    def is_of_old_shoe(self, ended: EndedCoup) -> bool:
        """Whether a coup was dealt from a shoe that another has replaced since."""
        return ended.shoe not in (0, self.shoes)

    def coup_that_ended(self, number: int | None) -> EndedCoup | None:
        """Return a coup that ended since betting last opened."""
        return next((coup for coup in self.ended if coup.number == number), None)
