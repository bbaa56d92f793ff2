"""What a player asks of the table by touch: wagers, limits of their own, an early end of a tournament.

Commands are loaded where they are made, which is at the table: a terminal loads nothing of how a table decides.
"""

from typing import ClassVar

from firmware.link import bounds as b
from firmware.link.message import Asked, OfPlayer, Rate
from firmware.table.core.commands import Command


class SetWager(Asked, frozen=True, tag="wager"):
    """Set this account's wager on a bet to an amount; 0 takes it off."""

    quota: ClassVar = Rate(20, 4, "all ten bets taken off and put anew in an instant; else twice a second")
    expires: ClassVar = True

    bet: b.Bet
    amount: b.Stake


class SetWagers(Asked, frozen=True, tag="wagers"):
    """Set several of this account's wagers at once, as a repeat or a double does: all of them, or none."""

    quota: ClassVar = Rate(8, 2, "a repeat, a double, and both taken back")
    expires: ClassVar = True

    stakes: b.SomeStakes

    @property
    def placed(self) -> str:
        """All of them in one line, always in the same order: what is kept of a request beside its number."""
        return " ".join(f"{bet} {amount}" for bet, amount in sorted(self.stakes.items()))


class ShownAtClose(Asked, frozen=True, tag="shown-at-close"):
    """What this terminal showed as placed when betting closed (4.6); a difference is a malfunction."""

    quota: ClassVar = Rate(3, 0.2, "once a coup")

    coup: b.Coup
    wagers: b.Stakes


class AskOwnLimits(OfPlayer, frozen=True, tag="own-limits"):
    """The player wants to lose no more than this, and to play no longer, counted from sitting down.

    A limit can only be lowered. One that is left out stays as it is.
    """

    quota: ClassVar = Rate(4, 0.5, "a guest who lowers a limit of their own, now and then")

    most_lost: b.Stake | None = None
    minutes: b.Minutes | None = None

    def command(self, ats: int) -> Command:
        """Return what it is at the table."""
        from firmware.table.features.guest_limits import SetOwnLimits  # noqa: PLC0415

        return SetOwnLimits(ats, self.most_lost, self.minutes)


class AskPause(OfPlayer, frozen=True, tag="pause"):
    """The player wants no wagers taken for so many minutes; wagers already placed are settled."""

    quota: ClassVar = Rate(4, 0.5, "a guest who takes a pause, now and then")

    minutes: b.Minutes

    def command(self, ats: int) -> Command:
        """Return what it is at the table."""
        from firmware.table.features.guest_limits import TakePause  # noqa: PLC0415

        return TakePause(ats, self.minutes)


class AgreeToEnd(OfPlayer, frozen=True, tag="agree-to-end"):
    """The player of this terminal agrees that the session ends early (12.3.5(b))."""

    quota: ClassVar = Rate(4, 0.5, "once in a session")

    def command(self, ats: int) -> Command:
        """Return what it is at the table."""
        from firmware.table.features.tournament_tables import AgreeEnd  # noqa: PLC0415

        return AgreeEnd(ats)


class ShowCard(OfPlayer, frozen=True, tag="player-card"):
    """The player of this terminal has held their card before its reader; `patron` is empty once they have gone."""

    quota: ClassVar = Rate(4, 0.5, "a card, now and then")

    patron: b.Patron

    def command(self, ats: int) -> Command:
        """Return what it is at the table."""
        from firmware.table.features.patrons import NamePatron  # noqa: PLC0415

        return NamePatron(ats, self.patron)


AskedByPlayer = AgreeToEnd | AskOwnLimits | AskPause | ShowCard
