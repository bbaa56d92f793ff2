"""What a player asks of the table by touch: wagers, limits of their own, an early end of a tournament."""

from firmware.link import bounds as b
from firmware.link.message import Asked


class SetWager(Asked, frozen=True, tag="wager"):
    """Set this account's wager on a bet to an amount; 0 takes it off."""

    bet: b.Bet
    amount: b.Stake


class SetWagers(Asked, frozen=True, tag="wagers"):
    """Set several of this account's wagers at once, as a repeat or a double does: all of them, or none."""

    stakes: b.SomeStakes

    @property
    def placed(self) -> str:
        """All of them in one line, always in the same order: what is kept of a request beside its number."""
        return " ".join(f"{bet} {amount}" for bet, amount in sorted(self.stakes.items()))


class ShownAtClose(Asked, frozen=True, tag="shown-at-close"):
    """What this terminal showed as placed when betting closed (4.6): a difference is a malfunction."""

    coup: b.Coup
    wagers: b.Stakes


class AskOwnLimits(Asked, frozen=True, tag="own-limits"):
    """The player will lose no more than this, and play no longer, both since sitting down. It can only be lowered.

    What is left out stays as it is.
    """

    most_lost: b.Stake | None = None
    minutes: b.Minutes | None = None


class AskPause(Asked, frozen=True, tag="pause"):
    """The player wants no wagers taken for so many minutes; those that lie are settled."""

    minutes: b.Minutes


class AgreeToEnd(Asked, frozen=True, tag="agree-to-end"):
    """The player of this terminal agrees that the session ends early (12.3.5(b))."""
