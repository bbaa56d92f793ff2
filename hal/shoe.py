"""A card shoe: what it reports, and what it can be told."""

from typing import Literal, Protocol

from msgspec import Struct

from hal.cards import Card
from hal.device import Device, DeviceEvent

Hand = Literal["player", "banker", "none"]


class ShoeCard(DeviceEvent, frozen=True):
    """A card left the shoe. `hand` and `position`: where the shoe counts it, if it does. `carried`: over-drawn earlier.

    `outside`: it left while the shoe was locked, in error or in its settings.
    """

    card: Card
    hand: Hand = "none"
    position: int = 0
    carried: bool = False
    outside: bool = False


class ShoeBurn(DeviceEvent, frozen=True):
    """A card left as a burn. `counts`: it is the first card, whose value says how many more are burned."""

    card: Card
    counts: bool = False


class CutCard(DeviceEvent, frozen=True):
    """The cutting card left the shoe."""


class ShoeResult(DeviceEvent, frozen=True):
    """The shoe's own result; no winner: the game was ended by force."""

    winner: Literal["player", "banker", "tie"] | None
    player_pair: bool = False
    banker_pair: bool = False


class ShoeState(DeviceEvent, frozen=True):
    """The shoe started, or stands by between games."""

    state: Literal["start", "standby"]


class ShoeLocked(DeviceEvent, frozen=True):
    """The shoe's lock closed or opened."""

    locked: bool


class PresetChanged(DeviceEvent, frozen=True):
    """Somebody changed a preset of the shoe."""

    preset: str
    value: str


class ForeignCode(DeviceEvent, frozen=True):
    """A card left with a code that is not in the shoe's table."""

    code: str


class Abilities(Struct, frozen=True):
    """What a make of shoe can do besides reporting cards."""

    locks: bool
    judges: bool


class CardShoe(Device, Protocol):
    """A card shoe."""

    abilities: Abilities

    async def lock(self, *, locked: bool) -> bool:
        """Lock or unlock it, and return whether it obeyed."""
        ...

    async def clear_error(self) -> bool:
        """Make it leave its error state, and return whether it obeyed."""
        ...

    async def confirm_game(self) -> bool:
        """Make it go on to the next game, and return whether it obeyed."""
        ...
