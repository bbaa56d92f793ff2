"""What the table knows of its players: their accounts, their held winnings, and who has left."""

from msgspec import Struct


class Orders(Struct, frozen=True):
    """A supervisor's orders about an account's winnings (13.2.3), which outlast recalculations.

    How much of them should be held, and how much kept; `kept`: how much of them the house has now.
    """

    to_hold: int = 0
    to_keep: int = 0
    kept: int = 0


NO_ORDERS = Orders()


class Sitting(Struct, frozen=True):
    """What has happened since a player sat down, and the limits that they set themselves for this sitting.

    `since`: when; 0 where nobody knows. `staked`, `gained`, `lost`: of wagers that were settled, in money. `most_lost`:
    no more may be lost, from sitting down on; `leaves_at`: no wager is taken from then on; `paused_until`: nor before.
    """

    since: int = 0
    staked: int = 0
    gained: int = 0
    lost: int = 0
    most_lost: int | None = None
    leaves_at: int | None = None
    paused_until: int = 0

    @property
    def left_to_lose(self) -> int | None:
        """What may still be lost; None if no limit is set."""
        return None if self.most_lost is None else self.most_lost - self.lost + self.gained


JUST_SEATED = Sitting()


class Account(Struct, frozen=True):
    """An open ATS chip account. Its balance is in the ledger; here are its wagers on the open coup.

    `excluded_by`: the rule. `cash`: what was taken in cash since it was opened. `abstained_in`: the coup that was
    counted last. `won`: what its wagers won beyond their stakes and is neither held nor kept. `given`: by
    coup, what recalculations of an earlier player's coups brought it. `patron`: whose it is, where a card reader or a
    host has said so. `sitting`: since its player sat down. `corrected`: by coup, what corrections have moved since the
    last coup ended; its player is told.
    """

    # crown 1.5: an ATS is open while this is
    wagers: dict[str, int] = {}
    excluded: bool = False
    excluded_by: str = ""
    abstained: int = 0
    cash: int = 0
    abstained_in: int = 0
    won: int = 0
    points: bool = False
    only_paid: bool = False
    orders: Orders = NO_ORDERS
    given: dict[int, int] = {}
    patron: str = ""
    sitting: Sitting = JUST_SEATED
    corrected: dict[int, int] = {}

    @property
    def total(self) -> int:
        """Everything on the layout."""
        return sum(self.wagers.values())


class Hold(Struct, frozen=True):
    """Winnings that are held (13.2.3); `left`: the player's account has been closed since.

    `since`: the first coup that could be that account's.
    """

    amount: int
    left: bool = False
    since: int = 0


class Departed(Struct, frozen=True):
    """An account that was closed while an order about its winnings stood; its coups: from `since` to before `until`."""

    since: int
    until: int
    won: int
    orders: Orders


class Claim(Struct, frozen=True):
    """A player's claim that is not decided yet (11.12)."""

    ats: int
    text: str
    coup: int | None = None
