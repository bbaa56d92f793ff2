"""Everything that a player's screen shows, ready to draw."""

from typing import Final, Literal, Self

from msgspec import Struct
from msgspec.structs import replace

from firmware.kit.scene import Action
from firmware.link.messages import HandView, ResultView
from firmware.pictures.moments import Moments
from firmware.terminal.guest import Guest

Result = Literal["", "win", "lose", "push", "void"]
NO_HAND = HandView((), 0)
# How long a text about a touch stays.
TOAST_MS: Final = 3500


class BetView(Struct, frozen=True):
    """An area of the layout. `asked`: what the table has not accepted yet. `net`: what a wager here won or lost.

    `stake`: what lay here in the ended coup.
    """

    name: str
    odds: str
    least: int
    most: int
    accepted: int = 0
    stake: int = 0
    asked: int | None = None
    result: Result = ""
    net: int | None = None

    @property
    def shown(self) -> int:
        """What lies there, or would if the table agrees."""
        return self.accepted if self.asked is None else self.asked


class Flight(Struct, frozen=True):
    """A moving chip, from the place of one action to the place of another."""

    value: int
    start: tuple[str, ...]
    end: tuple[str, ...]
    began: int


class RecalledBet(Struct, frozen=True):
    """A wager of an ended coup."""

    name: str
    stake: int
    returned: int


class Recalled(Struct, frozen=True):
    """An ended coup, as it is recalled. `corrected`: it was settled otherwise at first."""

    coup: int
    winner: str
    player: HandView
    banker: HandView
    dummy: bool
    bets: tuple[RecalledBet, ...] = ()
    balance: int | None = None
    corrected: bool = False


class HelpLine(Struct, frozen=True):
    """A bet: its rules in a sentence, and its odds."""

    bet: str
    rules: str
    odds: tuple[str, ...]
    edge: str = ""


class InfoLine(Struct, frozen=True):
    """Something that a player may want to know, with its rule. `road`: the road that it is about."""

    title: str
    text: str
    rule: str = ""
    road: str = ""


class Info(Struct, frozen=True):
    """The pages of information: the list, the one shown, and its lines.

    `draws`: for each point count of the Banker hand, whether it draws, by Player's third card.
    """

    topics: tuple[str, ...] = ()
    topic: str = ""
    lines: tuple[InfoLine, ...] = ()
    bets: tuple[HelpLine, ...] = ()
    draws: tuple[str, ...] = ()


# The table's stages: bets, falling cards, or how the coup ended.
Stage = Literal["bets", "cards", "result"]
# What can stand in front of the table.
InFront = Literal["help", "recall", "yours", "cash-out", "paying", "agree", "own"]


# Those of these that want an answer stand in front of everything else.
FOR_ANSWERS: Final = ("cash-out", "paying", "agree", "own")


class Dialogue(Struct, frozen=True):
    """What is in front: `help`, `recall`, `cash-out` or `paying`; its page; for `help`, its topic."""

    kind: InFront
    page: int = 0
    text: str = ""
    topic: str = ""

    def after(self, recent: tuple[ResultView, ...], before: int) -> Self:
        """Keep the recalled coup that a player reads in front when others end; the latest one's page shows the new."""
        if self.kind != "recall" or not self.page or not recent:
            return self
        return replace(self, page=min(self.page + sum(one.coup > before for one in recent), len(recent) - 1))


class AtsView(Struct, frozen=True):
    """The screen of one terminal. `look`: of the headline. `may`: what can be asked for now.

    `warning`: what a player is told from a certain time on, while betting is open.
    `waits`: whether its board waits for a supervisor. `net`: what the player's wagers of the last coup won or lost.
    `said`: what the last coup brought besides its winner; `last`: the last coup in a line, while bets are taken, with
    its cards and the player's stake.
    `toast_at`: the touch that the toast answers. `still`: nothing moves. `guest`: what its guest chose, and may choose.
    """

    ats: int
    place: str
    version: str
    headline: str
    look: str = "panel"
    open: bool = False
    balance: int = 0
    credit: str = ""
    bets: tuple[BetView, ...] = ()
    chips: tuple[int, ...] = ()
    chosen: int = 0
    may: frozenset[str] = frozenset()
    betting: bool = False
    closes_at: int | None = None
    period: int = 0
    player: HandView = NO_HAND
    banker: HandView = NO_HAND
    due: str = ""
    winner: str = ""
    marks: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    toast: str = ""
    toast_until: int = 0
    toast_at: Action = ()
    busy: str = ""
    called: bool = False
    flights: tuple[Flight, ...] = ()
    dialogue: Dialogue | None = None
    recalled: tuple[Recalled, ...] = ()
    info: Info = Info()
    net: int | None = None
    waits: bool = False
    stage: Stage = "bets"
    said: tuple[str, ...] = ()
    last: str = ""
    last_look: str = "panel"
    last_cards: str = ""
    last_staked: int = 0
    moments: Moments = Moments()
    still: bool = False
    warning: str = ""
    warn_from: int = 0
    guest: Guest = Guest()

    @property
    def reads(self) -> str:
        """What the player reads in place of the layout: `help`, `recall`, `yours`, `check`, or nothing."""
        kind = self.dialogue.kind if self.dialogue is not None else ""
        if kind in FOR_ANSWERS:
            return ""
        return "check" if self.guest.check is not None else kind

    def says(self, now: int) -> str:
        """What is said to the player at a time. After a clock was set back, earlier messages end."""
        if self.busy:
            return self.busy
        if not self.toast_at and (toast := self._toast(now)):
            return toast
        return self.warning if self.betting and now >= self.warn_from else ""

    def says_there(self, now: int) -> str:
        """What is said to the player where they touched something."""
        return self._toast(now) if self.toast_at else ""

    def _toast(self, now: int) -> str:
        return self.toast if self.toast_until - TOAST_MS <= now < self.toast_until else ""

    @property
    def staked(self) -> int:
        """Everything on the layout that the table has accepted."""
        return sum(bet.accepted for bet in self.bets)
