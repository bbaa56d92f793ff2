"""What a guest chose for this sitting, and what the house lets them choose, as the screen shows it."""

from typing import Final, Literal

from msgspec import Struct

Switch = Literal["large", "left", "contrast"]
SWITCHES: Final[tuple[Switch, ...]] = ("large", "left", "contrast")
# Shares of the house's volume: none, a third, two thirds, all of it.
LOUDEST: Final = 3
# What a guest may set as the most to lose, in multiples of the lowest minimum, and how long to play, in minutes.
LOSSES: Final = (10, 20, 50, 100, 200)
TIMES: Final = (15, 30, 60, 120, 240)


class OwnLimit(Struct, frozen=True):
    """A guest's own limit, or a pause: its value, and the choices. `on`: which can be chosen now.

    `over`: what is to be known of those after which no wager would be taken any more.
    """

    kind: str
    stands: str
    choices: tuple[int, ...]
    on: tuple[bool, ...]
    over: tuple[str, ...] = ()

    def over_with(self, value: int) -> str:
        """Return what is to be known before one of the choices is confirmed; mostly nothing."""
        return dict(zip(self.choices, self.over, strict=False)).get(value, "")


class RealityCheck(Struct, frozen=True):
    """What a guest is told at a reality check: how long they have sat, and what became of their money."""

    minutes: int
    staked: int
    gained: int
    lost: int


class Guest(Struct, frozen=True):
    """What a guest chose. `gives`: what there is to choose; `chosen`: which of the switches are on.

    `clock`: the time of day. `seated`: how long they have sat. `check`: a reality check that waits for them.
    `changes_at`: when any of this changes by time alone. `help_line`: where to find help with gambling.
    `corrected`: what a correction of a coup has moved on the account, until the guest has touched the screen.
    """

    gives: frozenset[str] = frozenset()
    chosen: frozenset[str] = frozenset()
    volume: int = LOUDEST
    clock: str = ""
    seated: str = ""
    changes_at: int | None = None
    limits: tuple[OwnLimit, ...] = ()
    check: RealityCheck | None = None
    help_line: str = ""
    corrected: str = ""

    @property
    def has_pages(self) -> bool:
        """Whether a guest has anything to choose."""
        return bool(self.gives or self.limits or self.help_line)

    @property
    def topics(self) -> tuple[str, ...]:
        """The pages on which a guest chooses."""
        safer = bool(self.limits or self.help_line)
        return tuple(topic for topic, there in (("access", bool(self.gives)), ("safer", safer)) if there)
