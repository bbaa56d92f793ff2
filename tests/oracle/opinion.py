"""What the second engine holds of one wager, for soaks: `rapid-table soak --opinion opinion:settlement`."""

from typing import NamedTuple

from coup import odds, returned


class Wager(NamedTuple):
    """A wager as a soak tells of it."""

    rulebook: str
    options: dict[str, int]
    player: tuple[str, ...]
    banker: tuple[str, ...]
    bet: str
    stake: int


def settlement(wager: Wager) -> tuple[str, int]:
    """Return what the wager comes to, and what goes back of it."""
    options = {name: wager.options[name] for name in ("dragon", "perfect") if name in wager.options}
    rate = odds(wager.bet, wager.player, wager.banker, wager.rulebook, **options)
    return ("lose" if rate == -1 else "win" if rate else "push"), returned(wager.stake, rate)
