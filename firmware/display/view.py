"""What the winning number display shows."""

from typing import Literal

from msgspec import Struct

from firmware.link.messages import HandView
from firmware.pictures.moments import Moments

NO_HAND = HandView((), 0)


# What the display is about.
Shows = Literal["bets", "cards", "result", "roads", "quiet", "leaders"]


class ResultOnDisplay(Struct, frozen=True):
    """A coup that ended: its number, how, and the count that won. `special`: a Dummy Coup's or a void one's.

    `corrected`: said of one that was settled otherwise at first.
    """

    coup: int
    winner: str
    points: str
    special: str = ""
    corrected: str = ""


class LimitLine(Struct, frozen=True):
    """What may be wagered on a bet, and what it pays. `wagered`: what lies on it, where wagers are open."""

    bet: str
    odds: str
    limits: str
    wagered: str = ""


class WndView(Struct, frozen=True):
    """The display. Without a table it shows that one is to wait, and nothing that could be wrong (11.13).

    `said`: what the coup brought beside its winner. `changes_at`: when its scene ends by itself.
    """

    headline: str
    look: str
    there: bool = True
    coup: str = ""
    version: str = ""
    player: HandView = NO_HAND
    banker: HandView = NO_HAND
    due: str = ""
    winner: str = ""
    betting: bool = False
    closes_at: int | None = None
    period: int = 0
    marks: tuple[str, ...] = ()
    last: tuple[ResultOnDisplay, ...] = ()
    limits: tuple[LimitLine, ...] = ()
    notices: tuple[str, ...] = ()
    scene: Shows = "cards"
    said: tuple[str, ...] = ()
    changes_at: int | None = None
    moments: Moments = Moments()
    still: bool = False
    leaders: tuple[tuple[str, str], ...] = ()
    simulated: bool = False
