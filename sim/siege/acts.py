"""What is done to a besieged table: each thing by its name, how often it comes beside the others, and what it does."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from sim.siege import attackers, changed, forgery, kills, troubles

if TYPE_CHECKING:
    from sim.siege.siege import Siege


class Act(NamedTuple):
    """How often it comes, what it does, and for how long nothing is done after it, at most."""

    weight: int
    does: "Callable[[Siege], Awaitable[None]]"
    pause_s: float = 1.0


KILLS: Final = tuple(kills.KILLS)
# What leaves boards and journals what they are, while a tournament is on.
AMID_A_CUP: Final = (*kills.KILLS, *attackers.ATTACKS)
ACTS: Final[dict[str, Act]] = {
    name: Act(weight, does)
    for kinds in (kills.KILLS, troubles.TROUBLES, changed.CHANGES, forgery.FORGERIES, attackers.ATTACKS)
    for name, (weight, does) in kinds.items()
}
