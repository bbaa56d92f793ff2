"""What lies on the table of the second engine: a shoe, a coup, and how a coup can end otherwise."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from coup import BANKER_DRAWS, PLAYER_DRAWS, count, natural
from told import ANY


class VoidCoup(Exception):
    """The coup is void: all wagers go back (reading 12)."""

    def __init__(self, rule: object = ANY, reason: str = "void", *, recommence: bool = False) -> None:
        super().__init__()
        self.rule, self.reason, self.recommence = rule, reason, recommence


@dataclass
class Shoe:
    """What is known of the shoe."""

    burned: bool
    more: int = 0  # cards still to burn under crown 3.8.2
    opened: bool = False  # has betting ever opened on it?
    missed: bool = False  # it was not burned when its first coup was dealt (crown 11.1)
    recommenced: bool = False
    out: Counter[str] = field(default_factory=Counter)
    cut: bool = False
    coups_left: int | None = None  # how many coups may still be opened, once the cutting card is out
    alive: bool = True


@dataclass
class Coup:
    """A coup as it lies on the table."""

    number: int
    dummy: bool
    last: bool
    burned: bool
    hands: dict[str, list[str]] = field(default_factory=lambda: {"player": [], "banker": []})
    flags: list[str] = field(default_factory=list)
    perhaps: list[str] = field(default_factory=list)  # flags that the texts leave free
    no_wagers: bool = False
    says: str | None = None
    compared: bool = False
    ends_shoe: bool = False
    burn_missed: bool = False  # its first card is the first of a shoe that was not burned
    beyond: list[str | None] = field(default_factory=list)  # each card in excess: the hand on which it lies, if known

    @property
    def dealt(self) -> int:
        """How many cards lie in its hands."""
        return len(self.hands["player"]) + len(self.hands["banker"])

    def due(self) -> str | None:
        """To which hand a card is due (8.3.3, and the table of play)."""
        player, banker = self.hands["player"], self.hands["banker"]
        if self.dealt < 4:
            return ("player", "banker", "player", "banker")[self.dealt]
        if len(banker) == 3 or natural(player[:2]) or natural(banker[:2]):
            return None
        if len(player) == 2 and PLAYER_DRAWS[count(player)] == "D":
            return "player"
        third = 1 + count(player[2:]) if len(player) == 3 else 0
        return "banker" if BANKER_DRAWS[count(banker)].replace(" ", "")[third] == "D" else None

    def cards(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Both hands."""
        return tuple(self.hands["player"]), tuple(self.hands["banker"])


class Last(NamedTuple):
    """The card that left last, and how the coup stood then."""

    card: str
    due: str | None
    coup: Coup | None
    dealt: int
    hands: dict[str, int]
    beyond: int = 0  # how many had left in excess of the coup before it

    def is_third_on(self, hand: str) -> bool:
        """Say whether it is that hand's third card (11.7), with what lay there in excess when it left."""
        over = self.coup.beyond[: self.beyond] if self.coup else []
        return self.hands[hand] + over.count(hand) == 2

    def lies_on(self, hand: str | None) -> None:
        """Take down where it lies, a card in excess."""
        if self.coup:
            self.coup.beyond[self.beyond : self.beyond + 1] = [hand]


def possible(player: tuple[str, ...], banker: tuple[str, ...]) -> bool:
    """Say whether the table of play can give these hands."""
    if not (2 <= len(player) <= 3 and 2 <= len(banker) <= 3):
        return False
    coup = Coup(0, dummy=False, last=False, burned=False)
    coup.hands = {"player": list(player[:2]), "banker": list(banker[:2])}
    for hand, cards in (("player", player), ("banker", banker)):
        if (coup.due() == hand) != (len(cards) == 3):
            return False
        if len(cards) == 3:
            coup.hands[hand].append(cards[2])
    return True
